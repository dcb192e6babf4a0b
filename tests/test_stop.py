"""Loads that are stopped or killed on the way, and what loads write down about themselves."""

import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import teraload
from teraload.plan import Plan
from tests.command import COMMAND, LARGE_SQL, Ended
from tests.duck import content, execute, query

Run = Callable[..., Ended]

_PHASES = ["prepare", "load", "publish", "settle"]


class Loading:
    """A load that runs."""

    def __init__(self, state: Path, *arguments: object) -> None:
        self._state = state
        self._before = set(state.glob("runs/*"))
        self.process = subprocess.Popen(
            [*COMMAND, "load", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def wait_for(self, phase: str) -> None:
        """Wait until `phase` has ended, which must be before the load has."""
        while self.process.poll() is None:
            for directory in set(self._state.glob("runs/*")) - self._before:
                events = directory / "events.ndjson"
                if events.exists() and f'"phase": "{phase}"' in events.read_text():
                    return
            time.sleep(0.002)
        raise AssertionError(f"ended before {phase} had: {self.process.communicate()}")

    def send(self, number: int) -> Ended:
        """Send a signal, and return how the load ended."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return Ended(self.process.returncode, out, err)


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    path = tmp_path / "schema.sql"
    path.write_text(LARGE_SQL)
    return path


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("way", ["create", "replace", "transaction", "staged"])
def test_a_signal_stops_a_load_and_leaves_the_target(
    large: Path, tmp_path: Path, state: Path, schema: Path, way: str, number: int
) -> None:
    target = tmp_path / "warehouse.duckdb"
    mode, publish = {
        "create": ("create", "auto"),
        "replace": ("replace", "auto"),
        "transaction": ("append", "transaction"),
        "staged": ("append", "staged"),
    }[way]
    before = None
    if way != "create":
        execute(target, f"{LARGE_SQL} INSERT INTO large VALUES (1, 'old')")
        before = content(target)
    loading = Loading(state, large, "--to", target, "--schema", schema, "--mode", mode, "--publish", publish)
    loading.wait_for("prepare")
    time.sleep(0.3)
    begin = time.monotonic()
    ended = loading.send(number)
    assert time.monotonic() - begin < 5
    assert ended.code == 75
    assert ended.error == "stopped. Nothing was published; the same command loads from the beginning"
    assert ended.out == ""
    if before is None:
        assert not list(tmp_path.glob("warehouse*"))
    else:
        assert content(target) == before
        assert query(target, "SELECT status FROM teraload.run") == [("stopped",)]
    (report,) = state.glob("runs/*/report.json")
    assert json.loads(report.read_text())["status"] == "stopped"


def test_a_signal_before_the_load_has_begun(large: Path, tmp_path: Path, schema: Path, state: Path) -> None:
    """100,000 files take a while to look at; the target is made by then."""
    directory = tmp_path / "many"
    directory.mkdir()
    for number in range(30_000):
        (directory / f"large.csv.{number}").write_bytes(b"1,x\n")
    for number in (signal.SIGINT, signal.SIGTERM):
        loading = Loading(state, f"{directory}/*", "--to", tmp_path / "new.duckdb", "--schema", schema)
        while not list(tmp_path.glob("new.duckdb*")):
            time.sleep(0.001)
        ended = loading.send(number)
        assert ended.code == 75
        assert ended.error.startswith("stopped")
        assert not list(tmp_path.glob("new.duckdb*"))


def test_a_signal_while_the_database_is_asked(tmp_path: Path, schema: Path, state: Path) -> None:
    """Wherever it comes before the load begins, it is answered in our words. Many tables make the questions long."""
    target, source = tmp_path / "w.duckdb", tmp_path / "large.csv"
    source.write_bytes(b"1,x\n")
    columns = ", ".join(f"c{number} INTEGER" for number in range(30))
    execute(target, "; ".join(f"CREATE TABLE other{number} ({columns})" for number in range(200)))
    ends = []
    for number in range(8):
        loading = Loading(state, source, "--to", target, "--table", f"t{number}", "--columns", "a,b")
        while loading.process.poll() is None and not _has_open(loading.process.pid, target):
            time.sleep(0.001)
        time.sleep(0.02 * number)
        ended = loading.send(signal.SIGINT if number % 2 else signal.SIGTERM)
        assert "Traceback" not in ended.err
        assert ended.code == 0 or ended.error.startswith("stopped"), ended
        ends.append(ended.code)
    assert ends.count(75) > 0, "no signal came before the load had ended"


def _has_open(process: int, path: Path) -> bool:
    with contextlib.suppress(OSError):
        return any(entry.resolve() == path for entry in Path(f"/proc/{process}/fd").iterdir())
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_behind_the_publishing_comes_too_late(
    large: Path, tmp_path: Path, state: Path, schema: Path, number: int
) -> None:
    """What is published stays, and the command says so, although a signal came while the log was emptied."""
    target = tmp_path / "warehouse.duckdb"
    loading = Loading(state, large, "--to", target, "--schema", schema)
    loading.wait_for("publish")
    ended = loading.send(number)
    (rows,) = query(target, "SELECT count(*) FROM large")[0]
    assert rows > 10_000_000
    assert ended.code == 0, ended
    assert f"loaded {rows:,}" in ended.out


@pytest.mark.parametrize("phase", ["prepare", "load"])
@pytest.mark.parametrize("way", ["create", "replace", "transaction", "staged"])
def test_a_load_that_was_killed_is_loaded_by_the_same_command(
    run: Run, large: Path, tmp_path: Path, state: Path, schema: Path, way: str, phase: str
) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "large.csv"
    with large.open("rb") as file:
        source.write_bytes(file.read(60_000_000) + file.readline())
    rows = source.read_bytes().count(b"\n")
    mode = {"create": ("create",), "replace": ("replace",)}.get(way, ("append", "--publish", way))
    old = 0
    if way != "create":
        execute(target, f"{LARGE_SQL} INSERT INTO large VALUES (1, 'old')")
        old = 0 if way == "replace" else 1
    arguments = (source, "--to", target, "--schema", schema, "--mode", *mode)
    killed = subprocess.run(
        [sys.executable, "-m", "tests.killed", phase, "load", *map(str, arguments)], capture_output=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    if way != "create":
        assert query(target, "SELECT count(*) FROM large") == [(1,)]
    ended = run("load", *arguments)
    assert ended.code == 0, ended.err
    assert [len(found) for found in content(target).values()] == [old + rows]
    assert query(target, "SELECT status FROM teraload.run ORDER BY started_at") == [("failed",), ("published",)]
    assert [path.name for path in tmp_path.glob("warehouse*")] == ["warehouse.duckdb"]


def test_staging_of_a_live_run_of_this_process_is_left_alone(tmp_path: Path, large: Path) -> None:
    """Two loads into one database at once, through two connections."""
    import threading

    import duckdb

    con = duckdb.connect(str(tmp_path / "own.duckdb"))
    con.execute("CREATE TABLE one (n INTEGER, filler VARCHAR); CREATE TABLE two (n INTEGER, filler VARCHAR)")
    source = tmp_path / "part.csv"
    with large.open("rb") as file:
        source.write_bytes(file.read(40_000_000) + file.readline())
    problems: list[Exception] = []

    def load(table: str) -> None:
        try:
            teraload.load(str(source), to=con.cursor(), table=table, mode="append", publish="staged", streams=1)
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=load, args=(table,)) for table in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    rows = source.read_bytes().count(b"\n")
    assert con.execute("SELECT (SELECT count(*) FROM one), (SELECT count(*) FROM two)").fetchall() == [(rows, rows)]


# ---- what is written down


def crc32c(data: bytes, table: list[int] = []) -> int:  # noqa: B006 - made once
    """Return the CRC-32C (Castagnoli) of `data`, a byte at a time, as its definition says."""
    if not table:
        for value in range(256):
            for _ in range(8):
                value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
            table.append(value)
    crc = 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def join(ranges: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the range that `ranges` make, which must be without gap and overlap."""
    first, *others = sorted(ranges)
    for other in others:
        assert other[0] == first[1]
        first = (first[0], other[1])
    return first


def test_the_check_value_of_crc32c() -> None:
    assert crc32c(b"123456789") == 0xE3069283


@pytest.mark.parametrize("way", ["create", "transaction", "staged", "direct"])
def test_the_ledger(run: Run, large: Path, tmp_path: Path, way: str) -> None:
    target, directory = tmp_path / "warehouse.duckdb", tmp_path / "parts"
    directory.mkdir()
    with large.open("rb") as file:
        for number, size in enumerate([30_000_000, 1_000, 400_000, 50_000]):
            (directory / f"large.csv.{number}").write_bytes(file.read(size) + file.readline())
    (directory / "large.csv.4").write_bytes(b"7,no line end")
    (tmp_path / "schema.sql").write_text(LARGE_SQL)
    mode = ("create",) if way == "create" else ("append", "--publish", way)
    if way != "create":
        execute(target, LARGE_SQL)
    arguments = (f"{directory}/*", "--to", target, "--schema", tmp_path / "schema.sql", "--mode", *mode)
    ended = run("load", *arguments, "--streams", 3, "--json")
    assert ended.code == 0, ended.err
    report = ended.json
    (row,) = query(
        target,
        "SELECT run, status, started_at <= finished_at, mode, teraload_version, length(fingerprint), process_id > 0 "
        "FROM teraload.run",
    )
    assert row == (report["run"], "published", True, mode[0], teraload.__version__, 32, True)
    files = query(target, "SELECT file, path, size_bytes, modified_ns, target FROM teraload.file ORDER BY file")
    assert [Path(path).name for _, path, *_ in files] == [f"large.csv.{number}" for number in range(5)]
    for _, path, size, modified_ns, name in files:
        status = Path(path).stat()
        assert (size, modified_ns, name) == (status.st_size, status.st_mtime_ns, '"warehouse"."main"."large"')
    pieces = query(
        target,
        "SELECT file, first_byte, past_byte, crc32c, rows_read, rows_loaded, rows_rejected, rows_filtered, split, "
        "stream FROM teraload.split ORDER BY file, first_byte",
    )
    assert len({piece[8] for piece in pieces}) >= 2
    assert {piece[9] for piece in pieces} <= {1, 2, 3}
    for number, path, size, *_ in files:
        text = Path(path).read_bytes()
        mine = [piece for piece in pieces if piece[0] == number]
        assert join((piece[1], piece[2]) for piece in mine) == (0, size)
        for _, first, past, crc, read, loaded, rejected, filtered, *_ in mine:
            part = text[first:past]
            assert part.count(b"\n") + (not part.endswith(b"\n")) == read == loaded + rejected + filtered
            # The checksum in plain Python takes a second for 10 MB: the whole of small pieces is enough.
            if len(part) < 1_000_000:
                assert crc32c(part) == crc
    assert any(piece[2] - piece[1] < 1_000_000 for piece in pieces)
    assert sum(piece[5] for piece in pieces) == query(target, "SELECT count(*) FROM large")[0][0]
    assert report["rows_loaded"] == sum(piece[5] for piece in pieces)
    assert query(target, "SELECT DISTINCT run FROM teraload.split") == [(report["run"],)]


def test_the_checksums_of_a_large_file(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "t.csv", tmp_path / "warehouse.duckdb"
    source.write_bytes(b"".join(b"%d,%s\n" % (n, b"y" * (n % 300)) for n in range(20_000)))
    execute(target, "CREATE TABLE t (n INTEGER, filler VARCHAR)")
    assert run("load", source, "--to", target, "--mode", "append").code == 0
    text = source.read_bytes()
    for first, past, crc in query(target, "SELECT first_byte, past_byte, crc32c FROM teraload.split"):
        assert crc32c(text[first:past]) == crc


def test_the_ledger_grows_by_run(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "t.csv", tmp_path / "warehouse.duckdb"
    source.write_bytes(b"1\n")
    execute(target, "CREATE TABLE t (n INTEGER)")
    assert run("load", source, "--to", target, "--mode", "append").code == 0
    assert run("load", source, "--to", target, "--mode", "append").code == 0
    source.write_bytes(b"x\n")
    assert run("load", source, "--to", target, "--mode", "append").code == 1
    assert query(target, "SELECT status, count(DISTINCT fingerprint) FROM teraload.run GROUP BY ALL ORDER BY ALL") == [
        ("failed", 1),
        ("published", 1),
    ]
    assert query(target, "SELECT sum(rows_loaded) FROM teraload.split SEMI JOIN teraload.run USING (run)") == [(2,)]


def test_the_run_directory(run: Run, tpch: Path, tmp_path: Path, state: Path) -> None:
    ended = run("load", tpch / "orders.tbl", "--to", tmp_path / "new.duckdb", "--schema", "tpch", "--json")
    report = ended.json
    directory = state / "runs" / report["run"]
    assert sorted(path.name for path in directory.iterdir()) == ["events.ndjson", "plan.json", "report.json"]
    assert json.loads((directory / "report.json").read_text()) == report
    plan = Plan.from_dict(json.loads((directory / "plan.json").read_text()))
    assert plan.tables[0].name == "orders"
    events = [json.loads(line) for line in (directory / "events.ndjson").read_text().splitlines()]
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)
    assert [event["event"] for event in events if event["event"] != "written"] == ["begun", *["phase"] * 4, "published"]
    assert [event["phase"] for event in events if event["event"] == "phase"] == _PHASES
    written = [event for event in events if event["event"] == "written"]
    assert sum(event["rows"] for event in written) == events[-1]["rows"] == 15_000
    assert sum(event["bytes"] for event in written) == (tpch / "orders.tbl").stat().st_size


def test_the_run_directory_of_a_failure(run: Run, tmp_path: Path, state: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"1\nx\n")
    execute(tmp_path / "old.duckdb", "CREATE TABLE t (n INTEGER)")
    ended = run("load", tmp_path / "t.csv", "--to", tmp_path / "old.duckdb", "--mode", "append", "--json")
    (directory,) = (state / "runs").iterdir()
    report = json.loads((directory / "report.json").read_text())
    assert (report["status"], report["line"], report["message"]) == ("failed", 2, ended.json["message"])
    last = json.loads((directory / "events.ndjson").read_text().splitlines()[-1])
    assert (last["event"], last["exit_code"], last["line"]) == ("failed", 1, 2)


def test_a_run_that_cannot_be_recorded_is_a_warning(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t.csv").write_bytes(b"1\n")
    execute(tmp_path / "old.duckdb", "CREATE TABLE t (n INTEGER)")
    monkeypatch.setenv("TERALOAD_STATE", str(tmp_path / "t.csv" / "below a file"))
    ended = run("load", tmp_path / "t.csv", "--to", tmp_path / "old.duckdb", "--mode", "append")
    assert ended.code == 0
    assert len(ended.notes) == 1
    assert ended.notes[0].startswith("warning: the run is not recorded: ")
