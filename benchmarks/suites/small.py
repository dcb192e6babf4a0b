"""Twenty thousand small files against one file of the same bytes."""

from __future__ import annotations

from benchmarks.arm import Arm, Group

_COPY = {"settings": "best"}

GROUPS = (
    Group(
        "small",
        "small-null",
        "20,000 small files or one of the same bytes, into typed columns",
        "small-one",
        "teraload, one file",
        (
            Arm("teraload, one file", "teraload_load", options={"null": True}),
            Arm("teraload, small files", "teraload_load", options={"null": True}, data="small-many"),
        ),
    ),
    Group(
        "small",
        "small-duckdb",
        "20,000 small files or one of the same bytes, into a new DuckDB file",
        "small-one",
        "teraload, one file",
        (
            Arm("teraload, one file", "teraload_load"),
            Arm("teraload, small files", "teraload_load", data="small-many"),
            Arm("COPY, one file", "duckdb_copy", options=_COPY),
            Arm("COPY, small files", "duckdb_copy", options=_COPY, data="small-many"),
        ),
    ),
)
