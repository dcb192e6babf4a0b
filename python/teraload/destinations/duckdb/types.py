"""DuckDB's types and ours."""

from __future__ import annotations

import re

from teraload.schema import ColumnType

_NAMES = {
    "bool": "BOOLEAN",
    "int8": "TINYINT",
    "int16": "SMALLINT",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "uint8": "UTINYINT",
    "uint16": "USMALLINT",
    "uint32": "UINTEGER",
    "uint64": "UBIGINT",
    "float32": "FLOAT",
    "float64": "DOUBLE",
    "date": "DATE",
    "time(us)": "TIME",
    "timestamp(s)": "TIMESTAMP_S",
    "timestamp(ms)": "TIMESTAMP_MS",
    "timestamp(us)": "TIMESTAMP",
    "timestamp(ns)": "TIMESTAMP_NS",
    "timestamptz(us)": "TIMESTAMP WITH TIME ZONE",
    "text": "VARCHAR",
    "binary": "BLOB",
}
_SPELLINGS = {name: spelling for spelling, name in _NAMES.items()}
_WIDE_INTEGERS = ("HUGEINT", "UHUGEINT")
_DECIMAL = re.compile(r"DECIMAL\((\d+),(\d+)\)")


def stored_as(column_type: ColumnType) -> str:
    """Return DuckDB's type for a column of `column_type`."""
    if column_type.kind == "decimal":
        return f"DECIMAL({column_type.precision},{column_type.scale})"
    return _NAMES[str(column_type)]


def parsed_as(name: str) -> str:
    """Return the type that fields are parsed as for a column of DuckDB's type `name`.

    That is `text` for all types that teraload does not make itself: DuckDB casts those (UUID, JSON, ENUM,
    INTERVAL, lists, …) while it inserts.
    """
    if name in _WIDE_INTEGERS:
        # Arrow has no integer this wide. 38 digits are; the 39th that the type could hold is an error.
        return "decimal(38,0)"
    if match := _DECIMAL.fullmatch(name):
        return f"decimal({match[1]},{match[2]})"
    return _SPELLINGS.get(name, "text")


def is_cast(name: str) -> bool:
    """Return whether DuckDB itself makes a value of type `name` out of text."""
    return parsed_as(name) == "text" and name != "VARCHAR"
