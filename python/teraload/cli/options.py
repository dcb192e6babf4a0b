"""The options that `load` and `plan` share: the fields of the job, by the same words."""

from __future__ import annotations

from typing import Annotated, Any, Optional

import typer

# typer reads these annotations at run time: `X | None` in them needs Python 3.10, which is the oldest we run on.
Files = Annotated[list[str], typer.Argument(metavar="FILES...", help="Files and globs (quote globs: 'data/*.tbl*').")]
To = Annotated[str, typer.Option("--to", metavar="TARGET", help="A DuckDB file, or null: to parse and discard.")]
TableName = Annotated[
    Optional[str],
    typer.Option(
        "--table",
        metavar="NAME",
        help="The table, as name or schema.name. [default: each file's name up to its first point]",
    ),
]
SchemaName = Annotated[
    Optional[str],
    typer.Option(
        "--schema",
        metavar="tpch|FILE.sql",
        help="The columns: tpch, or a file of CREATE TABLE statements. [default: the existing table's]",
    ),
]
DdlDialect = Annotated[
    str,
    typer.Option(
        "--ddl-dialect",
        metavar="NAME",
        help="Whose SQL the schema file is: auto, postgres, duckdb, tsql, mysql, oracle.",
    ),
]
ModeName = Annotated[
    str,
    typer.Option(
        "--mode",
        metavar="create|append|replace",
        help="Make a table that must not exist, append to one, or replace its rows.",
    ),
]
PublishName = Annotated[
    str,
    typer.Option(
        "--publish",
        metavar="auto|transaction|staged|direct",
        help="How appended rows become visible: in one transaction, staged first, or split by split.",
    ),
]
Delimiter = Annotated[
    Optional[str],
    typer.Option(
        "--delimiter",
        "-d",
        metavar="CHAR",
        help="Between fields: one ASCII character, or tab, comma, pipe. [default: by schema or extension, else comma]",
    ),
]
TrailingDelimiter = Annotated[
    Optional[bool],
    typer.Option(
        "--trailing-delimiter/--no-trailing-delimiter",
        help="A delimiter stands at the end of each record, too. [default: by schema]",
    ),
]
Null = Annotated[
    str,
    typer.Option(
        "--null",
        metavar="TEXT",
        help="The text that means NULL. [default: the empty field]",
        show_default=False,
    ),
]
Quote = Annotated[
    Optional[str],
    typer.Option("--quote", metavar="none", help="none: quotation marks are text. [default: refuse quoted files]"),
]
HeaderName = Annotated[
    str,
    typer.Option(
        "--header",
        metavar="none|names|skip",
        help="The first line of each file: a row, the columns' names (compared), or to be passed over.",
    ),
]
AllowEmpty = Annotated[bool, typer.Option("--allow-empty", help="Take files of no bytes as files of no rows.")]
RecordLimit = Annotated[
    Optional[str],
    typer.Option(
        "--record-limit",
        metavar="BYTES",
        help="The longest record. [default: 16MiB, less where --memory is small]",
    ),
]
Streams = Annotated[
    Optional[int],
    typer.Option("--streams", metavar="N", help="Streams that read, parse and write at once. [default: usable cores]"),
]
Memory = Annotated[
    Optional[str],
    typer.Option(
        "--memory",
        metavar="BYTES",
        help="What teraload's own buffers may take. [default: the streams' worst case, 180MiB each]",
    ),
]
DestinationMemory = Annotated[
    Optional[str],
    typer.Option(
        "--destination-memory",
        metavar="BYTES",
        help="The memory limit given to DuckDB. [default: DuckDB's own]",
    ),
]
OneTable = Annotated[
    bool,
    typer.Option("--one-table-at-a-time", help="Take the tables one after the other, not the largest splits first."),
]
StorageVersion = Annotated[
    Optional[str],
    typer.Option(
        "--storage-version", metavar="vX.Y.Z", help="The DuckDB version that must be able to read a new file."
    ),
]
Compression = Annotated[
    Optional[list[str]],
    typer.Option(
        "--compression",
        metavar="COLUMN=NAME",
        help="Compression of a column of a new table, as l_comment=zstd; may be repeated.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]


def job_values(**given: Any) -> dict[str, Any]:
    """Return the values of the job that flags gave, `--compression a=b` as a dictionary. Raises JobError."""
    from teraload.errors import JobError

    pairs = given.pop("compression") or []
    compression = {}
    for pair in pairs:
        column, equals, name = pair.partition("=")
        if not (column and equals and name):
            raise JobError(f"--compression: {pair!r} is not COLUMN=NAME", remedy="Say, for example, l_comment=zstd")
        compression[column] = name
    return {**given, "compression": compression or None}
