"""The plan: what it says, that it changes nothing, and how files are cut into splits."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

import teraload
from teraload import memory
from teraload.cli import generate as generate_command
from teraload.cli.app import app
from teraload.job import DEFAULT_RECORD_LIMIT_BYTES
from teraload.job.job import option_names
from teraload.plan import Piece, Plan, PlannedFile, Split
from teraload.splits import count_splits, covers, cut
from tests.command import LARGE_SQL, Ended
from tests.duck import execute

Run = Callable[..., Ended]


# ---- the command


def test_a_plan_changes_nothing(run: Run, tpch: Path, tmp_path: Path, state: Path) -> None:
    ended = run("plan", f"{tpch}/*.tbl", "--to", tmp_path / "new.duckdb", "--schema", "tpch")
    assert ended.code == 0
    assert not list(tmp_path.iterdir())
    assert not list(state.iterdir())
    old = tmp_path / "old.duckdb"
    execute(old, LARGE_SQL)
    before = old.read_bytes(), old.stat().st_mtime_ns
    (tmp_path / "large.csv").write_bytes(b"1,x\n")
    assert run("plan", tmp_path / "large.csv", "--to", old, "--mode", "append").code == 0
    assert (old.read_bytes(), old.stat().st_mtime_ns) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["large.csv", "old.duckdb"]


def test_a_plan_says_what_will_be_done(run: Run, tpch: Path, tmp_path: Path) -> None:
    target = tmp_path / "new.duckdb"
    ended = run("plan", tpch / "orders.tbl", tpch / "nation.tbl", "--to", target, "--schema", "tpch", "--streams", 2)
    assert ended.err == ""
    lines = [" ".join(line.split()) for line in ended.out.splitlines()]
    assert lines[0].startswith(f"into {target}, create: 2 streams, ")
    assert lines[0].endswith(" of memory, records of up to 16.8 MB")
    assert any(line.startswith("orders 1 1.7 MB 1 1.7 MB 11") for line in lines)
    assert "nation 1 2.2 kB 1 2.2 kB 89 B" in lines
    assert "orders: staging table, then a rename" in lines
    assert "delimiter '|', one at the end of each record; NULL is ''; header none" in lines
    assert "1 o_orderkey int64 -> BIGINT NOT NULL" in lines
    assert "4 o_totalprice decimal(15,2) -> DECIMAL(15,2) NOT NULL" in lines
    assert "1 n_nationkey int32 -> INTEGER NOT NULL" in lines
    assert any(line.startswith("note: set for the load: threads = 1") for line in lines)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--mode", "replace"), "large: staging table, then a rename in place of the old table"),
        (("--mode", "append"), "large: one transaction for all rows"),
        (("--mode", "append", "--publish", "staged"), ", then INSERT … SELECT in one transaction\n  gives up speed: "),
        (("--mode", "append", "--publish", "direct"), ", each visible at once\n  gives up one step: "),
        (("--mode", "append", "--delimiter", "pipe", "--null", "NULL", "--header", "skip"),
         "  delimiter '|'; NULL is 'NULL'; header skip"),
        (("--mode", "append", "--record-limit", "1MB"), " of memory, records of up to 1.0 MB"),
    ],
)  # fmt: skip
def test_a_plan_says_which_way_and_what_that_gives_up(
    run: Run, tmp_path: Path, options: tuple[str, ...], says: str
) -> None:
    execute(tmp_path / "old.duckdb", LARGE_SQL)
    (tmp_path / "large.csv").write_bytes(b"1,x\n")
    ended = run("plan", tmp_path / "large.csv", "--to", tmp_path / "old.duckdb", *options)
    assert ended.code == 0, ended.err
    assert says in ended.out


def test_a_plan_as_json_is_the_plan(run: Run, tpch: Path, tmp_path: Path) -> None:
    arguments = ("plan", f"{tpch}/*.tbl", "--to", tmp_path / "new.duckdb", "--schema", "tpch", "--json")
    values = run(*arguments).json
    plan = Plan.from_dict(values)
    assert json.loads(json.dumps(plan.as_dict())) == values
    assert Plan.from_dict(plan.as_dict()) == plan
    assert len(plan.tables) == 8
    assert plan.size_bytes == sum(path.stat().st_size for path in tpch.iterdir())
    for table in plan.tables:
        assert covers(table.files, [piece for split in table.splits for piece in split.pieces], {}) is None


def test_the_same_job_has_the_same_splits_and_fingerprint(run: Run, large: Path, tmp_path: Path) -> None:
    (tmp_path / "schema.sql").write_text(LARGE_SQL)
    arguments = ("plan", large, "--to", tmp_path / "new.duckdb", "--schema", tmp_path / "schema.sql", "--json")
    plans = [Plan.from_dict(run(*arguments, "--streams", streams).json) for streams in (1, 1, 7)]
    assert len({plan.fingerprint for plan in plans}) == 1
    assert len({plan.tables[0].splits for plan in plans}) == 1
    assert len(plans[0].tables[0].splits) > 7
    other = Plan.from_dict(run(*arguments, "--null", "x").json)
    assert other.fingerprint != plans[0].fingerprint


def test_what_is_planned_is_what_is_loaded(run: Run, tpch: Path, tmp_path: Path, state: Path) -> None:
    arguments = (tpch / "lineitem.tbl", "--to", tmp_path / "new.duckdb", "--schema", "tpch", "--json")
    planned = Plan.from_dict(run("plan", *arguments).json)
    assert run("load", *arguments).code == 0
    (path,) = state.glob("runs/*/plan.json")
    loaded = Plan.from_dict(json.loads(path.read_text()))
    # But for the name of the staging table, which has the run's.
    assert loaded.tables[0].splits == planned.tables[0].splits
    assert loaded.fingerprint == planned.fingerprint
    assert (loaded.tables[0].columns, loaded.tables[0].files) == (planned.tables[0].columns, planned.tables[0].files)


def test_help_needs_no_database(tmp_path: Path) -> None:
    heavy = ("duckdb", "pydantic", "sqlglot", "rich", "teraload._native", "teraload.job")
    code = (
        "import sys, teraload.cli\n"
        "try: teraload.cli.main()\n"
        "except SystemExit: pass\n"
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    for arguments in (["--help"], ["load", "--help"], ["--version"]):
        done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
        # The options of one command are shown by typer, which takes pydantic to it if that is there.
        assert done.stderr == ("['pydantic']\n" if arguments[0] == "load" else "[]\n")
    assert done.stdout == f"teraload {teraload.__version__}\n"


def test_flags_fields_and_keywords_are_the_same_words() -> None:
    words = set(option_names())
    assert {"files", "schema", "column_compression", "max_rejects", "tables"} <= words
    for name in ("load", "plan"):
        command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
        flags = {flag for parameter in command.params for flag in parameter.opts if flag.startswith("--")}
        expected = {f"--{word.replace('_', '-')}" for word in words - {"files", "tables"}}
        assert flags - {"--help"} == expected | {"--json", "--set"}, name
    assert set(generate_command.generate.__annotations__) == {"kind", "out", "scale", "parts", "return"}


# ---- splits


def planned(sizes: Sequence[int]) -> list[PlannedFile]:
    return [PlannedFile(number, f"f{number}", size, 0) for number, size in enumerate(sizes, start=1)]


def check(sizes: Sequence[int], split_bytes: float) -> tuple[Split, ...]:
    """Cut files of these sizes, and check all that splits must be."""
    files = planned(sizes)
    splits = cut(files, split_bytes)
    assert [split.number for split in splits] == list(range(1, len(splits) + 1))
    pieces = [piece for split in splits for piece in split.pieces]
    # In the order of the files, each file once over and without a gap: every byte exactly once.
    assert [piece.file for piece in pieces] == sorted(piece.file for piece in pieces)
    assert covers(files, pieces, {}) is None
    assert {piece.file for piece in pieces} == {file.number for file in files}
    assert all(piece.first_byte < piece.past_byte or sizes[piece.file - 1] == 0 for piece in pieces)
    assert cut(files, split_bytes) == splits
    total = sum(sizes)
    if splits and total:
        even = total / len(splits)
        assert all(0.8 * even - 1 <= split.size_bytes <= 1.2 * even + 1 for split in splits)
        assert len(splits) == 1 or even >= split_bytes * 0.999
    return splits


@given(
    st.lists(st.one_of(st.integers(0, 10), st.integers(0, 10_000), st.integers(0, 10**12)), min_size=1, max_size=60),
    st.floats(1.0, 1e12),
)
def test_splits_are_even_and_have_every_byte_once(sizes: list[int], split_bytes: float) -> None:
    # As the plan does, at most some thousands.
    check(sizes, max(split_bytes, sum(sizes) / 5_000))


@pytest.mark.parametrize(
    ("sizes", "split_bytes", "expected"),
    [
        ([100], 100.0, [[(1, 0, 100)]]),
        ([100], 1000.0, [[(1, 0, 100)]]),
        ([100], 50.0, [[(1, 0, 50)], [(1, 50, 100)]]),
        ([100, 100], 100.0, [[(1, 0, 100)], [(2, 0, 100)]]),
        ([101, 99], 100.0, [[(1, 0, 101)], [(2, 0, 99)]]),  # a cut moves to the end of a file near to it
        ([150, 50], 100.0, [[(1, 0, 100)], [(1, 100, 150), (2, 0, 50)]]),
        ([0], 10.0, [[(1, 0, 0)]]),
        ([0, 10, 0], 10.0, [[(1, 0, 0), (2, 0, 10), (3, 0, 0)]]),
        ([0, 10, 0, 10, 0], 10.0, [[(1, 0, 0), (2, 0, 10)], [(3, 0, 0), (4, 0, 10), (5, 0, 0)]]),
        ([], 10.0, []),
    ],
)
def test_splits(sizes: list[int], split_bytes: float, expected: list[list[tuple[int, int, int]]]) -> None:
    splits = cut(planned(sizes), split_bytes)
    where = [sorted(tuple(piece) for piece in split.pieces) for split in splits]
    if [len(pieces) for pieces in where] == [len(pieces) for pieces in expected]:
        assert where == expected
    else:  # an empty file may be in the split before or behind it
        assert list(chain(*where)) == list(chain(*expected))
    if sizes:
        check(sizes, split_bytes)


def test_a_hundred_thousand_files(run: Run) -> None:
    splits = check([(number * 7919) % 20_000 for number in range(100_000)], 64e6)
    assert len(splits) == 12
    assert sum(len(split.pieces) for split in splits) <= 100_000 + len(splits)


def test_one_huge_file() -> None:
    assert len(check([10**13], 60e6)) == 166_656
    assert len(check([759_863_287], 48.5e6)) == 12


@given(st.integers(0, 10**13), st.floats(1e5, 1e9))
def test_counts_of_splits_divide_well_among_streams(size: int, split_bytes: float) -> None:
    count = count_splits(size, split_bytes)
    assert count == 1 or size / count >= split_bytes * 0.999
    assert count in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64) or count % 96 == 0
    # No more is lost than what makes the number even.
    assert count * 2 >= min(size / split_bytes, 2) * 0.98


@pytest.mark.parametrize(
    ("ranges", "problem"),
    [
        ([(1, 0, 10), (2, 0, 5)], None),
        ([(2, 0, 5), (1, 4, 10), (1, 0, 4)], None),
        ([(1, 0, 10)], "f2: read up to byte 0 of 5"),
        ([(1, 0, 9), (2, 0, 5)], "f1: read up to byte 9 of 10"),
        ([(1, 0, 4), (1, 5, 10), (2, 0, 5)], "file 1: a split begins at byte 5, the one before it ended at 4"),
        ([(1, 0, 6), (1, 5, 10), (2, 0, 5)], "file 1: a split begins at byte 5, the one before it ended at 6"),
        ([(1, 0, 10), (1, 0, 10), (2, 0, 5)], "file 1: a split begins at byte 0, the one before it ended at 10"),
        ([(1, 0, 10), (2, 0, 5), (3, 0, 1)], "file 3: a split begins at byte 0, the one before it ended at None"),
        ([(1, 0, 11), (2, 0, 5)], "f1: read up to byte 11 of 10"),
    ],
)
def test_bytes_that_are_not_covered_once_are_named(ranges: list[tuple[int, int, int]], problem: str | None) -> None:
    assert covers(planned([10, 5]), ranges, {}) == problem


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=20), st.data())
def test_a_lost_or_doubled_piece_is_always_found(sizes: list[int], data: st.DataObject) -> None:
    pieces = [piece for split in cut(planned(sizes), 100.0) for piece in split.pieces]
    chosen = data.draw(st.sampled_from(pieces))
    assert covers(planned(sizes), [piece for piece in pieces if piece != chosen], {}) is not None
    assert covers(planned(sizes), [*pieces, chosen], {}) is not None
    moved = Piece(chosen.file, chosen.first_byte, chosen.past_byte + 1)
    assert covers(planned(sizes), [moved if piece == chosen else piece for piece in pieces], {}) is not None


# ---- memory


def test_without_a_limit_all_streams_have_enough() -> None:
    budget = memory.budget(8, streams_asked=False, memory_bytes=None, record_limit_bytes=None)
    assert (budget.streams, budget.record_limit_bytes, budget.notes) == (8, DEFAULT_RECORD_LIMIT_BYTES, ())
    assert budget.memory_bytes >= 8 * memory.stream_bytes(DEFAULT_RECORD_LIMIT_BYTES)


@pytest.mark.parametrize("asked", [True, False])
def test_little_memory_costs_long_records_first_and_then_streams(asked: bool) -> None:
    enough = memory.stream_bytes(DEFAULT_RECORD_LIMIT_BYTES)
    budget = memory.budget(4, streams_asked=asked, memory_bytes=4 * enough, record_limit_bytes=None)
    assert (budget.streams, budget.record_limit_bytes, budget.notes) == (4, DEFAULT_RECORD_LIMIT_BYTES, ())
    budget = memory.budget(4, streams_asked=asked, memory_bytes=4 * enough - 1, record_limit_bytes=None)
    assert (budget.streams, budget.record_limit_bytes) == (4, DEFAULT_RECORD_LIMIT_BYTES // 2)
    assert len(budget.notes) == 1
    least = memory.stream_bytes(memory.LEAST_RECORD_LIMIT_BYTES)
    budget = memory.budget(4, streams_asked=asked, memory_bytes=3 * least, record_limit_bytes=None)
    assert (budget.streams, budget.record_limit_bytes) == (3, memory.LEAST_RECORD_LIMIT_BYTES)
    why = "that were asked for" if asked else "that the cores could run"
    assert budget.notes[-1].startswith(f"3 streams of the 4 {why}: ")


def test_a_limit_of_records_that_was_asked_for_stays() -> None:
    limit = 8 << 20
    one = memory.stream_bytes(limit)
    budget = memory.budget(4, streams_asked=True, memory_bytes=2 * one, record_limit_bytes=limit)
    assert (budget.streams, budget.record_limit_bytes) == (2, limit)
    with pytest.raises(teraload.JobError, match=f"--memory {one} or more, or a smaller --record-limit"):
        memory.budget(4, streams_asked=True, memory_bytes=one - 1, record_limit_bytes=limit)


def test_the_memory_that_an_error_names_is_enough(run: Run, tmp_path: Path) -> None:
    (tmp_path / "large.csv").write_bytes(b"1,x\n")
    (tmp_path / "schema.sql").write_text(LARGE_SQL)
    arguments = ("load", tmp_path / "large.csv", "--to", "null:", "--schema", tmp_path / "schema.sql", "--streams", 4)
    ended = run(*arguments, "--memory", "1MB")
    assert ended.code == 2
    said = ended.error.split("--memory ")[1].split()[0]
    ended = run(*arguments, "--memory", said)
    assert ended.code == 0
    assert any(note.startswith("1 stream of the 4 that were asked for: ") for note in ended.notes)


@given(st.integers(1, 64), st.integers(1, 1 << 40), st.one_of(st.none(), st.integers(1, 1 << 32)))
def test_no_budget_is_overdrawn(streams: int, memory_bytes: int, limit: int | None) -> None:
    try:
        budget = memory.budget(streams, streams_asked=True, memory_bytes=memory_bytes, record_limit_bytes=limit)
    except teraload.JobError:
        assert memory.stream_bytes(limit or memory.LEAST_RECORD_LIMIT_BYTES) > memory_bytes
        return
    assert 1 <= budget.streams <= streams
    assert budget.streams * memory.stream_bytes(budget.record_limit_bytes) <= memory_bytes
    assert limit is None or budget.record_limit_bytes == limit
