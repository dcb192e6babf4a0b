"""What it costs to allow rejects, and what it costs to have them: one record of a hundred with a fault."""

from __future__ import annotations

from benchmarks.arm import Arm, Group
from benchmarks.ratio import Ratio

_CLEAN = "teraload, no faults, none allowed"
_ALLOWED = "teraload, no faults, 2 % allowed"
_FAULTY = "teraload, 1 % faulty, 2 % allowed"
_LIMIT = {"max_rejects": "2%"}


def _group(name: str, where: str, null: dict[str, bool], peer: Arm) -> Group:
    return Group(
        "rejects",
        name,
        f"lineitem with and without faults, {where}",
        "lineitem",
        _CLEAN,
        (
            Arm(_CLEAN, "teraload_load", options=null),
            Arm(_ALLOWED, "teraload_load", options={**null, **_LIMIT}),
            Arm(
                _FAULTY,
                "teraload_load",
                options={**null, **_LIMIT},
                data="faulty",
                note="rejects are kept with their bytes, place and reason",
            ),
            peer,
        ),
        (
            Ratio("CPU seconds of allowing rejects as a multiple of not", (_ALLOWED,), (_CLEAN,), "cpu_s"),
            Ratio("CPU seconds of having rejects as a multiple of none", (_FAULTY,), (_CLEAN,), "cpu_s"),
            Ratio(f"The time of {peer.name} as a multiple of teraload's", (peer.name,), (_FAULTY,)),
        ),
    )


GROUPS = (
    _group(
        "rejects-null",
        "into typed columns",
        {"null": True},
        Arm(
            "DuckDB read_csv, 1 % faulty",
            "duckdb_scan",
            options={"rejects": True},
            data="faulty",
            note="store_rejects, into temporary tables",
        ),
    ),
    _group(
        "rejects-duckdb",
        "into a new DuckDB file",
        {},
        Arm(
            "COPY, 1 % faulty",
            "duckdb_copy",
            options={"settings": "best", "rejects": True},
            data="faulty",
            note="its best settings, store_rejects, into temporary tables",
        ),
    ),
)
