"""Targets that cannot be loaded into: they are as they were."""

# ruff: noqa: E501 - one case a line

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Ended
from tests.database import TABLE, Database
from tests.duck import content, execute, query

Run = Callable[..., Ended]


def test_targets_that_are_none(database: Database, good: Path, run: Run) -> None:
    directory = database.directory
    text = database.file(b"no database, but longer than its header\n" * 1000, "text.duckdb")
    before = text.read_bytes()
    long = directory / ("x" * 300)
    for to, message, code in [
        (directory, f"{directory}: is a directory, expected a DuckDB file. Name a file in it: {directory}/warehouse.duckdb", 2),
        (directory / "no/x.duckdb", f"{directory}/no/x.duckdb: there is no directory {directory}/no. Make it first", 2),
        (good / "x.duckdb", f"{good}/x.duckdb: there is no directory {good}. Make it first", 2),
        (text, f"{text}: is no DuckDB file. Name another; teraload overwrites no file", 2),
        (good, f"{good}: is no DuckDB file. Name another; teraload overwrites no file", 2),
        (long, f"{long}: cannot be opened: File name too long. Check the path", 1),
        ("mssql://localhost/db", "--to: mssql:// cannot be loaded into yet. Name a DuckDB file, postgresql://…, or null: to parse and discard", 2),
        ("gopher://x", "--to: gopher:// is no kind of destination. Name a DuckDB file, postgresql://…, or null: to parse and discard", 2),
    ]:  # fmt: skip
        ended = run("load", good, "--to", to, "--table", "t", "--schema", database.schema)
        assert (ended.code, ended.err) == (code, f"teraload: {message}\n")
    assert text.read_bytes() == before
    assert sorted(path.name for path in directory.iterdir()) == ["old.duckdb", "schema.sql", "t.csv", "text.duckdb"]


def test_a_target_that_another_process_has_open(database: Database, good: Path) -> None:
    before = content(database.old)
    holder = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    arguments = [sys.executable, "-c", holder, str(database.old)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        ended = database.run("load", good, "--to", database.old, "--mode", "append")
        process.communicate("")
    assert ended.code == 1
    assert "Could not set lock on file" in ended.error
    assert ended.error.endswith("close it there: DuckDB takes writes from one process only")
    assert content(database.old) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--table", "t"), "table t exists already"),
        (("--table", "unknown", "--mode", "append"), "table unknown does not exist"),
        (("--table", "seen", "--mode", "append"), "seen is a view"),
        (("--table", "no.t", "--mode", "append"), 'there is no schema no. CREATE SCHEMA "no" first'),
        (("--table", "parent", "--mode", "replace"), "table parent cannot be replaced"),
        (("--table", "child", "--mode", "replace"), "table child cannot be replaced"),
        (("--table", "t", "--mode", "append", "--schema", "tpch"), 'the schema has no table "t"'),
        (("--table", "t", "--mode", "append", "--schema", "other.sql"), "table t has no column y, which the schema has"),
        (("--table", "t", "--mode", "append", "--schema", "less.sql"), "table t has column small, which the schema has not"),
        (("--table", "t", "--mode", "append", "--column-compression", "v=zstd"), "--column-compression is for tables that the load makes"),
        (("--table", "t", "--mode", "append", "--storage-version", "v1.2.0"), "--storage-version is for new files"),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_loaded_into(
    database: Database, run: Run, good: Path, arguments: tuple[str, ...], message: str
) -> None:
    execute(
        database.old,
        "CREATE VIEW seen AS FROM t; CREATE TABLE parent (a INTEGER PRIMARY KEY); "
        "CREATE TABLE child (a INTEGER REFERENCES parent (a))",
    )
    (database.directory / "other.sql").write_text(TABLE.replace("small", "y"))
    (database.directory / "less.sql").write_text(TABLE.replace(" small TINYINT,", ""))
    before = content(database.old)
    ended = run("load", good.name, "--to", database.old, *arguments, cwd=database.directory)
    assert ended.code == 2
    assert not ended.notes
    assert message in ended.error
    assert content(database.old) == before


def test_rows_that_a_constraint_refuses(run: Run, tmp_path: Path) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.csv"
    execute(target, "CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER CHECK (b > 0)); INSERT INTO t VALUES (1, 1)")
    before = content(target)
    for text, words in {
        b"2,1\n2,1\n": "duplicate key",
        b"1,1\n": "duplicate key",
        b"3,0\n": "check constraint",
    }.items():
        source.write_bytes(text)
        for way in ("transaction", "staged", "direct"):
            ended = run("load", source, "--to", target, "--mode", "append", "--publish", way)
            assert ended.code == 1
            assert words in ended.error.lower()
            assert content(target) == before
    source.write_bytes(b"2,1\n2,1\n")
    ended = run("load", source, "--to", target, "--mode", "replace")
    assert ended.code == 1
    assert "duplicate key" in ended.error.lower()
    assert content(target) == before


def test_a_full_disk(run: Run, tmpfs: Path, tmp_path: Path) -> None:
    target, new, source = tmpfs / "old.duckdb", tmpfs / "new.duckdb", tmp_path / "t.csv"
    execute(target, "CREATE TABLE t (n INTEGER, filler VARCHAR); INSERT INTO t VALUES (1, 'old')")
    before = content(target)
    (tmp_path / "schema.sql").write_text("CREATE TABLE t (n INTEGER, filler VARCHAR)")
    # Values that do not compress: 20 MB into 8 MB.
    rows = "SELECT i, sha256(i::VARCHAR) FROM range(300_000) r(i)"
    execute(tmp_path / "made.duckdb", f"COPY ({rows}) TO '{source}' (HEADER false)")
    creating = ("load", source, "--to", new, "--schema", tmp_path / "schema.sql")
    replacing = ("load", source, "--to", target, "--mode", "replace")
    appending = ("load", source, "--to", target, "--mode", "append", "--publish")
    for arguments in (creating, replacing, *((*appending, way) for way in ("transaction", "staged", "direct"))):
        ended = run(*arguments)
        assert ended.code == 1, ended
        assert "No space left" in ended.error or "full" in ended.error
        assert "make room, then run it again" in ended.error
        assert not list(tmpfs.glob("new*"))
        assert content(target) == before
    # Full from the start.
    (tmpfs / "filler").write_bytes(b"x")
    with pytest.raises(OSError, match="No space left"), (tmpfs / "filler").open("ab", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    ended = run(*creating)
    assert ended.code == 1
    assert "make room, then run it again" in ended.error
    assert not list(tmpfs.glob("new*"))
    # With room again, the same command works.
    (tmpfs / "filler").unlink()
    source.write_bytes(b"2,new\n")
    assert run(*appending, "transaction").code == 0
    assert query(target, "SELECT n FROM t ORDER BY n") == [(1,), (2,)]
