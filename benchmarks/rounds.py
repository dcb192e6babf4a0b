"""Runs the arms of a group in turns, every run in a process of its own.

Round after round each arm runs once; the arm that goes first moves on by one each round, so that none always
follows the same neighbour. An arm that fails or is skipped is not run again.
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

from benchmarks import checksum, previous_release
from benchmarks.arm import Arm, Group
from benchmarks.data import Data, paths, warm_page_cache
from benchmarks.engines.engine import Task

_LONGEST_RUN_S = 1800

Tell = Callable[[str], None]


class Rounds:
    """Runs groups on data, with a scratch folder for what the engines write.

    `previous`: the interpreter that has the release before.
    """

    def __init__(self, data: Data, scratch: Path, tell: Tell, previous: Path = previous_release.PYTHON) -> None:
        self.data = data
        self.previous = previous
        self.scratch = scratch.resolve()
        self.tell = tell
        self._references: dict[str, checksum.Sums] = {}
        self.scratch.mkdir(parents=True, exist_ok=True)

    def run(self, group: Group, runs: int) -> dict[str, Any]:
        """Run all arms `runs` times; give the group as it is stored."""
        text_bytes = {name: self.data.text_bytes(name) for name in sorted(group.data_sets())}
        references = {name: self._reference(self.data.plain(name)) for name in text_bytes}
        arms = [_unmeasured(arm, group, text_bytes) for arm in group.arms]
        self.tell(f"{group.title}: {len(arms)} arms, {runs} rounds")
        for number in range(1, runs + 1):
            first = (number - 1) % len(arms)
            for place, arm in enumerate(arms[first:] + arms[:first], start=1):
                if arm["failed"] is None and arm["skipped"] is None:
                    line = self._run_once(arm, references[arm["data"]], {"round": number, "place": place})
                    self.tell(f"  {number}/{runs} {arm['name']}: {line}")
        rows = {name: int(references[name]["lineitem"]["(rows)"]) for name in references}
        facts = {"suite": group.suite, "name": group.name, "title": group.title, "base": group.base}
        ratios = [dataclasses.asdict(ratio) for ratio in group.ratios]
        return {**facts, "rows": rows, "arms": arms, "ratios": ratios}

    def _reference(self, data_set: str) -> checksum.Sums:
        if data_set not in self._references:
            self.tell(f"reference sums of {data_set}")
            with duckdb.connect() as connection:
                files = self.data.files(data_set)
                sums = {table: checksum.of_text(connection, table, path) for table, path in files.items()}
                self._references[data_set] = sums
        return self._references[data_set]

    def _run_once(self, arm: dict[str, Any], reference: checksum.Sums, order: dict[str, int]) -> str:
        """Run an arm once and put what it gave into the arm; give it as a line too."""
        result = self._result(arm)
        if "failed" not in result and "skipped" not in result:
            wrong = _wrong(result, result.pop("checksums"), reference, self.data.faults(arm["data"]))
            if wrong:
                result = {"failed": f"wrong answer: {'; '.join(wrong)}"}
        for end in ("failed", "skipped"):
            if end in result:
                arm[end] = result[end]
                return f"{end}: {result[end]}"
        arm["runs"].append({**order, **result})
        return f"{result['wall_s']:.3f} s, {result['cpu_s']:.3f} CPU s"

    def _result(self, arm: dict[str, Any]) -> dict[str, Any]:
        python = Path(sys.executable)
        if arm["engine"] == previous_release.ENGINE:
            python = self.previous
            if not python.exists():
                return {"skipped": previous_release.WHY_NOT_BUILT}
        files = self.data.files(arm["data"])
        warm_page_cache(paths(files))
        # What earlier runs wrote goes to disk now, not during this one.
        os.sync()
        task = Task(files, str(self.scratch / "target.duckdb"), arm["threads"], arm["options"])
        warm_up_files = self.data.warm_up_files(arm["data"], self.scratch)
        try:
            child = subprocess.run(
                [str(python), "-m", "benchmarks.child", arm["engine"]],
                input=json.dumps({"task": dataclasses.asdict(task), "warm_up_files": warm_up_files}),
                capture_output=True,
                text=True,
                timeout=_LONGEST_RUN_S,
                env={**os.environ, "XDG_STATE_HOME": str(self.scratch / "state")},
                cwd=Path(__file__).parents[1],
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"failed": f"not done after {_LONGEST_RUN_S} s"}
        if child.returncode != 0:
            self.tell(child.stderr)
            return {"failed": (child.stderr.strip().splitlines() or [f"exit code {child.returncode}"])[-1]}
        result: dict[str, Any] = json.loads(child.stdout.splitlines()[-1])
        return result


def _unmeasured(arm: Arm, group: Group, text_bytes: dict[str, int]) -> dict[str, Any]:
    """Give the arm as it is stored, before its first run."""
    data = arm.data or group.data
    state = {"text_bytes": text_bytes[data], "runs": [], "failed": None, "skipped": None}
    return {**dataclasses.asdict(arm), "data": data, **state}


def _wrong(result: dict[str, Any], sums: checksum.Sums, reference: checksum.Sums, faults: int) -> list[str]:
    lines = checksum.differences(reference, sums)
    rows = sum(int(table["(rows)"]) for table in reference.values())
    if result.get("rows", rows) != rows:
        # The sums of rows that are let go come from a second reading: this is about the first.
        lines.append(f"{result['rows']} rows read instead of {rows}")
    if result.get("rejected", faults) != faults:
        lines.append(f"{result['rejected']} records rejected instead of {faults}")
    return lines
