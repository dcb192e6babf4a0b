"""The kinds of values that the fields of a job hold: how people write each, and what is checked of it alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    WithJsonSchema,
)

from teraload.sizes import parse_bytes

# A delimiter, a line's end or a comment's prefix is compared in one register of 64 bits.
MOST_MARK_BYTES = 8

_DELIMITER_NAMES = {"tab": "\t", "comma": ",", "pipe": "|", "semicolon": ";", "space": " "}
_ESCAPE = re.compile(r"\\(?:x([0-7][0-9A-Fa-f])|([trn\\]))")
_LETTERS = {"t": "\t", "r": "\r", "n": "\n", "\\": "\\"}


class Options(BaseModel):
    """A part of the job. Each field's docstring is its description in the JSON Schema and in the command's help."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


@dataclass(frozen=True, eq=False)
class AlsoAs:
    """Says in the JSON Schema what a validator takes beside the type itself. Hashed, as in `X | None`, by identity."""

    schema: dict[str, Any]

    def __get_pydantic_json_schema__(self, core: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Return the type's schema or the other one."""
        return {"anyOf": [handler(core), self.schema]}


@dataclass(frozen=True, slots=True)
class MaxRejects:
    """How many records may be rejected: a `count`, or a `fraction` of those that are read; the other is None."""

    count: int | None
    fraction: float | None

    @property
    def allows_any(self) -> bool:
        """Return whether at least one record may be rejected."""
        return bool(self.count or self.fraction)


NO_REJECTS = MaxRejects(0, None)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _LETTERS[found[2]], text)


def _mark(text: str) -> str:
    text = _unescape(text)
    if not 1 <= len(text.encode()) <= MOST_MARK_BYTES:
        raise ValueError(f"expected 1 to {MOST_MARK_BYTES} bytes")
    return text


def _delimiter(text: str) -> str:
    try:
        return _mark(_DELIMITER_NAMES.get(text, text))
    except ValueError:
        raise ValueError(
            f"a delimiter is 1 to {MOST_MARK_BYTES} bytes, or tab, comma, pipe, semicolon, space"
        ) from None


def _character(text: str) -> str:
    if text == "none":
        return text
    text = _unescape(text)
    if len(text) != 1 or not text.isascii() or text in "\r\n":
        raise ValueError("expected one ASCII character, or none")
    return text


def _null(text: str) -> str:
    if any(character in text for character in "\r\n"):
        raise ValueError("the text that means NULL cannot hold a line end")
    return text


def _count(value: Any) -> Any:
    # To pydantic true is 1, and to YAML an unquoted `yes` is true.
    if isinstance(value, bool):
        raise ValueError("expected a number")
    return value


def _listed(value: Any) -> Any:
    return value if isinstance(value, list | tuple | dict) else [value]


def _max_rejects(value: Any) -> MaxRejects:
    match = re.fullmatch(r"(\d+)|(\d+(?:\.\d+)?)\s*%", "" if isinstance(value, bool) else str(value))
    if match is None or (match[2] and float(match[2]) > 100):
        raise ValueError("expected a number of records, or of percent as 0.5%")
    return MaxRejects(int(match[1]), None) if match[1] else MaxRejects(None, float(match[2]) / 100)


_TEXT = AlsoAs({"type": "string"})

Bytes = Annotated[int, BeforeValidator(_count), BeforeValidator(parse_bytes), Field(gt=0)]
SIZE = AlsoAs({"type": "string", "format": "bytes"})
Count = Annotated[int, BeforeValidator(_count)]
Delimiter = Annotated[str, AfterValidator(_delimiter)]
Mark = Annotated[str, AfterValidator(_mark)]
# `lines` and `any` are five and three letters, so they pass as marks; who needs those bytes writes one as \x61.
Terminator = Annotated[str, AfterValidator(_mark)]
Character = Annotated[str, AfterValidator(_character)]
Nulls = Annotated[tuple[Annotated[str, AfterValidator(_null)], ...], BeforeValidator(_listed), _TEXT]
Texts = Annotated[tuple[str, ...], BeforeValidator(_listed), _TEXT]
Rejects = Annotated[
    MaxRejects,
    PlainValidator(_max_rejects),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^\d+(\.\d+)?\s*%?$"}]}),
]
OnError = Literal["fail", "reject", "null"]
OnTruncate = Literal["fail", "reject", "truncate"]
