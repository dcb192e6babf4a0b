"""Texts that are longer than their column takes: the load fails, their records are rejected, or they are cut."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Ended
from tests.duck import execute, query

Run = Callable[..., Ended]

_TEXT = "1,ééééé,x\n2,éééééé,a longer text\n3,fourteen bytes,\n4,,y\n"


@pytest.fixture
def load(run: Run, tmp_path: Path) -> Callable[..., Ended]:
    """Load `_TEXT` into table t of warehouse.duckdb, whose second column has five characters."""
    (tmp_path / "schema.sql").write_text("CREATE TABLE t (a INTEGER, b VARCHAR(5), c VARCHAR);")
    (tmp_path / "t.csv").write_text(_TEXT, encoding="utf-8")

    def load(*options: object, schema: bool = True) -> Ended:
        said = ("--schema", "schema.sql") if schema else ()
        return run("load", "t.csv", "--to", "warehouse.duckdb", *said, *options, cwd=tmp_path)

    return load


def rows(tmp_path: Path) -> list[tuple]:
    return query(tmp_path / "warehouse.duckdb", "SELECT * FROM t ORDER BY a")


def test_what_a_schema_declares_is_kept(load: Callable[..., Ended], tmp_path: Path) -> None:
    ended = load()
    assert ended.code == 1
    assert ended.error == (
        't.csv:2 (byte 17), column 2 b: "éééééé" has 6 characters, the column takes 5. Fix the row, or say '
        "--on-truncate truncate, or another max_length of the column"
    )
    assert not (tmp_path / "warehouse.duckdb").exists()


def test_rejected(load: Callable[..., Ended], tmp_path: Path) -> None:
    ended = load("--max-rejects", 2)
    assert ended.code == 3, ended.err
    assert rows(tmp_path) == [(1, "ééééé", "x"), (4, None, "y")]
    rejected = query(tmp_path / "warehouse.duckdb", "SELECT code, column_name FROM teraload.reject")
    assert rejected == [("too_long", "b")] * 2
    assert load("--max-rejects", 2, "--on-truncate", "fail", "--mode", "replace").code == 1


def test_cut_and_counted(load: Callable[..., Ended], tmp_path: Path) -> None:
    ended = load("--on-truncate", "truncate")
    assert ended.code == 0, ended.err
    assert "warning: t: 2 texts were truncated" in ended.notes
    assert rows(tmp_path) == [
        (1, "ééééé", "x"), (2, "ééééé", "a longer text"), (3, "fourt", None), (4, None, "y"),
    ]  # fmt: skip


def test_by_column(load: Callable[..., Ended], tmp_path: Path) -> None:
    settings = ("--set", "columns.b.on_truncate=truncate", "--set", "columns.c.max_length=13")
    assert load(*settings).code == 0
    settings = (*settings[:-1], "columns.c.max_length=12", "--mode", "replace")
    assert 'column 3 c: "a longer text" has 13 characters, the column takes 12' in load(*settings).error
    # What is said of all columns is for those that can have a length.
    ended = load("--set", "columns.*.max_length=3", "--on-truncate", "truncate", "--mode", "replace")
    assert ended.code == 0, ended.err
    assert rows(tmp_path)[1] == (2, "ééé", "a l")
    ended = load("--set", "columns.a.max_length=3", "--mode", "replace")
    assert ended.code == 2
    assert "columns: a: max_length is for text, and the column is int32" in ended.error


@pytest.mark.parametrize("publish", ["transaction", "staged"])
def test_into_a_table_that_exists(load: Callable[..., Ended], tmp_path: Path, publish: str) -> None:
    """DuckDB has forgotten the length; a schema that is said still has it, and a job may."""
    execute(tmp_path / "warehouse.duckdb", "CREATE TABLE t (a INTEGER, b VARCHAR(5), c VARCHAR)")
    how = ("--mode", "append", "--publish", publish)
    assert "the column takes 5" in load(*how).error
    assert load(*how, schema=False).code == 0
    ended = load(*how, "--set", "columns.b.max_length=5", "--on-truncate", "truncate", schema=False)
    assert ended.code == 0, ended.err
    assert [b for _, b, _ in rows(tmp_path) if b and len(b) <= 5] == ["ééééé", "ééééé", "ééééé", "fourt"]
