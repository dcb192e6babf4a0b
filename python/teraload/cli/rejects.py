"""`teraload rejects`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from teraload.cli.one_line import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from teraload.plan import Dialect, Plan
    from teraload.rejects import PlacedReject


def rejects(
    run: Annotated[
        Optional[str], typer.Argument(metavar="RUN", help="The run; without it, the newest that has rejects.")
    ] = None,
    table: Annotated[Optional[str], typer.Option("--table", metavar="TEXT", help="Only those of one table.")] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print them as CSV, with the records.")] = False,
    as_records: Annotated[
        bool, typer.Option("--records", help="Print the records alone, as they were: correct them and load them.")
    ] = False,
) -> None:
    """Show the records that a load has rejected, each with its place and the reason."""
    from teraload.errors import JobError
    from teraload.rejectfile import csv_lines

    if as_csv and as_records:
        raise JobError("--csv and --records are two things", remedy="Say one of them")
    directory = _directory(run)
    if as_records:
        lines = _records(directory, table)
    elif as_csv:
        lines = (line.encode(errors="surrogateescape") for line in csv_lines(_of_table(directory, table)))
    else:
        lines = _shown(directory, table)
    sys.stdout.buffer.writelines(lines)
    sys.stdout.buffer.flush()


def _directory(run: str | None) -> Path:
    """Return the directory of `run`, or of the newest run that has rejects. Raises JobError."""
    from teraload.errors import JobError
    from teraload.runs import REJECTS, runs_directory

    runs = runs_directory()
    if run is not None:
        if not (runs / run).is_dir():
            raise JobError(f"there is no run {run}", remedy=f"Runs are kept in {runs}")
        return runs / run
    newest = max(runs.glob(f"*/{REJECTS}"), key=lambda path: path.stat().st_mtime_ns, default=None)
    if newest is None:
        raise JobError("no run has rejects", remedy=f"Runs are kept in {runs}")
    return newest.parent


def _plan(directory: Path) -> Plan:
    import json

    from teraload.plan import Plan

    return Plan.from_dict(json.loads((directory / "plan.json").read_text(encoding="utf-8")))


def _of_table(directory: Path, name: str | None) -> Iterator[PlacedReject]:
    """Give the rejects of a run, of all tables or of one. Raises JobError."""
    from teraload.errors import JobError
    from teraload.rejectfile import read_rejects
    from teraload.runs import REJECTS

    path = directory / REJECTS
    found = read_rejects(path) if path.exists() else iter(())
    if name is None:
        return found
    files = {table.name: {file.path for file in table.files} for table in _plan(directory).tables}
    if name not in files:
        raise JobError(f"the run has no table {name}", remedy=f"There are: {', '.join(files)}")
    return (reject for reject in found if reject.path in files[name])


def _shown(directory: Path, table: str | None) -> Iterator[bytes]:
    # Read twice rather than held: there may be millions.
    width = max((len(one_line(reject.place)) for reject in _of_table(directory, table)), default=0)
    for reject in _of_table(directory, table):
        yield f"{one_line(reject.place):<{width}}  {one_line(reject.message)}\n".encode()


def _records(directory: Path, name: str | None) -> Iterator[bytes]:
    """Give the records as a file that the same job can load: with the header if its files have one."""
    from teraload.errors import JobError

    tables = [table for table in _plan(directory).tables if name in (None, table.name)]
    if len(tables) > 1:
        remedy = f"Say --table with one of: {', '.join(table.name for table in tables)}"
        raise JobError("the run has several tables, whose records do not go into one file", remedy=remedy)
    is_first = True
    for reject in _of_table(directory, name):
        dialect = tables[0].dialect
        before = dialect.skip_lines + (dialect.header != "none")
        if is_first and before:
            yield _first_lines(reject.path, before, dialect)
        is_first = False
        yield reject.record
        if not reject.record.endswith(_line_ends(dialect)):
            yield _line_ends(dialect)[0]
    if not is_first:
        # Lines that will be passed over: the file's own would have to be sought.
        yield _line_ends(tables[0].dialect)[0] * tables[0].dialect.skip_footer


def _line_ends(dialect: Dialect) -> tuple[bytes, ...]:
    return (b"\n", b"\r") if dialect.terminator in ("lines", "any") else (dialect.terminator.encode(),)


def _first_lines(path: str, lines: int, dialect: Dialect) -> bytes:
    """Return the first lines of a file. Raises SourceError."""
    from teraload.errors import SourceError

    if path == "standard input" or "://" in path:
        raise SourceError(
            f"{path}: its header cannot be read again",
            path=path,
            remedy="teraload rejects --csv has the records, too",
        )
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            found = b""
            for _ in range(lines):
                line = b""
                while not line.endswith(_line_ends(dialect)) and (byte := file.read(1)):
                    line += byte
                found += line
            return found
    except OSError as error:
        raise SourceError(
            f"{path}: its header cannot be read: {error.strerror}", path=path, remedy="Check that it is still there"
        ) from None
