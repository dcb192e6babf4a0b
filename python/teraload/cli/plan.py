"""`teraload plan`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from teraload.cli.options import Arguments, takes_job

if TYPE_CHECKING:
    from teraload.plan import Dialect, Plan, PlannedColumn, PlannedTable


@takes_job
def plan(arguments: Arguments, as_json: bool) -> None:
    """Show what `load` would do with the same arguments. Nothing is changed."""
    from teraload.errors import Error
    from teraload.loading import plan_job

    try:
        planned = plan_job(arguments.job())
    except Error as error:
        if as_json:
            sys.stdout.write(json.dumps(error.as_dict()) + "\n")
        raise
    sys.stdout.write((json.dumps(planned.as_dict()) if as_json else "\n".join(lines(planned))) + "\n")


def lines(planned: Plan) -> list[str]:
    """Return the plan as people read it: the load, a table of the tables, their columns, and notes."""
    from teraload.sizes import show_bytes, show_count

    text = [
        f"into {planned.destination}, {planned.mode}: {show_count(planned.streams, 'stream')}, "
        f"{show_bytes(planned.memory_bytes)} of memory, records of up to {show_bytes(planned.record_limit_bytes)}"
        + (f", up to {planned.max_rejects} of them rejected" if planned.max_rejects != "0" else ""),
        "",
    ]
    rows = [("table", "files", "bytes", "splits", "a split", "a record")]
    rows += [
        (
            table.name,
            show_count(len(table.files)),
            _size(table, table.size_bytes),
            show_count(len(table.splits)),
            _size(table, table.size_bytes / max(1, len(table.splits))),
            show_bytes(table.record_bytes),
        )
        for table in planned.tables
    ]
    text += _aligned(rows)
    for table in planned.tables:
        text += ["", f"{table.name}: {table.way.does}"]
        if table.way.gives_up:
            text.append(f"  gives up {table.way.gives_up}")
        text.append("  " + "; ".join(_dialect(table.dialect)))
        text += [
            "  " + line
            for line in _aligned(
                [(str(number), c.name, c.type, "->", _stored(c)) for number, c in enumerate(table.columns, start=1)],
                left=True,
            )
        ]
    text += ["", "from", *("  " + line for line in _aligned(_settings(planned), left=True))]
    said = [f"note: {note}" for note in (*planned.notes, *planned.details)]
    return text + ([""] if said else []) + said


def _size(table: PlannedTable, size_bytes: float) -> str:
    """Return a size in words; what is piped in has one when it was read."""
    from teraload.sizes import show_bytes

    return "unknown" if any(file.kind == "pipe" for file in table.files) else show_bytes(size_bytes)


def _stored(column: PlannedColumn) -> str:
    compressed = f" {column.compression}" if column.compression else ""
    return column.stored_as + ("" if column.nullable else " NOT NULL") + compressed


def _settings(planned: Plan) -> list[tuple[str, ...]]:
    """Return what the job says and where, values that cannot be seen or would not be told apart in quotes."""
    return [
        (option, value if value.isprintable() and value.strip() == value != "" else repr(value), origin)
        for option, value, origin in planned.settings
    ]


def _dialect(dialect: Dialect) -> list[str]:
    """Return how files are written, in words."""
    words = [f"delimiter {dialect.delimiter!r}" + (", one at the end of each record" * dialect.trailing_delimiter)]
    words += [f"{name} {mark!r}" for name in ("quote", "escape", "comment") if (mark := getattr(dialect, name))]
    if dialect.terminator != "lines":
        words.append(f"terminator {dialect.terminator!r}")
    if dialect.skip_blank_lines:
        words.append("blank lines passed over")
    nulls = " or ".join(map(repr, dialect.null)) or "nothing"
    words.append(f"NULL is {nulls}" + (", quoted or not" if dialect.null_quoted and dialect.quote else ""))
    skipped = [f"{dialect.skip_lines} before the header"] * bool(dialect.skip_lines)
    skipped += [f"{dialect.skip_footer} at the end"] * bool(dialect.skip_footer)
    words += [f"lines passed over: {', '.join(skipped)}"] if skipped else []
    return [*words, f"header {dialect.header}"]


def _aligned(rows: Sequence[tuple[str, ...]], *, left: bool = False) -> list[str]:
    """Return the rows with each column as wide as its widest cell; all but the first to the right, unless `left`."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if left or number == 0 else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
