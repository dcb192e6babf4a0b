"""What makes numbers doubtful, and what to do about it.

The advice depends on what was seen: a large spread on a busy machine asks for a quiet machine, on a quiet one
for more runs.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.results import Result
from benchmarks.spread import Spread

_FEWEST_RUNS = 5
_LARGE_SPREAD = 0.10
# Others' CPU seconds as a share of what all cores had to give during the run. The kernel counts in ticks of
# 10 ms and writes dirty pages back on nobody's account, so less than this says nothing.
_BUSY = 0.10


def doubts(result: Result) -> list[str]:
    """Give a line for each doubt about a result."""
    lines = []
    if result["commit"]["changed"]:
        lines.append("Files differed from the commit: these numbers cannot be tied to a version.")
    if result["runs"] < _FEWEST_RUNS:
        lines.append(f"{result['runs']} runs are too few for a median: use --runs {_FEWEST_RUNS} or more.")
    if result["machine"]["busy_before"] > _BUSY:
        lines.append("The machine was already busy before the first run: stop what else runs on it.")
    for group in result["groups"]:
        arms = [arm for arm in group["arms"] if arm["runs"]]
        lines += [f"{group['title']}: {doubt}" for doubt in _doubts(arms, result["machine"]["cores"])]
    return lines


def _doubts(arms: list[dict[str, Any]], cores: int) -> list[str]:
    others = {arm["name"]: max(map(partial(_others, cores=cores), arm["runs"])) for arm in arms}
    spreads = {arm["name"]: Spread.of([run["wall_s"] for run in arm["runs"]]).relative for arm in arms}
    busy = {name: share for name, share in others.items() if share > _BUSY}
    restless = {name: share for name, share in spreads.items() if share > _LARGE_SPREAD}
    lines = []
    if busy:
        lines.append(f"other work took part of the machine ({_list(busy)}). Repeat on a quiet machine.")
    if restless:
        advice = "" if busy else " The machine was quiet: repeat with more runs."
        lines.append(f"times spread much ({_list(restless)}).{advice}")
    return lines


def _others(run: dict[str, float], cores: int) -> float:
    # Ticks can make more of a short run than there is.
    return min(1.0, (run["other_cpu_s"] + run["stolen_s"]) / run["wall_s"] / cores)


def _list(shares: dict[str, float]) -> str:
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())
