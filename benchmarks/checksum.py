"""Sums over the columns of a table that do not depend on the order of its rows.

Numbers are summed as numbers and dates as days, so that a difference says something; text as its length and a
hash. A hash over whole rows notices values that are all there but in the wrong rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import tpch

if TYPE_CHECKING:
    import duckdb

Sums = dict[str, dict[str, str]]


def _sum(name: str, kind: str) -> str:
    if kind == "DATE":
        return f"sum({name} - DATE '1970-01-01')::VARCHAR"
    if kind == "VARCHAR":
        return f"sum(strlen({name}))::VARCHAR || ' bytes, hash ' || sum(hash({name})::HUGEINT)::VARCHAR"
    return f"sum({name})::VARCHAR"


def of_relation(connection: duckdb.DuckDBPyConnection, table: str, relation: str) -> dict[str, str]:
    """Give the sums of `relation`, a name or a subquery with the columns of `table`, as text by column."""
    columns = tpch.TABLES[table]
    sums = {
        "(rows)": "count(*)::VARCHAR",
        "(whole rows)": f"sum(hash({', '.join(columns)})::HUGEINT)::VARCHAR",
        **{name: _sum(name, kind) for name, kind in columns.items()},
    }
    typed = ", ".join(f"{name}::{kind} AS {name}" for name, kind in columns.items())
    query = f"SELECT {', '.join(sums.values())} FROM (SELECT {typed} FROM {relation})"
    row = connection.execute(query).fetchone()
    assert row is not None, "an aggregate gives one row"
    return dict(zip(sums, map(str, row), strict=True))


def of_text(connection: duckdb.DuckDBPyConnection, table: str, files: str) -> dict[str, str]:
    """Give the sums of text files by the slow way: all columns read as text, converted by SQL casts.

    No engine that is measured converts like that, so an engine is not compared with itself.
    """
    columns = ", ".join(f"'{name}': 'VARCHAR'" for name in tpch.TABLES[table])
    dialect = "auto_detect=false, delim='|', header=false, quote='', escape=''"
    return of_relation(connection, table, f"read_csv('{files}', columns={{{columns}}}, {dialect})")


def differences(expected: Sums, found: Sums) -> list[str]:
    """Give one line for each sum that is not what it should be."""
    lines = []
    for table, sums in expected.items():
        for column, value in sums.items():
            other = found.get(table, {}).get(column, "nothing")
            if other != value:
                lines.append(f"{table} {column}: {other} instead of {value}")
    return lines
