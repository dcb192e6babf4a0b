"""One stream's connection to PostgreSQL."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import psycopg

from teraload import _native
from teraload.destinations.base import Session, Written
from teraload.destinations.postgres.connection import Connection, errors, one
from teraload.destinations.postgres.ledger import Ledger
from teraload.destinations.postgres.names import quoted
from teraload.destinations.postgres.target import binary_kinds
from teraload.errors import DestinationError, RowRefusedError, VerificationError
from teraload.ledger import split_records
from teraload.plan import PlannedTable, Split
from teraload.rejects import take_rejects

if TYPE_CHECKING:
    from teraload._native import Reader


class PostgresSession(Session):
    """A connection of the stream's own."""

    def __init__(self, connection: Connection, ledger: Ledger) -> None:
        self._connection, self._ledger = connection, ledger
        self._kinds: dict[str, list[str] | None] = {}

    def write(self, table: PlannedTable, split: Split, reader: Reader, stream: int) -> Written:
        """Write the rows and the ledger's rows of a split in one transaction."""
        assert table.way.writes_to is not None, "every table is written by split"
        begin = time.perf_counter()
        connection, what = self._connection, f"{table.name}, split {split.number}"
        with errors(what), connection.transaction():
            written = self._copy(table, reader)
            records = split_records(reader.take_done(), run=self._ledger.run, target=table.target, stream=stream)
            rejects = take_rejects(reader, table, self._ledger.run)
            read, rejected = sum(record.rows_read for record in records), len(rejects)
            if written + rejected != read:
                found = f"{read} records read, {rejected} rejected, {written} written"
                raise VerificationError(f"{what}: {found}")
            self._ledger.write(connection, records, rejects)
            commit = time.perf_counter()
        end = time.perf_counter()
        return Written(records, rejects, commit - begin, end - commit)

    def _copy(self, table: PlannedTable, reader: Reader) -> int:
        """Send what `reader` reads; return how many rows the server says it took."""
        into = table.way.writes_to
        assert into is not None
        if into not in self._kinds:
            oid = one(self._connection, "SELECT %s::regclass::oid", [into])
            self._kinds[into] = binary_kinds(self._connection, oid, [column.name for column in table.columns])
        kinds = self._kinds[into]
        names = ", ".join(quoted(column.name) for column in table.columns)
        encoder = _native.CopyEncoder(reader, kinds)
        how = "text" if kinds is None else "binary"
        with self._connection.cursor() as cursor:
            try:
                with cursor.copy(f"COPY {into} ({names}) FROM STDIN (FORMAT {how})") as copy:
                    while (chunk := encoder.next_chunk()) is not None:
                        copy.write(chunk)
            except RuntimeError as error:
                if (refused := encoder.refused) is not None:
                    row, column, reason = refused
                    raise RowRefusedError(
                        reason, row=row, column=table.columns[column].name, remedy="Fix the row, or the column's type"
                    ) from None
                raise DestinationError(str(error)) from None
            return cursor.rowcount

    def interrupt(self) -> None:
        """Stop the statement that runs."""
        with contextlib.suppress(psycopg.Error):
            self._connection.cancel_safe(timeout=5)

    def close(self) -> None:
        """Let go of the connection."""
        with contextlib.suppress(psycopg.Error):
            self._connection.close()
