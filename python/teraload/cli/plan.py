"""`teraload plan`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from teraload.cli import options as o

if TYPE_CHECKING:
    from teraload.plan import Plan


def plan(
    files: o.Files,
    to: o.To,
    table: o.TableName = None,
    schema: o.SchemaName = None,
    ddl_dialect: o.DdlDialect = "auto",
    mode: o.ModeName = "create",
    publish: o.PublishName = "auto",
    delimiter: o.Delimiter = None,
    trailing_delimiter: o.TrailingDelimiter = None,
    null: o.Null = "",
    quote: o.Quote = None,
    header: o.HeaderName = "none",
    allow_empty: o.AllowEmpty = False,
    record_limit: o.RecordLimit = None,
    streams: o.Streams = None,
    memory: o.Memory = None,
    destination_memory: o.DestinationMemory = None,
    one_table_at_a_time: o.OneTable = False,
    storage_version: o.StorageVersion = None,
    compression: o.Compression = None,
    as_json: o.Json = False,
) -> None:
    """Show what `load` would do with the same arguments. Nothing is changed."""
    given = dict(locals())
    given.pop("as_json")
    from teraload.errors import Error
    from teraload.job import make_job
    from teraload.loading import plan_job

    try:
        planned = plan_job(make_job(**o.job_values(**given)))
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
        f"{show_bytes(planned.memory_bytes)} of memory, records of up to {show_bytes(planned.record_limit_bytes)}",
        "",
    ]
    rows = [("table", "files", "bytes", "splits", "a split", "a record")]
    rows += [
        (
            table.name,
            show_count(len(table.files)),
            show_bytes(table.size_bytes),
            show_count(len(table.splits)),
            show_bytes(table.size_bytes / max(1, len(table.splits))),
            show_bytes(table.record_bytes),
        )
        for table in planned.tables
    ]
    text += _aligned(rows)
    for table in planned.tables:
        text += ["", f"{table.name}: {table.way.does}"]
        if table.way.gives_up:
            text.append(f"  gives up {table.way.gives_up}")
        dialect = table.dialect
        trailing = ", one at the end of each record" if dialect.trailing_delimiter else ""
        text.append(f"  delimiter {dialect.delimiter!r}{trailing}; NULL is {dialect.null!r}; header {dialect.header}")
        text += [
            "  " + line
            for line in _aligned(
                [
                    (str(number), c.name, c.type, "->", c.stored_as + ("" if c.nullable else " NOT NULL"))
                    for number, c in enumerate(table.columns, start=1)
                ],
                left=True,
            )
        ]
    said = [f"note: {note}" for note in (*planned.notes, *planned.details)]
    return text + ([""] if said else []) + said


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
