"""Loads into PostgreSQL: tables made, appended to and replaced, in one step or not at all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

import teraload
from tests.command import Ended
from tests.postgres import PostgresDatabase

Run = Callable[..., Ended]

SCHEMA = "CREATE TABLE t (id INTEGER NOT NULL, day DATE, amount DECIMAL(12,2), note VARCHAR(10))"


def _file(directory: Path, rows: int, *, begin: int = 0, name: str = "t.csv") -> Path:
    path = directory / name
    path.write_text(
        "".join(f"{n},2024-01-{n % 28 + 1:02},{n}.50,note {n % 1000}\n" for n in range(begin, begin + rows))
    )
    return path


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    path = tmp_path / "schema.sql"
    path.write_text(SCHEMA)
    return path


@pytest.mark.parametrize("postgres_server", [18, 16, 15], indirect=True)
def test_a_new_table(postgres: PostgresDatabase, run: Run, tmp_path: Path, schema: Path) -> None:
    ended = run("load", _file(tmp_path, 1000), "--to", postgres.url, "--schema", schema)
    assert ended.code == 0, ended
    assert "read 1,000  loaded 1,000" in ended.out
    assert postgres.query("SELECT count(*), sum(amount)::text, min(day)::text, max(note) FROM t") == [
        (1000, "500000.00", "2024-01-01", "note 999")
    ]
    columns = "SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute "
    assert postgres.query(columns + "WHERE attrelid = 't'::regclass AND attnum > 0 ORDER BY attnum") == [
        ("id", "integer", True),
        ("day", "date", False),
        ("amount", "numeric(12,2)", False),
        ("note", "character varying(10)", False),
    ]
    assert postgres.tables() == ["public.t"]
    assert postgres.query("SELECT status, mode FROM teraload.run") == [("published", "create")]
    assert postgres.query("SELECT sum(rows_loaded)::int FROM teraload.split") == [(1000,)]


def test_a_table_that_is_there_is_not_made(postgres: PostgresDatabase, run: Run, tmp_path: Path, schema: Path) -> None:
    postgres.execute("CREATE TABLE t (a int)")
    ended = run("load", _file(tmp_path, 10), "--to", postgres.url, "--schema", schema)
    assert ended.code == 2
    assert "table t exists already" in ended.error


def test_append_and_replace(postgres: PostgresDatabase, run: Run, tmp_path: Path) -> None:
    postgres.execute(
        SCHEMA,
        "INSERT INTO t VALUES (-1, NULL, 1, 'old')",
        "CREATE UNIQUE INDEX by_id ON t (id)",
        "CREATE VIEW v AS SELECT id FROM t",
        "COMMENT ON TABLE t IS 'kept'",
    )
    assert run("load", _file(tmp_path, 10), "--to", postgres.url, "--mode", "append").code == 0
    assert postgres.query("SELECT count(*), min(id) FROM v") == [(11, -1)]
    assert run("load", _file(tmp_path, 5), "--to", postgres.url, "--mode", "replace").code == 0
    assert postgres.query("SELECT count(*), min(id) FROM v") == [(5, 0)]
    assert postgres.query(
        "SELECT obj_description('t'::regclass), count(*)::int FROM pg_indexes WHERE tablename = 't'"
    ) == [("kept", 1)]
    assert postgres.tables() == ["public.t"]


def test_defaults_generated_and_identity_columns(postgres: PostgresDatabase, run: Run, tmp_path: Path) -> None:
    postgres.execute(
        "CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY, a int, twice int GENERATED ALWAYS AS (2 * a) STORED, "
        "made timestamptz NOT NULL DEFAULT now())"
    )
    path = tmp_path / "t.csv"
    path.write_text("id,a\n7,1\n9,2\n")
    ended = run("load", path, "--to", postgres.url, "--mode", "append", "--header", "names", "--columns", "id,a")
    assert ended.code == 0, ended
    postgres.execute("INSERT INTO t (a) VALUES (3)")
    assert postgres.query("SELECT id, a, twice, made IS NOT NULL FROM t ORDER BY id") == [
        (7, 1, 2, True),
        (9, 2, 4, True),
        (10, 3, 6, True),
    ]


@pytest.mark.parametrize(
    ("table", "row", "place", "message"),
    [
        ("id int, a int CHECK (a < 1000)", "500,5000", ":501 (byte ", "violates check constraint"),
        ("id int, a uuid", "500,xyz", ":501 (byte ", "is no hexadecimal digit"),
        ("id int, a jsonb", '500,"{"', ":501 (byte ", "invalid input syntax for type json"),
        ("id int, a mood", "500,glad", ":501 (byte ", "invalid input value for enum"),
        ("id int, a positive", "500,-1", ":501 (byte ", "violates check constraint"),
    ],
)
def test_what_only_the_server_can_refuse_has_its_place(
    postgres: PostgresDatabase, run: Run, tmp_path: Path, table: str, row: str, place: str, message: str
) -> None:
    postgres.execute(
        "CREATE TYPE mood AS ENUM ('sad')",
        "CREATE DOMAIN positive AS int CHECK (VALUE > 0)",
        f"CREATE TABLE t ({table})",
    )
    good = {"uuid": "0" * 32, "jsonb": "{}", "mood": "sad"}.get(table.split()[3], "7")
    path = tmp_path / "t.csv"
    path.write_text("".join(f"{row if n == 500 else f'{n},{good}'}\n" for n in range(1000)))
    ended = run("load", path, "--to", postgres.url, "--mode", "append", "--streams", "2")
    assert ended.code == 1
    assert f"{path}{place}" in ended.error
    assert message in ended.error
    assert postgres.query("SELECT count(*)::int FROM t") == [(0,)]
    assert postgres.tables() == ["public.t"]
    assert postgres.query("SELECT status FROM teraload.run") == [("failed",)]


def test_a_key_that_is_there_already(postgres: PostgresDatabase, run: Run, tmp_path: Path) -> None:
    postgres.execute("CREATE TABLE t (id int PRIMARY KEY, a int)", "INSERT INTO t VALUES (3, 3)")
    path = tmp_path / "t.csv"
    path.write_text("1,1\n3,1\n")
    ended = run("load", path, "--to", postgres.url, "--mode", "append")
    assert ended.code == 1
    assert "(id)=(3) already exists" in ended.error
    assert "23505" in ended.error
    assert postgres.query("TABLE t") == [(3, 3)]


def test_two_tables_appear_at_once(postgres: PostgresDatabase, tmp_path: Path, schema: Path) -> None:
    columns = "(id INT, x DATE, y DECIMAL(12,2), z VARCHAR(10))"
    schema.write_text(f"CREATE TABLE a {columns}; CREATE TABLE b {columns}")
    _file(tmp_path, 200_000, name="a.csv")
    _file(tmp_path, 200_000, name="b.csv")
    seen: set[tuple[bool, bool]] = set()
    is_done = threading.Event()

    def poll() -> None:
        with postgres.connected() as connection:
            while not is_done.is_set():
                row = connection.execute("SELECT to_regclass('a') IS NOT NULL, to_regclass('b') IS NOT NULL").fetchone()
                assert row is not None
                seen.add((row[0], row[1]))
                time.sleep(0.001)

    watcher = threading.Thread(target=poll)
    watcher.start()
    try:
        report = teraload.load([tmp_path / "a.csv", tmp_path / "b.csv"], to=postgres.url, schema=schema, streams=2)
    finally:
        is_done.set()
        watcher.join()
    assert report.rows_loaded == 400_000
    assert (True, False) not in seen
    assert (False, True) not in seen
    assert (False, False) in seen


def test_readers_see_the_old_rows_or_the_new(postgres: PostgresDatabase, run: Run, tmp_path: Path) -> None:
    postgres.execute(SCHEMA, "INSERT INTO t SELECT -n, NULL, 1, 'old' FROM generate_series(1, 1000) AS n")
    seen: set[tuple[int, int]] = set()
    is_done = threading.Event()

    def poll() -> None:
        with postgres.connected() as connection:
            while not is_done.is_set():
                row = connection.execute("SELECT count(*), count(*) FILTER (WHERE id < 0) FROM t").fetchone()
                assert row is not None
                seen.add((row[0], row[1]))

    watcher = threading.Thread(target=poll)
    watcher.start()
    try:
        ended = run("load", _file(tmp_path, 100_000), "--to", postgres.url, "--mode", "replace")
    finally:
        is_done.set()
        watcher.join()
    assert ended.code == 0, ended
    assert seen <= {(1000, 1000), (100_000, 0)}
    assert (1000, 1000) in seen


def test_direct_is_visible_in_part(postgres: PostgresDatabase, run: Run, tmp_path: Path) -> None:
    postgres.execute("CREATE TABLE t (id int, a int CHECK (a < 10), note text)")
    # Two splits of the same size, of which the second is refused.
    path = tmp_path / "t.csv"
    path.write_text(f"1,1,{'x' * 1995}\n" * 80_000 + "1,11,xx\n")
    direct = ("--mode", "append", "--publish", "direct", "--streams", "1")
    ended = run("load", path, "--to", postgres.url, *direct)
    assert ended.code == 6
    assert f"{path}:80001 (byte 160000000)" in ended.error
    assert "violates check constraint" in ended.error
    assert postgres.query("SELECT count(*)::int FROM t") == [(40_001,)]
    assert postgres.query("SELECT sum(rows_loaded)::int FROM teraload.split") == [(40_001,)]


@pytest.mark.parametrize(
    ("to", "code", "message"),
    [
        ("postgresql://nobody@127.0.0.1:1/x", 1, "refused"),
        ("postgresql://h/db?nonsense=1", 2, "nonsense"),
    ],
)
def test_no_such_server(run: Run, tmp_path: Path, schema: Path, to: str, code: int, message: str) -> None:
    ended = run("load", _file(tmp_path, 1), "--to", to, "--schema", schema)
    assert ended.code == code
    assert message in ended.error


def test_no_such_database(postgres: PostgresDatabase, run: Run, tmp_path: Path, schema: Path) -> None:
    ended = run("load", _file(tmp_path, 1), "--to", postgres.url + "_not", "--schema", schema)
    assert ended.code == 1
    assert "does not exist" in ended.error


def test_no_password_is_shown(postgres: PostgresDatabase, run: Run, tmp_path: Path, state: Path, schema: Path) -> None:
    to = postgres.url.replace("postgres@", "postgres:hunter2@")
    loaded = run("load", _file(tmp_path, 1), "--to", to, "--schema", schema)
    again = run("load", _file(tmp_path, 1), "--to", to, "--schema", schema)
    planned = run("plan", _file(tmp_path, 1), "--to", to, "--schema", schema, "--mode", "append", "--json")
    assert [loaded.code, again.code, planned.code] == [0, 2, 0]
    for ended in (loaded, again, planned):  # neither in what is said nor in what is written
        assert "hunter2" not in ended.out + ended.err
    written = b"".join(path.read_bytes() for path in state.rglob("*") if path.is_file())
    assert written
    assert b"hunter2" not in written


def test_views_and_other_things_are_refused(postgres: PostgresDatabase, run: Run, tmp_path: Path) -> None:
    postgres.execute("CREATE VIEW t AS SELECT 1 AS a")
    ended = run("load", _file(tmp_path, 1), "--to", postgres.url, "--mode", "append")
    assert ended.code == 2
    assert "t is a view" in ended.error


def test_staging_of_a_killed_load_is_removed(
    postgres: PostgresDatabase, run: Run, tmp_path: Path, schema: Path
) -> None:
    run("load", _file(tmp_path, 1), "--to", postgres.url, "--schema", schema)
    postgres.execute(
        "INSERT INTO teraload.run VALUES ('dead', 'loading', now(), NULL, 'x', 'create', '0', 'here', 1)",
        "CREATE TABLE teraload_staging_dead_1 (a int)",
    )
    assert run("load", _file(tmp_path, 1), "--to", postgres.url, "--mode", "append").code == 0
    assert postgres.tables() == ["public.t"]
    assert postgres.query("SELECT status FROM teraload.run WHERE run = 'dead'") == [("failed",)]


def test_names_of_all_kinds(postgres: PostgresDatabase, run: Run, tmp_path: Path) -> None:
    postgres.execute('CREATE SCHEMA "order"', 'CREATE TABLE "order"."Sel""ect" ("user" int, "a b" text)')
    path = tmp_path / "x.csv"
    path.write_text("1,x\n")
    with psycopg.connect(postgres.url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    ended = run("load", path, "--to", postgres.url, "--mode", "append", "--table", '"order"."Sel""ect"')
    assert ended.code == 0, ended
    assert postgres.query('TABLE "order"."Sel""ect"') == [(1, "x")]


def test_columns_that_only_the_files_have(postgres: PostgresDatabase, run: Run, tmp_path: Path) -> None:
    postgres.execute("CREATE TABLE t (a int)", "INSERT INTO t VALUES (1)")
    path = tmp_path / "t.csv"
    path.write_text("a,b\n2,2024-02-03\n")
    ended = run("load", path, "--to", postgres.url, "--mode", "append", "--header", "names", "--schema-change", "add")
    assert ended.code == 0, ended
    assert postgres.query("SELECT a, b::text FROM t ORDER BY a") == [(1, None), (2, "2024-02-03")]


def test_lineage(postgres: PostgresDatabase, run: Run, tmp_path: Path, schema: Path) -> None:
    path = _file(tmp_path, 3)
    assert run("load", path, "--to", postgres.url, "--schema", schema, "--lineage").code == 0
    assert postgres.query("SELECT id, _file, _byte FROM t ORDER BY id") == [
        (0, str(path), 0),
        (1, str(path), 25),
        (2, str(path), 50),
    ]


def test_rejects_are_kept_in_the_server(postgres: PostgresDatabase, run: Run, tmp_path: Path, schema: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("1,2024-01-01,1,x\n2,2024-13-01,1,x\n3,2024-01-01,1,x\n")
    ended = run("load", path, "--to", postgres.url, "--schema", schema, "--max-rejects", "1")
    assert ended.code == 3
    assert postgres.query("SELECT id FROM t ORDER BY id") == [(1,), (3,)]
    assert postgres.query("SELECT byte, column_name, record FROM teraload.reject") == [
        (19, "day", b"2,2024-13-01,1,x\n")
    ]
