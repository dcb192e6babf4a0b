"""How a table's files are written: from the job, from what the schema knows of them, and from a sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from teraload import _native
from teraload.errors import JobError
from teraload.failures import source_error
from teraload.job import TableJob
from teraload.job.column import ColumnJob
from teraload.plan import Dialect, PlannedColumn, PlannedFile, Reading
from teraload.sample import Sample, refuse_binary
from teraload.schema import Schema

_QUOTE = '"'

# What a column's entry in the job can say of how its fields are written.
_READING = (
    *("null", "format", "thousands_separator", "currency", "percent", "hex", "scientific", "accounting"),
    *("true_words", "false_words", "trim", "timezone"),
)


def dialect_of(name: str, job: TableJob, schema: Schema | None, delimiter: str, sample: Sample) -> Dialect:
    """Return how the files of table `name` are written. Raises JobError for what contradicts itself."""
    trailing = job.trailing_delimiter
    # What a shipped schema knows of its files holds for files that are written as it says.
    is_known = bool(schema and schema.delimiter == delimiter)
    if trailing is None:
        trailing = bool(schema and schema.trailing_delimiter and is_known)
    quote = None if job.quote == "none" else job.quote
    # What separates or escapes is no quote.
    is_mark = _QUOTE in (delimiter[0], job.escape) or _QUOTE in job.terminator
    if job.quote is None and not is_mark and sample.has_quoted_fields(delimiter, _QUOTE):
        quote = _QUOTE
    dialect = Dialect(
        delimiter=delimiter,
        trailing_delimiter=trailing,
        quote=quote,
        # A sample is no proof.
        refuse_quote=_QUOTE if job.quote is None and quote is None and not is_known and not is_mark else None,
        escape=None if job.escape == "none" else job.escape,
        terminator=job.terminator,
        comment=job.comment,
        skip_blank_lines=job.blank_lines == "skip",
        null=job.null,
        null_quoted=job.null_quoted,
        header=job.header or "none",
        skip_lines=job.skip_lines,
        skip_footer=job.skip_footer,
    )
    try:
        _native.is_splittable(dialect)
    except ValueError as error:
        raise JobError(f"{name}: {error}", remedy="Say how the files are written") from None
    return dialect


def identified(files: Sequence[PlannedFile], job: TableJob) -> tuple[list[PlannedFile], list[bytes | None]]:
    """Return `files` with what they are compressed with and encoded in, which their first bytes can say.

    Beside them, the first line of each whose header is to be read, where the one look at it showed that.

    Raises JobError for an encoding that nobody knows and for what is no text, SourceError for a file that cannot be
    read.
    """
    try:
        encoding = _native.encoding_name(job.encoding)
    except ValueError as error:
        close = get_close_matches(job.encoding, [name.lower() for name in _native.encoding_names()], n=1)
        remedy = f"Did you mean {close[0]}?" if close else "Say, for example, utf-8, utf-16, windows-1252"
        raise JobError(f"encoding: {error}", remedy=remedy) from None
    try:
        looks = _native.look([(file.path, file.opened) for file in files], job.header == "names")
    except OSError as error:
        raise source_error(error) from None
    is_said = "encoding" in job.model_fields_set
    has_nul = any("\0" in (mark or "") for mark in (job.delimiter, job.quote, job.escape, job.terminator))
    if not is_said and not has_nul and job.compression in ("auto", "none"):
        for file, (_, _, binary, _) in zip(files, looks, strict=True):
            refuse_binary(file.path, binary)
    return [
        file._replace(
            compression=compression if job.compression == "auto" else job.compression,
            # A mark says more than a default, and less than what people say.
            encoding=mark if mark and not is_said else encoding,
        )
        for file, (compression, mark, _, _) in zip(files, looks, strict=True)
    ], [None if is_said else line for _, _, _, line in looks]


def why_uncut(dialect: Dialect) -> str | None:
    """Return why files of `dialect` cannot be cut into parts that are read at once; None if they can."""
    if dialect.skip_footer and dialect.terminator != "lines":
        return "the footer is only found from the front where records do not end with LF or CRLF"
    return None


def why_alone(text: PlannedFile) -> str:
    """Return why `text` can only be read from front to back."""
    if text.compression != "none":
        return f"{text.path} is compressed ({text.compression})"
    return f"{text.path} is {text.encoding}" if text.encoding != "UTF-8" else f"{text.path} can be read only once"


def why_joined(dialect: Dialect) -> str | None:
    """Return why a cut in a file of `dialect` does not say where the next record begins; None if it does."""
    if _native.is_splittable(dialect):
        return None
    if dialect.quote is not None:
        return "a line end can stand in quotes"
    if dialect.escape is not None:
        return "a line end can be escaped"
    if dialect.terminator != "lines":
        return "records do not end with LF or CRLF"
    return "a line can be one that is passed over"


def with_readings(columns: Sequence[PlannedColumn], job: TableJob, default_on_error: str) -> tuple[PlannedColumn, ...]:
    """Return `columns` with what the job says of how each is written and of faults in it. Raises JobError."""
    given = dict(job.columns or {})
    everywhere = given.pop("*", None)
    entries = {key.casefold(): entry for key, entry in given.items()}
    on_error, on_truncate = job.on_error or default_on_error, job.on_truncate or default_on_error
    read = []
    for column in columns:
        entry = entries.get(column.name.casefold(), everywhere)
        is_named = column.name.casefold() in entries
        read.append(_with_limit(_with_reading(column, entry, on_error), entry, on_truncate, is_named=is_named))
    return tuple(read)


def _with_limit(column: PlannedColumn, entry: ColumnJob | None, on_truncate: str, *, is_named: bool) -> PlannedColumn:
    most = (entry and entry.max_length) or column.max_length
    # Of `*` those columns are meant that can have a length.
    if column.type != "text":
        if is_named and entry and entry.max_length is not None:
            raise JobError(
                f"columns: {column.name}: max_length is for text, and the column is {column.type}",
                remedy="Leave max_length out",
            )
        return column
    return replace(column, max_length=most, on_truncate=(entry and entry.on_truncate) or on_truncate)


def _with_reading(column: PlannedColumn, entry: ColumnJob | None, on_error: str) -> PlannedColumn:
    on_error = (entry and entry.on_error) or on_error
    if on_error == "null" and not column.nullable:
        raise JobError(
            f"on_error: {column.name} is NOT NULL, and so a value that cannot be read cannot become NULL",
            remedy=f"Say on_error: reject or fail for column {column.name}",
        )
    column = replace(column, on_error=on_error)
    if entry is None or entry.model_fields_set.isdisjoint((*_READING, "decimal_separator")):
        return column
    values = {word: getattr(entry, word) for word in _READING if getattr(entry, word) is not None}
    if "decimal_separator" in entry.model_fields_set:
        values["decimal_separator"] = entry.decimal_separator
    column = replace(column, reading=Reading(**values))
    try:
        _native.check_column(column)
    except ValueError as error:
        raise JobError(f"columns: {column.name}: {error}", remedy="Correct how the column is read") from None
    return column
