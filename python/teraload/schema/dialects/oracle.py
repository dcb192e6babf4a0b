"""Oracle's type names (Oracle Database SQL Language Reference, "Data Types")."""

from __future__ import annotations

from teraload.schema.dialects.rules import (
    Meaning,
    Refused,
    Vocabulary,
    binary,
    characters,
    exact,
    fixed,
    floating,
    instant,
    moment,
    no_kind,
    vocabulary,
)
from teraload.schema.types import BOOL, FLOAT32, FLOAT64, decimal, timestamp

# FLOAT, REAL and DOUBLE PRECISION are NUMBERs there, with up to 126 bits.
_ROUNDED = "Oracle keeps up to 38 digits of it, float64 keeps 15; declare NUMBER(p,s) to keep them all"
_OTHERS = ("bfile", "rowid", "urowid", "xmltype", "json", "sdo_geometry", "vector")


def _number(parameters: tuple[str, ...]) -> Meaning | Refused:
    if parameters in ((), ("*",)):
        return Refused(
            "a NUMBER without a precision holds any number of digits on either side of the point",
            "Write what the column holds, as in NUMBER(18,2), or BINARY_DOUBLE",
        )
    return exact(default=None)(parameters)


VOCABULARY: Vocabulary = vocabulary(
    {
        "number": _number,
        "integer|int|smallint": fixed(decimal(38, 0)),
        "decimal|dec|numeric": exact(default=(38, 0)),
        "float": floating(default=126, widest=126, note=_ROUNDED),
        "real": fixed(FLOAT64, _ROUNDED),
        "double precision": fixed(FLOAT64, _ROUNDED),
        "binary_float": fixed(FLOAT32),
        "binary_double": fixed(FLOAT64),
        "boolean|bool": fixed(BOOL),
        "char|character|nchar|national char|national character": characters(default=1),
        "varchar2|nvarchar2|varchar|character varying|char varying|nchar varying": characters(),
        "national character varying|national char varying": characters(),
        "clob|nclob|long": characters(),
        "raw|blob|long raw": binary(),
        # Oracle's DATE has a time of day, to the second.
        "date": fixed(timestamp("s")),
        "timestamp": moment(default=6, finest=9),
        "timestamp with time zone|timestamp with local time zone": instant(finest=9),
        "interval": no_kind("Oracle's interval", "VARCHAR2(40)"),
        **{name: no_kind(f"Oracle's {name}", "CLOB or VARCHAR2(n)") for name in _OTHERS},
    }
)
