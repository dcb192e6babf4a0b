"""DDL text as words with positions.

sqlglot's tokenizer knows what a string, a comment and a quoted name are in each dialect, and is used for
that. Its parser is not used: it refuses what the databases' own export tools write (Oracle's `NOT NULL
ENABLE`, SQL Server's `USE` without a semicolon, pg_dump's COPY data), and it renames types on the way
(MySQL's eight-byte REAL becomes FLOAT, Oracle's 38-digit INTEGER becomes INT, DuckDB's VARCHAR(10) loses its
length), so that what was written is lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import TokenError
from sqlglot.tokenizer_core import Token
from sqlglot.tokens import Tokenizer

from teraload.schema.errors import SchemaError

Kind = Literal["word", "name", "string", "number", "symbol"]


@dataclass(frozen=True, slots=True)
class Word:
    """A word: `text` (a name's without quotes), characters [start, past) of the source, `line` from 1."""

    text: str
    kind: Kind
    line: int
    start: int
    past: int

    @property
    def key(self) -> str:
        """Return the word in capitals if it may be a keyword, the symbol if it is one, else nothing."""
        return self.text.upper() if self.kind in ("word", "symbol") else ""


@dataclass(frozen=True, slots=True)
class Source:
    """DDL and where it comes from, to quote it in errors and notes."""

    text: str
    origin: str

    def quote(self, words: Sequence[Word], limit: int = 100) -> str:
        """Return a run of words as written, every blank a single one, cut after `limit` characters."""
        whole = " ".join(self.text[words[0].start : words[-1].past].split()) if words else ""
        return whole if len(whole) <= limit else f"{whole[: limit - 3]}..."


def keywords(text: str) -> frozenset[str]:
    """Make a set of the words of a text."""
    return frozenset(text.split())


def read_words(text: str, source: Source, dialect: str) -> list[Word]:
    """Read the words of `text`, the source partly blanked. Raises SchemaError for a quote without end."""
    tokenizer = _tokenizer(dialect)
    try:
        tokens = tokenizer.tokenize(text)
    except TokenError as error:
        # sqlglot gives up at the end of the text; what does not end begins after the last whole token.
        rest = text[tokenizer.tokens[-1].end + 1 :] if tokenizer.tokens else text
        found = " ".join(rest.split())[:40]
        raise SchemaError(
            f"a quote or a comment does not end: {found}",
            origin=source.origin,
            line=text.count("\n", 0, len(text) - len(rest.lstrip())) + 1,
            found=found,
            remedy="Close it",
        ) from error
    words: list[Word] = []
    for token in tokens:
        for word in _words(token, text):
            before = words[-1] if words else None
            if before and before.text == "#" and before.past == word.start:  # T-SQL's #temporary
                words[-1] = Word(f"#{word.text}", word.kind, word.line, before.start, word.past)
            else:
                words.append(word)
    return words


def _words(token: Token, text: str) -> list[Word]:
    """Split a token into words: sqlglot makes one token, in capitals, of `primary key`."""
    kind = token.token_type.name
    if kind == "IDENTIFIER":
        return [Word(token.text, "name", token.line, token.start, token.end + 1)]
    if kind == "NUMBER" or "STRING" in kind.split("_"):
        quoted: Kind = "number" if kind == "NUMBER" else "string"
        return [Word(token.text, quoted, token.line, token.start, token.end + 1)]
    return [
        Word(
            part.group(),
            "word" if re.match(r"[\w$@]", part.group()) else "symbol",
            token.line,
            token.start + part.start(),
            token.start + part.end(),
        )
        for part in re.finditer(r"\S+", text[token.start : token.end + 1])
    ]


@cache
def _tokenizer_class(dialect: str) -> type[Tokenizer]:
    """Make the dialect's tokenizer without its commands, which swallow all text up to a semicolon."""
    base = Dialect.get_or_raise(dialect).tokenizer_class
    metaclass: Any = type(base)
    made: type[Tokenizer] = metaclass(f"Ddl{base.__name__}", (base,), {"COMMANDS": set()})
    return made


def _tokenizer(dialect: str) -> Tokenizer:
    return _tokenizer_class(dialect)(dialect=dialect)
