"""A result as Markdown: one table a group, all of it in relation to the group's base."""

from __future__ import annotations

from typing import Any

from benchmarks.doubts import doubts
from benchmarks.ratio import Ratio
from benchmarks.results import Result
from benchmarks.spread import Spread

_HEAD = ("arm", "time, base = 1", "seconds", "spread", "MB/s", "CPU s", "MB/CPU s", "peak MB", "written MB", "file MB")
# What the kernel counts CPU time in, at worst: a tiny run may show none.
_SHORTEST_CPU_S = 0.01


def report(result: Result) -> str:
    """Give the whole report."""
    parts = [_facts(result), *(_group(group) for group in result["groups"])]
    lines = doubts(result)
    if lines:
        parts.append("## Warnings\n\n" + "\n".join(f"- {line}" for line in lines))
    return "\n\n".join(parts) + "\n"


def _facts(result: Result) -> str:
    machine, commit = result["machine"], result["commit"]
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    changed = " with changes" if commit["changed"] else ""
    return "\n".join(
        [
            f"# Benchmarks, {result['started']}",
            "",
            f"{machine['processor']}, {machine['cores']} cores, {machine['memory_bytes'] / 2**30:.0f} GiB, "
            f"Linux {machine['kernel']}, {machine['file_system']}. TPC-H, scale {result['scale']:g}. "
            f"Commit {commit['commit'] or 'unknown'}{changed}. {versions}.",
            "",
            f"Medians of {result['runs']} runs (lowest to highest). Times are also given as ratios within "
            "one round: above 1 is slower than the base, below 1 is faster. MB are 10^6 bytes; MB/s are of text, "
            "MB/CPU s are what one core would read by itself. "
            "Peak memory is that of the work, with what was in memory before it.",
        ]
    )


def _group(group: dict[str, Any]) -> str:
    base = next((arm for arm in group["arms"] if arm["name"] == group["base"]), None)
    base_runs = {run["round"]: run for run in base["runs"]} if base and base["failed"] is None else {}
    rows = [_row(arm, base_runs) for arm in group["arms"]]
    lines = [f"## {group['title']}", "", f"Base: {group['base']}.", ""]
    rule = ("---", *["---:"] * (len(_HEAD) - 1))
    lines += ["| " + " | ".join(cells) + " |" for cells in (_HEAD, rule, *rows)]
    notes = [f"- {arm['name']}: {arm['note']}." for arm in group["arms"] if arm["note"]]
    notes += [f"- {arm['name']} was skipped: {arm['skipped']}." for arm in group["arms"] if arm["skipped"]]
    notes += [f"- {arm['name']} FAILED: {arm['failed']}" for arm in group["arms"] if arm["failed"]]
    notes += _losses(group["arms"], base_runs)
    notes += _ratios(group)
    return "\n".join([*lines, "", *notes]).rstrip()


def _ratio(arm: dict[str, Any], base_runs: dict[int, Any]) -> Spread | None:
    """Give the arm's time as a multiple of the base's in the same round."""
    pairs = [(run, base_runs[run["round"]]) for run in arm["runs"] if run["round"] in base_runs]
    if arm["failed"] is not None or not pairs:
        return None
    return Spread.of([run["wall_s"] / base["wall_s"] for run, base in pairs])


def _shown(ratio: Spread) -> str:
    return f"{ratio.median:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"


def _ratios(group: dict[str, Any]) -> list[str]:
    """Give a line for each further comparison of the group; results of before there were any have none."""
    lines = []
    for stored in group.get("ratios", ()):
        ratio = Ratio(stored["name"], tuple(stored["over"]), tuple(stored["under"]), stored["of"])
        found = ratio.within(group["arms"])
        lines.append(f"- {ratio.name}: {_shown(found) if found else 'an arm has no figures'}.")
    return lines


def _row(arm: dict[str, Any], base_runs: dict[int, Any]) -> tuple[str, ...]:
    if arm["failed"] is not None or not arm["runs"]:
        return (arm["name"], "FAILED" if arm["failed"] is not None else "skipped", *["–"] * (len(_HEAD) - 2))
    ratio = _ratio(arm, base_runs)
    wall = Spread.of([run["wall_s"] for run in arm["runs"]])
    return (
        arm["name"],
        _shown(ratio) if ratio else "–",
        f"{wall.median:.3f} ({wall.low:.3f} to {wall.high:.3f})",
        f"{wall.relative:.0%}",
        f"{arm['text_bytes'] / 1e6 / wall.median:,.0f}",
        f"{_median(arm, 'cpu_s'):.2f}",
        f"{arm['text_bytes'] / 1e6 / max(_median(arm, 'cpu_s'), _SHORTEST_CPU_S):,.0f}",
        *(f"{_median(arm, key) / 1e6:,.0f}" for key in ("peak_bytes", "written_bytes", "file_bytes")),
    )


def _median(arm: dict[str, Any], key: str) -> float:
    return Spread.of([run[key] for run in arm["runs"]]).median


def _losses(arms: list[dict[str, Any]], base_runs: dict[int, Any]) -> list[str]:
    """Say in words what was faster than the base: a reader should not have to look for it."""
    ratios = [(arm["name"], _ratio(arm, base_runs)) for arm in arms]
    faster = [f"{name} ({ratio.median:.2f})" for name, ratio in ratios if ratio and ratio.median < 1]
    return [f"- Faster than the base: {', '.join(faster)}."] if faster else []
