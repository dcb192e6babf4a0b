"""The syntax of CREATE TABLE: name, columns, constraints, and the rest; what they mean is ddl.py's.

    CREATE TABLE [IF NOT EXISTS] [schema.]name ( item, ... ) rest
    item   := column | constraint
    column := name type clause ...        a clause begins with one of the words of _CLAUSES
    type   := words [( parameter, ... )] words

Whatever is no clause counts as the type, so that an unknown word makes an unknown type, never a lost one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from teraload.schema.errors import SchemaError
from teraload.schema.statements import after_create_table
from teraload.schema.words import Source, Word, keywords

_CLAUSES = keywords(
    "NOT NULL DEFAULT CONSTRAINT PRIMARY UNIQUE KEY CHECK FOREIGN REFERENCES GENERATED AS IDENTITY COMMENT "
    "AUTO_INCREMENT AUTOINCREMENT COLLATE CHARACTER CHARSET ON USING STORAGE COMPRESSION INDEX ROWGUIDCOL "
    "SPARSE FILESTREAM MASKED ENCRYPTED ENCRYPT INVISIBLE VISIBLE HIDDEN SRID COLUMN_FORMAT OPTIONS"
)
# After these, a word of _CLAUSES goes on with the clause: DEFAULT NULL, ON DELETE SET NULL.
_GOES_ON = keywords("NOT SET DEFAULT ON BY IS AS PRIMARY USING")
# These are clauses only before: NOT NULL, CHARACTER SET.
_NEXT = {"NOT": "NULL", "CHARACTER": "SET"}
_ITEMS = {"CONSTRAINT", "UNIQUE", "CHECK", "LIKE"}
_ITEM_PAIRS = {
    ("PRIMARY", "KEY"),
    ("FOREIGN", "KEY"),
    ("EXCLUDE", "USING"),
    ("EXCLUDE", "("),
    ("PERIOD", "FOR"),
    ("SUPPLEMENTAL", "LOG"),
}
# Elsewhere these are fair names of columns.
_DIALECT_ITEMS = {"mysql": {"INDEX", "KEY", "FULLTEXT", "SPATIAL"}, "tsql": {"INDEX"}}


@dataclass(frozen=True, slots=True)
class ColumnItem:
    """A column as written."""

    name: Word
    type_words: list[Word]
    clauses: list[list[Word]]


@dataclass(frozen=True, slots=True)
class CreateTable:
    """A CREATE TABLE as written; AS, LIKE and OF have no list of columns and constraints."""

    name: Word
    has_list: bool
    columns: list[ColumnItem] = field(default_factory=list)
    constraints: list[list[Word]] = field(default_factory=list)
    rest: list[Word] = field(default_factory=list)


def read_create_table(statement: list[Word], source: Source, dialect: str) -> CreateTable | None:
    """Return the table that a statement creates, None if it does something else.

    Raises SchemaError, with the line, for a missing name, a list without an end, a column without a type.
    """
    index = after_create_table(statement)
    if index is None:
        return None
    if [word.key for word in statement[index : index + 3]] == ["IF", "NOT", "EXISTS"]:
        index += 3
    name, index = read_name(statement, index)
    if name is None:
        raise SchemaError(
            f"CREATE TABLE without a name: {source.quote(statement)}",
            origin=source.origin,
            line=statement[0].line,
            found=source.quote(statement),
            expected="a name",
            remedy="Write CREATE TABLE name (column type, ...)",
        )
    if index == len(statement) or statement[index].key != "(":
        return CreateTable(name, has_list=False, rest=statement[index:])
    past = _past_parenthesis(statement, index)
    if past is None:
        raise SchemaError(
            "the list of columns does not end",
            origin=source.origin,
            line=statement[index].line,
            table=name.text,
            expected=")",
            remedy="Write ) after the last column",
        )
    table = CreateTable(name, has_list=True, rest=statement[past:])
    for item in split_commas(statement[index + 1 : past - 1]):
        if _is_constraint(item, dialect):
            table.constraints.append(_unnamed(item))
        else:
            table.columns.append(_column(item, name, source))
    return table


def read_name(words: Sequence[Word], index: int) -> tuple[Word | None, int]:
    """Return the last part of a name that may have dots, if one is there, and the index of the next word."""
    name: Word | None = None
    while index < len(words):
        if words[index].kind in ("word", "name") and (name is None or words[index - 1].key == "."):
            name = words[index]
        elif words[index].key != ".":
            break
        index += 1
    return name, index


def begins_with(words: Sequence[Word], key: str) -> bool:
    """Whether the first word is that keyword."""
    return bool(words) and words[0].key == key


def split_commas(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield the runs of words between the commas that stand outside of parentheses."""
    run: list[Word] = []
    for word, depth in _depths(words):
        if word.key == "," and depth == 0:
            yield run
            run = []
        else:
            run.append(word)
    if run:
        yield run


def in_parentheses(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words between the first parenthesis and the one that closes it."""
    opening = next((index for index, word in enumerate(words) if word.key == "("), len(words))
    past = _past_parenthesis(words, opening) or len(words) + 1
    return words[opening + 1 : past - 1]


def spell_type(words: list[Word], *, quoted_as_plain: bool, home: str | None) -> tuple[str, tuple[str, ...]]:
    """Return a type's name as vocabularies have it, and its parameters: (3) of `time (3) with time zone`."""
    name = ""
    parameters: tuple[str, ...] | None = None
    index = 0
    while index < len(words):
        word = words[index]
        if word.key == "(" and parameters is None:
            past = _past_parenthesis(words, index) or len(words)
            parameters = tuple(_spell(run) for run in split_commas(words[index + 1 : past - 1]))
            index = past
            continue
        glued = word.key in (".", "[", "]") or name.endswith(".")
        spelled = word.text.lower() if word.key or (word.kind == "name" and quoted_as_plain) else f'"{word.text}"'
        if word.kind != "number" or not name.endswith("["):  # int[3] is int[]
            name += spelled if glued or not name else f" {spelled}"
        index += 1
    return name.removeprefix(f"{home}.") if home else name, parameters or ()


def _column(item: list[Word], table: Word, source: Source) -> ColumnItem:
    if not item or item[0].kind not in ("word", "name"):
        found = source.quote(item) or "nothing"
        raise SchemaError(
            f"found {found} where a column's name belongs",
            origin=source.origin,
            line=item[0].line if item else table.line,
            table=table.text,
            found=found,
            expected="a name",
            remedy="Remove it, or a comma too many",
        )
    runs: list[list[Word]] = [[]]
    words = item[1:]
    for index, (word, depth) in enumerate(_depths(words)):
        if depth == 0 and _begins_clause(words, index, runs):
            runs.append([])
        runs[-1].append(word)
    type_words, *clauses = runs
    if not type_words:
        raise SchemaError(
            f"the column has no type: {source.quote(item)}",
            origin=source.origin,
            line=item[0].line,
            table=table.text,
            column=item[0].text,
            found=source.quote(item),
            expected="a type",
            remedy="Write its type if the file has the column, else delete the line",
        )
    return ColumnItem(item[0], type_words, [clause for clause in clauses if clause[0].key != "CONSTRAINT"])


def _begins_clause(words: list[Word], index: int, runs: list[list[Word]]) -> bool:
    key = words[index].key
    if key not in _CLAUSES:
        return False
    clause = runs[-1] if len(runs) > 1 else []
    opened, before = (clause[0].key, clause[-1].key) if clause else ("", "")
    following = words[index + 1].key if index + 1 < len(words) else ""
    if following != _NEXT.get(key, following):
        return False
    if before in _GOES_ON or (before, key) == ("UNIQUE", "KEY") or (opened, key) == ("REFERENCES", "ON"):
        return False
    return opened != "GENERATED" or any(word.key == "AS" for word in clause)


def _is_constraint(item: list[Word], dialect: str) -> bool:
    first, second = (item[0].key if item else ""), (item[1].key if len(item) > 1 else "")
    return first in _ITEMS or (first, second) in _ITEM_PAIRS or first in _DIALECT_ITEMS.get(dialect, ())


def _unnamed(constraint: list[Word]) -> list[Word]:
    """Return a constraint without CONSTRAINT name; MySQL lets the name out."""
    if constraint[0].key != "CONSTRAINT":
        return constraint
    unnamed = constraint[1:] if constraint[1:] and constraint[1].key in _CLAUSES else constraint[2:]
    return unnamed or constraint


def _depths(words: Sequence[Word]) -> Iterator[tuple[Word, int]]:
    """Yield every word with the number of parentheses around it; a parenthesis is outside of itself."""
    depth = 0
    for word in words:
        depth -= word.key == ")"
        yield word, depth
        depth += word.key == "("


def _past_parenthesis(words: Sequence[Word], index: int) -> int | None:
    """Return the index after the parenthesis that closes the one at `index`, None if none does."""
    for past, (word, depth) in enumerate(_depths(words[index:]), start=index + 1):
        if word.key == ")" and depth == 0:
            return past
    return None


def _spell(words: list[Word]) -> str:
    return " ".join(word.text for word in words)
