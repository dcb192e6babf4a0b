"""PostgreSQL's types and ours."""

from __future__ import annotations

import re
from dataclasses import dataclass

from teraload.schema import ColumnType

_NAMES = {
    "bool": "boolean",
    "int8": "smallint",
    "int16": "smallint",
    "int32": "integer",
    "int64": "bigint",
    "uint8": "smallint",
    "uint16": "integer",
    "uint32": "bigint",
    "uint64": "numeric(20,0)",
    "float32": "real",
    "float64": "double precision",
    "date": "date",
    "time(us)": "time without time zone",
    "timestamp(s)": "timestamp(0) without time zone",
    "timestamp(ms)": "timestamp(3) without time zone",
    "timestamp(us)": "timestamp without time zone",
    "timestamp(ns)": "timestamp without time zone",
    "timestamptz(us)": "timestamp with time zone",
    "binary": "bytea",
}

# The functions that read a type's binary form, and what the form is called by pgcopy.
_KINDS = {
    "boolrecv": "bool",
    "int2recv": "int2",
    "int4recv": "int4",
    "int8recv": "int8",
    "oidrecv": "oid",
    "float4recv": "float4",
    "float8recv": "float8",
    "numeric_recv": "numeric",
    **dict.fromkeys(("textrecv", "varcharrecv", "bpcharrecv", "enum_recv", "json_recv", "citextrecv"), "text"),
    "jsonb_recv": "jsonb",
    "bytearecv": "bytea",
    "date_recv": "date",
    "time_recv": "time",
    "timetz_recv": "timetz",
    "timestamp_recv": "timestamp",
    "timestamptz_recv": "timestamptz",
    "interval_recv": "interval",
    "uuid_recv": "uuid",
    "inet_recv": "inet",
    "cidr_recv": "cidr",
}
_PARSED = {
    "bool": "bool",
    "int2": "int16",
    "int4": "int32",
    "int8": "int64",
    "oid": "uint32",
    "float4": "float32",
    "float8": "float64",
    "bytea": "binary",
    "date": "date",
    "time": "time(us)",
    "timestamptz": "timestamptz(us)",
}
_TIMESTAMPS = {0: "timestamp(s)", 3: "timestamp(ms)"}
_NUMERIC = re.compile(r"numeric\((\d+),(-?\d+)\)")
_MAX_PRECISION = 38


def stored_as(column_type: ColumnType) -> str:
    """Return PostgreSQL's type for a column of `column_type`."""
    if column_type.kind == "decimal":
        return f"numeric({column_type.precision},{column_type.scale})"
    if column_type.kind == "text":
        return f"character varying({column_type.length})" if column_type.length else "text"
    return _NAMES[str(column_type)]


@dataclass(frozen=True, slots=True)
class ServerType:
    """A column's type, as the server describes it; of a domain, what that is made of.

    `receive`: the function that reads its binary form; `modifier`: -1 if it has none; `element_receive` and
    `element_oid`: of an array's elements.
    """

    receive: str
    modifier: int
    element_receive: str | None = None
    element_oid: int | None = None

    @property
    def kind(self) -> str | None:
        """Return what the binary format calls it; None if teraload has no way to make it."""
        if self.receive == "array_recv" and self.element_receive in _KINDS:
            return f"{_KINDS[self.element_receive]}[{self.element_oid}]"
        kind = _KINDS.get(self.receive)
        if kind == "numeric" and self.modifier >= 0:
            # As numeric.c packs them: the scale is a signed number of 11 bits.
            packed = self.modifier - 4
            scale = ((packed & 0x7FF) ^ 1024) - 1024
            return f"numeric({packed >> 16 & 0xFFFF},{scale})"
        return kind

    @property
    def parsed_as(self) -> str:
        """Return the type that fields are parsed as; `text` for all that teraload does not parse itself."""
        kind = self.kind or ""
        if kind == "timestamp":
            return _TIMESTAMPS.get(self.modifier, "timestamp(us)")
        if match := _NUMERIC.fullmatch(kind):
            precision, scale = int(match[1]), int(match[2])
            return f"decimal({precision},{scale})" if 0 <= scale <= precision <= _MAX_PRECISION else "text"
        return _PARSED.get(kind, "text")

    @property
    def max_length(self) -> int | None:
        """Return the most characters of a text."""
        return self.modifier - 4 if self.receive in ("varcharrecv", "bpcharrecv") and self.modifier > 4 else None

    @property
    def rounds_to(self) -> int | None:
        """Return the digits of a second to which the server itself rounds; None if nothing is lost."""
        digits = self.modifier if self.receive in ("time_recv", "timetz_recv", "timestamptz_recv") else -1
        if self.receive == "timestamp_recv" and self.modifier not in _TIMESTAMPS:
            digits = self.modifier
        return digits if 0 <= digits < 6 else None
