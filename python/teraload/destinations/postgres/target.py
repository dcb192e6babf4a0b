"""What a target table is, or will be, and how its rows get there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from teraload import _native
from teraload.destinations.base import Target
from teraload.destinations.postgres.connection import Connection, one
from teraload.destinations.postgres.names import quoted
from teraload.destinations.postgres.types import ServerType, stored_as
from teraload.errors import JobError
from teraload.job import Job, TableJob
from teraload.plan import PlannedColumn, PlannedTable, Way
from teraload.schema import Table

# What pg_class.relkind calls things that rows cannot be copied into, or not yet.
_REFUSED = {
    "v": "is a view: load the table behind it, or another table",
    "m": "is a materialized view: load the table behind it, or another table",
    "f": "is a foreign table: load it where it is",
    "S": "is a sequence",
    "i": "is an index",
    "c": "is a type",
}

_COLUMNS = """
WITH RECURSIVE base AS (
    SELECT a.attnum, a.atttypid AS type, a.atttypmod AS modifier, a.attnotnull AS not_null
    FROM pg_attribute a WHERE a.attrelid = %(table)s AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT b.attnum, t.typbasetype, CASE WHEN t.typtypmod >= 0 THEN t.typtypmod ELSE b.modifier END,
           b.not_null OR t.typnotnull
    FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype = 'd'
)
SELECT a.attname, format_type(a.atttypid, a.atttypmod), b.not_null, a.atthasdef OR a.attidentity <> '',
       a.attgenerated <> '', a.attidentity, receive.proname, b.modifier, element_receive.proname, element.oid
FROM base b
JOIN pg_attribute a ON a.attrelid = %(table)s AND a.attnum = b.attnum
JOIN pg_type t ON t.oid = b.type AND t.typtype <> 'd'
LEFT JOIN pg_proc receive ON receive.oid = t.typreceive
LEFT JOIN pg_type element ON element.oid = t.typelem
LEFT JOIN pg_proc element_receive ON element_receive.oid = element.typreceive
ORDER BY a.attnum
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A table's full name: the schema and the table, none of them quoted; `oid` if it is there."""

    schema: str
    table: str
    oid: int | None = None

    @property
    def quoted(self) -> str:
        """Return the name as SQL takes it."""
        return quoted(self.schema, self.table)

    def staging(self, run: str, number: int) -> Place:
        """Return where the rows of table `number` of `run` are staged: beside the target, for a rename to do."""
        # The table's own name might not fit: names have 63 bytes.
        return Place(self.schema, f"teraload_staging_{run}_{number}")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table that is there."""

    planned: PlannedColumn
    type: ServerType
    is_generated: bool
    identity: str
    """`a`: always generated, unless said otherwise; `d`: where nothing is given; or nothing."""


def find(connection: Connection, schema: str | None, table: str) -> Place:
    """Return where table `table` is, or will be. Raises JobError for a schema that does not exist and for views."""
    if schema is None:
        schema = one(connection, "SELECT current_schema()")
        if schema is None:
            raise JobError("the search_path names no schema that exists", remedy="Say --table schema.name")
        found = connection.execute(
            "SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE c.relname = %s AND pg_table_is_visible(c.oid) AND n.nspname NOT LIKE 'pg\\_%%'",
            [table],
        ).fetchone()
        schema = found[0] if found else schema
    elif not one(connection, "SELECT count(*) FROM pg_namespace WHERE nspname = %s", [schema]):
        raise JobError(f"there is no schema {schema}", remedy=f"CREATE SCHEMA {quoted(schema)} first")
    row = connection.execute(
        "SELECT c.oid, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = %s AND c.relname = %s",
        [schema, table],
    ).fetchone()
    if row is None:
        return Place(schema, table)
    if row[1] in _REFUSED:
        raise JobError(f"{table} {_REFUSED[row[1]]}")
    return Place(schema, table, row[0])


def columns_of(connection: Connection, table: int) -> list[Column]:
    """Return the columns of the table with that OID."""
    rows = connection.execute(_COLUMNS, {"table": table}).fetchall()
    columns = []
    for name, spelled, not_null, has_default, is_generated, identity, receive, modifier, element, element_oid in rows:
        kind = ServerType(receive or "", modifier, element, element_oid)
        planned = PlannedColumn(
            name, kind.parsed_as, not not_null, spelled, max_length=kind.max_length, has_default=has_default
        )
        columns.append(Column(planned, kind, is_generated, identity))
    return columns


def binary_kinds(connection: Connection, table: int, names: list[str]) -> list[str] | None:
    """Return what columns `names` are to the binary format; None if it has no way for one of them."""
    by_name = {column.planned.name: column for column in columns_of(connection, table)}
    kinds = [by_name[name].type.kind for name in names]
    return None if None in kinds else [kind for kind in kinds if kind is not None]


def plan_target(
    connection: Connection, place: Place, staging: Place, schema: Table | None, table: TableJob, job: Job
) -> Target:
    """Return the target at `place`. Raises JobError for what cannot be done there."""
    if table.column_compression:
        raise JobError("--column-compression: PostgreSQL has no such thing", remedy="Leave it out")
    if place.oid is None:
        if schema is None:
            raise JobError(
                f"table {place.table} does not exist, and its columns are not known",
                remedy="Say --schema tpch or --schema FILE.sql",
            )
        columns = tuple(
            PlannedColumn(c.name, str(c.type), c.nullable, stored_as(c.type), max_length=c.type.length)
            for c in schema.columns
        )
        return Target(place.quoted, columns, _way(place, staging, job))
    if job.mode == "create":
        raise JobError(f"table {place.table} exists already", remedy="Say --mode append or --mode replace")
    existing = [column for column in columns_of(connection, place.oid) if not column.is_generated]
    notes = [
        f"{c.planned.name}: the server rounds {c.planned.stored_as} to {c.type.rounds_to} digits of a second"
        for c in existing
        if c.type.rounds_to is not None
    ]
    slow = [
        column.planned
        for column in existing
        if not _native.can_copy_binary(column.planned.type, column.type.kind or "")
    ]
    details = [
        f"sent as text, which is slower: {column.name} is {column.stored_as}, which has no binary form here"
        for column in slow[:1]
    ]
    planned = _match(place, [column.planned for column in existing], schema, notes)
    return Target(place.quoted, tuple(planned), _way(place, staging, job), tuple(notes), tuple(details))


def _match(place: Place, existing: list[PlannedColumn], schema: Table | None, notes: list[str]) -> list[PlannedColumn]:
    """Return the table's columns in the order of the schema's, which is that of the files."""
    if schema is None:
        return existing
    by_name = {column.name.casefold(): column for column in existing}
    wanted = {column.name.casefold(): column for column in schema.columns}
    remedy = "Leave --schema out to take the table's own columns in their order, or correct it"
    for name, column in wanted.items():
        if name not in by_name:
            raise JobError(f"table {place.table} has no column {column.name}, which the schema has", remedy=remedy)
    for planned in existing:
        if (said := wanted.get(planned.name.casefold())) is not None and stored_as(said.type) != planned.stored_as:
            notes.append(
                f"{planned.name}: loaded as {planned.stored_as}, which the table has; the schema says {said.type}"
            )
    left_out = [planned for planned in existing if planned.name.casefold() not in wanted]
    for planned in left_out:
        if not planned.has_default and not planned.nullable:
            raise JobError(f"table {place.table} has column {planned.name}, which the schema has not", remedy=remedy)
    matched = [
        replace(by_name[name], max_length=by_name[name].max_length or column.type.length)
        for name, column in wanted.items()
    ]
    return matched + left_out


def _way(place: Place, staging: Place, job: Job) -> Way:
    publish = job.publish
    if publish not in ("auto", "copy", "direct"):
        raise JobError(
            f"--publish {publish}: PostgreSQL has no such way yet", remedy="Say copy or direct, or leave it out"
        )
    if place.oid is None:
        if publish != "auto":
            raise JobError(
                f"--publish {publish} is for tables that are there; this load makes one", remedy="Leave it out"
            )
        return Way("create", staging.quoted, atomic=True, does="staging table, then a rename")
    if publish == "direct":
        if job.mode == "replace":
            raise JobError("--publish direct is for --mode append; this load replaces a table", remedy="Leave it out")
        return Way(
            "direct",
            place.quoted,
            atomic=False,
            does="split by split into the table, each visible at once",
            gives_up="one step: a load that fails or is killed stays visible in part; again, it doubles that",
        )
    empties = "TRUNCATE and " if job.mode == "replace" else ""
    return Way(
        "replace" if job.mode == "replace" else "append",
        staging.quoted,
        atomic=True,
        does=f"staging table, then {empties}INSERT … SELECT in one transaction",
        gives_up="speed: every row is written twice",
    )


def create_staging(connection: Connection, place: Place, staging: Place, table: PlannedTable) -> None:
    """Make the staging table of `place`: the new table itself, or one like the columns that are loaded."""
    if table.way.name == "create":
        lines = [f"{quoted(c.name)} {c.stored_as}{'' if c.nullable else ' NOT NULL'}" for c in table.all_columns]
        connection.execute(f"CREATE TABLE {staging.quoted} ({', '.join(lines)})")
        return
    # With its checks, so that a row that breaks one is found while its place in the file is known.
    connection.execute(f"CREATE TABLE {staging.quoted} (LIKE {place.quoted} INCLUDING CONSTRAINTS)")
    loaded = {column.name for column in table.columns}
    assert place.oid is not None
    for column in columns_of(connection, place.oid):
        if column.planned.name not in loaded:
            connection.execute(f"ALTER TABLE {staging.quoted} DROP COLUMN {quoted(column.planned.name)}")
    add_columns(connection, staging, table)


def add_columns(connection: Connection, place: Place, table: PlannedTable) -> None:
    """Add the columns to the table at `place` that files have and `table` has not."""
    for column in table.columns:
        if column.is_added:
            connection.execute(f"ALTER TABLE {place.quoted} ADD COLUMN {quoted(column.name)} {column.stored_as}")
