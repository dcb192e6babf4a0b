"""Rejects: the records of a run that became no rows, kept until it is known what becomes of the run.

The destination has them in its ledger, but only those of splits that were committed; here are all, so that
those of a load that failed can be read, too.
"""

from __future__ import annotations

import io
import json
import tempfile
import threading
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from teraload import _native
from teraload.errors import TooManyRejectsError
from teraload.sizes import show_count

if TYPE_CHECKING:
    from teraload.plan import Plan, PlannedFile, PlannedTable

# A load's few rejects never touch the disk; a million of them do.
_MEMORY_BYTES = 16 << 20

# How many rejects an error shows: it is one line.
_SHOWN = 3


class Reject(NamedTuple):
    """A record that was rejected: a row of `teraload.reject`, in the order of its columns.

    `first_byte`, where the record begins; `byte`, where the field (or the record) begins that is to blame;
    `column_number` from 1; `record`, its bytes as they were, with its line end.
    """

    run: str
    target: str
    split: int
    file: int
    first_byte: int
    byte: int
    column_number: int | None
    column_name: str | None
    code: str
    message: str
    record: bytes


class PlacedReject(NamedTuple):
    """A rejected record with its place as people look for it: `line` from 1, None if the file cannot be read."""

    path: str
    line: int | None
    byte: int
    column_number: int | None
    column_name: str | None
    code: str
    message: str
    record: bytes

    @property
    def place(self) -> str:
        """Return the place in words, as all errors have it."""
        line = "" if self.line is None else f":{self.line}"
        field = "" if self.column_number is None else f", column {self.column_number} {self.column_name}"
        return f"{self.path}{line} (byte {self.byte}){field}"


def take_rejects(reader: _native.Reader, table: PlannedTable, run: str) -> list[Reject]:
    """Return the records that `reader` has set aside since this was last asked, by file and byte."""
    return [
        Reject._make((run, table.target, *taken[:4], *_numbered(taken[4], table), *taken[5:]))
        for taken in sorted(reader.take_rejects(), key=itemgetter(1, 2))
    ]


def _numbered(column: int | None, table: PlannedTable) -> tuple[int | None, str | None]:
    return (None, None) if column is None else (column + 1, table.columns[column].name)


class Rejects:
    """All rejects of a run, on disk once they are many. May be added to from any thread."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._files = {file.number: file for table in plan.tables for file in table.files}
        self._spool = tempfile.SpooledTemporaryFile(max_size=_MEMORY_BYTES)  # noqa: SIM115 - closed by `close`
        # File, first byte, the byte whose line is shown, and where in the spool.
        self._index: list[tuple[int, int, int, int]] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._index)

    def add(self, rejects: Sequence[Reject]) -> None:
        """Keep `rejects`."""
        with self._lock:
            self._spool.seek(0, io.SEEK_END)
            at = self._spool.tell()
            for reject in rejects:
                line = json.dumps([*reject[:-1], reject.record.decode("latin-1")]).encode() + b"\n"
                self._spool.write(line)
                self._index.append((reject.file, reject.first_byte, _shown_byte(reject), at))
                at += len(line)

    def cut_back(self, count: int) -> None:
        """Keep the first `count` that were added."""
        with self._lock:
            del self._index[count:]

    def placed(self, most: int | None = None) -> Iterator[PlacedReject]:
        """Give the rejects, or the first `most`, by file and byte. Lines are counted here, once a file."""
        for file, entries in groupby(islice(sorted(self._index), most), key=itemgetter(0)):
            planned, places = self._files[file], list(entries)
            lines = _lines(planned, [shown for _, _, shown, _ in places])
            for _, _, shown, at in places:
                yield PlacedReject(planned.path, lines.get(shown), *self._read(at)[5:])

    def _read(self, at: int) -> Reject:
        self._spool.seek(at)
        *values, record = json.loads(self._spool.readline())
        return Reject._make([*values, record.encode("latin-1")])

    def too_many(self, limit: str) -> TooManyRejectsError:
        """Return the error that ends the load; `limit` says what was met."""
        first = [f"{reject.place}: {reject.message}" for reject in self.placed(_SHOWN)]
        more = "; …" if len(self) > len(first) else ""
        return TooManyRejectsError(
            f"{show_count(len(self), 'record')} rejected, {limit}: {'; '.join(first)}{more}",
            rejected=len(self),
            limit=self._plan.max_rejects,
            first=first,
            remedy="Fix them, or allow more with --max-rejects",
        )

    def close(self) -> None:
        """Let them go."""
        self._spool.close()


def _shown_byte(reject: Reject) -> int:
    # What has to be found of a quote that is never closed is where it opens, which may be many lines further.
    return reject.byte if reject.code == "unclosed_quote" else reject.first_byte


def _lines(file: PlannedFile, at: list[int]) -> dict[int, int | None]:
    """Return the lines that bytes of a file are on, by byte; none of a file that cannot be read any more."""
    ordered = sorted(at)
    try:
        return dict(zip(ordered, _native.line_numbers(file.known, ordered), strict=True))
    except OSError:
        return {}
