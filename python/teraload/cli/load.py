"""`teraload load`."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from teraload.cli.one_line import one_line
from teraload.cli.options import Arguments, takes_job

if TYPE_CHECKING:
    from teraload.engine import Engine


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@takes_job
def load(arguments: Arguments, as_json: bool) -> None:
    """Load files into tables, all of them or nothing.

    Exit codes: 0 all rows loaded; 1 failed, target unchanged; 2 wrong usage or job; 3 loaded, some records rejected;
    4 verification failed, target unchanged; 5 too many records rejected, target unchanged; 6 failed under --publish
    direct, partly visible; 75 stopped, target unchanged.
    """
    from teraload.errors import Error, ExitCode, Stopped
    from teraload.loading import load_job
    from teraload.report import summary

    # Until there is an engine, SIGTERM ends the command as Ctrl-C does: what it has opened is tidied up.
    came = _interrupt_on_signals()
    try:
        try:
            report = load_job(arguments.job(), _watch)
        except (KeyboardInterrupt, RuntimeError):
            # DuckDB makes a RuntimeError of what the handler raises in the midst of a query.
            if not came:
                raise
            # Before the engine runs (`_watch` has it answer signals) there is nothing to undo.
            raise Stopped("stopped", remedy="Nothing was loaded") from None
    except Error as error:
        if as_json:
            sys.stdout.write(json.dumps(error.as_dict()) + "\n")
        raise
    for warning in report.warnings:
        sys.stderr.write(f"teraload: warning: {one_line(warning)}\n")
    text = json.dumps(report.as_dict()) if as_json else "\n".join(summary(report))
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except OSError as error:
        # The rows are loaded, and that is what the exit code says. The run directory has the report.
        sys.stderr.write(f"teraload: warning: the report could not be written: {error.strerror}\n")
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - for the flush at exit
    if report.rows_rejected:
        sys.exit(int(ExitCode.REJECTED))


def _interrupt_on_signals() -> list[int]:
    """Have signals raise KeyboardInterrupt; return the list of those that came, which grows."""
    came: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    for number in _SIGNALS:
        signal.signal(number, interrupt)
    return came


@contextlib.contextmanager
def _watch(engine: Engine) -> Iterator[Callable[[], None]]:
    """Show the plan's notes, draw progress on a terminal, and stop the engine when a signal says so."""
    for note in engine.plan.notes:
        sys.stderr.write(f"teraload: {one_line(note)}\n")
    for number in _SIGNALS:
        signal.signal(number, lambda *_: engine.stop())
    try:
        if not sys.stderr.isatty():
            yield lambda: None
            return
        from rich.console import Console

        from teraload.progress import ProgressDisplay

        with ProgressDisplay(engine, Console(stderr=True)) as display:
            yield display.draw
    finally:
        # What is left takes no time and must not end halfway: tidying up, and saying what was published.
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
