"""Archives and other texts that are read from front to back: one thread reads ahead, all streams parse."""

import gzip
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest

import teraload

_SQL = "CREATE TABLE t (a INTEGER, b VARCHAR, c DECIMAL(10,2))"
_ROWS = 1_050_000


@pytest.fixture(scope="module")
def text() -> str:
    """Return records of two commits, with quotes and line ends in fields."""
    return "".join(f'{n},"a\n""{n}",1.5\n' for n in range(_ROWS))


@pytest.fixture(scope="module")
def archive(text: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return them as an archive."""
    path = tmp_path_factory.mktemp("texts") / "t.csv.gz"
    path.write_bytes(gzip.compress(text.encode(), 1))
    return path


def load(path: Path, sql: str = _SQL, **options: Any) -> tuple[teraload.Report, tuple[int, int]]:
    """Load a file and return the report, and what is in the table."""
    with duckdb.connect(":memory:") as connection:
        connection.execute(sql)
        report = teraload.load(str(path), to=connection, table="t", mode="append", **options)
        found = connection.execute("SELECT count(*), sum(a) FROM t").fetchone()
        assert found is not None
        parts = connection.execute("SELECT file, first_byte, past_byte FROM teraload.split ORDER BY 1, 2").fetchall()
    for left, right in pairwise([(None, 0, 0), *parts]):
        assert right[1] == (left[2] if left[0] == right[0] else 0), "a gap or an overlap"
    return report, found


_ALL = (_ROWS, _ROWS * (_ROWS - 1) // 2)


@pytest.mark.parametrize("publish", ["staged", "direct", None])
def test_an_archive_is_parsed_by_all_streams(archive: Path, publish: str | None) -> None:
    options = {"publish": publish} if publish else {}
    report, found = load(archive, streams=2, **options)
    assert found == _ALL
    assert report.bytes_read > 20_000_000
    if publish:
        # A commit of half a million rows each, whoever made it, and what was left.
        assert report.tables["t"].splits >= 2


def test_another_encoding_is_too(text: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-16", newline="")
    report, found = load(path, streams=2, publish="staged")
    assert found == _ALL
    assert report.tables["t"].splits >= 2


def test_archives_beside_files_that_are_cut(archive: Path, text: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(text[: text.index('\n7,"') + 1], newline="")
    (tmp_path / "b.csv.gz").write_bytes(archive.read_bytes())
    (tmp_path / "c.csv").write_text(text, newline="")
    _, found = load(tmp_path / "*.csv*", streams=3, publish="staged", delimiter=",")
    assert found == (2 * _ALL[0] + 7, 2 * _ALL[1] + 21)


def test_a_truncated_archive_loads_nothing(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(archive.read_bytes()[:-20_000])
    with duckdb.connect(":memory:") as connection:
        connection.execute(_SQL)
        with pytest.raises(teraload.SourceError, match="archive"):
            teraload.load(str(path), to=connection, table="t", mode="append", publish="staged", streams=2)
        assert connection.execute("SELECT count(*) FROM t").fetchone() == (0,)


def test_faults_behind_many_chunks_have_their_places(text: str, tmp_path: Path) -> None:
    at = text.index('\n1000000,"') + 1
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress((text[:at] + "x,y,z\n" + text[at:]).encode(), 1))
    with duckdb.connect(":memory:") as connection:
        connection.execute(_SQL)
        report = teraload.load(
            str(path), to=connection, table="t", mode="append", publish="staged", streams=2, max_rejects="1"
        )
        assert report.rows_loaded == _ROWS
        assert connection.execute("SELECT byte, column_number FROM teraload.reject").fetchall() == [(at, 1)]
