"""SQL Server's type names (https://learn.microsoft.com/sql/t-sql/data-types/data-types-transact-sql)."""

from __future__ import annotations

from teraload.schema.dialects.rules import (
    Vocabulary,
    binary,
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
from teraload.schema.types import BOOL, DATE, FLOAT32, INT16, INT32, INT64, UINT8, decimal, text, timestamp

_OTHERS = ("xml", "json", "sql_variant", "hierarchyid", "geography", "geometry", "cursor", "table", "vector")

VOCABULARY: Vocabulary = vocabulary(
    {
        "bit": fixed(BOOL),
        "tinyint": fixed(UINT8),
        "smallint": fixed(INT16),
        "int|integer": fixed(INT32),
        "bigint": fixed(INT64),
        "real": fixed(FLOAT32),
        "float|double precision": floating(default=53),
        "decimal|numeric|dec": exact(default=(18, 0)),
        "money": fixed(decimal(19, 4)),
        "smallmoney": fixed(decimal(10, 4)),
        "char|nchar|character|national char|national character": characters(default=1),
        "varchar|nvarchar|char varying|character varying": characters(default=1),
        "national char varying|national character varying": characters(default=1),
        "text|ntext": characters(),
        "sysname": fixed(text(128)),
        "binary|varbinary|image": binary(),
        "date": fixed(DATE),
        "time": time_of_day(default=7, finest=7),
        # DATETIME steps by 1/300 s and prints three digits.
        "datetime": fixed(timestamp("ms")),
        "smalldatetime": fixed(timestamp("s")),
        "datetime2": moment(default=7, finest=7),
        "datetimeoffset": instant(default=7, finest=7),
        "timestamp|rowversion": refused(
            "SQL Server makes a rowversion itself, and it is no time",
            "Declare it binary(8) to keep its bytes",
        ),
        "uniqueidentifier": no_kind("uniqueidentifier", "char(36)"),
        **{name: no_kind(f"SQL Server's {name}", "nvarchar(max)") for name in _OTHERS},
    }
)
