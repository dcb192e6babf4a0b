"""Tables out of anybody's CREATE TABLE.

Carried over: tables, columns, types, NOT NULL (also where PRIMARY KEY or a sequence implies it). All else
becomes a note: constraints, defaults, indexes, options, other statements. What would make the columns others
than those written (LIKE, INHERITS, AS SELECT, ALTER TABLE ... ADD COLUMN) and every type that cannot be
stored is an error. A generated column with a type is an ordinary column: its values are read from the file.
One without a type is an error. A table's schema is dropped from its name; names keep their case, quoted or
not.
"""

from __future__ import annotations

from collections.abc import Collection

from teraload.schema.alter_table import read_alter_table
from teraload.schema.create_table import (
    ColumnItem,
    CreateTable,
    begins_with,
    in_parentheses,
    read_create_table,
    spell_type,
    split_commas,
)
from teraload.schema.detect import detect
from teraload.schema.dialects import DIALECTS, Dialect, Meaning, Refused
from teraload.schema.errors import SchemaError
from teraload.schema.statements import read_script
from teraload.schema.table import Column, Schema, Table
from teraload.schema.words import Source, Word, keywords

# A statement that is not read is counted under its first word, and under the next one too after these.
_TWO_WORDS = keywords("CREATE ALTER DROP COMMENT INSERT LOCK UNLOCK")
# What begins a part of CREATE TABLE that adds columns from elsewhere.
_COPIES_COLUMNS = keywords("AS SELECT LIKE INHERITS")
_ADJECTIVES = keywords("OR REPLACE UNIQUE CLUSTERED NONCLUSTERED BITMAP EDITIONABLE NONEDITIONABLE")


def read_ddl(
    text: str, *, dialect: str = "auto", origin: str = "<ddl>", tables: Collection[str] | None = None
) -> Schema:
    """Read the tables that a DDL script creates.

    `dialect` is auto, postgres, duckdb, tsql, mysql or oracle; under auto the first note says which was
    taken and why. `origin` is the file's name, for errors. `tables`, where given, are the only ones read
    (in any case), so that a type that cannot be stored matters only in a table that is loaded.

    Raises SchemaError, with origin, line, table and column, for a type that is unknown or cannot be
    stored, for a table created twice, for one of `tables` that is not there, for text that cannot be
    read, and if no table is left.
    """
    source = Source(text, origin)
    if dialect == "auto":
        taken, reason = detect(source)
        notes = [f"read as {taken.title}: {reason}"]
    elif dialect in DIALECTS:
        taken, notes = DIALECTS[dialect], []
    else:
        known = ", ".join(("auto", *DIALECTS))
        raise SchemaError(
            f'"{dialect}" is not a dialect',
            origin=origin,
            found=dialect,
            expected=known,
            remedy=f"Take one of {known}",
        )
    script = read_script(source, taken.name)
    reader = _Reader(source, taken, None if tables is None else {name.casefold() for name in tables})
    for statement in script.statements:
        reader.read(statement)
    if not reader.tables and not reader.unwanted:
        raise SchemaError(
            "no CREATE TABLE with a list of columns is in it",
            origin=origin,
            expected="CREATE TABLE",
            remedy="; ".join(("Give it the script that creates the tables", *reader.notes, *reader.skipped_note())),
        )
    notes += [*script.notes, *reader.notes, *reader.skipped_note()]
    schema = Schema({table.name: table for table in reader.tables.values()}, tuple(notes))
    for name in tables or ():
        if name.casefold() not in reader.tables:
            names = ", ".join((*schema.tables, *reader.unwanted))
            raise SchemaError(
                f'no CREATE TABLE of "{name}" is in it',
                origin=origin,
                table=name,
                remedy=f"It creates {names}",
            )
    return schema


class _Reader:
    """What has been read of one script so far."""

    def __init__(self, source: Source, dialect: Dialect, wanted: set[str] | None) -> None:
        self.source, self.dialect, self.wanted = source, dialect, wanted
        self.tables: dict[str, Table] = {}  # by casefolded name
        self.notes: list[str] = []
        self.unwanted: list[str] = []
        self._lines: dict[str, int] = {}
        self._skipped: dict[str, list[int]] = {}  # kind of statement: lines

    def read(self, statement: list[Word]) -> None:
        """Take in one statement."""
        try:
            created = read_create_table(statement, self.source, self.dialect.name)
        except SchemaError as error:
            if error.table is None or self._wants(error.table):
                raise
            return
        if created:
            self._create(created)
        elif not self._alter(statement):
            self._skip(statement)

    def skipped_note(self) -> tuple[str, ...]:
        """Return at most one sentence about the statements and tables that were not read."""
        kinds = [
            f"{kind} (line {lines[0]}{f' and {len(lines) - 1} more' if len(lines) > 1 else ''})"
            for kind, lines in self._skipped.items()
        ]
        kinds += [f"table {name}, not asked for" for name in self.unwanted]
        return (f"not read: {', '.join(kinds)}",) if kinds else ()

    def _create(self, created: CreateTable) -> None:
        name, key = created.name.text, created.name.text.casefold()
        if not self._wants(name):
            return
        if not created.has_list:
            found = self.source.quote(created.rest) or "nothing"
            self.notes.append(f"{name}: not read, {found} stands where its columns belong")
            return
        if key in self._lines:
            raise self._error(
                f"the table is created twice, first at line {self._lines[key]}",
                created,
                remedy="Remove one of them",
            )
        self._lines[key] = created.name.line
        for words in (created.rest, *created.constraints):
            if words and (words[0].key in _COPIES_COLUMNS or any(word.key == "SELECT" for word in words)):
                found = self.source.quote(words)
                what = f"columns that are not written out: {found}"
                raise self._error(what, created, found=found, remedy="Write the columns out")
        keys = {part for item in created.constraints for part in self._key_columns(item, created)}
        columns = [self._column(item, name, keys) for item in created.columns]
        self.notes += [f"{name}: {self.source.quote(item)} is not created" for item in created.constraints]
        if created.rest:
            self.notes.append(f"{name}: {self.source.quote(created.rest)} is not carried over")
        try:
            self.tables[key] = Table(name, tuple(columns))
        except SchemaError as error:
            raise self._error(error.what, created, found=error.found, remedy=error.remedy) from None

    def _wants(self, name: str) -> bool:
        """Whether a table is asked for; if not, that is kept for the note."""
        wants = self.wanted is None or name.casefold() in self.wanted
        if not wants:
            self.unwanted.append(name)
        return wants

    def _column(self, item: ColumnItem, table: str, keys: set[str]) -> Column:
        meaning = self._meaning(item, table)
        name = item.name.text
        if meaning.note:
            self.notes.append(f"{table}.{name}: {meaning.note}")
        not_null = meaning.not_null or name.casefold() in keys
        for clause in item.clauses:
            words = [word.key for word in clause]
            if words[0] == "NOT" and "DISABLE" not in words:
                not_null = True
            elif words[0] != "NULL" and words != ["DEFAULT", "NULL"]:
                if words[0] in ("PRIMARY", "KEY", "IDENTITY", "AUTO_INCREMENT") or "IDENTITY" in words:
                    not_null = True
                made = words[0] in ("GENERATED", "AS", "IDENTITY", "AUTO_INCREMENT")
                left = "is not carried over, its values are read from the file" if made else "is not created"
                self.notes.append(f"{table}.{name}: {self.source.quote(clause)} {left}")
        return Column(name, meaning.type, nullable=not not_null)

    def _meaning(self, item: ColumnItem, table: str) -> Meaning:
        name, parameters = spell_type(
            item.type_words, quoted_as_plain=self.dialect.quotes_types, home=self.dialect.home
        )
        meaning = self.dialect.meaning(name, parameters)
        if isinstance(meaning, Meaning):
            return meaning
        found = self.source.quote(item.type_words)
        if isinstance(meaning, Refused):
            what, remedy = f'the type "{found}" cannot be loaded: {meaning.why}', meaning.remedy
        else:
            what = f'"{found}" is no type that {self.dialect.title} has by itself'
            others = [other.title for other in DIALECTS.values() if other.knows(name)]
            remedy = f"Write a type of {self.dialect.title}" + (
                f", or name the dialect if it is {' or '.join(others)}" if others else ""
            )
        raise SchemaError(
            what,
            origin=self.source.origin,
            line=item.type_words[0].line,
            table=table,
            column=item.name.text,
            found=found,
            expected=f"a type of {self.dialect.title}",
            remedy=remedy,
        )

    def _key_columns(self, constraint: list[Word], created: CreateTable) -> set[str]:
        """Return the casefolded columns of a PRIMARY KEY, none for any other constraint."""
        if not begins_with(constraint, "PRIMARY"):
            return set()
        names = [run[0].text for run in split_commas(in_parentheses(constraint)) if run]
        known = {item.name.text.casefold() for item in created.columns}
        for name in names:
            if name.casefold() not in known:
                raise self._error(f'PRIMARY KEY of a column "{name}" that is not there', created, found=name)
        return {name.casefold() for name in names}

    def _alter(self, statement: list[Word]) -> bool:
        """Note an ALTER TABLE of a table that was read; return False for any other statement."""
        altered = read_alter_table(statement)
        table = self.tables.get(altered.name.text.casefold()) if altered else None
        if altered is None or table is None or not altered.matters:
            return False
        change = self.source.quote(altered.change)
        if altered.changes_columns:
            raise SchemaError(
                f"ALTER TABLE changes the columns: {change}",
                origin=self.source.origin,
                line=altered.name.line,
                table=table.name,
                found=change,
                remedy="Write the change into the CREATE TABLE",
            )
        self.notes.append(f"{table.name}: {change} is not applied")
        return True

    def _skip(self, statement: list[Word]) -> None:
        words = [word.key or word.text for word in statement if word.key not in _ADJECTIVES]
        kind = " ".join(words[: 2 if words[0] in _TWO_WORDS else 1])
        self._skipped.setdefault(kind, []).append(statement[0].line)

    def _error(
        self, what: str, created: CreateTable, *, found: str | None = None, remedy: str | None = None
    ) -> SchemaError:
        return SchemaError(
            what,
            origin=self.source.origin,
            line=created.name.line,
            table=created.name.text,
            found=found,
            remedy=remedy,
        )
