"""`teraload sniff`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from teraload.cli.options import Arguments, takes_job

if TYPE_CHECKING:
    from collections.abc import Sequence

    from teraload.job import Job, TableJob
    from teraload.plan import PlannedFile
    from teraload.sniffing import Sniffed

_JOB_FILES = (".yaml", ".yml", ".json")


def sniff(arguments: Arguments, as_json: bool, out: str | None) -> None:
    """Show how files are written and what their columns are, as a job file that loads them.

    Samples are looked at: what most of their records are. What flags say is not guessed. The job file goes to standard
    output, with what each line was decided for: teraload sniff orders.csv > job.yaml && teraload load job.yaml.
    """
    from teraload.errors import Error, JobError
    from teraload.job.write import text
    from teraload.sniffed import as_dict, as_job_file
    from teraload.sniffing import sniff_files

    try:
        is_job_file = len(arguments.files) == 1 and arguments.files[0].lower().endswith(_JOB_FILES)
        is_to_said = "to" in arguments.flags or is_job_file
        flags = arguments.flags if is_to_said else {**arguments.flags, "to": "null:"}
        job = Arguments(arguments.files, flags, arguments.settings).job()
        if out is not None and Path(out).exists():
            raise JobError(f"--out: {out} exists already", remedy="Name another file, or remove that one first")
        tables = _tables(job)
        sniffed = [(table, sniff_files(name, files, table), patterns) for table, name, files, patterns in tables]
    except Error as error:
        if as_json:
            sys.stdout.write(json.dumps(error.as_dict()) + "\n")
        raise
    if as_json:
        written = json.dumps(as_dict([its for _, its, _ in sniffed])) + "\n"
    else:
        to = None
        if is_to_said:
            # In a job file variables stand as they are.
            given = job.given["to"].written or ""
            to = text(given).replace("$$", "$") if is_job_file and "to" not in arguments.flags else text(given)
        written = as_job_file(job, to, sniffed, os.path.dirname(out or ""))  # noqa: PTH120 - no `.` of nothing
    if out is None:
        sys.stdout.write(written)
    else:
        try:
            Path(out).write_text(written, encoding="utf-8")
        except OSError as error:
            raise JobError(f"--out: {out}: cannot be written: {error.strerror}", remedy="Name another file") from None
    if sys.stderr.isatty() and not as_json:
        sys.stderr.write("\n".join(lines([its for _, its, _ in sniffed])) + "\n")


def _tables(job: Job) -> list[tuple[TableJob, str, list[PlannedFile], Sequence[str]]]:
    """Return each table with what the job says of it, its name, its files, and the patterns that name them."""
    from teraload.inputs import by_table, find_files

    tables: list[tuple[TableJob, str, list[PlannedFile], Sequence[str]]] = []
    number = 0
    for table in job.tables:
        files = find_files(table.files, allow_empty=table.allow_empty, first_number=number + 1)
        number += len(files)
        groups = by_table(table, files)
        for name, its in groups.items():
            tables.append((table, name, its, table.files if len(groups) == 1 else [file.path for file in its]))
    return tables


def lines(tables: Sequence[Sniffed]) -> list[str]:
    """Return what was sniffed as people read it: a table of the columns, with the evidence."""
    text = []
    for one in tables:
        text += [f"{one.name}: {one.share}", *(f"  {option}: {why}" for option, why in one.evidence)]
        wide = max(len(column.name) for column in one.columns)
        long = max(len(column.entry["type"]) for column in one.columns)
        text += [f"  {c.name.ljust(wide)}  {c.entry['type'].ljust(long)}  {c.evidence}" for c in one.columns]
    return text


_OUT = Annotated[
    Optional[str], typer.Option("--out", metavar="FILE", help="Write the job file there; it must not exist.")
]

command = takes_job(sniff, out=_OUT)
