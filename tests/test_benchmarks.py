"""The benchmarks' own code, on a few thousand records: what they measure is done right, and what is wrong fails."""

import csv
import gzip
import itertools
import sys
from pathlib import Path
from typing import Any

import pytest
import zstandard

from benchmarks import previous_release
from benchmarks.arm import Arm, Group
from benchmarks.data import Data
from benchmarks.ratio import Ratio
from benchmarks.report import report
from benchmarks.rounds import Rounds
from benchmarks.suites import SUITES

_RECORDS = 2_450
_NEW = [group for suite in ("quoted", "compressed", "rejects") for group in SUITES[suite]]


@pytest.fixture
def data(tpch: Path, tmp_path: Path) -> Data:
    folder = tmp_path / "data"
    folder.mkdir()
    with (tpch / "lineitem.tbl").open("rb") as text:
        (folder / "lineitem.tbl").write_bytes(b"".join(itertools.islice(text, _RECORDS)))
    return Data(folder, 0.01)


@pytest.fixture
def rounds(data: Data, tmp_path: Path) -> Rounds:
    return Rounds(data, tmp_path / "scratch", print)


def text(data: Data, data_set: str) -> bytes:
    return Path(data.files(data_set)["lineitem"]).read_bytes()


def result(group: dict[str, Any]) -> dict[str, Any]:
    machine = {"processor": "any", "cores": 2, "memory_bytes": 1, "kernel": "1", "file_system": "any", "busy_before": 0}
    commit = {"commit": None, "changed": None}
    facts = {"started": "now", "scale": 0.01, "runs": 1, "machine": machine, "versions": {}, "commit": commit}
    return {**facts, "groups": [group]}


@pytest.mark.parametrize("group", _NEW, ids=[group.name for group in _NEW])
def test_all_arms_give_the_same_rows(group: Group, rounds: Rounds) -> None:
    stored = rounds.run(group, 1)
    assert [(arm["name"], arm["failed"], arm["skipped"]) for arm in stored["arms"]] == [
        (arm.name, None, None) for arm in group.arms
    ]
    assert all(len(arm["runs"]) == 1 for arm in stored["arms"])
    shown = report(result(stored))
    assert group.ratios
    for ratio in group.ratios:
        found = ratio.within(stored["arms"])
        assert found is not None
        assert f"- {ratio.name}: {found.median:.2f} (" in shown


def test_rejects_are_counted(rounds: Rounds) -> None:
    group = next(group for group in _NEW if group.name == "rejects-null")
    stored = rounds.run(group, 1)
    faulty = {arm["name"]: arm["runs"][0]["rejected"] for arm in stored["arms"] if arm["data"] == "faulty"}
    # Of the last hundred records there are only fifty: it depends on the seed whether one of them has a fault.
    assert set(faulty.values()) == {rounds.data.faults("faulty")}
    assert rounds.data.faults("faulty") in (_RECORDS // 100, _RECORDS // 100 + 1)
    assert len(faulty) == 2


@pytest.mark.parametrize("arm", ["teraload, 1 % faulty, 2 % allowed", "DuckDB read_csv, 1 % faulty"])
def test_a_reject_too_many_fails(rounds: Rounds, arm: str) -> None:
    path = Path(rounds.data.files("faulty")["lineitem"])
    # The first record's line number, unless that record is the one of its hundred, which stays one reject.
    lines = path.read_bytes().splitlines(keepends=True)
    plain = text(rounds.data, "lineitem").splitlines(keepends=True)
    index = next(index for index in range(len(lines)) if lines[index] == plain[index])
    fields = lines[index].split(b"|")
    fields[3] = b"one"
    lines[index] = b"|".join(fields)
    path.write_bytes(b"".join(lines))
    group = next(group for group in _NEW if group.name == "rejects-null").only(arm)
    assert group is not None
    failed = {each["name"]: each["failed"] for each in rounds.run(group, 1)["arms"]}
    faults = rounds.data.faults("faulty")
    assert failed.pop(group.base) is None
    assert f"{faults + 1} records rejected instead of {faults}" in failed[arm]


def test_a_wrong_value_fails(rounds: Rounds) -> None:
    path = Path(rounds.data.files("quoted")["lineitem"])
    path.write_bytes(path.read_bytes().replace(b'|"TRUCK"|', b'|"TRUCE"|', 1))
    group = SUITES["quoted"][0].only("teraload")
    assert group is not None
    stored = rounds.run(group, 1)
    for arm in stored["arms"]:
        if arm["data"] == "quoted":
            assert "wrong answer: lineitem (whole rows)" in arm["failed"]
        else:
            assert arm["failed"] is None
    assert "an arm has no figures" in report(result(stored))


def test_what_is_written(data: Data) -> None:
    plain = text(data, "lineitem")
    records = [line.split("|") for line in plain.decode().splitlines()]
    quoted = text(data, "quoted")
    # The empty one behind the last delimiter is no field.
    assert quoted.count(b'"') == sum(2 * (len(record) - 1) for record in records)
    assert list(csv.reader(quoted.decode().splitlines(), delimiter="|")) == records
    assert gzip.decompress(text(data, "gzip")) == plain
    assert zstandard.ZstdDecompressor().decompress(text(data, "zstd")) == plain
    assert data.text_bytes("gzip") == data.text_bytes("zstd") == data.text_bytes("lineitem") == len(plain)
    assert data.text_bytes("quoted") == len(quoted)


def test_faults_are_spread_and_of_all_kinds(data: Data) -> None:
    pairs = list(zip(text(data, "lineitem").splitlines(), text(data, "faulty").splitlines(), strict=True))
    places = [index for index, (plain, faulty) in enumerate(pairs) if plain != faulty]
    assert data.faults("faulty") == len(places)
    assert [place // 100 for place in places] == list(range(len(places)))
    assert len({place % 100 for place in places}) > 5
    changed = [
        index
        for plain, faulty in pairs
        for index, (field, other) in enumerate(zip(plain.split(b"|"), faulty.split(b"|"), strict=True))
        if field != other
    ]
    assert len(changed) == len(places)
    assert set(changed) == {0, 5, 10}
    others = text(data, "without-faulty").splitlines()
    assert others == [plain for plain, faulty in pairs if plain == faulty]


def test_a_release_that_is_not_built_is_skipped(data: Data, tmp_path: Path) -> None:
    rounds = Rounds(data, tmp_path / "scratch", print, tmp_path / "nowhere")
    present, before = rounds.run(SUITES["previous"][0], 1)["arms"]
    assert present["runs"]
    assert (before["runs"], before["skipped"]) == ([], previous_release.WHY_NOT_BUILT)


def test_the_present_release_is_not_taken_for_the_one_before(data: Data, tmp_path: Path) -> None:
    rounds = Rounds(data, tmp_path / "scratch", print, Path(sys.executable))
    _, before = rounds.run(SUITES["previous"][0], 1)["arms"]
    assert before["failed"] == "AssertionError: the teraload that was imported is not the release before"


@pytest.mark.parametrize("group", SUITES["previous"], ids=[group.name for group in SUITES["previous"]])
def test_the_release_before(group: Group, rounds: Rounds) -> None:
    if not previous_release.PYTHON.exists():
        pytest.skip(previous_release.WHY_NOT_BUILT)
    arms = rounds.run(group, 1)["arms"]
    assert [(arm["failed"], arm["skipped"], len(arm["runs"])) for arm in arms] == [(None, None, 1)] * 2


def test_the_commit_is_the_release_before(tmp_path: Path) -> None:
    folder = tmp_path / "before"
    if not previous_release.unpack(folder):
        pytest.skip(previous_release.WHY_NOT_BUILT)
    headings = [line for line in (folder / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")]
    assert headings == ["## 0.1.0"]
    assert (folder / "Makefile").exists()


def test_ratios_are_within_rounds() -> None:
    def arm(name: str, runs: dict[int, float], failed: str | None = None) -> dict[str, Any]:
        return {"name": name, "failed": failed, "runs": [{"round": number, "cpu_s": s} for number, s in runs.items()]}

    ratio = Ratio("a", ("one", "two"), ("three",), "cpu_s")
    arms = [arm("one", {1: 2.0, 2: 4.0, 3: 1.0}), arm("two", {1: 3.0, 2: 0.5}), arm("three", {2: 4.0, 1: 2.0})]
    found = ratio.within(arms)
    assert found is not None
    assert (found.low, found.median, found.high) == (0.5, 1.75, 3.0)
    assert ratio.within(arms[:2]) is None
    assert ratio.within([*arms[:2], arm("three", {1: 2.0}, "wrong answer")]) is None


def test_chosen_arms_keep_the_ratios_among_them() -> None:
    ratios = (Ratio("kept", ("b",), ("a",)), Ratio("dropped", ("c",), ("a",)))
    group = Group("s", "g", "t", "lineitem", "a", tuple(Arm(name, "teraload_load") for name in "abc"), ratios)
    chosen = group.only("b")
    assert chosen is not None
    assert [ratio.name for ratio in chosen.ratios] == ["kept"]
