"""What Python's csv module writes and reads, against teraload: the same rows of text, in any dialect of both."""

import csv
import gzip
import io
import re
import tempfile
from pathlib import Path
from typing import Any

import duckdb
import hypothesis
import hypothesis.strategies as st
import pytest

import teraload

Rows = list[tuple[str | None, ...]]

_SPECIAL = ",;|\t\"'\\ \n\r#aN0-é🦀"
_FIELD = st.text(st.sampled_from(_SPECIAL), max_size=12) | st.text(max_size=8)


def _load(text: bytes, width: int, **options: Any) -> Rows:
    """Load `text` into columns of text of a database in memory."""
    with tempfile.TemporaryDirectory() as directory, duckdb.connect() as connection:
        path = Path(directory) / "t.csv"
        path.write_bytes(text)
        connection.execute(f"CREATE TABLE t ({', '.join(f'c{number} VARCHAR' for number in range(width))})")
        teraload.load(path, to=connection, table="t", mode="append", streams=1, allow_empty=True, **options)
        return connection.execute("FROM t").fetchall()


@st.composite
def _dialects(draw: st.DrawFn) -> dict[str, Any]:
    """Return keywords of Python's csv, of which no two are the same character."""
    characters = draw(st.permutations(",;|\t:^~"))
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, csv.QUOTE_NONE]))
    escape = draw(st.sampled_from([None, "\\", characters[1]])) if quoting != csv.QUOTE_NONE else "\\"
    return {
        "delimiter": characters[0],
        "quotechar": draw(st.sampled_from("\"'@")),
        "quoting": quoting,
        "escapechar": escape,
        "doublequote": escape is None or draw(st.booleans()),
        "lineterminator": draw(st.sampled_from(["\n", "\r\n", "\r", "\x1e"])),
    }


def _options(dialect: dict[str, Any]) -> dict[str, Any]:
    """Return the same in teraload's words. No text means NULL: Python has none."""
    return {
        "delimiter": dialect["delimiter"],
        "quote": "none" if dialect["quoting"] == csv.QUOTE_NONE else dialect["quotechar"],
        "escape": dialect["escapechar"] or "none",
        "terminator": {"\n": "\\n", "\r": "\\r", "\x1e": "\\x1e"}.get(dialect["lineterminator"], "lines"),
        "null": "\x02 no such text",
    }


@st.composite
def _tables(draw: st.DrawFn) -> Rows:
    width = draw(st.integers(1, 4))
    rows = draw(st.lists(st.tuples(*[_FIELD] * width), min_size=1, max_size=8))
    return [tuple(field.replace("\0", "0") for field in row) for row in rows]


@hypothesis.settings(max_examples=100)
@hypothesis.given(_dialects(), _tables())
def test_what_python_writes(dialect: dict[str, Any], rows: Rows) -> None:
    file = io.StringIO(newline="")
    options = _options(dialect)
    try:
        csv.writer(file, **dialect).writerows(rows)
    except csv.Error:
        hypothesis.reject()
    assert _load(file.getvalue().encode(), len(rows[0]), **options) == rows


@hypothesis.settings(max_examples=150)
@hypothesis.given(_dialects(), st.text(st.sampled_from(',,""\n\r\\|;ab\t\'^'), max_size=40))
def test_what_python_reads(dialect: dict[str, Any], text: str) -> None:
    """Any text: read as Python reads it, or an error, which Python has for less of what is wrong."""
    # An escape with nothing behind stands for itself here, and is an error there; in front of a line end, too, or not.
    escape = dialect["escapechar"]
    hypothesis.assume(not escape or not re.search(re.escape(escape) + r"(?:[\r\n]|\Z)", text))
    # Python takes a doubled quote for one always here, as teraload does.
    dialect["doublequote"] = True
    strict = {name: value for name, value in dialect.items() if name != "lineterminator"}
    if dialect["quoting"] == csv.QUOTE_NONNUMERIC:
        strict["quoting"] = csv.QUOTE_ALL
    options = {**_options(dialect), "terminator": "any", "blank_lines": "skip"}
    try:
        expected = [tuple(row) for row in csv.reader(io.StringIO(text, newline=""), strict=True, **strict) if row]
    except csv.Error:
        expected = None
    width = len(expected[0]) if expected else 1
    try:
        found = _load(text.encode(), width, **options)
    except teraload.RowError as error:
        is_ragged = expected is not None and any(len(row) != width for row in expected)
        assert expected is None or is_ragged, f"{error}, expected {expected}"
        return
    assert expected is not None, f"Python fails where teraload has {found}"
    assert found == expected


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ('"a""b"\n', {"delimiter": '"'}),
        ('"a,b;"', {"terminator": ';"'}),
        ('"a,b\n', {"escape": '"', "quote": "none"}),
    ],
)
def test_quotation_marks_that_are_something_else(text: str, options: dict[str, Any]) -> None:
    """They are no sign that the file is quoted after all."""
    rows = _load(text.encode(), 5 if "delimiter" in options else 2, **options)
    expected = {"delimiter": (None, "a", None, "b", None), "terminator": ('"a', "b"), "escape": ("a", "b")}
    assert rows == [next(row for option, row in expected.items() if option in options)]


@pytest.mark.parametrize("path", ["whole", "two streams", "gzip", "utf-16"])
def test_every_path_reads_the_same(path: str, tmp_path: Path) -> None:
    """A file of 3 MB with all kinds of fields, as it comes, cut, compressed and in another encoding."""
    rows = [
        (str(number), f'a "{number}", b', "line\r\nbreak" * (number % 3), "é🦀" * (number % 5))
        for number in range(60_000)
    ]
    file = io.StringIO(newline="")
    csv.writer(file).writerows(rows)
    text = file.getvalue()
    data = {"gzip": gzip.compress(text.encode()), "utf-16": text.encode("utf-16")}.get(path, text.encode())
    options = {"streams": 2} if path == "two streams" else {}
    file_path = tmp_path / "t.csv"
    file_path.write_bytes(data)
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t (c0 VARCHAR, c1 VARCHAR, c2 VARCHAR, c3 VARCHAR)")
        teraload.load(file_path, to=connection, table="t", mode="append", quote='"', null="none", **options)
        assert connection.execute("FROM t ORDER BY c0::INTEGER").fetchall() == rows
