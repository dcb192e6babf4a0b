"""What a target table is, or will be, and how its rows get there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import duckdb

from teraload.destinations.base import Target
from teraload.destinations.duckdb.connection import one
from teraload.destinations.duckdb.declared import check_declared, without_lineage
from teraload.destinations.duckdb.names import literal, quoted
from teraload.destinations.duckdb.types import is_cast, parsed_as, stored_as
from teraload.errors import JobError
from teraload.job import Job, TableJob
from teraload.plan import PlannedColumn, PlannedTable, Way
from teraload.schema import Table


@dataclass(frozen=True, slots=True)
class Place:
    """A table's full name: the database, the schema and the table, none of them quoted."""

    database: str
    schema: str
    table: str

    @property
    def quoted(self) -> str:
        """Return the name as SQL takes it."""
        return quoted(self.database, self.schema, self.table)

    @property
    def where(self) -> str:
        """Return the condition that finds this table in DuckDB's own tables about tables."""
        return self.where_named("table_name")

    def where_named(self, column: str) -> str:
        """Return the condition that finds what has this name in `column` of DuckDB's own tables."""
        return (
            f"database_name = {literal(self.database)} AND schema_name = {literal(self.schema)} "
            f"AND {column} = {literal(self.table)}"
        )

    def is_same(self, other: Place) -> bool:
        """Return whether DuckDB takes both for one table: names are the same in any case, of ASCII letters."""
        return _fold(self.quoted) == _fold(other.quoted)

    def staging(self, run: str) -> Place:
        """Return where the rows of `run` are staged: beside the target, so that a rename is all it takes."""
        return Place(self.database, self.schema, f"teraload_staging_{run}_{self.table}")


def _fold(name: str) -> bytes:
    return name.encode().lower()


def as_spelled(connection: duckdb.DuckDBPyConnection, place: Place) -> Place:
    """Return `place` as the catalog spells it, if it is there."""
    of_database = f"WHERE database_name = {literal(place.database)}"
    tables = connection.execute(
        f"SELECT schema_name, table_name FROM duckdb_tables() {of_database} "
        f"UNION ALL SELECT schema_name, view_name FROM duckdb_views() {of_database} "
        f"UNION ALL SELECT schema_name, {literal(place.table)} FROM duckdb_schemas() {of_database}"
    ).fetchall()
    found = (Place(place.database, schema, table) for schema, table in tables)
    return next(filter(place.is_same, found), place)


def existing_columns(connection: duckdb.DuckDBPyConnection, place: Place) -> list[PlannedColumn] | None:
    """Return the columns of the table at `place` that rows can be written to; None if there is no table.

    Raises JobError for a view and for a schema that does not exist.
    """
    schemas = f"SELECT count(*) FROM duckdb_schemas() WHERE database_name = {literal(place.database)} "
    if not one(connection, schemas + f"AND schema_name = {literal(place.schema)}"):
        raise JobError(f"there is no schema {place.schema}", remedy=f"CREATE SCHEMA {quoted(place.schema)} first")
    if one(
        connection,
        f"SELECT count(*) FROM duckdb_views() WHERE {place.where_named('view_name')}",
    ):
        raise JobError(f"{place.table} is a view", remedy="Load the table behind it, or another table")
    if not one(connection, f"SELECT count(*) FROM duckdb_tables() WHERE {place.where}"):
        return None
    rows = connection.execute(
        "SELECT column_name, data_type, is_nullable, column_default IS NOT NULL FROM duckdb_columns() "
        f"WHERE {place.where} AND NOT is_generated ORDER BY column_index"
    ).fetchall()
    return [
        PlannedColumn(name, parsed_as(kind), nullable, kind, has_default=has_default)
        for name, kind, nullable, has_default in rows
    ]


def plan_target(
    connection: duckdb.DuckDBPyConnection, place: Place, run: str, schema: Table | None, table: TableJob, job: Job
) -> Target:
    """Return the target at `place`. Raises JobError for what cannot be done there."""
    existing = existing_columns(connection, place)
    notes: list[str] = []
    details: list[str] = []
    if existing is not None:
        if job.mode == "create":
            raise JobError(
                f"table {place.table} exists already",
                remedy="Say --mode append or --mode replace",
            )
        if table.column_compression:
            raise JobError(
                "--column-compression is for tables that the load makes", remedy="Leave it out, or --mode create"
            )
        if job.lineage:
            existing = without_lineage(place.table, existing)
        check_declared(place.table, existing, table)
        columns = _match(place, existing, schema, table, notes)
        notes += [
            f"{c.name}: DuckDB itself makes {c.stored_as} out of text, by its own rules, which may round"
            for c in columns
            if is_cast(c.stored_as)
        ]
    elif schema is None:
        raise JobError(
            f"table {place.table} does not exist, and its columns are not known",
            remedy="Say --schema tpch or --schema FILE.sql",
        )
    else:
        codecs = {column.casefold(): codec for column, codec in table.column_compression.items()}
        columns = [
            PlannedColumn(
                c.name,
                str(c.type),
                c.nullable,
                stored_as(c.type),
                codecs.get(c.name.casefold()),
                max_length=c.type.length,
            )
            for c in schema.columns
        ]
        if any(c.type.length for c in schema.columns):
            details.append("declared lengths of text are kept by this load alone: DuckDB's VARCHAR has none")
    way = _way(connection, place, run, existing is not None, job)
    return Target(place.quoted, tuple(columns), way, tuple(notes), tuple(details))


def _match(
    place: Place, existing: list[PlannedColumn], schema: Table | None, table: TableJob, notes: list[str]
) -> list[PlannedColumn]:
    """Return the table's columns in the order of the schema's, which is that of the files."""
    if schema is None:
        return existing
    by_name = {column.name.casefold(): column for column in existing}
    wanted = {column.name.casefold(): column for column in schema.columns}
    remedy = "Leave --schema out to take the table's own columns in their order, or correct it"
    for column in schema.columns:
        if column.name.casefold() not in by_name:
            raise JobError(f"table {place.table} has no column {column.name}, which the schema has", remedy=remedy)
    for planned in existing:
        if planned.name.casefold() not in wanted:
            if _is_left_out(planned, table):
                continue
            raise JobError(f"table {place.table} has column {planned.name}, which the schema has not", remedy=remedy)
        theirs = str(wanted[planned.name.casefold()].type)
        if planned.type != theirs:
            notes.append(
                f"{planned.name}: loaded as {planned.stored_as}, which the table has; the schema says {theirs}"
            )
    left_out = [column for column in existing if column.name.casefold() not in wanted]
    return [replace(by_name[name], max_length=column.type.length) for name, column in wanted.items()] + left_out


def _is_left_out(column: PlannedColumn, table: TableJob) -> bool:
    said = {name.casefold(): entry for name, entry in (table.columns or {}).items()}
    entry = said.get(column.name.casefold(), said.get("*"))
    return entry is not None and entry.omit


def _way(connection: duckdb.DuckDBPyConnection, place: Place, run: str, exists: bool, job: Job) -> Way:
    staging = place.staging(run).quoted
    if job.publish == "copy":
        raise JobError("--publish copy is PostgreSQL's", remedy="Say staged, which does the same in DuckDB")
    if not exists or job.mode == "replace":
        if job.publish not in ("auto", "staged"):
            what = "replaces a table" if exists else "makes a table"
            raise JobError(f"--publish {job.publish} is for --mode append; this load {what}", remedy="Leave it out")
        if exists:
            _refuse_foreign_keys(connection, place)
        does = "staging table, then a rename" + (" in place of the old table" if exists else "")
        return Way("replace" if exists else "create", staging, atomic=True, does=does)
    if job.publish == "direct":
        return Way(
            "direct",
            place.quoted,
            atomic=False,
            does="split by split into the table, each visible at once",
            gives_up="one step: a load that fails or is killed stays visible in part; again, it doubles that",
        )
    if job.publish == "staged":
        return Way(
            "staged",
            staging,
            atomic=True,
            does="staging table, then INSERT … SELECT in one transaction",
            gives_up="speed: every row is written twice",
        )
    return Way(
        "transaction",
        None,
        atomic=True,
        does="one transaction for all rows",
    )


def _refuse_foreign_keys(connection: duckdb.DuckDBPyConnection, place: Place) -> None:
    rows = connection.execute(
        "SELECT table_name, constraint_text FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' "
        f"AND database_name = {literal(place.database)} AND schema_name = {literal(place.schema)} "
        f"AND (table_name = {literal(place.table)} OR referenced_table = {literal(place.table)})"
    ).fetchall()
    if rows:
        other, text = rows[0]
        raise JobError(
            f"table {place.table} cannot be replaced: {other} has {text}, under which DuckDB renames no table",
            remedy="DELETE its rows and say --mode append, or drop the foreign key first",
        )


def create_staging(
    connection: duckdb.DuckDBPyConnection,
    target: Place,
    run: str,
    table: PlannedTable,
) -> None:
    """Make the staging table of `target` for `run`: like the old table where that is replaced or appended to."""
    staging, way = target.staging(run), table.way.name
    if way == "create":
        lines = [
            quoted(c.name)
            + f" {c.stored_as}"
            + ("" if c.nullable else " NOT NULL")
            + (f" USING COMPRESSION {c.compression}" if c.compression else "")
            for c in table.all_columns
        ]
        connection.execute(f"CREATE TABLE {staging.quoted} ({', '.join(lines)})")
        return
    if way == "staged":
        # No constraints: the target's own are checked by the INSERT … SELECT that publishes.
        names = ", ".join(quoted(column.name) for column in table.columns if not column.is_added)
        connection.execute(f"CREATE TABLE {staging.quoted} AS SELECT {names} FROM {target.quoted} LIMIT 0")
        add_columns(connection, staging, table)
        return
    # Defaults, checks, keys and generated columns come over with the definition DuckDB keeps, whose name
    # ends at the first parenthesis that stands in no quotes.
    definition = one(connection, f"SELECT sql FROM duckdb_tables() WHERE {target.where}")
    connection.execute(f"CREATE TABLE {staging.quoted}{definition[_end_of_name(definition) :]}")
    add_columns(connection, staging, table)


def add_columns(connection: duckdb.DuckDBPyConnection, place: Place, table: PlannedTable) -> None:
    """Add the columns to the table at `place` that files have and `table` has not."""
    for column in table.columns:
        if column.is_added:
            connection.execute(f"ALTER TABLE {place.quoted} ADD COLUMN {quoted(column.name)} {column.stored_as}")


def _end_of_name(definition: str) -> int:
    in_quotes = False
    for at, character in enumerate(definition):
        if character == '"':
            in_quotes = not in_quotes
        elif character == "(" and not in_quotes:
            return at
    raise AssertionError("a table's definition has a list of columns")


def dependents(connection: duckdb.DuckDBPyConnection, place: Place) -> list[str]:
    """Return the statements that make again what hangs on a table and does not come with its definition.

    Indexes and comments. Views hang on its name, and need nothing.
    """
    statements = [
        sql
        for (sql,) in connection.execute(
            f"SELECT sql FROM duckdb_indexes() WHERE {place.where} AND sql IS NOT NULL"
        ).fetchall()
    ]
    comments = connection.execute(
        f"SELECT index_name, comment FROM duckdb_indexes() WHERE {place.where} AND comment IS NOT NULL"
    ).fetchall()
    statements += [
        f"COMMENT ON INDEX {quoted(place.database, place.schema, name)} IS {literal(text)}" for name, text in comments
    ]
    comment = one(connection, f"SELECT comment FROM duckdb_tables() WHERE {place.where}")
    if comment is not None:
        statements.append(f"COMMENT ON TABLE {place.quoted} IS {literal(comment)}")
    columns = connection.execute(
        f"SELECT column_name, comment FROM duckdb_columns() WHERE {place.where} AND comment IS NOT NULL"
    ).fetchall()
    statements += [f"COMMENT ON COLUMN {place.quoted}.{quoted(name)} IS {literal(text)}" for name, text in columns]
    return statements
