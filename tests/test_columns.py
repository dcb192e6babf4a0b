"""Which field of which file each column is: chosen, renamed, left out, retyped, and added."""

import gzip
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import teraload
from tests.command import Ended
from tests.duck import execute, query

Run = Callable[..., Ended]
Load = Callable[..., Ended]

_SQL = "CREATE TABLE t (a INTEGER, b VARCHAR, c DECIMAL(9,2));"


@pytest.fixture
def load(run: Run, tmp_path: Path) -> Load:
    """Load a file of some text into table t of warehouse.duckdb."""
    (tmp_path / "schema.sql").write_text(_SQL)

    def load(text: str, *options: object, schema: bool = True) -> Ended:
        (tmp_path / "t.csv").write_text(text)
        said = ("--schema", "schema.sql") if schema else ()
        return run("load", "t.csv", "--to", "warehouse.duckdb", *said, *options, cwd=tmp_path)

    return load


def rows(tmp_path: Path, what: str = "a, b, c::DOUBLE") -> list[tuple]:
    return query(tmp_path / "warehouse.duckdb", f"SELECT {what} FROM t ORDER BY a")


def sets(*settings: str) -> list[str]:
    return [word for setting in settings for word in ("--set", setting)]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("C,Name,A\n1.5,x,1\n", ("--columns", "a,b=name,c"), (1, "x", 1.5)),
        ("C,b,more,A\n1.5,x,y,1\n", ("--columns", "a,b,c"), (1, "x", 1.5)),
        ("C,b,more,A\n1.5,x,y,1\n", sets("columns.MORE.omit=true"), (1, "x", 1.5)),
        ("c,b,a\n1.5,x,1\n", ("--columns", "a,c"), (1, None, 1.5)),
        ("c,b,a\n1.5,x,1\n", sets("columns.b.omit=true"), (1, None, 1.5)),
        ("c,a\n1.5,1\n", sets("columns.b.omit=true"), (1, None, 1.5)),
        ("x,y,z\n1,t,2\n", ("--columns", "a=1,b=2,c=3"), (1, "t", 2.0)),
        ("a,b,c\n1,t,2\n", ("--columns", "a,b=a,c=c"), (1, "1", 2.0)),
        ("a;b,c\n", (), None),
    ],
)
def test_by_the_names_of_a_header(
    load: Load, tmp_path: Path, text: str, options: tuple[str, ...], expected: tuple | None
) -> None:
    ended = load(text, "--header", "names", *options)
    if expected is None:
        assert ended.code == 1
        return
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == [expected]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("1.5,1,x\n", ("--columns", "c,a,b"), (1, "x", 1.5)),
        ("x,1\n", ("--columns", "b,a"), (1, "x", None)),
        ("1,x,y,2\n", ("--columns", "a=1,c=4"), (1, None, 2.0)),
        ("1,x,y,2,\n", ("--columns", "a=1,b=3,c=4", "--trailing-delimiter"), (1, "y", 2.0)),
        ("1,x,2\n", sets("columns.b.omit=true"), (1, None, 2.0)),
        ("1,x,,\n", ("--columns", "a=1,b=2,c=3", "--trailing-delimiter"), (1, "x", None)),
        ("1,x,2\n", sets("columns.a.from=3", "columns.c.from=1"), (2, "x", 1.0)),
        ("any,thing,here\n1,x,2\n", ("--header", "skip", "--columns", "c=1,a=3"), (2, None, 1.0)),
    ],
)
def test_by_place(load: Load, tmp_path: Path, text: str, options: tuple[str, ...], expected: tuple) -> None:
    ended = load(text, *options)
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == [expected]


@pytest.mark.parametrize(
    ("text", "options", "code", "message"),
    [
        ("a,b,c,d,E\n", ("--header", "names"), 1, "it has 'd', 'E', which the table has not. Say omit for d in the job's columns, or --schema-change add"),  # noqa: E501
        ("a,b\n", ("--header", "names"), 1, "it lacks c. Say omit for c"),
        ("a,b,C,c\n", ("--header", "names"), 1, "it has 'C', 'c' more than once"),
        ("a,b,c\n", ("--header", "names", "--columns", "a,b=name"), 1, "it lacks b"),
        ("a,b,c\n", ("--header", "names", "--columns", "a,bb"), 2, "columns: t has no column bb. There are: a, b, c"),
        ("a,b,c\n", ("--header", "names", *sets("columns.x.omit=true")), 2, "columns: t has no column x"),
        ("1,x,2\n", ("--columns", "a,b=name"), 2, "columns: b: from 'name' is a name, and the files have no header"),
        ("1,x,2\n", ("--columns", "a,b=2"), 2, "some have the number of a field and a has none"),
        ("1,x,2\n", ("--columns", "a=1,b=4"), 2, "columns: b is from field 4, and the first record of t.csv has 3"),
        ("1,x,2\n1,x\n", ("--columns", "a=1,b=2"), 1, "t.csv:2 (byte 6): found 2 fields, expected 3 fields"),
        ("1,x,2\n", ("--columns", "a,b"), 1, "found 3 fields, expected 2 fields"),
        ("1,x,2\n", sets("columns.*.omit=true"), 2, "columns: no column of t is left to load"),
        ("1,x,2\n", sets("columns.a.type=whatever"), 2, 'columns: a: type: "whatever" is no type'),
        ("1,x,2\n", sets("columns.a.type=int, d int"), 2, "columns: a: type"),
        ("1,x,2\n", ("--schema-change", "add"), 2, "without a header nobody knows which columns a file has"),
    ],
)  # fmt: skip
def test_what_makes_no_sense(
    load: Load, tmp_path: Path, text: str, options: tuple[str, ...], code: int, message: str
) -> None:
    ended = load(text, *options)
    assert ended.code == code
    assert message in ended.error
    assert not (tmp_path / "warehouse.duckdb").exists()


def test_a_column_that_is_left_out_of_a_table_that_exists(load: Load, tmp_path: Path) -> None:
    target = tmp_path / "warehouse.duckdb"
    execute(target, "CREATE TABLE t (a INTEGER, b VARCHAR NOT NULL DEFAULT 'none', c DECIMAL(9,2))")
    for mode in (("append",), ("append", "--publish", "staged"), ("append", "--publish", "direct"), ("replace",)):
        ended = load("1,2\n", "--columns", "a,c", "--mode", *mode, schema=False)
        assert ended.code == 0, ended.err
    assert rows(tmp_path) == [(1, "none", 2.0)]
    execute(target, "DROP TABLE t; CREATE TABLE t (a INTEGER, b VARCHAR NOT NULL)")
    ended = load("1\n", "--columns", "a", "--mode", "append", schema=False)
    assert ended.code == 2
    assert ended.error.startswith("columns: b of t is NOT NULL, and no field is loaded into it")


def test_places_of_errors_are_the_files_and_columns_the_tables(load: Load) -> None:
    error = load("x,1.5,1\ny,nan,2\n", "--columns", "c=2,a=3").error
    assert error.startswith('t.csv:2 (byte 10), column 2 c: "nan" is not a')


def test_types_and_nulls(load: Load, tmp_path: Path) -> None:
    ended = load(
        "1,2026-01-02,3.25\n", *sets("columns.a.type=bigint", "columns.b.type=date", "columns.c.type=double"),
        *sets("columns.c.nullable=false"),
    )  # fmt: skip
    assert ended.code == 0, ended.err
    assert query(tmp_path / "warehouse.duckdb", "SELECT column_type, \"null\" FROM (DESCRIBE t)") == [
        ("BIGINT", "YES"), ("DATE", "YES"), ("DOUBLE", "NO"),
    ]  # fmt: skip
    assert load("2,2026-01-02,1\n", *sets("columns.a.type=int64"), "--mode", "append", schema=False).code == 0
    for setting, message in (
        ("columns.a.type=integer", "columns: a: type integer is INTEGER, table t has BIGINT"),
        ("columns.c.nullable=true", "columns: c: nullable is true, and the column of table t is NOT NULL"),
        ("columns.a.nullable=false", "columns: a: nullable is false, and the column of table t takes NULL"),
    ):
        ended = load("2,2026-01-02,1\n", *sets(setting), "--mode", "append", schema=False)
        assert ended.code == 2
        assert message in ended.error
    ended = load("1,2026-01-02,\n", *sets("columns.c.nullable=false"), "--mode", "replace")
    assert "nullable is false" not in ended.error
    assert "NOT NULL" in ended.error


def test_all_as_text(load: Load, tmp_path: Path) -> None:
    assert load("x,1998-13-01,\n", "--types", "text").code == 0
    assert query(tmp_path / "warehouse.duckdb", "SELECT DISTINCT column_type FROM (DESCRIBE t)") == [("VARCHAR",)]
    assert rows(tmp_path, "*") == [("x", "1998-13-01", None)]
    assert load("y,,z\n", "--types", "text", "--mode", "append", schema=False).code == 0
    execute(tmp_path / "warehouse.duckdb", "CREATE OR REPLACE TABLE t (a VARCHAR, b INTEGER)")
    ended = load("x,1\n", "--types", "text", "--mode", "append", schema=False)
    assert ended.code == 2
    assert ended.error.startswith("types: text: column b of table t is INTEGER, expected VARCHAR")
    ended = load("x,y,1\n", "--types", "text", *sets("columns.c.type=int32"))
    assert "type int32 and types: text are two things" in ended.error


# ---- files of different columns


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Three files of one table, whose columns differ in order and in number."""
    (tmp_path / "schema.sql").write_text(_SQL)
    (tmp_path / "t.1.csv").write_text("a,b,c\n1,x,1.5\n")
    (tmp_path / "t.2.csv").write_text("Extra,b,a\nmore,y,2\n")
    (tmp_path / "t.3.csv.gz").write_bytes(gzip.compress(b"a,n,c,extra\n3,7,2.5,\n"))
    return tmp_path


def test_different_columns_are_refused(run: Run, files: Path) -> None:
    ended = run("load", "t.*", "--to", "w.duckdb", "--schema", "schema.sql", "--header", "names", cwd=files)
    assert ended.code == 1
    assert ended.error.startswith(
        "t.2.csv:1 (byte 0): the header does not name the columns of the table: it lacks c; it has 'Extra', which "
    )
    assert not (files / "w.duckdb").exists()


@pytest.mark.parametrize("way", ["create", "replace", "append", "staged"])
def test_columns_are_added(run: Run, files: Path, way: str) -> None:
    target = files / "w.duckdb"
    options: list[object] = ["--header", "names", "--schema-change", "add", *sets("columns.n.type=int32")]
    if way == "create":
        options += ["--schema", "schema.sql"]
    else:
        execute(target, _SQL + "INSERT INTO t VALUES (0, 'old', 0)")
        options += ["--mode", "replace" if way == "replace" else "append"]
        options += ["--publish", way] if way == "staged" else []
    ended = run("load", "t.*", "--to", target, *options, cwd=files)
    assert ended.code == 0, ended.err
    assert "t: column Extra VARCHAR is added, which files have and the table has not" in ended.notes
    assert query(target, "SELECT column_name, column_type FROM (DESCRIBE t)") == [
        ("a", "INTEGER"), ("b", "VARCHAR"), ("c", "DECIMAL(9,2)"), ("Extra", "VARCHAR"), ("n", "INTEGER"),
    ]  # fmt: skip
    old = [(0, "old", 0.0, None, None)] if way in ("append", "staged") else []
    assert query(target, "SELECT a, b, c::DOUBLE, Extra, n FROM t ORDER BY a") == [
        *old, (1, "x", 1.5, None, None), (2, "y", None, "more", None), (3, None, 2.5, None, 7),
    ]  # fmt: skip


@pytest.mark.parametrize("way", ["replace", "append", "staged"])
def test_a_load_that_fails_adds_no_column(run: Run, files: Path, way: str) -> None:
    target = files / "w.duckdb"
    execute(target, _SQL + "INSERT INTO t VALUES (0, 'old', 0)")
    (files / "t.4.csv").write_text("a,b,c\nx,y,z\n")
    options = ["--mode", "replace" if way == "replace" else "append", *(["--publish", way] * (way == "staged"))]
    ended = run("load", "t.*", "--to", target, "--header", "names", "--schema-change", "add", *options, cwd=files)
    assert ended.code == 1
    assert query(target, "FROM t") == query(target, "SELECT 0, 'old', 0::DECIMAL(9,2)")


def test_what_cannot_be_added(run: Run, files: Path) -> None:
    target = files / "w.duckdb"
    execute(target, "CREATE TABLE t (a INTEGER, b VARCHAR NOT NULL, c DOUBLE)")
    options = ("--header", "names", "--schema-change", "add", "--mode", "append")
    ended = run("load", "t.*", "--to", target, *options, cwd=files)
    assert ended.code == 1
    assert "t.3.csv.gz:1 (byte 0): the header does not name the columns of the table: it lacks b" in ended.error
    ended = run("load", "t.1.csv", "t.2.csv", "--to", target, *options, "--publish", "direct", cwd=files)
    assert ended.code == 2
    assert ended.error.startswith("schema_change: add: t lacks Extra, and with --publish direct")


def test_a_table_with_an_index_in_an_open_connection(files: Path) -> None:
    with duckdb.connect(":memory:") as connection:
        connection.execute(_SQL + "CREATE INDEX by_a ON t (a)")
        teraload.load(str(files / "t.*"), to=connection, table="t", mode="append", header="names", schema_change="add")
        assert connection.execute("SELECT a, extra, n FROM t ORDER BY a").fetchall() == [
            (1, None, None), (2, "more", None), (3, None, "7"),
        ]  # fmt: skip
        assert connection.execute("SELECT b FROM t WHERE a = 2").fetchall() == [("y",)]


def test_what_is_said_of_all_columns_is_compared_too(load: Load, tmp_path: Path) -> None:
    execute(tmp_path / "warehouse.duckdb", "CREATE TABLE t (a INTEGER, b INTEGER)")
    ended = load("1,2\n", *sets("columns.*.type=bigint", "columns.a.trim=both"), "--mode", "append", schema=False)
    assert ended.code == 2
    assert "columns: b: type bigint is BIGINT, table t has INTEGER" in ended.error
    assert load("1,2\n", *sets("columns.*.type=integer"), "--mode", "append", schema=False).code == 0
