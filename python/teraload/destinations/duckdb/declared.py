"""What the job says of the columns of a table that exists, against what the table has."""

from __future__ import annotations

from collections.abc import Sequence

from teraload.declared import declared
from teraload.destinations.duckdb.types import stored_as
from teraload.errors import JobError
from teraload.job import TableJob
from teraload.lineage import COLUMNS
from teraload.plan import PlannedColumn


def check_declared(table: str, columns: Sequence[PlannedColumn], job: TableJob) -> None:
    """Refuse types and NULLs that the job says and the table has otherwise. Raises JobError."""
    said = {name.casefold(): (entry, kind) for name, entry, kind in declared(job)}
    for column in columns:
        entry, kind = said.get(column.name.casefold(), said.get("*", (None, None)))
        if entry is None or entry.omit:
            continue
        if kind is not None and stored_as(kind) != column.stored_as:
            raise JobError(
                f"columns: {column.name}: type {entry.type} is {stored_as(kind)}, table {table} has {column.stored_as}",
                remedy="Leave the type out, or change the table's",
            )
        if entry.nullable is not None and entry.nullable != column.nullable:
            has = "takes NULL" if column.nullable else "is NOT NULL"
            raise JobError(
                f"columns: {column.name}: nullable is {str(entry.nullable).lower()}, and the column of table {table} "
                f"{has}",
                remedy="Leave nullable out, or change the table's column",
            )
    if job.types == "text":
        other = next((column for column in columns if column.stored_as != "VARCHAR"), None)
        if other is not None:
            raise JobError(
                f"types: text: column {other.name} of table {table} is {other.stored_as}, expected VARCHAR",
                remedy="Load into a table of VARCHAR columns, or leave --types out",
            )


def without_lineage(table: str, columns: Sequence[PlannedColumn]) -> list[PlannedColumn]:
    """Return `columns` without those of lineage, which must be among them. Raises JobError."""
    by_name = {column.name.casefold(): column for column in columns}
    for name, kind in COLUMNS.items():
        column = by_name.get(name)
        if column is None or column.stored_as != stored_as(kind):
            found = f"has it as {column.stored_as}" if column else "has none"
            raise JobError(
                f"--lineage: table {table} needs a column {name} {stored_as(kind)}, and {found}",
                remedy=f"ALTER TABLE {table} ADD COLUMN {name} {stored_as(kind)}, or load without --lineage",
            )
    return [column for column in columns if column.name.casefold() not in COLUMNS]
