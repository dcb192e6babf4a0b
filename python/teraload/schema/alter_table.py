"""ALTER TABLE, as far as it tells whether the columns are still those of CREATE TABLE.

Export tools write keys and constraints there (pg_dump, phpMyAdmin, SQL Server Management Studio): those are
noted. phpMyAdmin and SQL Developer also repeat a column there to add AUTO_INCREMENT or NOT NULL (MODIFY):
noted, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from teraload.schema.create_table import read_name
from teraload.schema.words import Word, keywords

# What may be added that is no column. GENERATED: pg_dump's ALTER COLUMN id ADD GENERATED ... AS IDENTITY.
_NO_COLUMN = keywords(
    "CONSTRAINT PRIMARY UNIQUE FOREIGN CHECK INDEX KEY FULLTEXT SPATIAL DEFAULT GENERATED EXCLUDE PERIOD "
    "PARTITION SUPPLEMENTAL"
)
_MATTERS = keywords("ADD MODIFY ALTER CHANGE DROP RENAME INHERIT")


@dataclass(frozen=True, slots=True)
class AlterTable:
    """An ALTER TABLE: whose, what, whether it is about columns or constraints, whether columns change."""

    name: Word
    change: list[Word]
    matters: bool
    changes_columns: bool


def read_alter_table(statement: list[Word]) -> AlterTable | None:
    """Return the ALTER TABLE that a statement is, or None."""
    if [word.key for word in statement[:2]] != ["ALTER", "TABLE"]:
        return None
    index = 2
    while index < len(statement) and statement[index].key in ("IF", "EXISTS", "ONLY"):
        index += 1
    name, index = read_name(statement, index)
    if name is None:
        return None
    change = statement[index:]
    keys = [word.key for word in change]
    return AlterTable(name, change, not _MATTERS.isdisjoint(keys), _changes_columns(keys))


def _changes_columns(keys: list[str]) -> bool:
    """Whether a column comes, goes, or takes another name or type."""
    depth = 0
    for index, key in enumerate(keys):
        following = [*keys[index + 1 :], ""]
        if depth == 0:
            added = following[1:] if following[0] == "(" else following  # Oracle: ADD (name type)
            if key == "ADD" and added[0] not in _NO_COLUMN:
                return True
            if key in ("RENAME", "CHANGE", "INHERIT") or (key in ("DROP", "TYPE") and "COLUMN" in keys[: index + 2]):
                return True
        depth += (key == "(") - (key == ")")
    return False
