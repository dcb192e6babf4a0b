"""What the job says of the types of columns, over what a schema says of them or in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from teraload.errors import JobError
from teraload.job import TableJob
from teraload.job.column import ColumnJob
from teraload.schema import Column, ColumnType, SchemaError, Table
from teraload.schema.spelled import type_of
from teraload.schema.types import text

# What a column's entry says of the table rather than of how its fields are written.
_DEFINING = frozenset(("type", "nullable"))


def declared(job: TableJob) -> Iterator[tuple[str, ColumnJob, ColumnType | None]]:
    """Give each column that the job says something of, with the type that it says. Raises JobError."""
    for name, entry in (job.columns or {}).items():
        if entry.type is None:
            yield name, entry, None
            continue
        kind = _type_of(name, entry.type, job.ddl_dialect)
        if job.types == "text" and kind.kind != "text":
            raise JobError(f"columns: {name}: type {entry.type} and types: text are two things", remedy="Say one")
        yield name, entry, kind


def _type_of(column: str, spelling: str, dialect: str) -> ColumnType:
    try:
        return type_of(spelling, dialect)
    except SchemaError as error:
        remedy = error.remedy or "Say, for example, decimal(15,2)"
        raise JobError(f"columns: {column}: type: {error.what}", remedy=remedy) from None


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


def without_definition(entry: dict[str, Any]) -> dict[str, Any]:
    """Return what a column's entry says of how its fields are written."""
    return {word: value for word, value in entry.items() if word not in _DEFINING}


def table_of_entries(name: str, entries: dict[str, dict[str, Any]], dialect: str) -> Table:
    """Return the table whose columns `entries`, each with a type, define. Raises JobError."""
    columns = []
    for column, entry in entries.items():
        kind = _type_of(column, entry["type"], dialect)
        columns.append(Column(column, kind, entry.get("nullable", True)))
    return Table(name, tuple(columns))
