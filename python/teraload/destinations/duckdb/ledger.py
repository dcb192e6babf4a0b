"""The ledger in DuckDB."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path

import duckdb

from teraload import __version__
from teraload.destinations.duckdb.names import literal, quoted
from teraload.ledger import SCHEMA, TABLES, SplitRecord, columns_of, utc_now
from teraload.plan import Plan
from teraload.rejects import Reject

# Runs of this process that are under way, with the file that each has opened, if any: what they have staged
# is not left over from a dead one.
LIVE: dict[str, Path | None] = {}


class Ledger:
    """The ledger of one database, for one run."""

    def __init__(self, database: str, run: str) -> None:
        self.database, self.run = database, run

    def _name(self, table: str) -> str:
        return quoted(self.database, SCHEMA, table)

    def create(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Make the ledger's tables where they are missing."""
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {quoted(self.database, SCHEMA)}")
        for table, columns in TABLES.items():
            connection.execute(f"CREATE TABLE IF NOT EXISTS {self._name(table)} ({columns})")

    def begin(self, connection: duckdb.DuckDBPyConnection, plan: Plan) -> None:
        """Write down the run and its files."""
        connection.execute(
            f"INSERT INTO {self._name('run')} VALUES (?, 'loading', ?, NULL, ?, ?, ?, ?, ?)",
            [self.run, utc_now(), plan.fingerprint, plan.mode, __version__, platform.node(), os.getpid()],
        )
        files = [(table.target, file) for table in plan.tables for file in table.files]
        values: list[list[object]] = [
            [self.run] * len(files),
            [file.number for _, file in files],
            [target for target, _ in files],
            [file.path for _, file in files],
            [file.size_bytes for _, file in files],
            [file.modified_ns for _, file in files],
        ]
        self._insert(connection, "file", values)

    def end_pipes(self, connection: duckdb.DuckDBPyConnection, plan: Plan) -> None:
        """Write down the sizes that nobody knew at the beginning."""
        for file in (file for table in plan.tables for file in table.files):
            if file.kind == "pipe" and file.opened is not None:
                connection.execute(
                    f"UPDATE {self._name('file')} SET size_bytes = ? WHERE run = ? AND file = ?",
                    [file.opened.bytes_read, self.run, file.number],
                )

    def write(self, connection: duckdb.DuckDBPyConnection, records: list[SplitRecord], rejects: list[Reject]) -> None:
        """Write down pieces and their rejects, in the transaction that has written their rows."""
        if records:
            self._insert(connection, "split", columns_of(records))
        if rejects:
            self._insert(connection, "reject", [list(values) for values in zip(*rejects, strict=True)])

    def _insert(self, connection: duckdb.DuckDBPyConnection, table: str, columns: Sequence[Sequence[object]]) -> None:
        # Whole columns as lists: a row at a time takes a millisecond each, and a split can be 10,000 files. A
        # column of one value is that value: half of them are, and each value of a list has to be converted.
        is_one = [len(column) > 0 and column.count(column[0]) == len(column) for column in columns]
        selected = ", ".join("?" if one else "unnest(?)" for one in is_one)
        values = [column[0] if one else column for column, one in zip(columns, is_one, strict=True)]
        connection.execute(f"INSERT INTO {self._name(table)} SELECT {selected}", values)

    def rows_loaded(self, connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
        """Return the rows that the ledger says this run has loaded, by target."""
        sql = f"SELECT target, sum(rows_loaded)::BIGINT FROM {self._name('split')} WHERE run = ? GROUP BY target"
        return dict(connection.execute(sql, [self.run]).fetchall())

    def end(self, connection: duckdb.DuckDBPyConnection, status: str) -> None:
        """Write down how the run ended."""
        connection.execute(
            f"UPDATE {self._name('run')} SET status = ?, finished_at = ? WHERE run = ?",
            [status, utc_now(), self.run],
        )

    def dead_runs(self, connection: duckdb.DuckDBPyConnection) -> list[str]:
        """Return the runs that never ended. DuckDB takes writes from one process: none of another is alive."""
        rows = connection.execute(f"SELECT run FROM {self._name('run')} WHERE status = 'loading'").fetchall()
        return [run for (run,) in rows if run not in LIVE]

    def staging(self, connection: duckdb.DuckDBPyConnection, run: str) -> list[str]:
        """Return the staging tables of `run`, quoted."""
        rows = connection.execute(
            "SELECT schema_name, table_name FROM duckdb_tables() "
            f"WHERE database_name = {literal(self.database)} AND starts_with(table_name, ?)",
            [f"teraload_staging_{run}_"],
        ).fetchall()
        return [quoted(self.database, schema, table) for schema, table in rows]
