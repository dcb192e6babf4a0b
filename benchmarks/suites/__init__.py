"""What is compared: one file a suite, each with a tuple `GROUPS`."""

from __future__ import annotations

from benchmarks.arm import Group
from benchmarks.suites import compressed, lineitem, parse, previous, quoted, rejects, small, tables

SUITES: dict[str, tuple[Group, ...]] = {
    "parse": parse.GROUPS,
    "duckdb": lineitem.GROUPS,
    "tables": tables.GROUPS,
    "small": small.GROUPS,
    "quoted": quoted.GROUPS,
    "compressed": compressed.GROUPS,
    "rejects": rejects.GROUPS,
    "previous": previous.GROUPS,
}
