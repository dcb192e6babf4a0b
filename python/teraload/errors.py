"""What can go wrong, as exceptions: each knows its exit code, and says what failed, where, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any


class ExitCode(IntEnum):
    """How a command ended, for whoever started it."""

    LOADED = 0
    FAILED = 1
    USAGE = 2
    REJECTED = 3
    PARTLY_VISIBLE = 6
    VERIFICATION_FAILED = 4
    TOO_MANY_REJECTS = 5
    STOPPED = 75


class Error(Exception):
    """Anything that stops teraload. The target is as it was, unless `exit_code` says otherwise.

    `message` says what failed and where, `remedy` what to do about it.
    """

    exit_code = ExitCode.FAILED
    status = "failed"
    """What ledger and report call a run that ended so."""

    def __init__(self, message: str, *, remedy: str | None = None) -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(f"{message}. {remedy}" if remedy else message)

    def with_remedy(self, more: str) -> Error:
        """Add to the remedy what else is to be known; return the error itself."""
        self.remedy = f"{self.remedy}. {more}" if self.remedy else more
        self.args = (f"{self.message}. {self.remedy}",)
        return self

    run: str | None = None
    """The run that failed, if one was begun."""

    def as_dict(self) -> dict[str, Any]:
        """Return the report of a load that failed, as what JSON knows."""
        return {"run": self.run, "status": self.status, "exit_code": int(self.exit_code), **self.facts()}

    def facts(self) -> dict[str, Any]:
        """Return what is known of the error, for JSON."""
        return {"error": type(self).__name__, "message": self.message, "remedy": self.remedy}


class JobError(Error):
    """The job cannot be done as it is given: it has to be changed. Nothing was loaded."""

    exit_code = ExitCode.USAGE


class SourceError(Error):
    """A file cannot be read, or is not the file that was planned."""

    def __init__(self, message: str, *, path: str, remedy: str | None = None) -> None:
        super().__init__(message, remedy=remedy)
        self.path = path

    def facts(self) -> dict[str, Any]:
        """Return the file beside what all errors know."""
        return {**super().facts(), "path": self.path}


class RowError(Error):
    """A record that cannot become a row.

    `path`; `line` from 1; `byte`, where the field (or the record) begins, from 0, if that is known; `column` from 1 and
    `column_name`, where one field is to blame; `reason`, what was found and expected.
    """

    def __init__(
        self,
        reason: str,
        *,
        path: str,
        line: int | None,
        byte: int | None,
        column: int | None = None,
        column_name: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.reason, self.path, self.line, self.byte = reason, path, line, byte
        self.column, self.column_name = column, column_name
        where = (path if line is None else f"{path}:{line}") + ("" if byte is None else f" (byte {byte})")
        field = f", column {column} {column_name}" if column is not None else ""
        super().__init__(f"{where}{field}: {reason}", remedy=remedy)

    def facts(self) -> dict[str, Any]:
        """Return the place beside what all errors know."""
        place = {name: getattr(self, name) for name in ("path", "line", "byte", "column", "column_name", "reason")}
        return {**super().facts(), **place}


class TooManyRejectsError(Error):
    """More records are rejected than may be.

    `rejected`, how many were found before the load stopped; `limit`, as the job says it; `first`, the first few
    of them, each with its place and reason.
    """

    exit_code = ExitCode.TOO_MANY_REJECTS

    def __init__(self, message: str, *, rejected: int, limit: str, first: Sequence[str], remedy: str) -> None:
        self.rejected, self.limit, self.first = rejected, limit, tuple(first)
        super().__init__(message, remedy=remedy)

    def facts(self) -> dict[str, Any]:
        """Return the counts and the first rejects beside what all errors know."""
        return {**super().facts(), "rejected": self.rejected, "limit": self.limit, "first": list(self.first)}


class DestinationError(Error):
    """The destination refused or failed; its own words are in the message."""


class RowRefusedError(DestinationError):
    """The destination refuses a row of a split: row `row`, from 0, of those it was given; `column`, if it is known."""

    def __init__(self, message: str, *, row: int, column: str | None, remedy: str | None) -> None:
        super().__init__(message, remedy=remedy)
        self.row, self.column = row, column


class PartlyVisibleError(DestinationError):
    """A load that commits as it goes failed: what was committed before is visible."""

    exit_code = ExitCode.PARTLY_VISIBLE


class VerificationError(Error):
    """What was loaded is not what was read. Nothing was published."""

    exit_code = ExitCode.VERIFICATION_FAILED


class Stopped(Error):  # noqa: N818 - not a fault
    """The load was told to stop, by a signal or by its caller."""

    exit_code = ExitCode.STOPPED
    status = "stopped"
