"""Files as programs write them: sniffed into a job file, loaded by it, and compared with what is expected.

A case is a folder of `tests/cases`: a file, `expected.json` (the columns with DuckDB's types, the rows as texts), and
`args` if flags are needed. To add one is to add a folder.
"""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Ended
from tests.duck import query

Run = Callable[..., Ended]

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


def file_of(case: Path) -> Path:
    (path,) = (path for path in case.iterdir() if path.name not in ("expected.json", "args"))
    return path


def args_of(case: Path) -> list[str]:
    path = case / "args"
    return shlex.split(path.read_text(encoding="utf-8")) if path.exists() else []


def content(database: Path, table: str) -> dict[str, list]:
    """Return the columns of a table, and its rows as texts, in the order in which they were loaded."""
    described = query(database, f'SELECT column_name, column_type FROM (DESCRIBE "{table}")')
    rows = query(database, f'SELECT COLUMNS(*)::VARCHAR FROM "{table}" ORDER BY rowid')
    return {"columns": [list(row) for row in described], "rows": [list(row) for row in rows]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_sniffed_loads_what_was_written(case: Path, run: Run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    path = file_of(case)
    (tmp_path / path.name).write_bytes(path.read_bytes())
    table = path.name.split(".")[0]

    sniffed = run("sniff", path.name, *args_of(case), cwd=tmp_path)
    assert sniffed.code == 0, sniffed.err
    (tmp_path / "job.yaml").write_text(sniffed.out, encoding="utf-8")
    loaded = run("load", "job.yaml", cwd=tmp_path)
    assert loaded.code == 0, f"{loaded.err}\n{sniffed.out}"
    assert content(tmp_path / f"{table}.duckdb", table) == expected, sniffed.out

    # The same without the detour.
    direct = run("load", path.name, "--to", "direct.duckdb", *args_of(case), cwd=tmp_path)
    assert direct.code == 0, direct.err
    assert content(tmp_path / "direct.duckdb", table) == expected
    assert any("sniffed from" in note for note in direct.notes)
