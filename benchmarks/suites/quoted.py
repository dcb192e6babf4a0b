"""lineitem with every field in quotation marks, into typed columns, on one thread and on two."""

from __future__ import annotations

from benchmarks.arm import Arm, Group
from benchmarks.ratio import Ratio

_QUOTE = {"quote": '"'}
_ON = {1: "one thread", 2: "two threads"}


def _name(arm: str, threads: int) -> str:
    return f"{arm}, {_ON[threads]}"


def _arms(threads: int) -> tuple[Arm, ...]:
    null = {"null": True}
    return (
        Arm(_name("teraload, quoted", threads), "teraload_load", threads, {**null, **_QUOTE}),
        Arm(_name("teraload, unquoted", threads), "teraload_load", threads, null, data="lineitem"),
        Arm(
            _name("DuckDB read_csv, quoted", threads),
            "duckdb_scan",
            threads,
            _QUOTE,
            note="types and dialect given; every column counted",
        ),
    )


def _ratios(threads: int) -> tuple[Ratio, ...]:
    on = _ON[threads]
    quoted, unquoted, duckdb = ((arm.name,) for arm in _arms(threads))
    return (
        Ratio(f"DuckDB's time as a multiple of teraload's, quoted, {on}", duckdb, quoted),
        Ratio(f"DuckDB's CPU seconds as a multiple of teraload's, quoted, {on}", duckdb, quoted, "cpu_s"),
        Ratio(f"teraload's CPU seconds, quoted as a multiple of unquoted, {on}", quoted, unquoted, "cpu_s"),
    )


def _scaling() -> tuple[Ratio, ...]:
    (quoted_1, unquoted_1, _), (quoted_2, unquoted_2, _) = (
        tuple(arm.name for arm in _arms(threads)) for threads in _ON
    )
    return (
        Ratio("Speed on two streams as a multiple of one, unquoted", (unquoted_1,), (unquoted_2,)),
        Ratio("Speed on two streams as a multiple of one, quoted", (quoted_1,), (quoted_2,)),
        # 1 if cuts that must be proven scale as well as cuts that are known.
        Ratio("The latter as a share of the former", (quoted_1, unquoted_2), (quoted_2, unquoted_1)),
    )


# In one group, so that one and two threads are of the same rounds.
GROUPS = (
    Group(
        "quoted",
        "quoted",
        "lineitem with all fields quoted, into typed columns",
        "quoted",
        _name("teraload, quoted", 1),
        (*_arms(1), *_arms(2)),
        (*_ratios(1), *_ratios(2), *_scaling()),
    ),
)
