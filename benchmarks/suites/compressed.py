"""lineitem as one archive, into typed columns, against the decompressor alone, which nothing can outrun by itself."""

from __future__ import annotations

from benchmarks.arm import Arm, Group
from benchmarks.ratio import Ratio


def _group(archive: str, described: str, decompressor: str) -> Group:
    alone = f"{decompressor} alone"
    return Group(
        "compressed",
        archive,
        f"lineitem as {described}, into typed columns",
        archive,
        "teraload",
        (
            Arm("teraload", "teraload_load", options={"null": True}, note="one stream, decompressed ahead by a thread"),
            Arm(alone, "decompressor", 1, {"archive": archive}, note="one thread; the text is let go"),
            Arm(
                "DuckDB read_csv",
                "duckdb_scan",
                options={"archive": archive},
                note="types and dialect given; every column counted",
            ),
        ),
        (
            Ratio(f"The time of {alone} as a share of teraload's", (alone,), ("teraload",)),
            Ratio(f"The CPU seconds of {alone} as a share of teraload's", (alone,), ("teraload",), "cpu_s"),
            Ratio("DuckDB's CPU seconds as a multiple of teraload's", ("DuckDB read_csv",), ("teraload",), "cpu_s"),
        ),
    )


GROUPS = (
    _group("gzip", "one gzip member of level 6", "zlib-ng"),
    _group("zstd", "one zstd frame of level 3", "zstd"),
)
