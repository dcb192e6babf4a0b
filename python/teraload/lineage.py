"""Where each row is from, as columns of the target: which run loaded it, from which file and which byte of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from teraload.errors import JobError
from teraload.schema.types import INT64, ColumnType, text

if TYPE_CHECKING:
    from collections.abc import Iterable

# An underscore, because tables often have a column `file` of their own; as dlt and Fivetran name theirs.
COLUMNS: dict[str, ColumnType] = {"_run": text(), "_file": text(), "_byte": INT64}


def refuse_clash(name: str, columns: Iterable[str]) -> None:
    """Refuse a table with a column of its own that is called like one of lineage. Raises JobError."""
    for column in columns:
        if column.casefold() in COLUMNS:
            raise JobError(
                f"--lineage: {name} has a column {column} of its own, and lineage has one of that name",
                remedy="Call the table's column otherwise, or load without --lineage",
            )
