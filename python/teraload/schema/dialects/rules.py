"""What a type's name can mean: the rules of which every dialect's vocabulary is made.

A vocabulary maps a type's name as that dialect writes it (lower case, one blank between words, without
parameters) to a rule; a rule turns the parameters into a column type, or refuses. A type is mapped where
every value of it can be stored as it is, or where a note says which cannot; any other is refused, never
silently made text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from teraload.schema.types import (
    BINARY,
    FLOAT32,
    FLOAT64,
    MAX_PRECISION,
    TIME,
    TIMESTAMPTZ,
    ColumnType,
    decimal,
    text,
    timestamp,
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """A column type, what of the name is left behind, and whether the name alone implies NOT NULL."""

    type: ColumnType
    note: str | None = None
    not_null: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a type cannot be stored, and what to write instead."""

    why: str
    remedy: str


# IEEE 754: the bits of mantissa of four and of eight bytes.
SINGLE_BITS, DOUBLE_BITS = 24, 53
# The unit of a timestamp by the digits of its seconds' fraction.
_UNITS = ("s", "ms", "ms", "ms", "us", "us", "us", "ns", "ns", "ns")
MICROSECOND_DIGITS = 6

Rule = Callable[[tuple[str, ...]], "Meaning | Refused"]
Vocabulary = Mapping[str, Rule]


def vocabulary(rules: Mapping[str, Rule]) -> Vocabulary:
    """Spell out synonyms: `{"int|integer": rule}` has two names."""
    return {name: rule for names, rule in rules.items() for name in names.split("|")}


def fixed(kind: ColumnType, note: str | None = None, *, not_null: bool = False) -> Rule:
    """Map a type without parameters."""

    def rule(parameters: tuple[str, ...]) -> Meaning | Refused:
        if parameters:
            return Refused("the type takes no parameters", f"Write it without ({', '.join(parameters)})")
        return Meaning(kind, note, not_null)

    return rule


def any_width(kind: ColumnType, note: str | None = None) -> Rule:
    """Map a type whose parameters are not enforced, or say nothing about its values (MySQL's INT(11))."""
    return lambda parameters: Meaning(kind, note)


def refused(why: str, remedy: str) -> Rule:
    """Refuse a type."""
    return lambda parameters: Refused(why, remedy)


def no_kind(name: str, instead: str = "text") -> Rule:
    """Refuse a type that has no counterpart among the column types yet."""
    return refused(f"{name} is not supported yet", f"Declare the column {instead} to load it as that")


def characters(default: int | None = None) -> Rule:
    """Map text; `default` is its length where none is written. `30 byte` bounds characters, too."""

    def rule(parameters: tuple[str, ...]) -> Meaning | Refused:
        if not parameters:
            return Meaning(text(default))
        length = parameters[0].split()[0].lower()
        if length == "max":
            return Meaning(text())
        if len(parameters) > 1 or not length.isdigit() or not int(length):
            return Refused(f"({', '.join(parameters)}) is not a length", "Write a number of characters")
        return Meaning(text(int(length)))

    return rule


def exact(default: tuple[int, int] | None, note: str | None = None) -> Rule:
    """Map a decimal; `default` is (precision, scale) where none is written, None where it has no bounds."""

    def rule(parameters: tuple[str, ...]) -> Meaning | Refused:
        if not parameters or parameters == ("*",):
            if default is None:
                return Refused("a number without a precision has no bounds", "Write one, as in numeric(18,2)")
            return Meaning(decimal(*default), note)
        digits = (str(MAX_PRECISION) if parameters[0] == "*" else parameters[0], *parameters[1:])
        values = _integers(digits, at_most=2)
        if values is None:
            return Refused(f"({', '.join(parameters)}) is not (precision, scale)", "Write it as in numeric(18,2)")
        precision, scale = (*values, 0)[:2]
        if not 1 <= precision <= MAX_PRECISION:
            return Refused(f"precision {precision} is not 1 to {MAX_PRECISION} digits", "Declare float64 or text")
        if not 0 <= scale <= precision:
            return Refused(
                f"scale {scale} is not 0 to the precision, {precision}",
                "Write the digits out, as in numeric(18,2)",
            )
        return Meaning(decimal(precision, scale), note)

    return rule


def floating(default: int, *, widest: int = DOUBLE_BITS, note: str | None = None) -> Rule:
    """Map a binary float by its bits of mantissa."""

    def rule(parameters: tuple[str, ...]) -> Meaning | Refused:
        values = _integers(parameters, at_most=1)
        if values is None or not all(1 <= bits <= widest for bits in values):
            return Refused(f"({', '.join(parameters)}) is not 1 to {widest} bits", "Write a plain float or double")
        bits = values[0] if values else default
        return Meaning(FLOAT32 if bits <= SINGLE_BITS else FLOAT64, note if bits > DOUBLE_BITS else None)

    return rule


def moment(default: int, finest: int) -> Rule:
    """Map a timestamp without a zone: the coarsest unit that holds the digits of its seconds' fraction."""

    def rule(parameters: tuple[str, ...]) -> Meaning | Refused:
        digits = _fraction(parameters, default, finest)
        if digits is None:
            return _no_fraction(parameters, finest)
        unit = _UNITS[digits]
        # int64 nanoseconds since 1970 end there; a 9999-12-31 for "for ever" lies outside.
        note = "timestamp(ns) holds 1677-09-21 to 2262-04-11 only; with 6 digits it holds any year"
        return Meaning(timestamp(unit), note if unit == "ns" else None)

    return rule


def instant(default: int = MICROSECOND_DIGITS, finest: int = MICROSECOND_DIGITS, note: str | None = None) -> Rule:
    """Map a timestamp with a zone: microseconds, with a note where the declared fraction is finer."""
    return _microseconds(TIMESTAMPTZ, default, finest, note)


def time_of_day(default: int = MICROSECOND_DIGITS, finest: int = MICROSECOND_DIGITS, note: str | None = None) -> Rule:
    """Map a time without a zone: microseconds, with a note where the declared fraction is finer."""
    return _microseconds(TIME, default, finest, note)


def binary() -> Rule:
    """Map bytes; their declared length is not enforced."""
    return any_width(BINARY)


def _microseconds(kind: ColumnType, default: int, finest: int, note: str | None) -> Rule:
    def rule(parameters: tuple[str, ...]) -> Meaning | Refused:
        digits = _fraction(parameters, default, finest)
        if digits is None:
            return _no_fraction(parameters, finest)
        finer = f"{kind} holds 6 digits of the second, the declared type {digits}"
        return Meaning(kind, finer if digits > MICROSECOND_DIGITS else note)

    return rule


def _fraction(parameters: tuple[str, ...], default: int, finest: int) -> int | None:
    values = _integers(parameters, at_most=1)
    if values is None or not all(0 <= digits <= finest for digits in values):
        return None
    return values[0] if values else default


def _no_fraction(parameters: tuple[str, ...], finest: int) -> Refused:
    return Refused(f"({', '.join(parameters)}) is not 0 to {finest} digits of the second", "Write 6, or none")


def _integers(parameters: tuple[str, ...], at_most: int) -> list[int] | None:
    """Return the parameters as integers, None if they are more than that or anything else."""
    try:
        values = [int(parameter.replace(" ", "")) for parameter in parameters]
    except ValueError:
        return None
    return values if len(values) <= at_most else None
