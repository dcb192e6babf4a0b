"""DuckDB's type names (https://duckdb.org/docs/stable/sql/data_types/overview); a test asks DuckDB."""

from __future__ import annotations

from teraload.schema.dialects.rules import (
    Vocabulary,
    characters,
    exact,
    fixed,
    floating,
    moment,
    no_kind,
    refused,
    vocabulary,
)
from teraload.schema.types import (
    BINARY,
    BOOL,
    DATE,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    TIME,
    TIMESTAMPTZ,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    timestamp,
)

_OTHERS = (
    *(
        "uuid",
        "guid",
        "json",
        "bit",
        "bitstring",
        "bit varying",
        "interval",
        "struct",
        "row",
        "map",
        "union",
        "enum",
    ),
    *(
        "time_ns",
        "timestamptz_ns",
        "bignum",
        "varint",
        "geometry",
        "variant",
        "timetz",
        "time with time zone",
    ),
)

VOCABULARY: Vocabulary = vocabulary(
    {
        "boolean|bool|logical": fixed(BOOL),
        "tinyint|int1": fixed(INT8),
        "smallint|int2|int16|short": fixed(INT16),
        "integer|int|int4|int32|signed|integral": fixed(INT32),
        "bigint|int8|int64|long|oid": fixed(INT64),
        "utinyint|uint8": fixed(UINT8),
        "usmallint|uint16": fixed(UINT16),
        "uinteger|uint32": fixed(UINT32),
        "ubigint|uint64": fixed(UINT64),
        "hugeint|int128|uhugeint|uint128": refused(
            "128-bit integers are not supported yet", "Declare it decimal(38,0) or bigint"
        ),
        "real|float4": fixed(FLOAT32),
        "float": floating(default=24),
        "double|float8|double precision": fixed(FLOAT64),
        "decimal|numeric|dec": exact(default=(18, 3)),
        "varchar|character varying|char varying|text|string|bpchar": characters(),
        "char|character|nchar|nvarchar": characters(),
        "national character varying|national char varying": characters(),
        "blob|bytea|binary|varbinary": fixed(BINARY),
        "date": fixed(DATE),
        "time|time without time zone": fixed(TIME),
        "timestamp|datetime|timestamp without time zone": moment(default=6, finest=9),
        "timestamp_s": fixed(timestamp("s")),
        "timestamp_ms": fixed(timestamp("ms")),
        "timestamp_us": fixed(timestamp("us")),
        "timestamp_ns": fixed(timestamp("ns")),
        "timestamptz|timestamp with time zone": fixed(TIMESTAMPTZ),
        **{name: no_kind(f"DuckDB's {name}") for name in _OTHERS},
    }
)
