"""`null:` parses everything and keeps nothing: the ceiling of the source side."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from teraload.destinations.base import Destination, Feed, Session, Target, Written
from teraload.errors import DestinationError, JobError
from teraload.ledger import split_records
from teraload.plan import Plan, PlannedColumn, PlannedTable, Split, Way
from teraload.rejects import take_rejects

if TYPE_CHECKING:
    from teraload._native import Reader
    from teraload.job import Job, TableJob
    from teraload.schema import ColumnType, Table

# Large enough that the queue costs nothing, small enough that all streams end together.
_SPLIT_BYTES = 32 << 20

_WAY = Way("discard", "null", atomic=True, does="rows are parsed and let go")


class NullSession(Session):
    """A stream's way to nowhere."""

    def __init__(self, run: str, rows: Counter[str]) -> None:
        self._run, self._rows = run, rows

    def write(self, table: PlannedTable, split: Split, reader: Reader, stream: int) -> Written:
        """Parse all rows."""
        begin = time.perf_counter()
        try:
            rows = reader.drain()
        except RuntimeError as error:
            raise DestinationError(str(error)) from None
        self._rows[table.name] += rows
        records = split_records(reader.take_done(), run=self._run, target=table.target, stream=stream)
        rejects = take_rejects(reader, table, self._run)
        return Written(records, rejects, time.perf_counter() - begin, 0.0)

    def interrupt(self) -> None:
        """Do nothing: a reader that is cancelled ends the write."""

    def close(self) -> None:
        """Do nothing: there is no connection."""


class NullDestination(Destination):
    """Where rows go that nobody wants."""

    name = "null:"

    def __init__(self, run: str) -> None:
        self._run = run
        self._rows: list[Counter[str]] = []

    def target(self, name: str, schema: Table | None, table: TableJob, job: Job) -> Target:
        """Return the table as the schema has it."""
        if schema is None:
            raise JobError(f"{name}: its columns are not known", remedy="Say --schema tpch or --schema FILE.sql")
        columns = tuple(
            PlannedColumn(c.name, str(c.type), c.nullable, "nothing", max_length=c.type.length) for c in schema.columns
        )
        return Target("null", columns, _WAY)

    def new_column(self, name: str, column_type: ColumnType) -> PlannedColumn:
        """Return a column of nothing."""
        return PlannedColumn(name, str(column_type), True, "nothing", max_length=column_type.length)

    def has_table(self, name: str) -> bool:
        """Return that there is none."""
        return False

    def split_bytes(self, record_bytes: float) -> float:
        """Return a size at which the queue costs nothing."""
        return _SPLIT_BYTES

    def prepare(self, plan: Plan) -> None:
        """Do nothing: there is no staging."""

    def session(self) -> NullSession:
        """Return a way to nowhere."""
        self._rows.append(Counter())
        return NullSession(self._run, self._rows[-1])

    def publish(self, plan: Plan, feed: Feed) -> dict[str, int]:
        """Return the rows that were let go."""
        loaded = {table.name: sum(rows[table.name] for rows in self._rows) for table in plan.tables}
        feed.check(loaded)
        return loaded

    def interrupt(self) -> None:
        """Do nothing: publishing takes no time."""

    def discard(self, status: str) -> list[str]:
        """Do nothing: nothing was made."""
        return []

    def close(self) -> None:
        """Do nothing: nothing is held."""
