"""Lines that are passed over before and behind the records, and the lines that bytes are on."""

import gzip
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import teraload
from tests.command import Ended
from tests.duck import query

Run = Callable[..., Ended]

_SQL = "CREATE TABLE t (a INTEGER, b VARCHAR);"
_REPORT = b'Report "of\nMay\n\na,b\n1,x\n2,"y\nz"\nsum,2\n--\n'


@pytest.fixture
def load(run: Run, tmp_path: Path) -> Callable[..., Ended]:
    """Load a file of some bytes into table t of warehouse.duckdb."""
    (tmp_path / "schema.sql").write_text(_SQL)

    def load(text: bytes, *options: object, name: str = "t.csv") -> Ended:
        (tmp_path / name).write_bytes(text)
        return run("load", name, "--to", "warehouse.duckdb", "--schema", "schema.sql", *options, cwd=tmp_path)

    return load


def rows(tmp_path: Path) -> list[tuple]:
    return query(tmp_path / "warehouse.duckdb", "SELECT * FROM t ORDER BY a")


@pytest.mark.parametrize(
    ("what", "text", "options", "name"),
    [
        ("a report", _REPORT, ("--quote", '"'), "t.csv"),
        ("CRLF", _REPORT.replace(b"\n", b"\r\n").replace(b"y\r\nz", b"y\nz"), ("--quote", '"'), "t.csv"),
        ("no end of the last line", _REPORT[:-1], ("--quote", '"'), "t.csv"),
        ("a mark in front", b"\xef\xbb\xbf" + _REPORT, ("--quote", '"'), "t.csv"),
        ("an archive", gzip.compress(_REPORT), ("--quote", '"'), "t.csv.gz"),
        ("another encoding", _REPORT.decode().encode("utf-16"), ("--quote", '"'), "t.csv"),
        ("CR", _REPORT.replace(b"y\nz", b"y~z").replace(b"\n", b"\r"), ("--quote", '"', "--terminator", "any"), "t.csv"),  # noqa: E501
        ("an end of its own", _REPORT.replace(b"y\nz", b"y~z").replace(b"\n", b"$$"), ("--quote", '"', "--terminator", "$$"), "t.csv"),  # noqa: E501
    ],
)  # fmt: skip
def test_lines_before_and_behind(
    load: Callable[..., Ended], tmp_path: Path, what: str, text: bytes, options: tuple[str, ...], name: str
) -> None:
    skipped = ("--skip-lines", 3, "--skip-footer", 2, "--header", "names")
    ended = load(text, *skipped, *options, name=name)
    assert ended.code == 0, ended.err
    assert [(a, b.replace("~", "\n")) for a, b in rows(tmp_path)] == [(1, "x"), (2, "y\nz")], what


def test_a_file_that_is_cut(load: Callable[..., Ended], tmp_path: Path) -> None:
    """Two files whose preambles and footers are larger than a part of them, in many splits: each record once."""
    random.seed(5)
    preamble = b"".join(b"%d preamble\n" % number for number in range(40_000))
    footer = b"".join(b"%d footer\n" % number for number in range(50_000))
    expected, at = [], 0
    for file in ("t.1.csv", "t.2.csv"):
        records = [(at + number, "x" * random.randrange(9)) for number in range(1_000_000)]
        at += len(records)
        expected += records
        body = b"".join(b"%d,%s\n" % (number, text.encode()) for number, text in records)
        (tmp_path / file).write_bytes(preamble + b"a,b\n" + body + footer)
    options = ("--skip-lines", 40_000, "--skip-footer", 50_000, "--header", "names", "--null", "NULL", "--json")
    ended = load(b"", "t.1.csv", "t.2.csv", "--allow-empty", *options, "--quote", "none", name="t.csv")
    assert ended.code == 0, ended.err
    assert ended.json["tables"][0]["splits"] > 1
    assert rows(tmp_path) == expected
    read = query(tmp_path / "warehouse.duckdb", "SELECT sum(past_byte - first_byte) FROM teraload.split")
    assert read == [(sum((tmp_path / file).stat().st_size for file in ("t.1.csv", "t.2.csv")),)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--skip-lines", 4), "skip_lines 4"),
        (("--skip-footer", 4), "skip_footer 4"),
        (("--skip-lines", 2, "--skip-footer", 2), "skip_lines 2 and skip_footer 2"),
    ],
)
@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz"])
def test_more_lines_than_there_are(
    load: Callable[..., Ended], tmp_path: Path, options: tuple[object, ...], said: str, name: str
) -> None:
    text = b"1,a\n2,b\n3,c"
    ended = load(gzip.compress(text) if name.endswith("gz") else text, *options, name=name)
    assert ended.code == 1
    expected = f"{name}: has fewer lines than are passed over: {said}. Correct that, or leave the file out"
    assert ended.error == expected
    assert not (tmp_path / "warehouse.duckdb").exists()


def test_places_count_what_was_passed_over(load: Callable[..., Ended]) -> None:
    ended = load(b"one\ntwo\n1,a\nx,b\nfoot\n", "--skip-lines", 2, "--skip-footer", 1)
    assert ended.error.startswith('t.csv:4 (byte 12), column 1 a: "x" is not an integer')
    ended = load(b"one\ntwo\na,c\n1,a\n", "--skip-lines", 2, "--header", "names")
    assert ended.error.startswith("t.csv:3: the header does not name the columns of the table: it lacks b")


def test_rejected_records_load_with_the_same_options(load: Callable[..., Ended], run: Run, tmp_path: Path) -> None:
    skipped = ("--skip-lines", 2, "--skip-footer", 1, "--header", "names")
    assert load(b"one\ntwo\na,b\n1,a\nx,b\n3,c\nfoot\n", *skipped, "--max-rejects", 1).code == 3
    corrected = run("rejects", "--records", cwd=tmp_path).out
    assert corrected == "one\ntwo\na,b\nx,b\n\n"
    ended = load(corrected.replace("x", "2").encode(), *skipped, "--mode", "append")
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == [(1, "a"), (2, "b"), (3, "c")]


# ---- teraload line


def test_the_line_of_a_byte(run: Run, tmp_path: Path) -> None:
    text = "ä,1\r\nzwei,2\n\nlast"
    raw = text.encode()
    (tmp_path / "t.csv").write_bytes(raw)
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(raw))
    (tmp_path / "latin.csv").write_bytes(text.encode("latin-1"))
    (tmp_path / "wide.csv").write_bytes(text.encode("utf-16"))
    lines = text.split("\n")
    for at in range(len(raw)):
        number = raw[:at].count(b"\n") + 1
        for file, options in (
            ("t.csv", ()),
            ("t.csv.gz", ()),
            ("latin.csv", ("--encoding", "latin1")),
            ("wide.csv", ()),
        ):
            if at % 5 and file != "t.csv":
                continue
            shown = run("line", file, at, "--show", *options, cwd=tmp_path)
            assert shown.out == f"{number}\n{lines[number - 1].rstrip(chr(13))}\n", (file, at)
    assert run("line", "t.csv", 7, cwd=tmp_path).out == "2\n"
    for file in ("t.csv", "t.csv.gz"):
        ended = run("line", file, len(raw), cwd=tmp_path)
        assert ended.code == 2
        assert f"ends before byte {len(raw)}" in ended.error
    assert run("line", "none.csv", 0, cwd=tmp_path).code == 1
    assert "--encoding" in run("line", "t.csv", 0, "--encoding", "klingon", cwd=tmp_path).error


def test_from_python(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"one\n1,a\n2,b\nfoot")
    (tmp_path / "schema.sql").write_text(_SQL)
    report = teraload.load(tmp_path / "t.csv", to="null:", schema=tmp_path / "schema.sql", skip_lines=1, skip_footer=1)
    assert (report.rows_loaded, report.bytes_read) == (2, 16)
