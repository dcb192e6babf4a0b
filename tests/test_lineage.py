"""Where rows are from: `--lineage` against the bytes of the files themselves."""

import gzip
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Ended
from tests.duck import execute, query

Run = Callable[..., Ended]

_SQL = "CREATE TABLE t (a INTEGER NOT NULL, b VARCHAR);"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "schema.sql").write_text(_SQL)
    return tmp_path


def check(target: Path, texts: dict[str, bytes], run: str | None = None) -> int:
    """Check that rows' bytes are where their records begin, of 20,000; return how many rows there are."""
    ((rows, places),) = query(target, "SELECT count(*), count(DISTINCT (_file, _byte)) FROM t")
    assert places == rows
    found = query(target, "SELECT a, b, _run, _file, _byte FROM t USING SAMPLE 20000 ROWS (reservoir, 3)")
    for a, b, its_run, file, byte in found:
        record = b"%d,%s" % (a, (b or "").encode())
        assert texts[file][byte:].startswith((record + b"\n", record + b"\r\n", b'%d,"' % a)), (a, b, file, byte)
        assert byte == 0 or texts[file][byte - 1 : byte] == b"\n"
        assert run is None or its_run == run
    return rows


@pytest.mark.parametrize(
    ("mode", "most"),
    [(("create",), 900_000), (("append",), 900_000), (("append", "--publish", "staged"), 9_000), (("replace",), 9_000)],
)
def test_every_row_knows_its_place(run: Run, folder: Path, mode: tuple[str, ...], most: int) -> None:
    """Many files and splits, two streams, rejected records, an archive, and a header behind a preamble."""
    random.seed(11)
    texts, rejected = {}, 0
    for number, records in enumerate((most // 5, 3, most, 5_000)):
        lines = [b"preamble\n", b"a,b\n"]
        for record in range(records):
            is_wrong = record % 60_000 == 7
            rejected += is_wrong
            text = b"x" * random.randrange(9)
            lines.append(b"wrong,%s\n" % text if is_wrong else b"%d,%s\n" % (record, text))
        name = f"t.{number}.csv" + (".gz" if number == 3 else "")
        texts[name] = b"".join(lines)
        (folder / name).write_bytes(gzip.compress(texts[name]) if number == 3 else texts[name])
    target = folder / "w.duckdb"
    if mode[0] != "create":
        execute(target, _SQL.replace("b VARCHAR", "b VARCHAR, _byte BIGINT, _file VARCHAR, _run VARCHAR"))
    options = ("--schema", "schema.sql", "--lineage", "--max-rejects", 100, "--streams", 2, "--json", "--mode", *mode)
    ended = run(
        "load", "t.*", "--to", target, "--header", "names", "--skip-lines", 1, *options, cwd=folder, timeout=300
    )
    assert ended.code == 3, ended.err
    rows = check(target, texts, ended.json["run"])
    assert rows == most + most // 5 + 5_003 - rejected
    assert query(target, "SELECT count(DISTINCT run) FROM teraload.run SEMI JOIN t ON run = _run") == [(1,)]


def test_quoted_records_and_their_lines(run: Run, folder: Path) -> None:
    text = b'1,"two\nlines"\n2,plain\n3,"x"\n'
    (folder / "t.csv").write_bytes(text)
    target = folder / "w.duckdb"
    assert run("load", "t.csv", "--to", target, "--schema", "schema.sql", "--lineage", cwd=folder).code == 0
    assert check(target, {"t.csv": text}) == 3
    lines = [run("line", "t.csv", at, cwd=folder).out for (at,) in query(target, "SELECT _byte FROM t ORDER BY a")]
    assert lines == ["1\n", "3\n", "4\n"]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("a INTEGER, b VARCHAR", "--lineage: table t needs a column _run VARCHAR, and has none"),
        ("a INTEGER, b VARCHAR, _run VARCHAR, _file VARCHAR, _byte INTEGER", "--lineage: table t needs a column _byte BIGINT, and has it as INTEGER"),  # noqa: E501
    ],
)  # fmt: skip
def test_a_table_without_the_columns(run: Run, folder: Path, table: str, message: str) -> None:
    (folder / "t.csv").write_text("1,x\n")
    execute(folder / "w.duckdb", f"CREATE TABLE t ({table})")
    ended = run("load", "t.csv", "--to", "w.duckdb", "--mode", "append", "--lineage", cwd=folder)
    assert ended.code == 2
    assert ended.error.startswith(message)


def test_a_clash(run: Run, folder: Path) -> None:
    (folder / "t.csv").write_text("1,x\n")
    (folder / "other.sql").write_text("CREATE TABLE t (a INTEGER, _File VARCHAR);")
    ended = run("load", "t.csv", "--to", "w.duckdb", "--schema", "other.sql", "--lineage", cwd=folder)
    assert ended.code == 2
    assert ended.error.startswith("--lineage: t has a column _File of its own")


def test_the_ceiling_has_them_too(run: Run, folder: Path) -> None:
    (folder / "t.csv").write_text("1,x\n2,y\n")
    ended = run("load", "t.csv", "--to", "null:", "--schema", "schema.sql", "--lineage", "--json", cwd=folder)
    assert ended.json["rows_loaded"] == 2
