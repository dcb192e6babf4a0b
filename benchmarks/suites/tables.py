"""All eight tables of TPC-H into one DuckDB file, in one process."""

from __future__ import annotations

from benchmarks.arm import Arm, Group

GROUPS = (
    Group(
        "tables",
        "tables",
        "All eight tables of TPC-H into one new DuckDB file",
        "tables",
        "teraload",
        (
            Arm("teraload", "teraload_load"),
            Arm("COPY", "duckdb_copy", options={"settings": "best"}, note="table by table, its best settings"),
            Arm("COPY, defaults", "duckdb_copy", options={"settings": "defaults"}, note="DuckDB as it comes"),
        ),
    ),
)
