"""One stream's connection to DuckDB."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from teraload.destinations.base import Session, Written
from teraload.destinations.duckdb.connection import errors, one
from teraload.destinations.duckdb.ledger import Ledger
from teraload.destinations.duckdb.names import quoted
from teraload.errors import VerificationError
from teraload.ledger import split_records
from teraload.plan import PlannedTable, Split
from teraload.rejects import take_rejects

if TYPE_CHECKING:
    from teraload._native import Reader


def insert_sql(table: PlannedTable, into: str, sources: list[str]) -> str:
    """Return the statement that writes the rows of all `sources` into `into`.

    `sources` are the names of registered readers. Columns go by name, so a table's own order is its own
    affair; what is parsed as text for a column of another type is cast by the insert.
    """
    names = ", ".join(quoted(column.name) for column in table.columns)
    selects = " UNION ALL ".join(f"SELECT {names} FROM {quoted(source)}" for source in sources)
    return f"INSERT INTO {into} ({names}) {selects}"


@contextlib.contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Begin a transaction, and roll it back if anything is raised. Committing is the caller's."""
    connection.begin()
    try:
        yield
    except BaseException:
        # After a fatal error there is no transaction left to roll back.
        with contextlib.suppress(duckdb.Error):
            connection.rollback()
        raise


class DuckDBSession(Session):
    """A cursor of the load's own: DuckDB gives each its own transaction."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection, ledger: Ledger, path: Path | None) -> None:
        self._cursor, self._ledger, self._path = cursor, ledger, path

    def write(self, table: PlannedTable, split: Split, reader: Reader, stream: int) -> Written:
        """Write the rows and the ledger's rows of a split in one transaction."""
        assert table.way.writes_to is not None, "a table written as a whole is not written by split"
        source = f"teraload_split_{stream}"
        begin = time.perf_counter()
        with errors(f"{table.name}, split {split.number}", self._path), transaction(self._cursor):
            self._cursor.register(source, reader)
            try:
                sql = insert_sql(table, table.way.writes_to, [source])
                written = int(one(self._cursor, sql))
            finally:
                with contextlib.suppress(duckdb.Error):
                    self._cursor.unregister(source)
            records = split_records(reader.take_done(), run=self._ledger.run, target=table.target, stream=stream)
            rejects = take_rejects(reader, table, self._ledger.run)
            read, rejected = sum(record.rows_read for record in records), len(rejects)
            if written + rejected != read:
                found = f"{read} records read, {rejected} rejected, {written} written"
                raise VerificationError(f"{table.name}, split {split.number}: {found}")
            self._ledger.write(self._cursor, records, rejects)
            commit = time.perf_counter()
            self._cursor.commit()
        end = time.perf_counter()
        return Written(records, rejects, commit - begin, end - commit)

    def interrupt(self) -> None:
        """Stop the statement that runs."""
        with contextlib.suppress(duckdb.Error):
            self._cursor.interrupt()

    def close(self) -> None:
        """Let go of the cursor."""
        with contextlib.suppress(duckdb.Error):
            self._cursor.close()
