"""What is in a DuckDB file, read by DuckDB alone."""

from pathlib import Path
from typing import Any

import duckdb

Rows = list[tuple[Any, ...]]

# Not the ledger, and nothing that DuckDB has of its own.
_TABLES = "SELECT schema_name, table_name, sql FROM duckdb_tables() WHERE schema_name <> 'teraload' ORDER BY ALL"


def query(path: Path, sql: str) -> Rows:
    """Return the rows of `sql`."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(sql).fetchall()


def execute(path: Path, sql: str) -> None:
    """Run statements; the file is made if it is missing."""
    with duckdb.connect(str(path)) as connection:
        connection.execute(sql)


def content(path: Path) -> dict[str, Rows]:
    """Return the rows of all tables of the user's, by definition. What a load has left behind shows here too."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return {
            definition: connection.execute(f'SELECT * FROM "{schema}"."{table}" ORDER BY ALL').fetchall()
            for schema, table, definition in connection.execute(_TABLES).fetchall()
        }


def differences(path: Path, one: str, other: str) -> tuple[int, int]:
    """Return how many rows only `one` has and how many only `other` has, duplicates counted."""
    counts = query(
        path,
        f"SELECT (SELECT count(*) FROM (FROM {one} EXCEPT ALL FROM {other})),"
        f" (SELECT count(*) FROM (FROM {other} EXCEPT ALL FROM {one}))",
    )
    return counts[0]
