"""Quoted files that are read by several streams at once: cut at guesses, loaded only when these are proven."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

import teraload
from tests.duck import execute

_SQL = "CREATE TABLE t (a INTEGER, b VARCHAR, c DECIMAL(10,2))"

# Two splits: DuckDB likes half a million rows in each.
_ROWS = 1_050_000


def write(path: Path, middle: str = "") -> tuple[int, int, int]:
    """Write a file whose middle record has `middle` for its text; return the rows, the sum of a, the bytes of b."""
    half = _ROWS // 2
    record = '{},"a\n""{}",1.5\n'
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(record.format(n, n) for n in range(half))
        file.write('{},"{}",1.5\n'.format(half, middle.replace('"', '""')))
        file.writelines(record.format(n, n) for n in range(half + 1, _ROWS))
    numbers = sum(len(str(n)) + 3 for n in range(_ROWS) if n != half)
    return _ROWS, _ROWS * (_ROWS - 1) // 2, numbers + len(middle)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[int, int, int]]:
    """Return a file without pitfalls, and what is in it."""
    path = tmp_path_factory.mktemp("joins") / "t.csv"
    return path, write(path)


@pytest.fixture(scope="module")
def trapped(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[int, int, int]]:
    """Return a file whose second half seems to begin in records that are in truth the text of one field."""
    path = tmp_path_factory.mktemp("joins") / "t.csv"
    return path, write(path, '7,"x",7\n' * 400_000)


_WAYS: list[dict[str, Any]] = [
    {"mode": "create"},
    {"mode": "append"},
    {"mode": "append", "publish": "staged"},
    {"mode": "append", "publish": "direct"},
]


def load(path: Path, **options: Any) -> tuple[teraload.Report, tuple[int, int, int]]:
    """Load a file and return the report, and what is in the table."""
    with duckdb.connect(":memory:") as connection:
        if options["mode"] == "append":
            connection.execute(_SQL)
        else:
            options["schema"] = str(path.with_name("schema.sql"))
            path.with_name("schema.sql").write_text(_SQL + ";")
        report = teraload.load(str(path), to=connection, table="t", streams=2, **options)
        found = connection.execute("SELECT count(*), sum(a), sum(strlen(b)) FROM t").fetchone()
        assert found is not None
    return report, found


@pytest.mark.parametrize("way", _WAYS)
def test_a_quoted_file_is_read_by_all_streams(plain: tuple[Path, tuple[int, int, int]], way: dict[str, Any]) -> None:
    path, expected = plain
    report, found = load(path, **way)
    assert found == expected
    assert report.tables["t"].splits == 2
    assert not any("twice" in warning for warning in report.warnings)


@pytest.mark.parametrize("way", _WAYS)
def test_a_wrong_guess_is_found_and_mended(trapped: tuple[Path, tuple[int, int, int]], way: dict[str, Any]) -> None:
    path, expected = trapped
    report, found = load(path, **way)
    assert found == expected
    assert report.tables["t"].splits > 1
    # None, if each part was begun when the one before it was done.
    assert all("read twice: a field in them looked like records" in warning for warning in report.warnings)


def test_an_open_quote_is_found_from_its_line(plain: tuple[Path, tuple[int, int, int]], tmp_path: Path) -> None:
    """All that is behind a quote that never ends is one record; whatever was read of it does not count."""
    content = plain[0].read_bytes()
    at = content.index(b'\n7000,"') + len(b"\n7000,")
    path = tmp_path / "t.csv"
    path.write_bytes(content[: at + 1] + content[at + 2 :].replace(b'"', b""))
    with duckdb.connect(":memory:") as connection:
        connection.execute(_SQL)
        with pytest.raises(teraload.RowError) as error:
            teraload.load(str(path), to=connection, table="t", mode="append", quote='"', streams=2)
        assert connection.execute("SELECT count(*) FROM t").fetchone() == (0,)
    assert "a quote is opened and not closed within 16.8 MB, the limit" in str(error.value)
    assert (error.value.line, error.value.byte) == (2 * 7000 + 1, at)


def test_the_ledger_has_parts_that_join(plain: tuple[Path, tuple[int, int, int]], tmp_path: Path) -> None:
    to = tmp_path / "w.duckdb"
    execute(to, _SQL)
    teraload.load(str(plain[0]), to=str(to), table="t", mode="append", publish="staged", streams=2)
    with duckdb.connect(str(to)) as connection:
        parts = connection.execute("SELECT first_byte, past_byte FROM teraload.split ORDER BY 1").fetchall()
    assert len(parts) == 2
    assert (parts[0][0], parts[0][1], parts[1][1]) == (0, parts[1][0], plain[0].stat().st_size)
