"""What a job says of one table: its files, how they are written, and what becomes of their records."""

from __future__ import annotations

import csv
import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from teraload.job.column import ColumnJob
from teraload.job.fields import (
    AlsoAs,
    Character,
    Count,
    Delimiter,
    Mark,
    Nulls,
    OnError,
    OnTruncate,
    Options,
    Terminator,
    Texts,
)


def _columns(value: Any) -> Any:
    """Return a list of columns as the mapping that says the same: the others are left out."""
    if isinstance(value, str):
        value = next(csv.reader([value], skipinitialspace=True), [])
    if isinstance(value, list | tuple):
        if not value or not all(isinstance(item, str) and item.strip() for item in value):
            raise ValueError("expected names of columns, as target or target=source")
        named = [[part.strip() for part in item.partition("=")] for item in value]
        if len({target for target, _, _ in named}) < len(named):
            raise ValueError("a column is named twice")
        columns: dict[str, Any] = {target: _from(source) for target, _, source in named}
        return {**columns, "*": {"omit": True}}
    if isinstance(value, dict):
        return {name: {} if column is None else column for name, column in value.items()}
    return value


def _from(source: str) -> dict[str, Any]:
    if not source:
        return {}
    return {"from": int(source) if re.fullmatch(r"[1-9][0-9]*", source) else source}


def _pairs(value: Any) -> Any:
    if isinstance(value, list):
        pairs = [item.partition("=") for item in value if isinstance(item, str)]
        if len(pairs) < len(value) or not all(all(pair) for pair in pairs):
            raise ValueError("expected COLUMN=NAME, as l_comment=zstd")
        return {column: name for column, _, name in pairs}
    return value


def _encoding(label: str) -> str:
    label = label.strip().lower()
    return "utf-8" if label == "utf8" else label


_LIST = AlsoAs({"type": "array", "items": {"type": "string"}, "minItems": 1})


class TableJob(Options):
    """A table, or several that are named by their files; the same words at a job file's top level are defaults."""

    files: Annotated[Texts, Field(min_length=1)]
    """Files and globs, - for standard input, http:// and s3:// addresses, @LIST for the names in a file."""
    table: str | None = None
    """The table, as name or schema.name; without it, each file's name up to its first point."""
    schema_: str | None = Field(default=None, alias="schema")
    """The columns: tpch, or a file of CREATE TABLE statements; without it, the existing table's, else those of columns, else as samples of the files show."""  # noqa: E501 - one paragraph of help
    ddl_dialect: Literal["auto", "postgres", "duckdb", "tsql", "mysql", "oracle"] = "auto"
    """Whose SQL the schema file is written in."""
    allow_empty: bool = False
    """Take files of no bytes as files of no rows."""
    column_compression: Annotated[
        dict[str, Annotated[str, Field(pattern=r"^[A-Za-z0-9_]+$")]], BeforeValidator(_pairs), _LIST
    ] = Field(default_factory=dict)
    """Compression by column of a table that the load makes in DuckDB, as l_comment=zstd."""
    delimiter: Delimiter | None = None
    r"""Between fields: 1 to 8 bytes, or tab, comma, pipe, semicolon, space; escapes as \t and \x1f; without it, the schema's, the file extension's, else a comma."""  # noqa: E501 - one paragraph of help
    trailing_delimiter: bool | None = None
    """A delimiter stands at the end of each record, too; without it, as the schema says."""
    quote: Character | None = None
    """The character around quoted fields; none: quotation marks are text. Without it, as a sample shows."""
    escape: Character | None = None
    """The character that takes its meaning from the next one in a quoted field, or none; without it, a quote is doubled."""  # noqa: E501 - one paragraph of help
    terminator: Terminator = "lines"
    r"""At the end of each record: lines (LF or CRLF), any (LF, CRLF or CR), or 1 to 8 bytes, with escapes as \x1e."""
    comment: Mark | None = None
    """What lines begin with that are passed over: 1 to 8 bytes."""
    skip_lines: Annotated[Count, Field(ge=0)] = 0
    """Lines before the header that are passed over."""
    skip_footer: Annotated[Count, Field(ge=0)] = 0
    """Lines at the end of each file that are passed over."""
    header: Literal["none", "names", "skip"] | None = None
    """The first line of each file: none (a row), names (the columns', in any order), or skip; without it none, but what samples show where columns are sniffed."""  # noqa: E501 - one paragraph of help
    blank_lines: Literal["error", "skip"] = "error"
    """Whether lines without a character are wrong or passed over."""
    null: Nulls = ("",)
    """The text that means NULL, or several; the empty one is the empty field."""
    null_quoted: bool = False
    """Quoted fields can mean NULL, too."""
    encoding: Annotated[str, AfterValidator(_encoding)] = "utf-8"
    """The encoding of the files, as windows-1252."""
    compression: Literal["auto", "none", "gzip", "zstd", "bzip2", "xz", "lz4"] = "auto"
    """What the files are compressed with; auto: as their first bytes say."""
    ragged: Literal["fail", "reject", "pad"] | None = None
    """What becomes of a record with too few or too many fields; pad: missing ones are NULL. Without it, reject if max_rejects allows any, else fail."""  # noqa: E501 - one paragraph of help
    on_error: OnError | None = None
    """What becomes of a value that cannot be read: the load fails, its record is rejected, or it is NULL. Without it, reject if max_rejects allows any, else fail."""  # noqa: E501 - one paragraph of help
    on_truncate: OnTruncate | None = None
    """What becomes of a text that has more characters than max_length or the schema's type: the load fails, its record is rejected, or it is cut. Without it, reject if max_rejects allows any, else fail."""  # noqa: E501 - one paragraph of help
    schema_change: Literal["refuse", "add", "widen"] = "refuse"
    """What becomes of files whose headers name other columns than the table has: refused, or columns are added (widen is not supported yet)."""  # noqa: E501 - one paragraph of help
    types: Literal["text"] | None = None
    """text: every column is loaded as text, into a new table of VARCHAR columns or one that has only such."""
    columns: Annotated[dict[str, ColumnJob], BeforeValidator(_columns), _LIST] | None = None
    """A list, as a,b=Full Name,c=3 (column=field, by the header or counted from 1), names exactly the columns to load; without header and numbers, the fields are these in this order. A mapping says more of single columns and `*` of all others, which are loaded unless it says omit."""  # noqa: E501 - one paragraph of help

    @model_validator(mode="after")
    def _tell_marks_apart(self) -> TableJob:
        """Refuse marks that a parser could not tell from each other."""
        marks = {
            "delimiter": self.delimiter,
            "quote": None if self.quote == "none" else self.quote,
            "comment": self.comment,
            "terminator": None if self.terminator in ("lines", "any") else self.terminator,
        }
        first: dict[str, str] = {}
        for name, mark in marks.items():
            if mark is None:
                continue
            if mark in first:
                raise ValueError(f"{first[mark]} and {name} are the same")
            if name != "terminator" and marks["terminator"] is None and set(mark) & set("\r\n"):
                raise ValueError(f"the {name} holds a line end, and so do records; say another terminator")
            first[mark] = name
        if self.escape == self.delimiter and self.escape is not None:
            raise ValueError("delimiter and escape are the same")
        return self
