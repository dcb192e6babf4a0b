"""A DDL script as statements, whichever client program it was written for.

Databases' tools write more into a script than SQL: psql's backslash commands and COPY data, sqlcmd's GO,
SQL*Plus's `/` and REM, mysql's DELIMITER. Those lines are blanked, character by character, so that positions
stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from teraload.schema.words import Source, Word, keywords, read_words

_LINES = re.MULTILINE | re.IGNORECASE
_COPY_DATA = re.compile(r"(^COPY\s[^\n]*\sFROM\s+stdin[^\n]*\n)(.*?^\\\.[ \t]*$)", _LINES | re.DOTALL)
_PSQL_COMMAND = re.compile(r"^\\[^\n]*$", _LINES)
_SQLPLUS_REMARK = re.compile(r"^(REM|REMARK|PROMPT)\b(?![^\n]*,\s*$)[^\n]*$", _LINES)
_DELIMITER_SECTION = re.compile(r"^DELIMITER\s+(?!;[ \t]*$)\S+.*?(^DELIMITER\s+;[ \t]*$|\Z)", _LINES | re.DOTALL)
_BATCH_ENDS = {
    "tsql": re.compile(r"^[ \t]*GO([ \t]+\d+)?[ \t]*;?[ \t]*\r?$", _LINES),
    "oracle": re.compile(r"^[ \t]*/[ \t]*\r?$", _LINES),
}

# Words that may stand between CREATE and TABLE.
_TABLE_KINDS = keywords("OR REPLACE TEMP TEMPORARY GLOBAL LOCAL PRIVATE UNLOGGED FOREIGN EXTERNAL")
_ROUTINES = keywords("PROCEDURE PROC FUNCTION TRIGGER PACKAGE")
_ROUTINE_KINDS = keywords("OR REPLACE ALTER EDITIONABLE NONEDITIONABLE")
# T-SQL needs no semicolons; a line that begins with one of these begins a statement.
_TSQL_HEADS = keywords("ALTER BEGIN CREATE DECLARE DROP END EXEC EXECUTE GRANT IF INSERT PRINT SET USE")


@dataclass(frozen=True, slots=True)
class Script:
    """A script's statements, without their semicolons, and notes about parts that were not read."""

    statements: list[list[Word]]
    notes: tuple[str, ...]


def read_script(source: Source, dialect: str) -> Script:
    """Read the statements of a script. Raises SchemaError where a quote or a comment does not end."""
    # A byte order mark becomes a blank, so that positions stay.
    text = source.text.removeprefix("\ufeff").rjust(len(source.text))
    notes = []
    batch_lines: set[int] = set()
    if dialect == "postgres":
        text = _PSQL_COMMAND.sub(_blank, without_copy_data(text))
    elif dialect == "mysql":
        for section in _DELIMITER_SECTION.finditer(text):
            notes.append(f"line {_line(text, section)}: what stands between DELIMITER commands is not created")
        text = _DELIMITER_SECTION.sub(_blank, text)
    elif dialect == "oracle":
        text = _SQLPLUS_REMARK.sub(_blank, text)
    if dialect in _BATCH_ENDS:
        batch_end = _BATCH_ENDS[dialect]
        batch_lines = {_line(text, match) for match in batch_end.finditer(text)}
        text = batch_end.sub(lambda match: f";{_blank(match)[1:]}", text)
    words = read_words(text, source, dialect)
    return Script(list(_statements(words, dialect, batch_lines)), tuple(notes))


def without_copy_data(text: str) -> str:
    """Return the text with the rows after pg_dump's COPY ... FROM stdin blanked, positions kept."""
    return _COPY_DATA.sub(lambda match: match[1] + re.sub(r"[^\n]", " ", match[2]), text)


def after_create_table(words: Sequence[Word], first: int = 0) -> int | None:
    """Return the index of the word after CREATE [kind of] TABLE if that stands at `first`, else None."""
    if words[first].key != "CREATE":
        return None
    index = _skip(words, first + 1, _TABLE_KINDS)
    return index + 1 if index < len(words) and words[index].key == "TABLE" else None


def _statements(words: list[Word], dialect: str, batch_lines: set[int]) -> Iterator[list[Word]]:
    """Yield statements: up to a semicolon, a batch's end or, forgivingly, the next CREATE TABLE.

    In T-SQL and Oracle a routine runs to the end of its batch, whatever its body holds.
    """
    statement: list[Word] = []
    depth, in_routine = 0, False
    for index, word in enumerate(words):
        if word.key == ";":
            if in_routine and word.line not in batch_lines:
                continue
            if statement:
                yield statement
            statement, depth, in_routine = [], 0, False
            continue
        if statement and depth == 0 and not in_routine and _begins(words, index, dialect):
            yield statement
            statement = []
        if not statement:
            in_routine = dialect in _BATCH_ENDS and _begins_routine(words, index, dialect)
        depth = max(0, depth + (word.key == "(") - (word.key == ")"))
        statement.append(word)
    if statement:
        yield statement


def _begins(words: list[Word], index: int, dialect: str) -> bool:
    if after_create_table(words, index) is not None:
        return True
    return dialect == "tsql" and words[index].key in _TSQL_HEADS and words[index].line > words[index - 1].line


def _begins_routine(words: list[Word], index: int, dialect: str) -> bool:
    if dialect == "oracle" and words[index].key in ("BEGIN", "DECLARE"):
        return True
    if words[index].key not in ("CREATE", "ALTER"):
        return False
    index = _skip(words, index + 1, _ROUTINE_KINDS)
    return index < len(words) and words[index].key in _ROUTINES


def _skip(words: Sequence[Word], index: int, keys: frozenset[str]) -> int:
    while index < len(words) and words[index].key in keys:
        index += 1
    return index


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1
