"""The engine: streams that take splits from one queue until it is empty, then one publish.

```
prepare ─▶ N streams: take a split ─▶ reader ─▶ session.write (one transaction) ─▶ take the next …
        ─▶ check that every byte was read once ─▶ publish, in one step ─▶ settle
```

The first failure stops all streams, and what was staged is discarded. The main thread only waits, so
that Ctrl-C is answered at once.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from teraload import _native
from teraload.clock import Clock
from teraload.destinations.base import Destination, Session
from teraload.errors import (
    DestinationError,
    Error,
    PartlyVisibleError,
    RowError,
    RowRefusedError,
    Stopped,
    VerificationError,
)
from teraload.failures import reader_error
from teraload.ledger import SplitRecord, split_records
from teraload.plan import Plan, PlannedTable, Split
from teraload.readers import open_reader, row_place
from teraload.rejects import Reject, Rejects, take_rejects
from teraload.sizes import show_count
from teraload.splits import covers
from teraload.work import Work

# How often the main thread looks up from waiting: for signals, and to draw progress.
_TICK_S = 0.1


@dataclass(slots=True)
class Stream:
    """A worker: its number from 1, its clock, what it has done, and what it is reading now."""

    number: int
    clock: Clock = field(default_factory=Clock)
    splits: int = 0
    rows: int = 0
    bytes: int = 0
    table: PlannedTable | None = None
    reader: _native.Reader | None = None


@dataclass(slots=True)
class Progress:
    """What was read of a table so far: rows, bytes, the numbers of splits, and pieces as (file, first byte, past byte).

    `rejected` of the rows became none; `nulled` fields are NULL because they could not be read, `padded` ones because
    their record had too few; `truncated` texts were cut. `misjoins`: how often a part was read again, because it did
    not begin where it seemed to.
    """

    rows: int = 0
    rejected: int = 0
    truncated: int = 0
    nulled: int = 0
    padded: int = 0
    misjoins: int = 0
    bytes: int = 0
    splits: set[int] = field(default_factory=set)
    pieces: list[tuple[int, int, int]] = field(default_factory=list)


class Engine:
    """One load: runs a plan against a destination."""

    def __init__(
        self,
        plan: Plan,
        destination: Destination,
        run: str,
        on_event: Callable[..., None] = lambda *_, **__: None,
    ) -> None:
        self.plan, self.run = plan, run
        self._on_event = on_event
        self.streams = [Stream(number) for number in range(1, plan.streams + 1)]
        self.phases: dict[str, float] = {}
        self.read = {table.name: Progress() for table in plan.tables}
        self.rows_loaded: dict[str, int] = {}
        self.rejects = Rejects(plan)
        self.warnings: list[str] = []
        self._destination = destination
        self._reject_limit = _native.RejectLimit(plan.max_rejects_count)
        self._work = Work(plan)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._is_done = threading.Event()
        self._error: Exception | None = None
        self._sessions: list[Session] = []
        self._is_partly_visible = self._is_published = self._is_discarding = False

    def load(self, on_tick: Callable[[], None] | None = None) -> None:
        """Run the plan. `on_tick` is called ten times a second, in this thread.

        Raises the first error of any stream, or Stopped after `stop` or a KeyboardInterrupt. The
        destination is as it was then; under a way that commits as it goes, PartlyVisibleError says that
        it is not.
        """
        on_tick = on_tick or _nothing
        threading.Thread(target=self._run, name="teraload", daemon=True).start()
        # An event, because CPython (to 3.12) takes a thread for ended when Ctrl-C comes while it is joined.
        while not self._is_done.is_set():
            try:
                self._is_done.wait(_TICK_S)
                on_tick()
            except KeyboardInterrupt:
                self.stop()
            except Exception as error:
                # Drawing progress failed: the load goes on without.
                self.warnings.append(f"no progress is shown: {error}")
                on_tick = _nothing
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Make all streams stop soon. May be called from any thread or signal handler."""
        self._fail(Stopped("stopped", remedy="Nothing was published; the same command loads from the beginning"))

    def _fail(self, error: Exception) -> None:
        if self._is_published or self._is_discarding:
            return  # too late
        if self._error is None:
            self._error = error
        self._stop.set()
        for stream in self.streams:
            if (reader := stream.reader) is not None:
                reader.cancel()
        for session in self._sessions:
            session.interrupt()
        self._destination.interrupt()
        # Last, because a stream that waits for bytes from elsewhere hears of nothing before they come.
        for file in (file for table in self.plan.tables for file in table.files):
            if file.opened is not None:
                file.opened.cancel()

    def _check_stop(self) -> None:
        if self._stop.is_set():
            raise self._error or Stopped("stopped")

    def _run(self) -> None:
        try:
            self._run_phases()
        finally:
            self._is_done.set()

    def _run_phases(self) -> None:
        """Run all phases, and discard what was staged if one fails."""
        try:
            with self._phase("prepare"):
                self._destination.prepare(self.plan)
            with self._phase("load"):
                self._run_streams()
            self._check_stop()
            with self._phase("publish"):
                self._publish()
        except Exception as error:
            self._error = self._error or error
            # From here on an interrupt would keep the staging from being removed.
            self._is_discarding = True
            left = self._destination.discard(getattr(self._error, "status", Error.status))
            self._error = self._failure(self._error, left)
            return
        self._is_published = True
        self._error = None
        with self._phase("settle"):
            self.warnings += self._destination.settle()
        for name, read in self.read.items():
            if read.nulled:
                self.warnings.append(f"{name}: {show_count(read.nulled, 'field')} that could not be read became NULL")
            if read.padded:
                self.warnings.append(f"{name}: {show_count(read.padded, 'missing field')} became NULL")
            if read.misjoins:
                parts = show_count(read.misjoins, "part")
                self.warnings.append(f"{name}: {parts} read twice: a field in them looked like records of its own")
            if read.truncated:
                was = "was" if read.truncated == 1 else "were"
                self.warnings.append(f"{name}: {show_count(read.truncated, 'text')} {was} truncated")

    def _failure(self, error: Exception, left: list[str]) -> Exception:
        """Return the error to raise, with what `discard` left behind."""
        if self._is_partly_visible:
            what = error.message if isinstance(error, Error) else str(error)
            return PartlyVisibleError(
                f"{what}. What was committed before is visible, and loading again would double it",
                remedy="teraload.split in the destination has the bytes that were loaded",
            )
        if left and isinstance(error, Error):
            return error.with_remedy("; ".join(left))
        return error

    @contextlib.contextmanager
    def _phase(self, name: str) -> Iterator[None]:
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.phases[f"{name}_s"] = round(time.perf_counter() - begin, 6)
            self._on_event("phase", phase=name, seconds=self.phases[f"{name}_s"])

    # ---- tables that are written by split

    def _run_streams(self) -> None:
        if not self._work:
            return
        self._sessions = [self._destination.session() for _ in self.streams]
        threads = [
            threading.Thread(target=self._run_stream, args=pair, name=f"stream-{pair[0].number}", daemon=True)
            for pair in zip(self.streams, self._sessions, strict=True)
        ]
        begin = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        ran_s = time.perf_counter() - begin
        for stream, session in zip(self.streams, self._sessions, strict=True):
            stream.clock.finish(ran_s)
            session.close()
        self._sessions = []
        self._check_stop()
        for table in self.plan.tables:
            if table.way.writes_to is not None:
                self._check_cover(table)

    def _run_stream(self, stream: Stream, session: Session) -> None:
        try:
            while not self._stop.is_set() and (taken := self._work.take(stream.number)):
                self._write(stream, session, *taken)
        except Exception as error:
            self._fail(error)

    def _write(self, stream: Stream, session: Session, table: PlannedTable, split: Split) -> None:
        while True:
            begin = time.perf_counter()
            reader = open_reader(self.plan, table, self._work.queue(table, split), self._reject_limit, self.run)
            stream.table, stream.reader = table, reader
            # `_fail` may have looked for readers to cancel just before this one was there.
            self._check_stop()
            try:
                written = session.write(table, split, reader, stream.number)
                break
            except DestinationError as error:
                if not self._is_misjoin(table, reader):
                    raise self._why((reader, table)) or self._at_its_row(error, table, split) from None
                self._book_time(stream, reader, time.perf_counter() - begin)
        stream.clock.commit_s += written.commit_s
        self._is_partly_visible = self._is_partly_visible or not table.way.atomic
        self._book(stream, reader, table, written.records, written.rejects, written.statement_s)

    def _is_misjoin(self, table: PlannedTable, reader: _native.Reader) -> bool:
        """Return whether what stopped `reader` was a wrong guess: the next one knows where to begin."""
        facts = reader.error()
        if facts is None or facts["kind"] != "misjoin":
            return False
        self._on_event("misjoin", table=table.name, path=str(facts["path"]), byte=facts["byte"])
        with self._lock:
            self.read[table.name].misjoins += 1
        return True

    def _book_time(self, stream: Stream, reader: _native.Reader, seconds: float) -> None:
        """Book the `seconds` in which what `reader` read was written, or was to be."""
        stream.clock.read_s += reader.read_s
        stream.clock.parse_s += reader.parse_s
        stream.clock.write_s += max(0.0, seconds - reader.read_s - reader.parse_s)

    def _why(self, *stopped: tuple[_native.Reader, PlannedTable]) -> Error | None:
        """Return what stopped one of the readers, if anything did. What they had set aside is kept for people."""
        for reader, table in stopped:
            self.rejects.add(take_rejects(reader, table, self.run))
        errors = [(facts, table) for reader, table in stopped if (facts := reader.error()) is not None]
        # Where one has failed the others are told to stop.
        for facts, table in sorted(errors, key=lambda error: error[0]["kind"] == "cancelled"):
            is_limit = facts["kind"] == "too_many_rejects"
            return self.rejects.too_many(facts["reason"]) if is_limit else reader_error(facts, table)
        return None

    def _at_its_row(self, error: DestinationError, table: PlannedTable, split: Split) -> Error:
        """Return `error` with the place of the row that was refused, which is found by reading the split again."""
        if not isinstance(error, RowRefusedError) or self._stop.is_set():
            return error
        place = None
        # What can be read once cannot be read again.
        if not split.is_shared and all(file.kind == "file" for file in table.files):
            place = row_place(self.plan, table, self._work.queue(table, split), error.row)
        if place is None:
            return error
        path, line, byte = place
        names = [column.name for column in table.columns]
        column = names.index(error.column) + 1 if error.column in names else None
        return RowError(
            error.message,
            path=path,
            line=line,
            byte=byte,
            column=column,
            column_name=error.column if column else None,
            remedy=error.remedy or "Fix the row",
        )

    def _book(
        self,
        stream: Stream,
        reader: _native.Reader,
        table: PlannedTable,
        records: list[SplitRecord],
        rejects: list[Reject],
        seconds: float,
    ) -> None:
        """Book what `reader` has read and the `seconds` in which it was written."""
        rows, size = sum(r.rows_read for r in records), sum(r.past_byte - r.first_byte for r in records)
        self._book_time(stream, reader, seconds)
        stream.reader = None
        stream.splits += len({record.split for record in records})
        stream.rows += rows
        stream.bytes += size
        self.rejects.add(rejects)
        nulled, padded = reader.nulled_and_padded()
        with self._lock:
            read = self.read[table.name]
            read.rows += rows
            read.rejected += len(rejects)
            read.nulled += nulled
            read.padded += padded
            read.truncated += reader.truncated()
            read.bytes += size
            read.splits |= {record.split for record in records}
            read.pieces += [(record.file, record.first_byte, record.past_byte) for record in records]
        self._on_event(
            "written",
            table=table.name,
            stream=stream.number,
            splits=sorted({r.split for r in records}),
            rows=rows,
            rejected=len(rejects),
            bytes=size,
        )

    def _check_cover(self, table: PlannedTable) -> None:
        """Check that every byte of every file of `table` was read exactly once."""
        problem = covers(table.files, self.read[table.name].pieces, self._work.text_bytes())
        if problem:
            raise VerificationError(f"{table.name}: {problem}", remedy="This is a fault of teraload: please report it")

    # ---- tables that are written as a whole: the Feed of the destination's publish

    def readers(self, table: PlannedTable) -> list[_native.Reader]:
        """Return a reader for each stream, all on one queue of the table's splits."""
        queue = self._work.whole(table)
        readers = [open_reader(self.plan, table, queue, self._reject_limit, self.run) for _ in self.streams]
        for stream, reader in zip(self.streams, readers, strict=True):
            stream.table, stream.reader = table, reader
        self._check_stop()
        return readers

    def records(
        self, table: PlannedTable, readers: list[_native.Reader], seconds: float
    ) -> tuple[list[SplitRecord], list[Reject]]:
        """Return the ledger rows of what `readers` have read, and book the `seconds` it took."""
        all_records: list[SplitRecord] = []
        all_rejects: list[Reject] = []
        for stream, reader in zip(self.streams, readers, strict=True):
            records = split_records(reader.take_done(), run=self.run, target=table.target, stream=stream.number)
            rejects = take_rejects(reader, table, self.run)
            self._book(stream, reader, table, records, rejects, seconds)
            all_records += records
            all_rejects += rejects
        self._check_cover(table)
        return all_records, all_rejects

    def check(self, loaded: dict[str, int]) -> None:
        """Check that every record read was loaded or rejected, and that no more were rejected than may be."""
        for name, read in self.read.items():
            if read.rows != loaded[name] + read.rejected:
                raise VerificationError(
                    f"{name}: {read.rows} records read, {loaded[name]} loaded, {read.rejected} rejected",
                    remedy="This is a fault of teraload or of the database: please report it",
                )
        if not self.plan.allows_rejects(len(self.rejects), sum(read.rows for read in self.read.values())):
            raise self.rejects.too_many(f"at most {self.plan.max_rejects} may be")

    def _publish(self) -> None:
        rejects, streams = len(self.rejects), [(s.splits, s.rows, s.bytes) for s in self.streams]
        while True:
            try:
                self.rows_loaded = self._destination.publish(self.plan, self)
                return
            except DestinationError as error:
                stopped = [(s.reader, s.table) for s in self.streams if s.reader is not None and s.table is not None]
                misjoins = [self._is_misjoin(table, reader) for reader, table in stopped]
                if not any(misjoins):
                    raise self._why(*stopped) or error from None
                # All was rolled back and is written again. What the parts have proven of each other stays.
                self._unbook(rejects, streams)

    def _unbook(self, rejects: int, streams: list[tuple[int, int, int]]) -> None:
        """Go back to what was booked before the tables that are written as a whole, of which nothing was."""
        for table in self.plan.tables:
            if table.way.writes_to is None:
                self.read[table.name] = Progress(misjoins=self.read[table.name].misjoins)
        self.rejects.cut_back(rejects)
        most = self.plan.max_rejects_count
        self._reject_limit = _native.RejectLimit(None if most is None else most - rejects)
        for stream, (splits, rows, size) in zip(self.streams, streams, strict=True):
            stream.splits, stream.rows, stream.bytes, stream.reader = splits, rows, size, None


def _nothing() -> None:
    pass
