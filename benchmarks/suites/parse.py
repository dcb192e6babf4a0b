"""lineitem into typed columns and no further: what reading a delimited file costs by itself."""

from __future__ import annotations

from benchmarks.arm import Arm, Group


def _arms(threads: int) -> tuple[Arm, ...]:
    null = {"null": True}
    return (
        Arm("teraload", "teraload_load", threads, null, note="`--to null:`"),
        Arm("teraload, AVX2", "teraload_load", threads, {**null, "instruction_set": "avx2"}),
        Arm("teraload, portable", "teraload_load", threads, {**null, "instruction_set": "portable"}),
        Arm("DuckDB read_csv", "duckdb_scan", threads, note="types and dialect given; every column counted"),
        Arm("polars scan_csv", "polars_csv", threads, note="typed schema, streaming engine, batches let go"),
        Arm(
            "pyarrow open_csv",
            "pyarrow_csv",
            threads,
            note="streaming, decimals of 128 bits; one reader a thread, each on its part of the file",
        ),
        Arm(
            "Rust crate csv",
            "rust_peers",
            threads,
            {"crate": "csv"},
            note="fields converted by hand; one reader a thread, built for this processor",
        ),
        Arm(
            "Rust crate arrow-csv",
            "rust_peers",
            threads,
            {"crate": "arrow-csv"},
            note="decimals of 64 bits; one reader a thread, built for this processor",
        ),
    )


GROUPS = (
    Group("parse", "parse-1", "lineitem into typed columns, one thread", "lineitem", "teraload", _arms(1)),
    Group("parse", "parse-2", "lineitem into typed columns, two threads", "lineitem", "teraload", _arms(2)),
)
