"""The ledger in PostgreSQL."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import astuple

from teraload import __version__
from teraload.destinations.postgres.connection import Connection
from teraload.destinations.postgres.names import quoted
from teraload.ledger import SCHEMA, TABLES, SplitRecord, utc_now
from teraload.plan import Plan
from teraload.rejects import Reject

# Advisory locks are pairs of numbers: the first is ours, the second says what.
_LOCKS = 0x7E2A_10AD
_CREATING = 0


class Ledger:
    """The ledger of one database, for one run."""

    def __init__(self, run: str) -> None:
        self.run = run

    def create(self, connection: Connection) -> None:
        """Make the ledger's tables where they are missing, in a transaction of the caller's."""
        # IF NOT EXISTS is no help against two that begin at the same time.
        connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCKS, _CREATING])
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {quoted(SCHEMA)}")
        for table, columns in TABLES.items():
            connection.execute(
                f"CREATE TABLE IF NOT EXISTS {quoted(SCHEMA, table)} ({columns.replace('BLOB', 'BYTEA')})"
            )

    def claim(self, connection: Connection) -> None:
        """Hold, as long as `connection` lives, what says that this run is alive."""
        connection.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", [_LOCKS, self.run])

    def begin(self, connection: Connection, plan: Plan) -> None:
        """Write down the run and its files."""
        connection.execute(
            f"INSERT INTO {quoted(SCHEMA, 'run')} VALUES (%s, 'loading', %s, NULL, %s, %s, %s, %s, %s)",
            [self.run, utc_now(), plan.fingerprint, plan.mode, __version__, platform.node(), os.getpid()],
        )
        self._insert(
            connection,
            "file",
            (
                (self.run, file.number, table.target, file.path, file.size_bytes, file.modified_ns)
                for table in plan.tables
                for file in table.files
            ),
        )

    def end_pipes(self, connection: Connection, plan: Plan) -> None:
        """Write down the sizes that nobody knew at the beginning."""
        for file in (file for table in plan.tables for file in table.files):
            if file.kind == "pipe" and file.opened is not None:
                connection.execute(
                    f"UPDATE {quoted(SCHEMA, 'file')} SET size_bytes = %s WHERE run = %s AND file = %s",
                    [file.opened.bytes_read, self.run, file.number],
                )

    def write(self, connection: Connection, records: list[SplitRecord], rejects: list[Reject]) -> None:
        """Write down pieces and their rejects, in the transaction that has written their rows."""
        if records:
            self._insert(connection, "split", map(astuple, records))
        if rejects:
            self._insert(connection, "reject", rejects)

    def _insert(self, connection: Connection, table: str, rows: Iterable[Sequence[object]]) -> None:
        with connection.cursor().copy(f"COPY {quoted(SCHEMA, table)} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def rows_loaded(self, connection: Connection) -> dict[str, int]:
        """Return the rows that the ledger says this run has loaded, by target."""
        sql = f"SELECT target, sum(rows_loaded)::BIGINT FROM {quoted(SCHEMA, 'split')} WHERE run = %s GROUP BY target"
        return dict(connection.execute(sql, [self.run]).fetchall())

    def end(self, connection: Connection, status: str) -> None:
        """Write down how the run ended."""
        connection.execute(
            f"UPDATE {quoted(SCHEMA, 'run')} SET status = %s, finished_at = %s WHERE run = %s",
            [status, utc_now(), self.run],
        )

    def dead_runs(self, connection: Connection) -> list[str]:
        """Return the runs that never ended, and that nobody holds any more."""
        rows = connection.execute(
            f"SELECT run FROM {quoted(SCHEMA, 'run')} WHERE status = 'loading' AND run <> %s "
            "AND pg_try_advisory_xact_lock(%s, hashtext(run))",
            [self.run, _LOCKS],
        ).fetchall()
        return [run for (run,) in rows]

    def staging(self, connection: Connection, run: str) -> list[str]:
        """Return the staging tables of `run`, quoted."""
        rows = connection.execute(
            "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE c.relkind IN ('r', 'p') AND starts_with(c.relname, %s)",
            [f"teraload_staging_{run}_"],
        ).fetchall()
        return [quoted(schema, table) for schema, table in rows]
