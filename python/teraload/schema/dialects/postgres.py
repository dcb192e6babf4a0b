"""PostgreSQL's type names (https://www.postgresql.org/docs/18/datatype.html)."""

from __future__ import annotations

from teraload.schema.dialects.rules import (
    Vocabulary,
    characters,
    exact,
    fixed,
    floating,
    instant,
    moment,
    no_kind,
    refused,
    time_of_day,
    vocabulary,
)
from teraload.schema.types import BINARY, BOOL, DATE, FLOAT32, FLOAT64, INT16, INT32, INT64

_SEQUENCE = "its values are read from the file, no sequence is created"
_OTHERS = (
    *(
        "uuid",
        "json",
        "jsonb",
        "xml",
        "inet",
        "cidr",
        "macaddr",
        "macaddr8",
        "money",
        "interval",
        "citext",
        "hstore",
    ),
    *(
        "bit",
        "bit varying",
        "varbit",
        "tsvector",
        "tsquery",
        "point",
        "line",
        "lseg",
        "box",
        "path",
        "polygon",
    ),
    *("circle", "name", '"char"', "oid", "regclass", "pg_lsn", "geometry", "geography", "vector"),
    *("int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange"),
)

VOCABULARY: Vocabulary = vocabulary(
    {
        "boolean|bool": fixed(BOOL),
        "smallint|int2": fixed(INT16),
        "integer|int|int4": fixed(INT32),
        "bigint|int8": fixed(INT64),
        "smallserial|serial2": fixed(INT16, _SEQUENCE, not_null=True),
        "serial|serial4": fixed(INT32, _SEQUENCE, not_null=True),
        "bigserial|serial8": fixed(INT64, _SEQUENCE, not_null=True),
        "real|float4": fixed(FLOAT32),
        "double precision|float8": fixed(FLOAT64),
        "float": floating(default=53),
        "numeric|decimal|dec": exact(default=None),
        "varchar|character varying|char varying|text|bpchar": characters(),
        "national character varying|national char varying|nchar varying": characters(),
        "char|character|nchar|national char|national character": characters(default=1),
        "bytea": fixed(BINARY),
        "date": fixed(DATE),
        "time|time without time zone": time_of_day(),
        "timetz|time with time zone": refused(
            "a time of day with an offset but no date is no instant",
            "Declare it time, timestamptz or text, whichever the file has",
        ),
        "timestamp|timestamp without time zone": moment(default=6, finest=6),
        "timestamptz|timestamp with time zone": instant(),
        **{name: no_kind(f"PostgreSQL's {name}") for name in _OTHERS},
    }
)
