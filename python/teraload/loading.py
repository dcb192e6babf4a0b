"""Loading: job to plan to engine to report, with the run written down on the way."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from teraload.destinations import open_destination
from teraload.destinations.base import Destination
from teraload.engine import Engine
from teraload.errors import Error, Stopped, TooManyRejectsError
from teraload.job import Job, make_job
from teraload.ledger import new_run
from teraload.plan import Plan
from teraload.planner import make_plan
from teraload.rejectfile import read_rejects, write_rejects
from teraload.report import Report, make_report
from teraload.runs import RunDirectory
from teraload.sizes import show_count


@contextlib.contextmanager
def opened(job: Job, run: str) -> Iterator[Destination]:
    """Open the destination of `job` for `run`, and let go of it whatever happens."""
    destination = open_destination(job, run)
    try:
        yield destination
    finally:
        destination.close()


def plan_job(job: Job) -> Plan:
    """Return what loading `job` would do. Nothing is changed. Raises JobError, SourceError, DestinationError."""
    with opened(job, new_run()) as destination:
        return make_plan(job, destination)


def load_job(job: Job, watch: Callable[[Engine], contextlib.AbstractContextManager[Callable[[], None]]]) -> Report:
    """Load `job`; `watch` is given the engine, and what it yields is called ten times a second.

    Raises what `teraload.load` raises.
    """
    begin = time.perf_counter()
    run = new_run()
    with opened(job, run) as destination:
        plan = make_plan(job, destination)
        directory = RunDirectory(run)
        directory.plan(plan)
        engine = Engine(plan, destination, run, directory.event)
        engine.phases["plan_s"] = round(time.perf_counter() - begin, 6)
        directory.event("begun", destination=plan.destination, streams=plan.streams, bytes=plan.size_bytes)
        try:
            with watch(engine) as on_tick:
                engine.load(on_tick)
        except Error as error:
            error.run = run
            if not isinstance(error, Stopped):
                _keep_rejects(engine, directory, job.rejects)
            if isinstance(error, TooManyRejectsError):
                error.with_remedy(f"teraload rejects {run} shows them")
            directory.event(error.status, **error.as_dict())
            directory.report(error.as_dict())
            raise
        seconds = time.perf_counter() - begin
        if len(engine.rejects):
            engine.warnings += _keep_rejects(engine, directory, job.rejects)
            what = show_count(len(engine.rejects), "record")
            engine.warnings.append(f"{what} rejected: teraload rejects {run} shows them")
        report = make_report(engine, seconds)
        directory.event("published", rows=report.rows_loaded, rejected=report.rows_rejected, seconds=report.seconds)
        directory.report(report.as_dict())
        if directory.problem:
            engine.warnings.append(directory.problem)
            report = make_report(engine, report.seconds)
        return report


def _keep_rejects(engine: Engine, directory: RunDirectory, also: str | None) -> list[str]:
    """Write what was rejected to the run directory and to `also`; return what is to be said of it."""
    if not len(engine.rejects):
        return []
    kept = directory.rejects(engine.rejects.placed())
    if also is None:
        return []
    try:
        # What is kept has its lines counted already.
        write_rejects(Path(also), read_rejects(kept) if kept else engine.rejects.placed())
    except OSError as error:
        return [f"--rejects: {also}: cannot be written: {error.strerror}"]
    return []


@contextlib.contextmanager
def _unwatched(engine: Engine) -> Iterator[Callable[[], None]]:
    yield lambda: None


def _listed(files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> Sequence[str | os.PathLike[str]]:
    return [files] if isinstance(files, str | os.PathLike) else files


def load(files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *, to: Any = None, **options: Any) -> Report:
    """Load delimited files into a database, all or nothing, and report what was done.

    `files`: paths and globs, or one job file, which the options then add to. `to`: a DuckDB file, `null:`, or an
    open DuckDB connection, whose settings are put back. `options`: those of `teraload load`, by the same names
    with underscores (`table`, `schema`, `mode`, `streams`, `memory`, …).

    Raises JobError (wrong job), SourceError (a file), RowError (a record, with its place),
    TooManyRejectsError, DestinationError, VerificationError, Stopped; the target is as it was after each, but for
    PartlyVisibleError under `publish="direct"`.
    """
    job = make_job([os.fspath(file) for file in _listed(files)], {"to": to, **options})
    return load_job(job, _unwatched)
