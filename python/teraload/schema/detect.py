"""Which dialect a script is written in, and how that shows."""

from __future__ import annotations

import re

from teraload.schema.create_table import read_create_table, spell_type
from teraload.schema.dialects import DIALECTS, Dialect
from teraload.schema.errors import SchemaError
from teraload.schema.statements import read_script, without_copy_data
from teraload.schema.words import Source

# What only one dialect writes. Names of types are no marks: those are counted.
_MARKS = (
    ("tsql", "names in [brackets]", r"(?<![\w\]\"\[])\[[A-Za-z_@]"),
    ("tsql", "GO", r"^[ \t]*GO[ \t]*;?[ \t]*\r?$"),
    ("tsql", "(MAX)", r"\(\s*MAX\s*\)"),
    ("tsql", "IDENTITY(", r"\bIDENTITY\s*\(\s*\d"),
    ("mysql", "names in `backticks`", r"`\w[^`\n]*`"),
    ("mysql", "ENGINE=", r"\bENGINE\s*=\s*\w"),
    ("mysql", "AUTO_INCREMENT", r"\bAUTO_INCREMENT\b"),
    ("mysql", "UNSIGNED", r"(INT|INTEGER|\))\s*UNSIGNED\b"),
    ("oracle", "VARCHAR2", r"\bN?VARCHAR2\b"),
    ("postgres", "COPY ... FROM stdin", r"^COPY\s[^\n]*\sFROM\s+stdin"),
)
# A string is looked for in one line: an apostrophe in a remark must not turn all that follows inside out.
_STRINGS_AND_COMMENTS = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^'\n]|'')*'", re.DOTALL)


def detect(source: Source) -> tuple[Dialect, str]:
    """Return the dialect and the reason.

    A dialect's mark decides. Without one, the dialect that knows most of the types' names does,
    PostgreSQL before DuckDB before the others; names, not meanings: a type that PostgreSQL knows and
    teraload refuses is PostgreSQL's.
    """
    bare = _STRINGS_AND_COMMENTS.sub("''", without_copy_data(source.text))
    for name, mark, pattern in _MARKS:
        if re.search(pattern, bare, re.MULTILINE | re.IGNORECASE):
            return DIALECTS[name], f"the script has {mark}"
    unknown = {name: _unknown_types(source, dialect) for name, dialect in DIALECTS.items()}
    readable = {name: names for name, names in unknown.items() if names is not None}
    if not readable:
        return DIALECTS["postgres"], "nothing in the script shows another dialect"
    best = DIALECTS[min(readable, key=lambda name: len(readable[name]))]
    if best.name == "postgres":
        return best, "nothing in the script shows another dialect"
    strange = readable.get("postgres")
    reason = f'PostgreSQL has no type "{min(strange)}"' if strange else "PostgreSQL cannot read it"
    others = [DIALECTS[name].title for name, names in readable.items() if not names and name != best.name]
    if others:
        # TINYINT, DATETIME and FLOAT exist in several, and mean something else in each.
        reason += f"; it may be {' or '.join(others)}, where types mean something else: name the dialect if it is"
    return best, reason


def _unknown_types(source: Source, dialect: Dialect) -> set[str] | None:
    """Return the names of types which the dialect does not have, None if it cannot read the script."""
    try:
        statements = read_script(source, dialect.name).statements
        tables = [table for one in statements if (table := read_create_table(one, source, dialect.name))]
    except SchemaError:
        return None
    names = {
        spell_type(column.type_words, quoted_as_plain=dialect.quotes_types, home=dialect.home)[0]
        for table in tables
        for column in table.columns
    }
    return {name for name in names if not dialect.knows(name)}
