"""What the job says of the types of columns, over what a schema says of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teraload.errors import JobError
from teraload.job import TableJob
from teraload.job.column import ColumnJob
from teraload.schema import Column, ColumnType, SchemaError, Table, read_ddl
from teraload.schema.types import text


def read_type(spelling: str, dialect: str) -> ColumnType:
    """Return the type that `spelling` means: one of ours, as decimal(15,2), or one in the SQL of `dialect`.

    Raises SchemaError.
    """
    try:
        return ColumnType.parse(spelling)
    except SchemaError:
        pass
    table = next(iter(read_ddl(f"CREATE TABLE t (c {spelling}\n)", dialect=dialect, origin="columns").tables.values()))
    if len(table.columns) != 1:
        raise SchemaError(f'"{spelling}" is not one type', found=spelling)
    return table.columns[0].type


def declared(job: TableJob) -> Iterator[tuple[str, ColumnJob, ColumnType | None]]:
    """Give each column that the job says something of, with the type that it says. Raises JobError."""
    for name, entry in (job.columns or {}).items():
        if entry.type is None:
            yield name, entry, None
            continue
        try:
            kind = read_type(entry.type, job.ddl_dialect)
        except SchemaError as error:
            raise JobError(
                f"columns: {name}: type: {error.what}", remedy=error.remedy or "Say, for example, decimal(15,2)"
            ) from None
        if job.types == "text" and kind.kind != "text":
            raise JobError(f"columns: {name}: type {entry.type} and types: text are two things", remedy="Say one")
        yield name, entry, kind


def with_declared(table: Table | None, job: TableJob) -> Table | None:
    """Return a schema's table with the types and NULLs that the job says. Raises JobError."""
    if table is None:
        return None
    said = {name.casefold(): (entry, kind) for name, entry, kind in declared(job)}

    def column(column: Column) -> Column:
        entry, kind = said.get(column.name.casefold(), said.get("*", (None, None)))
        if kind is None and job.types == "text":
            kind = text()
        nullable = column.nullable if entry is None or entry.nullable is None else entry.nullable
        return replace(column, type=kind or column.type, nullable=nullable)

    return replace(table, columns=tuple(map(column, table.columns)))
