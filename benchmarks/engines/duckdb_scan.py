"""DuckDB's read_csv, typed, into columns that are counted and let go.

`count(column)` is the cheapest aggregate that makes the reader convert a column: over a table in memory the
same sixteen counts take 0.01 s. A column that nobody counts is not converted.
"""

from __future__ import annotations

import duckdb

from benchmarks import checksum, tpch
from benchmarks.engines.duckdb_file import BEST, rejected
from benchmarks.engines.engine import Engine as EngineContract
from benchmarks.engines.engine import Figures


class Engine(EngineContract):
    """One SELECT over the file. Options: `quote`, `archive` (a compression), `rejects` (faulty rows are kept apart)."""

    def prepare(self) -> None:
        """Connect."""
        self._connection = duckdb.connect()
        for statement in (f"SET threads = {self.task.threads}", *BEST):
            self._connection.execute(statement)
        kinds = ", ".join(f"'{name}': '{kind}'" for name, kind in tpch.TABLES[self.task.table].items())
        options = self.task.options
        quote = options.get("quote", "")
        compression = f", compression='{options['archive']}'" if "archive" in options else ""
        rejects = ", store_rejects=true" if options.get("rejects") else ""
        self._relation = (
            f"read_csv('{self.task.file}', columns={{{kinds}}}, auto_detect=false, delim='|', header=false, "
            f"quote='{quote}', escape='{quote}'{compression}{rejects})"
        )

    def work(self) -> Figures:
        """Convert every column of every row."""
        counts = ", ".join(f"count({name})" for name in tpch.TABLES[self.task.table])
        # All rows of the one: before the query has ended there is nothing in the tables of rejects.
        (row,) = self._connection.execute(f"SELECT {counts} FROM {self._relation}").fetchall()
        return {"rows": min(row), **(rejected(self._connection) if self.task.options.get("rejects") else {})}

    def checksums(self) -> checksum.Sums:
        """Sum over the same reading."""
        table = self.task.table
        return {table: checksum.of_relation(self._connection, table, self._relation)}
