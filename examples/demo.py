"""The demo: a gigabyte of TPC-H text into a DuckDB file, proven by counts and by TPC-H's own queries.

    python examples/demo.py --scale 1 --data data/demo

At scale factor 1, queries 1 and 6 are compared with the answers that the TPC publishes.
"""

from __future__ import annotations

import argparse
import sys
from decimal import Decimal
from pathlib import Path

import duckdb

import teraload
from teraload.report import Report, summary

# Rows of the eight tables at scale factor 1, from the TPC-H specification, and lineitem's as dbgen makes it.
ROWS_AT_1 = {
    "region": 5,
    "nation": 25,
    "supplier": 10_000,
    "customer": 150_000,
    "part": 200_000,
    "partsupp": 800_000,
    "orders": 1_500_000,
    "lineitem": 6_001_215,
}

Q1 = """
SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
       sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),
       avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
FROM lineitem WHERE l_shipdate <= DATE '1998-12-01' - INTERVAL 90 DAY
GROUP BY ALL ORDER BY ALL
"""

Q6 = """
SELECT sum(l_extendedprice * l_discount) FROM lineitem
WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'
  AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24
"""

# The answers that come with dbgen for scale factor 1, to their two digits behind the point.
Q1_ANSWERS = """
A F 37734107.00 56586554400.73 53758257134.87 55909065222.83 25.52 38273.13 0.05 1478493
N F 991417.00 1487504710.38 1413082168.05 1469649223.19 25.52 38284.47 0.05 38854
N O 74476040.00 111701729697.74 106118230307.61 110367043872.50 25.50 38249.12 0.05 2920374
R F 37719753.00 56568041380.90 53741292684.60 55889619119.83 25.51 38250.85 0.05 1478870
"""
Q6_ANSWER = "123141078.23"


def main() -> int:
    """Make the data if it is not there, load it, prove it. Returns the exit code."""
    arguments = argparse.ArgumentParser(description="Load TPC-H into DuckDB and prove the result.")
    arguments.add_argument("--scale", type=float, default=1.0)
    arguments.add_argument("--data", type=Path, default=Path("data/demo"))
    given = arguments.parse_args()

    text = given.data / f"scale-{given.scale:g}"
    if not any(text.glob("*.tbl*")):
        print(f"making TPC-H text at scale factor {given.scale:g} in {text}", flush=True)
        teraload.generate(scale=given.scale, parts=8, out=text)
    target = given.data / "warehouse.duckdb"
    target.unlink(missing_ok=True)

    print(f"$ teraload load '{text}/*.tbl*' --to {target} --schema tpch", flush=True)
    report = teraload.load(str(text / "*.tbl*"), to=target, schema="tpch")
    print("\n".join(summary(report)))
    problems = prove(report, target, is_scale_1=given.scale == 1)
    print("\n".join(f"WRONG: {problem}" for problem in problems) or "all proofs hold")
    return 1 if problems else 0


def prove(report: Report, target: Path, *, is_scale_1: bool) -> list[str]:
    """Compare what is in `target` with what was read, and at scale factor 1 with what the TPC says."""
    problems = []
    with duckdb.connect(str(target), read_only=True) as connection:
        for name, table in report.tables.items():
            row = connection.execute(f"SELECT count(*) FROM {name}").fetchone()
            counted = row[0] if row else 0
            if counted != table.rows_read or (is_scale_1 and counted != ROWS_AT_1[name]):
                problems.append(f"{name}: {table.rows_read} rows read, {counted} in the table")
        q1 = connection.execute(Q1).fetchall()
        q6 = connection.execute(Q6).fetchall()
    print("TPC-H query 1:")
    for row in q1:
        print("  " + " ".join(_rounded(value) for value in row))
    print(f"TPC-H query 6: {_rounded(q6[0][0])}")
    if is_scale_1:
        expected = [line.split() for line in Q1_ANSWERS.split("\n") if line]
        if [[_rounded(value) for value in row] for row in q1] != expected:
            problems.append("query 1 is not as published")
        if _rounded(q6[0][0]) != Q6_ANSWER:
            problems.append("query 6 is not as published")
        if not problems:
            print("as published for scale factor 1")
    return problems


def _rounded(value: object) -> str:
    """Return numbers with a fraction at two digits behind the point, as the published answers are."""
    return f"{value:.2f}" if isinstance(value, float | Decimal) else str(value)


if __name__ == "__main__":
    sys.exit(main())
