"""The column types teraload stores, each with one spelling that the Rust core reads too."""

from __future__ import annotations

import re
from dataclasses import dataclass

from teraload.schema.errors import SchemaError

# 38 digits is the widest decimal that DuckDB, T-SQL, Oracle and Arrow's decimal128 share.
MAX_PRECISION = 38

_PLAIN = (
    "bool",
    *("int8", "int16", "int32", "int64"),
    *("uint8", "uint16", "uint32", "uint64"),
    *("float32", "float64"),
    *("date", "text", "binary"),
)
_UNITS = {"time": ("us",), "timestamp": ("s", "ms", "us", "ns"), "timestamptz": ("us",)}
_SPELLINGS = ", ".join(
    (*_PLAIN, "decimal(p,s)", *(f"{kind}({unit})" for kind, units in _UNITS.items() for unit in units))
)
_SPELLED = re.compile(r"(\w+)(?:\((\w+)(?:,(\w+))?\))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ColumnType:
    """What a column stores: a kind and, by kind, its parameters.

    `decimal` has `precision` (1 to 38 digits) and `scale` (0 to precision); `time`, `timestamp` and
    `timestamptz` have a `unit` (s, ms, us, ns: the smallest step); `text` may have a declared `length`,
    in characters. Raises SchemaError for any other combination.
    """

    kind: str
    precision: int | None = None
    scale: int | None = None
    unit: str | None = None
    length: int | None = None

    def __post_init__(self) -> None:
        problem = self._problem()
        if problem:
            raise SchemaError(problem, found=self.kind, expected=_SPELLINGS, remedy=f"Types are: {_SPELLINGS}")

    def __str__(self) -> str:
        """Return the canonical spelling. A text's declared length is no part of it."""
        if self.kind == "decimal":
            return f"decimal({self.precision},{self.scale})"
        return f"{self.kind}({self.unit})" if self.unit else self.kind

    @classmethod
    def parse(cls, spelling: str) -> ColumnType:
        """Read a canonical spelling, case and blanks aside. Raises SchemaError for any other text."""
        compact = re.sub(r"\s+", "", spelling).lower()
        match = _SPELLED.fullmatch(compact)
        kind, first, second = match.groups() if match else (None, None, None)
        if kind == "decimal" and first and second and first.isdigit() and second.isdigit():
            return cls(kind, precision=int(first), scale=int(second))
        if kind and kind != "decimal" and second is None:
            return cls(kind, unit=first)
        raise SchemaError(
            f'"{spelling}" is not a type',
            found=spelling,
            expected=_SPELLINGS,
            remedy=f"Types are: {_SPELLINGS}",
        )

    def _problem(self) -> str | None:
        """Say what is wrong with this combination of parameters, or None."""
        problem: str | None = None
        units = _UNITS.get(self.kind, (None,))
        if self.kind not in (*_PLAIN, *_UNITS, "decimal"):
            problem = f'"{self.kind}" is not a kind of type'
        elif self.unit not in units:
            problem = f'{self.kind}: the unit "{self.unit}" is not one it has'
        elif self.length is not None and (self.kind != "text" or self.length < 1):
            problem = f"{self.kind}: {self.length} is not a length of text in characters"
        elif self.kind == "decimal":
            problem = self._decimal_problem()
        elif self.precision is not None or self.scale is not None:
            problem = f"{self.kind} takes no precision and no scale"
        return problem

    def _decimal_problem(self) -> str | None:
        if self.precision is None or not 1 <= self.precision <= MAX_PRECISION:
            return f"decimal: precision {self.precision} is not 1 to {MAX_PRECISION}"
        if self.scale is None or not 0 <= self.scale <= self.precision:
            return f"decimal: scale {self.scale} is not 0 to the precision, {self.precision}"
        return None


BOOL = ColumnType("bool")
INT8, INT16, INT32, INT64 = (ColumnType(f"int{bits}") for bits in (8, 16, 32, 64))
UINT8, UINT16, UINT32, UINT64 = (ColumnType(f"uint{bits}") for bits in (8, 16, 32, 64))
FLOAT32, FLOAT64 = ColumnType("float32"), ColumnType("float64")
DATE, TIME = ColumnType("date"), ColumnType("time", unit="us")
TIMESTAMPTZ = ColumnType("timestamptz", unit="us")
BINARY = ColumnType("binary")


def decimal(precision: int, scale: int) -> ColumnType:
    """Make `decimal(precision,scale)`, both in digits."""
    return ColumnType("decimal", precision=precision, scale=scale)


def timestamp(unit: str) -> ColumnType:
    """Make a timestamp without a zone; `unit` is s, ms, us or ns."""
    return ColumnType("timestamp", unit=unit)


def text(length: int | None = None) -> ColumnType:
    """Make text, with its declared length in characters if it has one."""
    return ColumnType("text", length=length)
