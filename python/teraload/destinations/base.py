"""The contract of a destination: what the engine asks, in the order in which it asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from teraload.lineage import COLUMNS as LINEAGE

if TYPE_CHECKING:
    from teraload._native import Reader
    from teraload.job import Job, TableJob
    from teraload.ledger import SplitRecord
    from teraload.plan import Plan, PlannedColumn, PlannedTable, Split, Way
    from teraload.rejects import Reject
    from teraload.schema import ColumnType, Table


@dataclass(frozen=True, slots=True)
class Target:
    """A table as the destination sees it before the load.

    `quoted`: its full name there; `columns`, in the order of the files' fields; `way`: how rows get there;
    `notes`: what a load should say; `details`: what only the plan should.
    """

    quoted: str
    columns: tuple[PlannedColumn, ...]
    way: Way
    notes: tuple[str, ...] = ()
    details: tuple[str, ...] = ()


class Feed(Protocol):
    """Where a destination gets the rows of a table that is written as a whole."""

    def readers(self, table: PlannedTable) -> list[Reader]:
        """Return a reader for each stream; together they read all splits of the table."""

    def records(
        self, table: PlannedTable, readers: list[Reader], seconds: float
    ) -> tuple[list[SplitRecord], list[Reject]]:
        """Return the ledger rows of what the readers have read, which was written in `seconds`."""

    def check(self, loaded: dict[str, int]) -> None:
        """Check that what was read is what was `loaded`, by table, and what was rejected, within the limit.

        To be asked before anything is visible. Raises VerificationError, TooManyRejectsError.
        """


@dataclass(frozen=True, slots=True)
class Written:
    """A split that is written: its ledger rows, and the seconds of the statements and of the commit."""

    records: list[SplitRecord]
    rejects: list[Reject]
    statement_s: float
    commit_s: float


class Session(ABC):
    """One stream's connection. Used by one thread."""

    @abstractmethod
    def write(self, table: PlannedTable, split: Split, reader: Reader, stream: int) -> Written:
        """Write all rows of `reader`, which reads `split`, and their ledger rows in one transaction.

        `stream` counts from 1. Raises DestinationError; nothing of the split is there then.
        """

    @abstractmethod
    def interrupt(self) -> None:
        """Make a `write` that runs fail soon. Called from another thread."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the connection."""


class Destination(ABC):
    """Where rows go. One object for one load."""

    name: str
    """What people call it, without secrets."""

    @abstractmethod
    def target(self, name: str, schema: Table | None, table: TableJob, job: Job) -> Target:
        """Return what table `name` is or will be, given the columns that `schema` says its files have.

        `table` is what the job says of it.

        Raises JobError for what cannot be done there.
        """

    @abstractmethod
    def has_table(self, name: str) -> bool:
        """Return whether there is a table `name` already. Raises JobError and DestinationError."""

    @abstractmethod
    def new_column(self, name: str, column_type: ColumnType) -> PlannedColumn:
        """Return a column that takes NULL as the destination would make it."""

    def lineage(self) -> tuple[PlannedColumn, ...]:
        """Return the columns that say where rows are from."""
        return tuple(replace(self.new_column(name, kind), is_lineage=True) for name, kind in LINEAGE.items())

    @abstractmethod
    def split_bytes(self, record_bytes: float) -> float:
        """Return the bytes of text that this destination likes to commit at a time."""

    def most_streams(self, tables: Sequence[PlannedTable]) -> tuple[int | None, str]:
        """Return how many streams it can take on, and why no more; None for any number."""
        return None, ""

    def about(self) -> tuple[str, ...]:
        """Return what the plan should say about it: its limits, the settings that are changed."""
        return ()

    @abstractmethod
    def prepare(self, plan: Plan) -> None:
        """Make staging and ledger. From here on `publish` or `discard` follows."""

    @abstractmethod
    def session(self) -> Session:
        """Return a connection for one more stream."""

    @abstractmethod
    def publish(self, plan: Plan, feed: Feed) -> dict[str, int]:
        """Compare counts and make all tables visible in one step; return the rows loaded, by table.

        Raises VerificationError, TooManyRejectsError or DestinationError; nothing is visible then, except under
        `direct`.
        """

    def settle(self) -> list[str]:
        """Do what publishing left to do (checkpoints); return sentences about what could not be done.

        Never raises: the rows are visible and safe already.
        """
        return []

    @abstractmethod
    def interrupt(self) -> None:
        """Make a `publish` that runs fail soon. Called from another thread."""

    @abstractmethod
    def discard(self, status: str) -> list[str]:
        """Remove what the load made, which ended with `status`; return sentences about what is left."""

    @abstractmethod
    def close(self) -> None:
        """Let go, and put back what was changed for the load."""
