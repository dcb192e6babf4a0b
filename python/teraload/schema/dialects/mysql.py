"""MySQL's and MariaDB's type names (https://dev.mysql.com/doc/refman/8.4/en/data-types.html)."""

from __future__ import annotations

from teraload.schema.dialects.rules import (
    Meaning,
    Refused,
    Rule,
    Vocabulary,
    any_width,
    binary,
    characters,
    exact,
    fixed,
    floating,
    instant,
    moment,
    no_kind,
    time_of_day,
    vocabulary,
)
from teraload.schema.types import (
    BOOL,
    DATE,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    ColumnType,
)

_OTHERS = (
    "json",
    "enum",
    "set",
    "geometry",
    "point",
    "linestring",
    "polygon",
    "vector",
    "uuid",
    "inet4",
    "inet6",
)
_SIGNLESS = "that it is UNSIGNED is not checked"
_INTEGERS: dict[str, tuple[ColumnType, ColumnType]] = {
    "tinyint|int1": (INT8, UINT8),
    "smallint|int2": (INT16, UINT16),
    "mediumint|int3|middleint": (INT32, UINT32),
    "int|integer|int4": (INT32, UINT32),
    "bigint|int8": (INT64, UINT64),
}


def _attributed(rules: dict[str, Rule], *attributes: str) -> dict[str, Rule]:
    """Return the same rules under their names with each of the attributes appended."""
    return {
        f"{name} {attribute}": rule
        for names, rule in rules.items()
        for name in names.split("|")
        for attribute in attributes
    }


def _tinyint(parameters: tuple[str, ...]) -> Meaning | Refused:
    if parameters == ("1",):
        return Meaning(BOOL, "TINYINT(1) is taken for MySQL's BOOL; write TINYINT if it holds other than 0 and 1")
    return Meaning(INT8)


def _bit(parameters: tuple[str, ...]) -> Meaning | Refused:
    if parameters in ((), ("1",)):
        return Meaning(BOOL)
    return Refused("a field of more than one bit is not supported yet", "Declare it bigint or varbinary")


def _float(parameters: tuple[str, ...]) -> Meaning | Refused:
    # FLOAT(7,3) is digits as displayed and stays four bytes; FLOAT(30) is bits of mantissa.
    return Meaning(FLOAT32) if len(parameters) > 1 else floating(default=24)(parameters)


_SIGNED = {names: any_width(signed) for names, (signed, _) in _INTEGERS.items()}
_UNSIGNED = {names: any_width(unsigned) for names, (_, unsigned) in _INTEGERS.items()}
_CHARACTERS = {
    "char|character|nchar|national char|national character": characters(default=1),
    "varchar|nvarchar|character varying|char varying|national varchar": characters(),
    "national character varying|national char varying|nchar varchar": characters(),
    "text|tinytext|mediumtext|longtext|long|long varchar": characters(),
}
VOCABULARY: Vocabulary = vocabulary(
    {
        **_SIGNED,
        **_attributed(_SIGNED, "signed"),
        # ZEROFILL makes a column UNSIGNED.
        **_attributed(_UNSIGNED, "unsigned", "zerofill", "unsigned zerofill", "zerofill unsigned"),
        "tinyint": _tinyint,
        "bool|boolean": fixed(BOOL),
        "bit": _bit,
        "serial": fixed(UINT64, "its values are read from the file, no AUTO_INCREMENT is created", not_null=True),
        "year": any_width(INT16),
        "float": _float,
        "float4": fixed(FLOAT32),
        "float unsigned": any_width(FLOAT32, _SIGNLESS),
        # REAL is eight bytes unless the server runs in sql_mode REAL_AS_FLOAT.
        "double|double precision|real|float8": any_width(FLOAT64),
        "double unsigned|double precision unsigned|real unsigned": any_width(FLOAT64, _SIGNLESS),
        "decimal|numeric|dec|fixed": exact(default=(10, 0)),
        "decimal unsigned|numeric unsigned|dec unsigned|fixed unsigned": exact((10, 0), _SIGNLESS),
        **_CHARACTERS,
        **_attributed(_CHARACTERS, "binary"),
        "binary|varbinary|blob|tinyblob|mediumblob|longblob|long varbinary": binary(),
        "date": fixed(DATE),
        "time": time_of_day(
            default=0,
            note="MySQL's TIME runs to 838:59:59, time(us) to 24:00:00; declare varchar if it is a duration",
        ),
        "datetime": moment(default=0, finest=6),
        # Stored as UTC, shown in the session's zone: an instant, though its text carries no offset.
        "timestamp": instant(default=0, note="MySQL's TIMESTAMP is an instant; declare DATETIME if it is not"),
        **{name: no_kind(f"MySQL's {name}", "varchar(n) or longtext") for name in _OTHERS},
    }
)
