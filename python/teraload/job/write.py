"""Job files, written: YAML that `read_job_file` reads back as the same values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*")
# What YAML takes for something else than text.
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "none"))


def text(value: str) -> str:
    """Return a text as YAML has it: in quotes unless it can be nothing else, each `$` doubled."""
    value = value.replace("$", "$$")
    return key(value)


def key(value: str) -> str:
    """Return the name of a column as YAML has it. In names a `$` is one."""
    if _PLAIN.fullmatch(value) and value.casefold() not in _WORDS:
        return value
    return '"' + "".join(map(_character, value)) + '"'


def _character(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable() and character not in "\u2028\u2029\ufeff":
        return character
    code = ord(character)
    if character == "\t":
        return "\\t"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def value(of: Any) -> str:
    """Return a value of a job as YAML in one line."""
    if isinstance(of, bool):
        return "true" if of else "false"
    if isinstance(of, int):
        return str(of)
    if isinstance(of, str):
        return text(of)
    if isinstance(of, Mapping):
        return "{" + ", ".join(f"{key(str(name))}: {value(its)}" for name, its in of.items()) + "}"
    if isinstance(of, Sequence):
        return "[" + ", ".join(map(value, of)) + "]"
    raise TypeError(f"a job has no {type(of).__name__}")


def commented(comment: str) -> str:
    """Return a remark that stays in its line."""
    return "# " + "".join(letter if letter.isprintable() else "\ufffd" for letter in comment)
