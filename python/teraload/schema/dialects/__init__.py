"""The SQL dialects whose CREATE TABLE is understood: one file each, named as sqlglot names them."""

from __future__ import annotations

from dataclasses import dataclass

from teraload.schema.dialects import duckdb, mysql, oracle, postgres, tsql
from teraload.schema.dialects.rules import Meaning, Refused, Rule, Vocabulary

__all__ = ["DIALECTS", "Dialect", "Meaning", "Refused"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect: its name as an option and in a sentence, its types, and how it writes their names."""

    name: str
    title: str
    vocabulary: Vocabulary
    # [int] and `int` are the type int; PostgreSQL's "char" is another type than char.
    quotes_types: bool = False
    # Where the dialect's own types live: pg_catalog.int4 is int4.
    home: str | None = None
    has_arrays: bool = False

    def knows(self, type_name: str) -> bool:
        """Whether the dialect has such a type, storable or not."""
        if self.has_arrays and is_array(type_name):
            return True
        return self._rule(type_name) is not None

    def meaning(self, type_name: str, parameters: tuple[str, ...]) -> Meaning | Refused | None:
        """Return what a type stores or why it cannot be stored, None for a type that is not the dialect's."""
        if self.has_arrays and is_array(type_name):
            return Refused("arrays are not supported yet", "Declare the column text to load it as that")
        rule = self._rule(type_name)
        return rule(parameters) if rule else None

    def _rule(self, type_name: str) -> Rule | None:
        # INTERVAL DAY TO SECOND, INTERVAL YEAR: the fields are many, the type is one.
        return self.vocabulary.get("interval" if type_name.startswith("interval ") else type_name)


def is_array(type_name: str) -> bool:
    """Whether the type's name is that of an array or a list: `int[]`, `int array`."""
    return type_name.endswith("[]") or type_name.endswith(" array")


# In this order they are tried on a file that shows no dialect's marks: the strictest first.
DIALECTS = {
    dialect.name: dialect
    for dialect in (
        Dialect("postgres", "PostgreSQL", postgres.VOCABULARY, home="pg_catalog", has_arrays=True),
        Dialect("duckdb", "DuckDB", duckdb.VOCABULARY, has_arrays=True),
        Dialect("tsql", "T-SQL", tsql.VOCABULARY, quotes_types=True, home="sys"),
        Dialect("mysql", "MySQL", mysql.VOCABULARY, quotes_types=True),
        Dialect("oracle", "Oracle", oracle.VOCABULARY),
    )
}
