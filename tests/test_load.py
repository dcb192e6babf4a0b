"""A load puts into the table what is in the files: against DuckDB's own reader, however the files are cut."""

from collections.abc import Callable
from pathlib import Path

import pytest

from teraload.clock import NAMES
from teraload.schema import TPCH
from tests.command import Ended
from tests.duck import differences, execute, query

Run = Callable[..., Ended]

ROWS = {
    "customer": 1_500,
    "lineitem": 60_175,
    "nation": 25,
    "orders": 15_000,
    "part": 2_000,
    "partsupp": 8_000,
    "region": 5,
    "supplier": 100,
}

# How DuckDB spells the types that TPC-H needs.
_DUCKDB = {"int32": "INTEGER", "int64": "BIGINT", "date": "DATE", "text": "VARCHAR", "decimal(15,2)": "DECIMAL(15,2)"}


def read_by_duckdb(path: Path, table: str, source: Path) -> str:
    """Make a table of what DuckDB's own reader reads of `source`; return its name."""
    columns = {column.name: _DUCKDB[str(column.type)] for column in TPCH.tables[table].columns}
    # What stands behind the last delimiter of a record is one more field to DuckDB.
    named = ", ".join(f"'{name}': '{kind}'" for name, kind in [*columns.items(), ("behind", "VARCHAR")])
    execute(
        path,
        f"CREATE TABLE by_duckdb_{table} AS SELECT * EXCLUDE (behind) FROM read_csv('{source}', "
        f"delim = '|', header = false, quote = '', escape = '', auto_detect = false, columns = {{{named}}})",
    )
    return f"by_duckdb_{table}"


def cut(source: Path, parts: int, directory: Path) -> str:
    """Write `source` as `parts` files, cut at line ends; return the pattern that names them."""
    lines = source.read_bytes().splitlines(keepends=True)
    directory.mkdir()
    for number in range(parts):
        part = lines[len(lines) * number // parts : len(lines) * (number + 1) // parts]
        (directory / f"{source.name}.{number + 1}").write_bytes(b"".join(part))
    return f"{directory}/{source.name}.*"


def test_the_tables_of_tpch(run: Run, tpch: Path, tmp_path: Path) -> None:
    target = tmp_path / "warehouse.duckdb"
    ended = run("load", f"{tpch}/*.tbl", "--to", target, "--schema", "tpch", "--json")
    assert ended.code == 0, ended.err
    report = ended.json
    assert {table["name"]: table["rows_loaded"] for table in report["tables"]} == ROWS
    assert not report["warnings"]
    for table, rows in ROWS.items():
        assert query(target, f"SELECT count(*) FROM {table}") == [(rows,)]
        other = read_by_duckdb(target, table, tpch / f"{table}.tbl")
        assert differences(target, table, other) == (0, 0), table
        types = "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = '{}' ORDER BY column_index"
        assert query(target, types.format(table)) == query(target, types.format(other))


def test_a_difference_would_be_seen(run: Run, tpch: Path, tmp_path: Path) -> None:
    target = tmp_path / "warehouse.duckdb"
    assert run("load", tpch / "nation.tbl", "--to", target, "--schema", "tpch").code == 0
    other = read_by_duckdb(target, "nation", tpch / "nation.tbl")
    execute(target, "UPDATE nation SET n_name = 'FRANCE ' WHERE n_name = 'FRANCE'")
    assert differences(target, "nation", other) == (1, 1)


@pytest.mark.parametrize("streams", [1, 2, 5])
@pytest.mark.parametrize("parts", [1, 8, 97])
def test_however_the_files_are_cut(run: Run, tpch: Path, tmp_path: Path, parts: int, streams: int) -> None:
    target = tmp_path / "warehouse.duckdb"
    other = read_by_duckdb(target, "lineitem", tpch / "lineitem.tbl")
    files = cut(tpch / "lineitem.tbl", parts, tmp_path / "parts")
    arguments = ("load", files, "--to", target, "--schema", "tpch", "--streams", streams, "--json")
    ended = run(*arguments)
    assert ended.code == 0, ended.err
    assert ended.json["tables"][0]["files"] == parts
    assert differences(target, "lineitem", other) == (0, 0)


@pytest.mark.parametrize("publish", ["transaction", "staged", "direct"])
@pytest.mark.parametrize("streams", [1, 5])
def test_many_splits_are_many_pieces_of_the_same_table(
    run: Run, large: Path, tmp_path: Path, publish: str, streams: int
) -> None:
    target = tmp_path / "warehouse.duckdb"
    execute(target, "CREATE TABLE large (n INTEGER NOT NULL, filler VARCHAR)")
    source = tmp_path / "large.csv"
    with large.open("rb") as file:
        source.write_bytes(file.read(60_000_000) + file.readline())
    ended = run(
        *("load", source, "--to", target, "--mode", "append", "--publish", publish, "--streams", streams, "--json")
    )
    assert ended.code == 0, ended.err
    assert ended.json["tables"][0]["splits"] >= 4
    execute(
        target,
        f"CREATE TABLE other AS FROM read_csv('{source}', header = false, quote = '', escape = '', "
        "auto_detect = false, columns = {'n': 'INTEGER', 'filler': 'VARCHAR'})",
    )
    assert differences(target, "large", "other") == (0, 0)


# ---- dialects

_SQL = "CREATE TABLE t (a INTEGER, b VARCHAR, c DATE);"
_ROWS = [(1, "x y", "2024-02-29"), (2, None, "1999-12-31"), (None, "é", None)]


def load_text(run: Run, tmp_path: Path, name: str, text: bytes, *options: object, sql: str = _SQL) -> list[tuple]:
    """Return the rows that a file of `text` becomes, in their order."""
    (tmp_path / name).write_bytes(text)
    (tmp_path / "schema.sql").write_text(sql)
    target = tmp_path / "warehouse.duckdb"
    schema = ("--schema", tmp_path / "schema.sql", "--ddl-dialect", "duckdb")
    ended = run("load", tmp_path / name, "--to", target, "--table", "t", *schema, "--streams", 1, *options)
    assert ended.code == 0, ended.err
    columns = [name for (name,) in query(target, "SELECT column_name FROM duckdb_columns() WHERE table_name = 't'")]
    shown = ", ".join(f"c::VARCHAR AS {name}" if name == "c" else name for name in columns)
    return query(target, f"SELECT {shown} FROM t")


_CSV = b"1,x y,2024-02-29\n2,,1999-12-31\n,\xc3\xa9,\n"


def with_(delimiter: bytes) -> bytes:
    return _CSV.replace(b",", delimiter)


@pytest.mark.parametrize(
    ("what", "name", "text", "options"),
    [
        ("comma by extension", "t.csv", _CSV, ()),
        ("comma by extension in capitals", "t.CSV", _CSV, ()),
        ("comma without extension", "t", _CSV, ()),
        ("tab by extension", "t.tsv", with_(b"\t"), ()),
        ("pipe by extension", "t.tbl", with_(b"|"), ()),
        ("pipe by extension of a part", "t.tbl.3", with_(b"|"), ()),
        ("semicolon", "t.csv", with_(b";"), ("--delimiter", ";")),
        ("semicolon by name", "t.csv", with_(b";"), ("-d", "semicolon")),
        ("control character", "t.csv", with_(b"\x01"), ("-d", "\x01")),
        ("tab as escape", "t.csv", with_(b"\t"), ("-d", r"\t")),
        ("tab by name", "t.csv", with_(b"\t"), ("-d", "tab")),
        ("CRLF", "t.csv", _CSV.replace(b"\n", b"\r\n"), ()),
        ("CRLF and LF", "t.csv", _CSV.replace(b"\n", b"\r\n", 1), ()),
        ("no line end at the end", "t.csv", _CSV[:-1], ()),
        ("byte order mark", "t.csv", b"\xef\xbb\xbf" + _CSV, ()),
        ("trailing delimiter", "t.csv", _CSV.replace(b"\n", b",\n"), ("--trailing-delimiter",)),
        ("trailing delimiter and CRLF", "t.csv", _CSV.replace(b"\n", b",\r\n"), ("--trailing-delimiter",)),
        ("header names", "t.csv", b"a,B,c\n" + _CSV, ("--header", "names")),
        ("header names and CRLF", "t.csv", b"a,b,c\r\n" + _CSV.replace(b"\n", b"\r\n"), ("--header", "names")),
        ("header names and byte order mark", "t.csv", b"\xef\xbb\xbfa,b,c\n" + _CSV, ("--header", "names")),
        ("header skip", "t.csv", b"number;what\n" + _CSV, ("--header", "skip")),
        ("null text", "t.csv", b"1,x y,2024-02-29\n2,NULL,1999-12-31\nNULL,\xc3\xa9,NULL\n", ("--null", "NULL")),
        ("null escape", "t.csv", b"1,x y,2024-02-29\n2,\\N,1999-12-31\n\\N,\xc3\xa9,\\N\n", ("--null", r"\N")),
    ],
)
def test_dialects(run: Run, tmp_path: Path, what: str, name: str, text: bytes, options: tuple[str, ...]) -> None:
    assert load_text(run, tmp_path, name, text, *options) == _ROWS, what


def test_an_empty_field_is_text_where_another_text_means_null(run: Run, tmp_path: Path) -> None:
    rows = load_text(run, tmp_path, "t.csv", b"1,,2024-01-01\n2,-,-\n", "--null", "-")
    assert rows == [(1, "", "2024-01-01"), (2, None, None)]


def test_a_blank_line_of_a_table_of_one_column_is_null(run: Run, tmp_path: Path) -> None:
    assert load_text(run, tmp_path, "t.csv", b"x\n\ny\n", sql="CREATE TABLE t (b VARCHAR)") == [("x",), (None,), ("y",)]


def test_quotes_and_backslashes_are_text(run: Run, tmp_path: Path) -> None:
    text = b'1,"x",\n2,it\'s \\n,\n3,",\n'
    rows = load_text(run, tmp_path, "t.csv", text, "--quote", "none")
    assert rows == [(1, '"x"', None), (2, "it's \\n", None), (3, '"', None)]


def test_every_header_of_many_files_is_compared(run: Run, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"t.csv.{number}").write_bytes(b"a,b,c\n%d,,\n" % number)
    target = tmp_path / "warehouse.duckdb"
    execute(target, _SQL)
    assert run("load", f"{tmp_path}/t.csv.*", "--to", target, "--mode", "append", "--header", "names").code == 0
    assert query(target, "SELECT a FROM t ORDER BY a") == [(0,), (1,), (2,)]


def test_files_of_one_pattern_are_in_natural_order(run: Run, tmp_path: Path) -> None:
    for number in (1, 2, 10, 9, 100):
        (tmp_path / f"t.csv.{number}").write_bytes(b"%d,,\n" % number)
    # A digit to Unicode, and no number.
    (tmp_path / "t.csv.1²3").write_bytes(b"0,,\n")
    (tmp_path / "schema.sql").write_text(_SQL)
    ended = run("plan", f"{tmp_path}/t.csv.*", "--to", "null:", "--schema", tmp_path / "schema.sql", "--json")
    assert ended.code == 0, ended.err
    names = [Path(file["path"]).name.removeprefix("t.csv.") for file in ended.json["tables"][0]["files"]]
    assert [name for name in names if name != "1²3"] == ["1", "2", "9", "10", "100"]


def test_empty_files_are_no_rows_if_that_is_allowed(run: Run, tmp_path: Path) -> None:
    for name, text in (("t.1", b""), ("t.2", b"1,,\n"), ("t.3", b"")):
        (tmp_path / name).write_bytes(text)
    (tmp_path / "schema.sql").write_text(_SQL)
    target = tmp_path / "warehouse.duckdb"
    arguments = ("--to", target, "--schema", tmp_path / "schema.sql", "--allow-empty")
    assert run("load", f"{tmp_path}/t.*", *arguments).code == 0
    assert query(target, "SELECT a FROM t") == [(1,)]
    assert run("load", tmp_path / "t.1", tmp_path / "t.3", *arguments, "--mode", "replace").code == 0
    assert query(target, "SELECT count(*) FROM t") == [(0,)]


@pytest.mark.parametrize("header", ["names", "skip"])
def test_an_empty_file_has_no_header_to_compare(run: Run, tmp_path: Path, header: str) -> None:
    assert load_text(run, tmp_path, "t.csv", b"", "--allow-empty", "--header", header) == []


# ---- reports


def test_the_last_lines_say_what_was_read_and_loaded(run: Run, tpch: Path, tmp_path: Path) -> None:
    target = tmp_path / "warehouse.duckdb"
    ended = run("load", tpch / "orders.tbl", tpch / "nation.tbl", "--to", target, "--schema", "tpch", "--streams", 2)
    assert ended.code == 0
    assert not ended.err
    nation, orders, both, speed, shares = sorted(ended.out.splitlines(), key=lambda line: "nation" not in line)
    assert nation.split() == ["nation", "read", "25", "loaded", "25", "2.2", "kB"]
    assert orders.split() == ["orders", "read", "15,000", "loaded", "15,000", "1.7", "MB"]
    assert both.split() == ["all", "read", "15,025", "loaded", "15,025", "1.7", "MB"]
    assert speed.endswith("MB/s, 2 streams")
    assert shares.startswith("the streams' time: ")


def test_the_report_as_json(run: Run, tpch: Path, tmp_path: Path) -> None:
    source = tpch / "lineitem.tbl"
    arguments = ("--to", tmp_path / "warehouse.duckdb", "--schema", "tpch", "--streams", 2, "--json")
    report = run("load", source, *arguments).json
    assert set(report) == {
        *("run", "status", "destination", "mode", "seconds", "bytes_read", "rows_read", "rows_loaded", "rows_rejected"),
        *("mb_per_s", "phases", "streams", "tables", "warnings"),
    }
    assert report["status"] == "loaded"
    assert report["bytes_read"] == source.stat().st_size
    assert report["mb_per_s"] == pytest.approx(report["bytes_read"] / 1e6 / report["seconds"], abs=0.001)
    assert [table["name"] for table in report["tables"]] == ["lineitem"]
    (table,) = report["tables"]
    assert set(table) == {
        *("name", "rows_read", "rows_loaded", "rows_rejected", "rows_filtered", "bytes_read", "files", "splits"),
    }
    assert table["rows_read"] == table["rows_loaded"] + table["rows_rejected"] + table["rows_filtered"] == 60_175
    assert table["bytes_read"] == source.stat().st_size
    assert [stream["number"] for stream in report["streams"]] == [1, 2]
    for stream in report["streams"]:
        assert set(stream) == {"number", "splits", "rows", "bytes", "clock"}
        assert set(stream["clock"]) == {f"{name}_s" for name in NAMES}
    for what in ("rows", "bytes"):
        assert sum(stream[what] for stream in report["streams"]) == table[f"{what}_read"]
    assert sum(stream["splits"] for stream in report["streams"]) == table["splits"]


def test_the_streams_clocks_add_up_to_the_load(run: Run, large: Path, tmp_path: Path) -> None:
    (tmp_path / "schema.sql").write_text("CREATE TABLE large (n INTEGER NOT NULL, filler VARCHAR)")
    arguments = ("--schema", tmp_path / "schema.sql", "--streams", 2, "--json")
    report = run("load", large, "--to", tmp_path / "warehouse.duckdb", *arguments).json
    for stream in report["streams"]:
        # Starting and closing the streams is a part of the phase, and none of theirs.
        assert sum(stream["clock"].values()) == pytest.approx(report["phases"]["load_s"], rel=0.05, abs=0.02)
        assert stream["clock"]["parse_s"] > 0 < stream["clock"]["write_s"]
    assert sum(report["phases"].values()) == pytest.approx(report["seconds"], rel=0.05, abs=0.05)


# ---- several tables, new files


@pytest.mark.parametrize("option", [(), ("--one-table-at-a-time",)])
def test_several_tables_with_several_files_each(run: Run, tpch: Path, tmp_path: Path, option: tuple[str, ...]) -> None:
    orders = cut(tpch / "orders.tbl", 8, tmp_path / "orders")
    lineitem = cut(tpch / "lineitem.tbl", 97, tmp_path / "lineitem")
    target = tmp_path / "warehouse.duckdb"
    ended = run("load", orders, lineitem, tpch / "nation.tbl", "--to", target, "--schema", "tpch", *option)
    assert ended.code == 0, ended.err
    for table in ("orders", "lineitem", "nation"):
        other = read_by_duckdb(target, table, tpch / f"{table}.tbl")
        assert differences(target, table, other) == (0, 0), table


def test_one_table_at_a_time_finishes_each_before_the_next(run: Run, tpch: Path, tmp_path: Path, state: Path) -> None:
    files = (tpch / "nation.tbl", tpch / "lineitem.tbl", tpch / "orders.tbl")
    arguments = ("--schema", "tpch", "--streams", 1)
    order = {}
    for number, option in enumerate([(), ("--one-table-at-a-time",)]):
        assert run("load", *files, "--to", tmp_path / f"{number}.duckdb", *arguments, *option).code == 0
        (events,) = state.glob("runs/*/events.ndjson")
        order[option] = [line.split('"table": "')[1].split('"')[0] for line in events.open() if '"written"' in line]
        events.unlink()
    assert order == {
        (): ["lineitem", "orders", "nation"],
        ("--one-table-at-a-time",): ["nation", "lineitem", "orders"],
    }


def test_a_new_file_that_an_older_duckdb_can_read(run: Run, tpch: Path, tmp_path: Path) -> None:
    target = tmp_path / "warehouse.duckdb"
    arguments = ("load", tpch / "nation.tbl", "--to", target, "--schema", "tpch", "--storage-version", "v1.2.0")
    assert run(*arguments).code == 0
    tags = query(target, "SELECT tags['storage_version'] FROM duckdb_databases() WHERE database_name = 'warehouse'")
    assert tags[0][0].startswith("v1.2.0"), tags
    again = run(*arguments, "--mode", "append")
    assert again.code == 2
    assert "is for new files" in again.error


def test_compression_by_column(run: Run, tpch: Path, tmp_path: Path) -> None:
    target = tmp_path / "warehouse.duckdb"
    codecs = ("--column-compression", "l_comment=zstd", "--column-compression", "L_LINENUMBER=uncompressed")
    ended = run("load", tpch / "lineitem.tbl", "--to", target, "--schema", "tpch", *codecs)
    assert ended.code == 0, ended.err
    used = dict(
        query(
            target,
            "SELECT column_name, any_value(compression) FROM pragma_storage_info('lineitem') "
            "WHERE segment_type <> 'VALIDITY' GROUP BY 1",
        )
    )
    assert used["l_comment"] == "ZSTD"
    assert used["l_linenumber"] == "Uncompressed"
    assert used["l_shipmode"] not in ("ZSTD", "Uncompressed")


def test_a_target_in_memory_is_there_to_try_things_out(run: Run, tpch: Path, tmp_path: Path) -> None:
    ended = run("load", tpch / "nation.tbl", "--to", ":memory:", "--schema", "tpch", cwd=tmp_path)
    assert ended.code == 0, ended.err
    assert not list(tmp_path.iterdir())
