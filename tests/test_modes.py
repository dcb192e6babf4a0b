"""The modes and ways of a load: what becomes of the table that is there, and of all that hangs on it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Ended
from tests.duck import content, execute, query

Run = Callable[..., Ended]

_SQL = "CREATE TABLE t (a INTEGER, b VARCHAR)"
_WAYS = ["transaction", "staged", "direct"]


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A database with table t of one row."""
    path = tmp_path / "warehouse.duckdb"
    execute(path, f"{_SQL}; INSERT INTO t VALUES (1, 'old')")
    return path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file of two records."""
    path = tmp_path / "t.csv"
    path.write_bytes(b"2,two\n3,\n")
    return path


@pytest.mark.parametrize("publish", ["auto", *_WAYS])
def test_append(run: Run, source: Path, target: Path, publish: str) -> None:
    ended = run("load", source, "--to", target, "--mode", "append", "--publish", publish)
    assert ended.code == 0, ended.err
    assert list(content(target).values()) == [[(1, "old"), (2, "two"), (3, None)]]


@pytest.mark.parametrize("publish", ["auto", "staged"])
def test_replace(run: Run, source: Path, target: Path, publish: str) -> None:
    ended = run("load", source, "--to", target, "--mode", "replace", "--publish", publish)
    assert ended.code == 0, ended.err
    assert list(content(target).values()) == [[(2, "two"), (3, None)]]


@pytest.mark.parametrize("mode", ["append", "replace"])
def test_a_table_that_is_missing_is_made(run: Run, source: Path, tmp_path: Path, mode: str) -> None:
    (tmp_path / "schema.sql").write_text(_SQL)
    target = tmp_path / "new.duckdb"
    ended = run("load", source, "--to", target, "--schema", tmp_path / "schema.sql", "--mode", mode)
    assert ended.code == 0, ended.err
    assert list(content(target).values()) == [[(2, "two"), (3, None)]]


@pytest.mark.parametrize("mode", ["create", "replace"])
@pytest.mark.parametrize("publish", ["transaction", "direct"])
def test_ways_of_appending_are_refused_where_a_table_is_made(
    run: Run, source: Path, target: Path, mode: str, publish: str
) -> None:
    table = "t" if mode == "replace" else "other"
    (target.parent / "schema.sql").write_text(_SQL)
    schema = ("--schema", target.parent / "schema.sql")
    ended = run("load", source, "--to", target, "--table", table, *schema, "--mode", mode, "--publish", publish)
    assert ended.code == 2
    assert f"--publish {publish} is for --mode append" in ended.error
    assert list(content(target).values()) == [[(1, "old")]]


# ---- replace keeps what hangs on the table

_FULL_SQL = """
CREATE SEQUENCE ids START 100;
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE TABLE "the t" (
    a INTEGER PRIMARY KEY,
    b VARCHAR NOT NULL DEFAULT 'none; ("x")',
    c DECIMAL(10,2) CHECK (c > 0),
    d INTEGER DEFAULT nextval('ids'),
    e mood,
    twice INTEGER GENERATED ALWAYS AS (a * 2),
    UNIQUE (b, c)
);
CREATE INDEX by_c ON "the t" (c);
CREATE UNIQUE INDEX "by ""b"" too" ON "the t" (b);
COMMENT ON TABLE "the t" IS 'it''s a table';
COMMENT ON COLUMN "the t".b IS 'a column';
CREATE VIEW seen AS SELECT a, b, twice FROM "the t" WHERE c > 1;
CREATE MACRO counted() AS TABLE SELECT count(*) AS n FROM "the t";
INSERT INTO "the t" (a, b, c, d, e) VALUES (1, 'old', 1.5, 7, 'sad');
"""
_DEFINITIONS = (
    'SELECT sql, comment FROM duckdb_tables() WHERE table_name = \'the t\'',
    "SELECT column_name, column_default, is_nullable, data_type, comment FROM duckdb_columns() "
    "WHERE table_name = 'the t' ORDER BY column_index",
    "SELECT constraint_text FROM duckdb_constraints() WHERE table_name = 'the t' ORDER BY ALL",
    "SELECT index_name, is_unique, sql FROM duckdb_indexes() WHERE table_name = 'the t' ORDER BY ALL",
    "SELECT view_name, sql FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
)  # fmt: skip


def test_replace_keeps_what_hangs_on_the_table(run: Run, tmp_path: Path) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.csv"
    execute(target, _FULL_SQL)
    before = [query(target, sql) for sql in _DEFINITIONS]
    source.write_bytes(b"2,two,2.50,8,happy\n3,three,0.50,9,\n")
    arguments = ("load", source, "--to", target, "--table", "the t", "--mode", "replace")
    for _ in range(2):  # and what a replace has made can be replaced
        ended = run(*arguments)
        assert ended.code == 0, ended.err
        assert [query(target, sql) for sql in _DEFINITIONS] == before
        assert query(target, "SELECT a, b, c::VARCHAR, d, e, twice FROM \"the t\" ORDER BY a") == [
            (2, "two", "2.50", 8, "happy", 4),
            (3, "three", "0.50", 9, None, 6),
        ]  # fmt: skip
        assert query(target, "FROM seen") == [(2, "two", 4)]
        assert query(target, "FROM counted()") == [(2,)]
    # They are not only written down, they work.
    execute(target, 'INSERT INTO "the t" (a, c) VALUES (4, 1)')
    assert query(target, 'SELECT b, d FROM "the t" WHERE a = 4') == [('none; ("x")', 100)]
    for broken in (b"2,x,1,1,\n2,y,1,1,\n", b"2,x,-1,1,\n", b"2,,1,1,\n", b"2,x,1,1,glad\n", b"2,x,1,1,\n3,x,2,2,\n"):
        source.write_bytes(broken)
        ended = run(*arguments)
        assert ended.code == 1, broken
        assert [query(target, sql) for sql in _DEFINITIONS] == before
        assert query(target, "SELECT a FROM \"the t\" ORDER BY a") == [(2,), (3,), (4,)]  # fmt: skip


def test_replace_of_one_table_leaves_the_others(run: Run, source: Path, target: Path) -> None:
    execute(target, "CREATE TABLE other AS SELECT 9 AS x; CREATE SCHEMA s; CREATE TABLE s.t AS SELECT 8 AS y")
    assert run("load", source, "--to", target, "--mode", "replace").code == 0
    assert query(target, "SELECT (SELECT x FROM other), (SELECT y FROM s.t), (SELECT count(*) FROM t)") == [(9, 8, 2)]


def test_a_constraint_of_the_target_holds_for_what_is_appended(run: Run, source: Path, tmp_path: Path) -> None:
    target = tmp_path / "warehouse.duckdb"
    execute(target, "CREATE TABLE t (a INTEGER PRIMARY KEY, b VARCHAR); INSERT INTO t VALUES (2, 'old')")
    for publish in _WAYS:
        ended = run("load", source, "--to", target, "--mode", "append", "--publish", publish)
        assert ended.code == 1
        assert "Duplicate key" in ended.error
        assert list(content(target).values()) == [[(2, "old")]]


# ---- columns


def test_columns_go_by_name(run: Run, tmp_path: Path) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.csv"
    execute(target, "CREATE TABLE t (d DATE, g INTEGER AS (a + 1), b VARCHAR, a INTEGER)")
    (tmp_path / "schema.sql").write_text("CREATE TABLE t (A INTEGER, b VARCHAR, d DATE)")
    source.write_bytes(b"1,one,2024-01-01\n")
    for publish in _WAYS:
        arguments = ("--schema", tmp_path / "schema.sql", "--mode", "append", "--publish", publish)
        ended = run("load", source, "--to", target, *arguments)
        assert ended.code == 0, ended.err
    assert query(target, "SELECT a, b, d::VARCHAR, g FROM t") == [(1, "one", "2024-01-01", 2)] * 3
    assert run("load", source, "--to", target, "--schema", tmp_path / "schema.sql", "--mode", "replace").code == 0
    assert query(target, "SELECT a, b, d::VARCHAR, g FROM t") == [(1, "one", "2024-01-01", 2)]


def test_the_tables_own_types_are_taken_and_that_is_said(run: Run, tmp_path: Path) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.csv"
    execute(target, "CREATE TABLE t (a BIGINT)")
    (tmp_path / "schema.sql").write_text("CREATE TABLE t (a SMALLINT)")
    source.write_bytes(b"5000000000\n")
    arguments = ("--schema", tmp_path / "schema.sql", "--ddl-dialect", "duckdb", "--mode", "append")
    ended = run("load", source, "--to", target, *arguments)
    assert ended.code == 0, ended.err
    assert ended.notes == ["t: a: loaded as BIGINT, which the table has; the schema says int16"]
    assert query(target, "FROM t") == [(5_000_000_000,)]


@pytest.mark.parametrize("way", ["append", "staged", "direct", "replace"])
def test_types_that_duckdb_makes_out_of_text(run: Run, tmp_path: Path, way: str) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.tsv"
    values = {
        "UUID": "c5d3a0ff-9d6c-4f8d-8b59-3a0f4b6f2c11",
        "JSON": '{"a": [1, 2, "x"]}',
        "ENUM('red', 'green')": "green",
        "HUGEINT": "-99999999999999999999999999999999999999",
        "UHUGEINT": "99999999999999999999999999999999999999",
        "INTERVAL": "1 year 2 days",
        "INTEGER[]": "[1, 2, NULL]",
        "STRUCT(x INTEGER, y VARCHAR)": "{'x': 1, 'y': z}",
        "MAP(VARCHAR, INTEGER)": "{a=1}",
        "BIT": "0101",
        "TIMETZ": "12:00:00+02",
        "TIMESTAMP_NS": "2024-01-02 03:04:05.123456789",
    }
    names = [f"c{number}" for number in range(len(values))]
    # DuckDB's own table, as the oracle.
    execute(target, f"CREATE TABLE t ({', '.join(f'{name} {kind}' for name, kind in zip(names, values, strict=True))})")
    with_values = ", ".join("'" + value.replace("'", "''") + "'" for value in values.values())
    execute(target, f"CREATE TABLE expected AS FROM t; INSERT INTO expected VALUES ({with_values}); "
                    f"INSERT INTO expected VALUES ({', '.join('NULL' for _ in names)})")  # fmt: skip
    source.write_text("\t".join(values.values()) + "\n" + "\t" * (len(names) - 1) + "\n")
    options = {"append": ("append",), "replace": ("replace",), "staged": ("append", "--publish", "staged"),
               "direct": ("append", "--publish", "direct")}  # fmt: skip
    ended = run("load", source, "--to", target, "--quote", "none", "--mode", *options[way])
    assert ended.code == 0, ended.err
    assert query(target, "FROM t ORDER BY ALL") == query(target, "FROM expected ORDER BY ALL")
    source.write_text("no UUID" + "\t" * (len(names) - 1) + "\n")
    ended = run("load", source, "--to", target, "--quote", "none", "--mode", *options[way])
    assert ended.code == 1
    assert "no UUID" in ended.error
    assert len(query(target, "FROM t")) == 2


# ---- names

_NAMES = [
    ("plain", None, "plain"),
    ("order", None, "order"),
    ("select", None, "select"),
    ("with space", None, "with space"),
    ('"with.point"', None, "with.point"),
    ('"say ""hi"""', None, 'say "hi"'),
    ("it's", None, "it's"),
    ("dash-ed", None, "dash-ed"),
    ("Größe", None, "Größe"),
    ("50%", None, "50%"),
    ("s.t", "s", "t"),
    ('"my schema"."my table"', "my schema", "my table"),
    ('s."a.b"', "s", "a.b"),
    ('"x"";DROP TABLE t;--"', None, 'x";DROP TABLE t;--'),
]


@pytest.mark.parametrize(("name", "schema", "table"), _NAMES)
def test_names_of_tables(run: Run, source: Path, tmp_path: Path, name: str, schema: str | None, table: str) -> None:
    target = tmp_path / "warehouse.duckdb"
    execute(target, 'CREATE SCHEMA s; CREATE SCHEMA "my schema"')
    (tmp_path / "schema.sql").write_text('CREATE TABLE any_name ("group" INTEGER, "with ""quotes"", and all" VARCHAR)')
    arguments = ("load", source, "--to", target, "--table", name, "--schema", tmp_path / "schema.sql")
    for mode, rows in (("create", 2), ("append", 4), ("replace", 2)):
        ended = run(*arguments, "--mode", mode)
        assert ended.code == 0, ended.err
        found = query(target, "SELECT schema_name, table_name FROM duckdb_tables() WHERE schema_name <> 'teraload'")
        assert found == [(schema or "main", table)]
        quoted = ".".join('"' + part.replace('"', '""') + '"' for part in (schema or "main", table))
        assert query(target, f"SELECT count(*) FROM {quoted}") == [(rows,)]


@pytest.mark.parametrize("name", ["LINES", "Main.lines", '"LINES"', "MAIN.LINES"])
def test_names_of_tables_are_the_same_in_any_case(run: Run, source: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / "warehouse.duckdb"
    execute(target, "CREATE TABLE lines (a INTEGER, b VARCHAR)")
    (tmp_path / "schema.sql").write_text(_SQL)
    ended = run("load", source, "--to", target, "--table", name, "--schema", tmp_path / "schema.sql")
    assert ended.code == 2
    assert "exists already" in ended.error
    for mode, rows in (("append", 2), ("replace", 2)):
        ended = run("load", source, "--to", target, "--table", name, "--mode", mode)
        assert ended.code == 0, ended.err
        assert query(target, "SELECT count(*) FROM lines") == [(rows,)]
    tables = "SELECT schema_name, table_name FROM duckdb_tables() WHERE schema_name <> 'teraload'"
    assert query(target, tables) == [("main", "lines")]


@pytest.mark.parametrize("name", ["", ".", "a.", ".a", "a.b.c", '"a', 'a"b', '""', '"a"b'])
def test_what_is_no_name_of_a_table(run: Run, source: Path, target: Path, name: str) -> None:
    ended = run("load", source, "--to", target, "--table", name, "--mode", "append")
    assert ended.code == 2
    assert "is no table's name" in ended.error


def test_files_that_mean_the_same_table_in_another_case(run: Run, source: Path, target: Path, tmp_path: Path) -> None:
    (tmp_path / "T.csv").write_bytes(b"3,three\n")
    (tmp_path / "schema.sql").write_text(_SQL)
    for to, schema in ((target, ()), (tmp_path / "new.duckdb", ("--schema", tmp_path / "schema.sql"))):
        ended = run("load", source, tmp_path / "T.csv", "--to", to, *schema, "--mode", "append")
        assert ended.code == 2
        assert "t and T are one table to DuckDB. Say --table T" in ended.error
    ended = run("load", source, tmp_path / "T.csv", "--to", target, "--table", "T", "--mode", "append")
    assert ended.code == 0, ended.err
    assert query(target, "SELECT a FROM t ORDER BY a") == [(1,), (2,), (3,), (3,)]


def test_wide_integers_are_not_rounded(run: Run, tmp_path: Path) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.csv"
    execute(target, "CREATE TABLE t (a HUGEINT)")
    for text, reason in (("1.7", "does not fit decimal(38,0)"), (" 7", "is not a decimal: it has a space")):
        source.write_text(f"{text}\n")
        ended = run("load", source, "--to", target, "--mode", "append")
        assert ended.code == 1
        assert reason in ended.err
    assert query(target, "FROM t") == []


def test_casts_that_are_not_ours_are_said(run: Run, tmp_path: Path) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.csv"
    execute(target, "CREATE TABLE t (a INTEGER[])")
    source.write_text("[1]\n")
    ended = run("load", source, "--to", target, "--mode", "append")
    assert (ended.code, query(target, "FROM t")) == (0, [([1],)])
    assert ended.notes == ["t: a: DuckDB itself makes INTEGER[] out of text, by its own rules, which may round"]


def test_replace_keeps_the_comment_of_an_index(run: Run, tmp_path: Path) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.csv"
    execute(target, "CREATE TABLE t (a INTEGER); CREATE INDEX i ON t (a); COMMENT ON INDEX i IS 'why'")
    source.write_text("1\n")
    assert run("load", source, "--to", target, "--mode", "replace").code == 0
    assert query(target, "SELECT comment FROM duckdb_indexes()") == [("why",)]
