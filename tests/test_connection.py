"""A load through the caller's own DuckDB connection leaves it as it was, but for the rows."""

from pathlib import Path

import duckdb
import pytest

import teraload

_SETTINGS = "SELECT name, value FROM duckdb_settings() ORDER BY name"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "t.csv"
    path.write_bytes(b"1,one\n2,\n")
    return path


@pytest.fixture
def con(tmp_path: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(str(tmp_path / "own.duckdb"))
    connection.execute("CREATE TABLE t (a INTEGER, b VARCHAR)")
    return connection


def rows(connection: duckdb.DuckDBPyConnection, table: str = "t") -> int:
    return connection.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0]


@pytest.mark.parametrize("publish", ["transaction", "staged", "direct"])
def test_append(con: duckdb.DuckDBPyConnection, source: Path, publish: str) -> None:
    report = teraload.load(source.as_posix(), to=con, mode="append", publish=publish, streams=2)
    assert con.execute("FROM t ORDER BY a").fetchall() == [(1, "one"), (2, None)]
    assert (report.rows_loaded, report.tables["t"].rows_read, report.status) == (2, 2, "loaded")
    assert report.streams[0].clock.busy_s() > 0
    assert report.seconds > 0


def test_memory(source: Path, tmp_path: Path) -> None:
    con = duckdb.connect()
    (tmp_path / "schema.sql").write_text("CREATE TABLE t (a INTEGER, b VARCHAR)")
    teraload.load([str(source)], to=con, schema=str(tmp_path / "schema.sql"))
    assert con.execute("FROM t ORDER BY a").fetchall() == [(1, "one"), (2, None)]
    teraload.load([source], to=con, mode="replace")
    assert rows(con) == 2


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"threads": "3", "preserve_insertion_order": "false", "checkpoint_threshold": "64MiB"},
        # DuckDB shows sizes with one digit behind the point: what it shows must not drift.
        {"checkpoint_threshold": "1GB", "allocator_bulk_deallocation_flush_threshold": "1.23456789GB"},
        {"write_buffer_row_group_count": "3", "allocator_flush_threshold": "12345678B", "memory_limit": "777MB"},
    ],
)
@pytest.mark.parametrize("ends", ["well", "badly"])
def test_the_settings_are_put_back(
    con: duckdb.DuckDBPyConnection, source: Path, chosen: dict[str, str], ends: str
) -> None:
    for name, value in chosen.items():
        con.execute(f"SET {name} = '{value}'")
    before = con.execute(_SETTINGS).fetchall()
    if ends == "badly":
        source.write_bytes(b"1,one\nx,two\n")
        with pytest.raises(teraload.RowError):
            teraload.load(str(source), to=con, mode="append")
        assert rows(con) == 0
    else:
        teraload.load(str(source), to=con, mode="append")
        teraload.load(str(source), to=con, mode="append")
        assert rows(con) == 4
    assert con.execute(_SETTINGS).fetchall() == before
    assert con.cursor().execute(_SETTINGS).fetchall() == before


def test_an_open_transaction_is_refused_and_left_as_it_is(con: duckdb.DuckDBPyConnection, source: Path) -> None:
    con.begin()
    con.execute("INSERT INTO t VALUES (7, 'mine')")
    with pytest.raises(teraload.JobError, match="has a transaction open"):
        teraload.load(str(source), to=con, mode="append")
    con.execute("INSERT INTO t VALUES (8, 'mine too')")
    con.commit()
    assert con.execute("FROM t ORDER BY a").fetchall() == [(7, "mine"), (8, "mine too")]
    teraload.load(str(source), to=con, mode="append")
    assert rows(con) == 4


def test_a_result_that_is_being_read_is_no_transaction(con: duckdb.DuckDBPyConnection, source: Path) -> None:
    con.execute("FROM range(5)")
    teraload.load(str(source), to=con, mode="append")
    assert rows(con) == 2


def test_an_attached_database_in_use(con: duckdb.DuckDBPyConnection, source: Path, tmp_path: Path) -> None:
    con.execute(f"ATTACH '{tmp_path}/other.duckdb' AS other; USE other; CREATE TABLE t (a INTEGER, b VARCHAR)")
    teraload.load(str(source), to=con, mode="append")
    con.execute("CREATE SCHEMA s; USE other.s; CREATE TABLE t (a INTEGER, b VARCHAR)")
    report = teraload.load(str(source), to=con, mode="replace")
    assert "other" in report.destination
    assert [rows(con, table) for table in ("own.main.t", "other.main.t", "other.s.t", "t")] == [0, 2, 2, 2]
    assert con.execute("SELECT current_database(), current_schema()").fetchall() == [("other", "s")]
    ledger = "SELECT DISTINCT database_name FROM duckdb_tables() WHERE schema_name = 'teraload'"
    assert con.execute(ledger).fetchall() == [("other",)]


def test_nothing_of_the_load_can_be_seen_afterwards(con: duckdb.DuckDBPyConnection, source: Path) -> None:
    teraload.load(str(source), to=con, mode="replace")
    tables = "SELECT table_name FROM duckdb_tables() WHERE schema_name <> 'teraload'"
    assert con.execute(tables).fetchall() == [("t",)]
    assert con.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall() == []
    con.execute("SELECT 1")
    con.close()


def test_a_connection_that_only_reads_is_refused(con: duckdb.DuckDBPyConnection, source: Path, tmp_path: Path) -> None:
    con.close()
    reading = duckdb.connect(str(tmp_path / "own.duckdb"), read_only=True)
    before = reading.execute(_SETTINGS).fetchall()
    with pytest.raises(teraload.DestinationError, match="read-only"):
        teraload.load(str(source), to=reading, mode="append")
    assert reading.execute(_SETTINGS).fetchall() == before
    assert rows(reading) == 0


def test_a_locked_configuration_is_refused(con: duckdb.DuckDBPyConnection, source: Path) -> None:
    con.execute("SET lock_configuration = true")
    with pytest.raises(teraload.DestinationError, match="locked"):
        teraload.load(str(source), to=con, mode="append")
    assert rows(con) == 0


def test_a_closed_connection_is_refused(con: duckdb.DuckDBPyConnection, source: Path) -> None:
    con.close()
    with pytest.raises(teraload.Error, match="closed"):
        teraload.load(str(source), to=con, mode="append")


def test_a_file_that_this_process_has_open_can_be_named_too(
    con: duckdb.DuckDBPyConnection, source: Path, tmp_path: Path
) -> None:
    teraload.load(str(source), to=tmp_path / "own.duckdb", mode="append")
    assert rows(con) == 2


@pytest.mark.parametrize("to", [None, 5, object(), ["a.duckdb"]])
def test_what_is_no_destination(source: Path, to: object) -> None:
    with pytest.raises(teraload.JobError, match="to"):
        teraload.load(str(source), to=to, mode="append")


def test_a_keyword_that_is_not_there_gets_a_suggestion(con: duckdb.DuckDBPyConnection, source: Path) -> None:
    with pytest.raises(teraload.JobError, match=r'no option "stream".*"streams"'):
        teraload.load(str(source), to=con, mode="append", stream=2)


def test_errors_say_their_facts(con: duckdb.DuckDBPyConnection, source: Path) -> None:
    source.write_bytes(b"1,one\n12345678901,two\n")
    with pytest.raises(teraload.RowError) as raised:
        teraload.load(str(source), to=con, mode="append")
    error = raised.value
    assert (error.path, error.line, error.byte, error.column, error.column_name) == (str(source), 2, 6, 1, "a")
    assert "12345678901" in error.reason
    assert error.exit_code == teraload.ExitCode.FAILED
    assert error.facts()["line"] == 2
