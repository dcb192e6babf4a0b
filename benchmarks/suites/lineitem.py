"""lineitem into a new DuckDB file, durable at the end."""

from __future__ import annotations

from benchmarks.arm import Arm, Group

_ZSTD = {"compression": {"l_comment": "zstd"}}

GROUPS = (
    Group(
        "duckdb",
        "duckdb",
        "lineitem into a new DuckDB file",
        "lineitem",
        "teraload",
        (
            Arm("teraload", "teraload_load"),
            Arm("COPY", "duckdb_copy", options={"settings": "best"}, note="its best settings"),
            Arm(
                "COPY, teraload's settings",
                "duckdb_copy",
                options={"settings": "teraload"},
                note="and everything else teraload sets",
            ),
            Arm(
                "COPY, defaults",
                "duckdb_copy",
                options={"settings": "defaults"},
                note="DuckDB as it comes; only the delimiter is given",
            ),
            Arm("polars, then INSERT", "polars_insert", note="typed scan, INSERT from the frame"),
            Arm("pyarrow, then INSERT", "pyarrow_insert", note="typed read_csv, INSERT from the table"),
            Arm(
                "limit: INSERT from Arrow",
                "arrow_limit",
                note="rows are in memory when the clock starts: no text is read",
            ),
        ),
    ),
    Group(
        "duckdb",
        "duckdb-zstd",
        "The same with l_comment compressed by zstd",
        "lineitem",
        "teraload",
        (
            Arm("teraload", "teraload_load", options=_ZSTD),
            Arm("COPY", "duckdb_copy", options={"settings": "best", **_ZSTD}, note="its best settings"),
            Arm("limit: INSERT from Arrow", "arrow_limit", options=_ZSTD, note="no text is read"),
        ),
    ),
)
