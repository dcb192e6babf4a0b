"""Tables as a plan sees them: names, types, and what of their definition is left behind."""

from __future__ import annotations

from dataclasses import dataclass

from teraload.schema.errors import SchemaError
from teraload.schema.types import ColumnType


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name as written, its type, and whether it may hold NULL."""

    name: str
    type: ColumnType
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A table and its columns, in the order in which a file's fields stand.

    Raises SchemaError for a table without columns and for two columns whose names differ in case only, which
    most databases take for one.
    """

    name: str
    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        if not self.columns:
            raise SchemaError(
                "the table has no columns", table=self.name, remedy="Give it the columns that its files have"
            )
        seen: dict[str, str] = {}
        for column in self.columns:
            first = seen.get(column.name.casefold())
            if first is not None:
                raise SchemaError(
                    f'column "{column.name}" is there twice, first as "{first}"',
                    table=self.name,
                    column=column.name,
                    found=column.name,
                    remedy="Rename one of them",
                )
            seen[column.name.casefold()] = column.name


@dataclass(frozen=True, slots=True)
class Schema:
    """Tables by name, and sentences for the plan about what of their definition is not carried over.

    `delimiter` and `trailing_delimiter` (whether one stands at a record's end, too) are facts about the
    files which a shipped schema knows; DDL knows neither.
    """

    tables: dict[str, Table]
    notes: tuple[str, ...] = ()
    trailing_delimiter: bool = False
    delimiter: str | None = None

    def table(self, name: str) -> Table:
        """Return the table of that name, in any case. Raises SchemaError if none is, with those there are."""
        wanted = name.casefold()
        for known, table in self.tables.items():
            if known.casefold() == wanted:
                return table
        names = ", ".join(self.tables)
        raise SchemaError(
            f'the schema has no table "{name}"',
            table=name,
            found=name,
            expected=names,
            remedy=f"It has: {names}",
        )
