"""What was sniffed, written as a job file with its evidence, or as JSON."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from teraload.job import Job, TableJob
from teraload.job.write import commented, key, text, value
from teraload.sniffing import Sniffed

_DELIMITERS = {"\t": "tab"}

# Options of the job file that stand where they belong, whether they were given or found.
_PLACED = frozenset(("to", "files", "table", "columns", "tables", "schema"))


def as_job_file(
    job: Job, to: str | None, tables: Sequence[tuple[TableJob, Sniffed, Sequence[str]]], directory: str
) -> str:
    """Return the job that loads `tables` as they were sniffed, for a file in `directory`.

    Each is what the job says of it, what was found, and the patterns that name its files. `to` is where to, as it is
    written in a job file; None: a DuckDB file of the table's name.
    """
    is_one = len(tables) == 1
    lines = [commented("What the files look like, as samples show; each remark is what a line was decided for.")]
    if to is None:
        name = tables[0][1].name if is_one else "warehouse"
        lines += [f"to: {text(name.replace(os.sep, '_') + '.duckdb')}  {commented('nobody said where to')}"]
    else:
        lines += [f"to: {to}"]
    lines += _whole(job)
    if is_one:
        lines += _table(*tables[0], directory)
    else:
        lines.append("tables:")
        for one in tables:
            its = _table(*one, directory)
            lines += ["  - " + its[0], *("    " + line for line in its[1:])]
    return "\n".join(lines) + "\n"


def _whole(job: Job) -> list[str]:
    """Return what the job says of the whole load."""
    said = job.model_dump(exclude_unset=True, exclude={"tables", "to"}, by_alias=True)
    return [f"{name}: {value(_plain(its))}" for name, its in said.items() if its is not None]


def _plain(its: Any) -> Any:
    if hasattr(its, "fraction"):
        return str(its.count) if its.fraction is None else f"{100 * its.fraction:.12g}%"
    return its


def _table(job: TableJob, sniffed: Sniffed, patterns: Sequence[str], directory: str) -> list[str]:
    """Return the lines of one table, the first of which begins an item where there are several."""
    lines = [f"table: {text(sniffed.name)}", f"files:  {commented(sniffed.share)}"]
    lines += [f"  - {text(_from(path, directory))}" for path in patterns]
    evidence: dict[str, list[str]] = {}
    for option, why in sniffed.evidence:
        evidence.setdefault(option, []).append(str(why))
    said = job.model_dump(exclude_unset=True, by_alias=True)
    options = {**{name: its for name, its in said.items() if name not in _PLACED}, **sniffed.options}
    for option, its in options.items():
        shown = _DELIMITERS.get(its, its) if option == "delimiter" else its
        reasons = "; ".join(evidence.pop(option, ())) if option in sniffed.options else ""
        lines.append(f"{option}: {value(_plain(shown))}" + (f"  {commented(reasons)}" if reasons else ""))
    lines += [commented(f"{option}: {reason}") for option, several in evidence.items() for reason in several]
    lines.append("columns:")
    wide = max(len(key(column.name)) for column in sniffed.columns)
    for number, column in enumerate(sniffed.columns, start=1):
        name = f"{key(column.name)}:".ljust(wide + 1)
        remark = commented(f"column {number} is {column.entry['type']}: {column.evidence}")
        lines.append(f"  {name} {value(column.entry)}  {remark}")
    return lines


def _from(path: str, directory: str) -> str:
    """Return `path` as a job file in `directory` names it."""
    if os.path.isabs(path) or not directory:  # noqa: PTH117 - a pattern is no path
        return path
    return os.path.relpath(path, directory)


def as_dict(tables: Sequence[Sniffed]) -> dict[str, Any]:
    """Return what was sniffed, as what JSON knows."""
    return {
        "tables": [
            {
                "table": one.name,
                "files": [file.path for file in one.files],
                "records": one.records,
                "sampled_bytes": one.sampled_bytes,
                "sampled_files": one.sampled_files,
                "options": one.options,
                "evidence": [{"option": option, **why._asdict()} for option, why in one.evidence],
                "columns": [
                    {"name": column.name, **column.entry, "evidence": column.evidence._asdict()}
                    for column in one.columns
                ],
            }
            for one in tables
        ]
    }
