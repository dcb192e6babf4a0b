"""The release before against this one, at what both can do: plain text, as dbgen writes it."""

from __future__ import annotations

from benchmarks.arm import Arm, Group
from benchmarks.previous_release import ENGINE, REVISION
from benchmarks.ratio import Ratio

_BEFORE = "the release before"


def _group(name: str, title: str, threads: int, options: dict[str, bool]) -> Group:
    return Group(
        "previous",
        name,
        title,
        "lineitem",
        "teraload",
        (
            Arm("teraload", "teraload_load", threads, options),
            Arm(_BEFORE, ENGINE, threads, options, note=f"0.1.0, commit {REVISION[:7]}; above 1 it was slower"),
        ),
        (Ratio("CPU seconds of the release before as a multiple of this one's", (_BEFORE,), ("teraload",), "cpu_s"),),
    )


GROUPS = (
    _group("previous-null-1", "The release before: lineitem into typed columns, one thread", 1, {"null": True}),
    _group("previous-null-2", "The release before: lineitem into typed columns, two threads", 2, {"null": True}),
    _group("previous-duckdb", "The release before: lineitem into a new DuckDB file", 2, {}),
)
