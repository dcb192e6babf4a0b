"""What stopped a reader, as an error with its place and a remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from teraload import _native
from teraload.errors import Error, RowError, SourceError, Stopped
from teraload.sizes import show_bytes

if TYPE_CHECKING:
    from teraload.plan import PlannedTable

_CHANGED = "Load it when nothing writes to it any more; nothing was published"
_SOURCE_REMEDIES = {
    "not_found": "It was there when the load was planned",
    "forbidden": "Check its owner and mode",
    "changed": _CHANGED,
    "shrunk": _CHANGED,
    "corrupt": "Get the file again; nothing was published",
    "no_ranges": "Or pipe it: curl ADDRESS | teraload load - …",
    "undecodable": "Say --encoding NAME if the file is written in another one",
}

_QUOTE_REMEDIES = {
    "unclosed_quote": "Close it, or say --quote none if quotation marks are text",
    "behind_quote": "Double the quote within the field, or say --escape, or --quote none",
    "unexpected_quote": "Say --quote '\"' if fields are quoted, or --quote none if quotation marks are text",
}


def source_error(error: OSError) -> SourceError:
    """Return what a native function says of a file: `errno` is a word there."""
    remedy = {"not_found": "Check the path"}.get(str(error.errno), _SOURCE_REMEDIES.get(str(error.errno)))
    return SourceError(str(error.strerror), path=str(error.filename), remedy=remedy)


def reader_error(facts: dict[str, Any], table: PlannedTable) -> Error:
    """Return what stopped a reader of a file of `table`, given the facts that it has of it."""
    kind = facts["kind"]
    if kind == "cancelled":
        return Stopped("stopped")
    path = str(facts["path"])
    if kind == "source":
        return SourceError(facts["message"], path=path, remedy=_SOURCE_REMEDIES.get(facts["code"]))
    if kind == "too_few_lines":
        before, behind = facts["before"], facts["behind"]
        said = [f"skip_lines {before}"] * bool(before) + [f"skip_footer {behind}"] * bool(behind)
        message = f"{path}: has fewer lines than are passed over: {' and '.join(said)}"
        return SourceError(message, path=path, remedy="Correct that, or leave the file out")
    if kind == "header":
        reason = f"the header does not name the columns of the table: {facts['reason']}"
        remedy = "Correct the schema or the header, or say --header skip to pass over it"
        line = table.dialect.skip_lines + 1
        return RowError(reason, path=path, line=line, byte=facts["byte"], remedy=remedy)
    if kind == "record_too_long":
        limit = facts["limit_bytes"]
        reason = f"the record is longer than the limit of {show_bytes(limit)}"
        remedy = f"Check its line ends, or say --record-limit {2 * limit} or more"
        if facts["in_quotes"]:
            reason = f"a quote is opened and not closed within {show_bytes(limit)}, the limit of a record"
            remedy = f"Close it, or say --quote none if quotation marks are text, or --record-limit {2 * limit} or more"
        return RowError(reason, path=path, line=facts["line"], byte=facts["byte"], remedy=remedy)
    column = facts["column"]
    return RowError(
        facts["reason"],
        path=path,
        line=facts["line"],
        byte=facts["byte"],
        column=None if column is None else column + 1,
        column_name=None if column is None else table.columns[column].name,
        remedy=_row_remedy(facts, table, path),
    )


def _row_remedy(facts: dict[str, Any], table: PlannedTable, path: str) -> str:
    if facts["record_byte"] == 0 and table.dialect.header == "none" and _looks_like_header(path, table):
        return "The first line names the columns: say --header names"
    delimiter = table.dialect.delimiter
    if facts["code"] == "width":
        found, expected = facts["found_fields"], facts["expected_fields"]
        if facts["ends_in_delimiter"] and found == expected + 1 and not table.dialect.trailing_delimiter:
            return "The records end with a delimiter: say --trailing-delimiter"
        if table.dialect.trailing_delimiter and not facts["ends_in_delimiter"] and found == expected:
            return "If no record ends with a delimiter, say --no-trailing-delimiter"
        if found == 1:
            return f"The delimiter is {delimiter!r}: if the file has another, say --delimiter"
        return "Fix the row, or the schema if all rows are so"
    if facts["code"] in _QUOTE_REMEDIES:
        return _QUOTE_REMEDIES[facts["code"]]
    if facts["code"] == "null":
        return "Fix the row, or say --null TEXT if something else means NULL"
    if facts["code"] == "too_long":
        return "Fix the row, or say --on-truncate truncate, or another max_length of the column"
    if table.is_sniffed and facts["column"] is not None:
        column = table.columns[facts["column"]]
        return (
            f"{column.type} is what a sample looks like: say --set columns.{_in_path(column.name)}.type=text (or "
            "another; the same in the job file that teraload sniff writes), or allow rejects with --max-rejects"
        )
    if facts["code"] in ("does_not_fit", "out_of_range"):
        return "Fix the row, or give the column a wider type"
    return "Fix the row, or the column's type, or allow rejects with --max-rejects"


def _in_path(name: str) -> str:
    return f'"{name}"' if "." in name else name


def _looks_like_header(path: str, table: PlannedTable) -> bool:
    """Return whether the first line of the file has the name of a column as a field."""
    try:
        file = next(file for file in table.files if file.path == path)
        line = _native.read_head(file.known, 1 << 16).decode("utf-8", "replace").partition("\n")[0]
    except OSError:
        return False
    fields = {name.strip().casefold() for name in line.rstrip("\r\n").split(table.dialect.delimiter)}
    return any(column.name.casefold() in fields for column in table.columns)
