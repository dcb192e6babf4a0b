"""Every type, from the text of a file to the value in the table: against DuckDB's own casts, and back."""

# ruff: noqa: E501 - one case a line

import datetime as dt
import math
import struct
from collections.abc import Callable, Iterator
from decimal import Context, Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

import teraload
from tests.command import Ended
from tests.duck import execute, query

Run = Callable[..., Ended]

# ---- every type, by many spellings, each value as DuckDB casts it

_DUCKDB_VALUES = {
    "BOOLEAN": ["true", "false", "t", "f", "1", "0", "True", "FALSE", "y", "no", "yes", "n"],
    "TINYINT": ["-128", "127", "0", "-0", "+7", "007"],
    "SMALLINT": ["-32768", "32767", "0"],
    "INTEGER": ["-2147483648", "2147483647", "0", "12345678", "123456789", "00000000000000000001"],
    "BIGINT": ["-9223372036854775808", "9223372036854775807", "0", "1234567890123456", "12345678901234567"],
    "UTINYINT": ["255", "0", "+1"],
    "USMALLINT": ["65535", "0"],
    "UINTEGER": ["4294967295", "0"],
    "UBIGINT": ["18446744073709551615", "0", "9223372036854775808"],
    "FLOAT": ["1.5", "-0.1", "3.4028234e38", "1e-45", "nan", "inf", "-inf", "1E5", ".5", "5.", "+1", "16777217"],
    "DOUBLE": ["0.1", "-1.7976931348623157e308", "5e-324", "nan", "Infinity", "-Infinity", "1e22", "123456789.125"],
    "DECIMAL(1,0)": ["9", "-9", "0"],
    "DECIMAL(4,2)": ["99.99", "-99.99", "0.01", ".5", "5.", "+1.50", "07.10", "1.5000"],
    "DECIMAL(9,0)": ["999999999", "-999999999", "1"],
    "DECIMAL(15,2)": ["9999999999999.99", "-9999999999999.99", "0.00", "12345678.90"],
    "DECIMAL(18,9)": ["999999999.999999999", "-0.000000001", "1"],
    "DECIMAL(19,0)": ["9999999999999999999", "-1"],
    "DECIMAL(38,10)": ["9999999999999999999999999999.9999999999", "-0.0000000001"],
    "DECIMAL(38,38)": ["0.99999999999999999999999999999999999999", "-.1"],
    "DATE": ["1970-01-01", "0001-01-01", "9999-12-31", "2000-02-29", "1582-10-10", "1900-02-28"],
    "TIME": ["00:00:00", "23:59:59.999999", "12:34:56.7", "01:02"],
    "TIMESTAMP_S": ["1970-01-01 00:00:00", "0001-01-01 00:00:00", "9999-12-31 23:59:59", "2024-02-29T12:00:00"],
    "TIMESTAMP_MS": ["1970-01-01 00:00:00.001", "9999-12-31 23:59:59.999", "1969-12-31 23:59:59.999"],
    "TIMESTAMP": ["1970-01-01 00:00:00.000001", "9999-12-31 23:59:59.999999", "2024-02-29T12:00:00", "2024-01-01", "2024-01-01 10:00"],
    "TIMESTAMP_NS": ["1970-01-01 00:00:00.000000001", "2262-04-11 23:47:16.854775806", "1677-09-22 00:00:00.5"],
    "TIMESTAMPTZ": ["1970-01-01 00:00:00Z", "2024-07-01 12:00:00+02", "2024-07-01 12:00:00.123456-05:30", "2024-07-01T00:00:00+00", "2024-07-01 12:00:00+15:59"],
    "VARCHAR": ["x", " ", " blanks around ", "exactly12byt", "thirteen byte", "é", "日本語のテキスト", "🦆", '"', "'", "\\", "NULL", "a\tb", "x" * 5000],
    "BLOB": ["00ff", "DEADBEEF", "deadbeef" * 50],
}  # fmt: skip

# The same columns as other databases write them; what DuckDB calls such a column.
_DIALECTS = {
    "postgres": {
        "boolean": "BOOLEAN", "smallint": "SMALLINT", "integer": "INTEGER", "bigint": "BIGINT", "real": "FLOAT",
        "double precision": "DOUBLE", "numeric(4,2)": "DECIMAL(4,2)", "numeric(38,10)": "DECIMAL(38,10)",
        "date": "DATE", "time without time zone": "TIME", "timestamp(0)": "TIMESTAMP_S",
        "timestamp(3)": "TIMESTAMP_MS", "timestamp": "TIMESTAMP", "timestamptz": "TIMESTAMPTZ", "text": "VARCHAR",
        "character varying(6000)": "VARCHAR", "bytea": "BLOB",
    },
    "tsql": {
        "bit": "BOOLEAN", "tinyint": "UTINYINT", "smallint": "SMALLINT", "int": "INTEGER", "bigint": "BIGINT",
        "real": "FLOAT", "float": "DOUBLE", "decimal(15,2)": "DECIMAL(15,2)", "date": "DATE",
        "datetime2(3)": "TIMESTAMP_MS", "nvarchar(max)": "VARCHAR", "varbinary(max)": "BLOB",
    },
    "mysql": {
        "tinyint unsigned": "UTINYINT", "smallint unsigned": "USMALLINT", "int unsigned": "UINTEGER",
        "bigint unsigned": "UBIGINT", "double": "DOUBLE", "decimal(9,0)": "DECIMAL(9,0)", "date": "DATE",
        "datetime(6)": "TIMESTAMP", "longtext": "VARCHAR", "blob": "BLOB",
    },
    "oracle": {
        "number(1,0)": "DECIMAL(1,0)", "number(18,9)": "DECIMAL(18,9)", "number(38,38)": "DECIMAL(38,38)",
        "binary_float": "FLOAT", "binary_double": "DOUBLE", "timestamp(9)": "TIMESTAMP_NS", "clob": "VARCHAR",
        "raw(2000)": "BLOB",
    },
    "duckdb": {kind: kind for kind in _DUCKDB_VALUES},
}  # fmt: skip

_STORED = {"FLOAT": "FLOAT", "TIMESTAMPTZ": "TIMESTAMP WITH TIME ZONE"}


def cast(column: str, kind: str) -> str:
    """Return what DuckDB makes of text; of hexadecimal digits and of every spelling of infinity, by a function."""
    return f"unhex({column})" if kind == "BLOB" else f"{column}::{kind}"


@pytest.mark.parametrize("dialect", _DIALECTS)
def test_every_type_of_a_dialect(run: Run, tmp_path: Path, dialect: str) -> None:
    types = _DIALECTS[dialect]
    columns = [f"c{number}" for number in range(len(types))]
    values = [_DUCKDB_VALUES[kind] for kind in types.values()]
    rows = max(map(len, values))
    # The shorter lists end in NULL; the last row has nothing else.
    table = [[column[row] if row < len(column) else "" for column in values] for row in range(rows + 1)]
    source, target = tmp_path / "every.csv", tmp_path / "warehouse.duckdb"
    source.write_text("".join("\x1f".join([str(row), *fields]) + "\n" for row, fields in enumerate(table)))
    definitions = ",\n  ".join(f"{column} {kind}" for column, kind in zip(columns, types, strict=True))
    number = {"oracle": "number(10)", "tsql": "int", "mysql": "int"}.get(dialect, "integer")
    (tmp_path / "schema.sql").write_text(f"CREATE TABLE every (\n  number_ {number} NOT NULL,\n  {definitions}\n)")
    schema = ("--schema", tmp_path / "schema.sql", "--ddl-dialect", dialect, "--delimiter", "\x1f", "--quote", "none")
    ended = run("load", source, "--to", target, *schema)
    assert ended.code == 0, ended.err
    found = dict(query(target, "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'every'"))
    found.pop("number_")
    assert found == {c: _STORED.get(kind, kind) for c, kind in zip(columns, types.values(), strict=True)} | {
        c: "TIMESTAMP WITH TIME ZONE" for c, kind in zip(columns, types.values(), strict=True) if kind == "TIMESTAMPTZ"
    }
    with duckdb.connect(str(target)) as connection:
        texts = ", ".join(f"{column} VARCHAR" for column in columns)
        connection.execute(f"CREATE TABLE texts (number_ INTEGER, {texts})")
        placeholders = ", ".join("?" for _ in range(len(columns) + 1))
        connection.executemany(
            f"INSERT INTO texts VALUES ({placeholders})",
            [[row, *(field or None for field in fields)] for row, fields in enumerate(table)],
        )
        for column, kind in zip(columns, types.values(), strict=True):
            # IS DISTINCT FROM, for which NULL is NULL and NaN is NaN; as text, for which 0 is not -0.
            wrong = connection.execute(
                f"SELECT t.{column}, e.{column}::VARCHAR FROM every e JOIN texts t USING (number_) WHERE "
                f"e.{column} IS DISTINCT FROM {cast(f't.{column}', kind)} "
                f"OR e.{column}::VARCHAR IS DISTINCT FROM ({cast(f't.{column}', kind)})::VARCHAR"
            ).fetchall()
            assert wrong == [], kind
            nulls = connection.execute(f"SELECT count(*) FROM every WHERE {column} IS NULL").fetchall()[0][0]
            assert nulls == rows + 1 - len(_DUCKDB_VALUES[kind]), kind


def test_hexadecimal_digits_with_what_databases_put_before_them(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"00ff\n\\x00ff\n0x00FF\n\\x\n")
    execute(tmp_path / "t.duckdb", "CREATE TABLE t (x BLOB)")
    assert run("load", tmp_path / "t.csv", "--to", tmp_path / "t.duckdb", "--mode", "append").code == 0
    assert query(tmp_path / "t.duckdb", "FROM t") == [(b"\x00\xff",)] * 3 + [(b"",)]


def test_a_type_that_cannot_be_stored_is_refused_only_where_it_is_loaded(run: Run, tmp_path: Path) -> None:
    (tmp_path / "wanted.csv").write_bytes(b"1\n")
    script = "CREATE TABLE wanted (a INTEGER); CREATE TABLE other (g GEOMETRY)"
    (tmp_path / "schema.sql").write_text(script)
    arguments = ("--to", tmp_path / "t.duckdb", "--schema", tmp_path / "schema.sql", "--ddl-dialect", "duckdb")
    ended = run("load", tmp_path / "wanted.csv", *arguments)
    assert ended.code == 0
    assert ended.notes == ["not read: table other, not asked for"]
    (tmp_path / "other.csv").write_bytes(b"1\n")
    ended = run("load", tmp_path / "other.csv", *arguments)
    assert ended.code == 2
    assert ended.error.startswith(f"{tmp_path}/schema.sql:1, other.g: ")


def test_a_schema_says_how_it_was_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"1,x\n")
    (tmp_path / "schema.sql").write_text(
        "CREATE TABLE [dbo].[t] ([a] int NOT NULL PRIMARY KEY, [b] nvarchar(10))\nGO\n"
    )
    ended = run("load", tmp_path / "t.csv", "--to", tmp_path / "t.duckdb", "--schema", tmp_path / "schema.sql")
    assert ended.code == 0
    assert "read as SQL Server" in ended.notes[0] or "read as T-SQL" in ended.notes[0]
    assert any("PRIMARY KEY is not created" in note for note in ended.notes)
    assert query(tmp_path / "t.duckdb", "SELECT a, b FROM t") == [(1, "x")]


# ---- round trips of random values


_WIDE = Context(prec=60)


def _decimals(precision: int, scale: int) -> st.SearchStrategy[Decimal]:
    most = 10**precision - 1
    return st.integers(-most, most).map(lambda scaled: Decimal(scaled).scaleb(-scale, _WIDE))


def _float32(value: float) -> float:
    return struct.unpack("f", struct.pack("f", value))[0]


_EARLIEST, _LATEST = dt.datetime(1, 1, 1), dt.datetime(9999, 12, 31, 23, 59, 59, 999_999)
_INTEGERS = {
    "TINYINT": (-(2**7), 2**7 - 1), "SMALLINT": (-(2**15), 2**15 - 1), "INTEGER": (-(2**31), 2**31 - 1),
    "BIGINT": (-(2**63), 2**63 - 1), "UTINYINT": (0, 2**8 - 1), "USMALLINT": (0, 2**16 - 1),
    "UINTEGER": (0, 2**32 - 1), "UBIGINT": (0, 2**64 - 1),
}  # fmt: skip
# By type: values, and the text of a value.
_ROUND_TRIPS: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], str]]] = {
    "BOOLEAN": (st.booleans(), str),
    **{name: (st.integers(*bounds), str) for name, bounds in _INTEGERS.items()},
    **{
        f"DECIMAL({precision},{scale})": (_decimals(precision, scale), lambda value: f"{value:f}")
        for precision, scale in ((1, 0), (4, 2), (9, 9), (15, 2), (18, 0), (18, 7), (18, 8), (19, 2), (38, 0), (38, 20))
    },
    "FLOAT": (st.floats(width=32), lambda value: repr(_float32(value))),
    "DOUBLE": (st.floats(), repr),
    "DATE": (st.dates(), lambda value: value.isoformat()),
    "TIME": (st.times(), lambda value: value.isoformat()),
    "TIMESTAMP": (st.datetimes(_EARLIEST, _LATEST), lambda value: value.isoformat(sep=" ")),
    "TIMESTAMPTZ": (
        st.datetimes(dt.datetime(2, 1, 1), dt.datetime(9998, 1, 1), timezones=st.sampled_from([
            dt.timezone.utc, dt.timezone(dt.timedelta(hours=2)), dt.timezone(-dt.timedelta(hours=9, minutes=30)),
        ])),
        lambda value: value.isoformat(sep=" "),
    ),
    "VARCHAR": (
        st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\n\r|\0"), min_size=1, max_size=40),
        str,
    ),
    "BLOB": (st.binary(max_size=40), lambda value: "\\x" + value.hex()),
}  # fmt: skip


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


def show(column: str, kind: str) -> str:
    """Return what selects a column, moments as the time in UTC."""
    return f"make_timestamp(epoch_us({column}))" if kind == "TIMESTAMPTZ" else column


def as_read(value: Any) -> Any:
    """Return a value as `show` shows it."""
    if isinstance(value, dt.datetime) and value.tzinfo is not None:
        value = value.astimezone(dt.timezone.utc).replace(tzinfo=None)
    return value.replace(fold=0) if isinstance(value, dt.time | dt.datetime) else value


@pytest.mark.parametrize("kind", _ROUND_TRIPS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_round_trips(connection: duckdb.DuckDBPyConnection, tmp_path: Path, kind: str, ends: str) -> None:
    values, text_of = _ROUND_TRIPS[kind]
    source = tmp_path / "t.tbl"

    @settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example])
    @given(st.lists(st.one_of(st.none(), values), min_size=1, max_size=50))
    @example([None])
    @example([None] * 9)
    def check(column: list[Any]) -> None:
        connection.execute(f"CREATE OR REPLACE TABLE t (number INTEGER, value {kind}, again {kind})")
        texts = ["" if value is None else text_of(value) for value in column]
        source.write_text(
            "".join(f"{number}|{text}|{text}{ends}" for number, text in enumerate(texts)), encoding="utf-8", newline=""
        )
        teraload.load(str(source), to=connection, mode="append", streams=1)
        shown = f"{show('value', kind)}, {show('again', kind)}"
        found = connection.execute(f"SELECT {shown} FROM t ORDER BY number").fetchall()
        assert len(found) == len(column)
        for expected, (value, again) in zip(map(as_read, column), found, strict=True):
            for one in (value, again):
                if isinstance(expected, float) and not math.isnan(expected):
                    assert (one, math.copysign(1, one)) == (expected, math.copysign(1, expected))
                elif isinstance(expected, float):
                    assert math.isnan(one)
                else:
                    assert one == expected
                    assert type(one) is type(expected)

    check()


# Rows of so many columns shrink slowly, and the columns have a test each.
@settings(max_examples=25, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(*(st.one_of(st.none(), values) for values, _ in _ROUND_TRIPS.values())), min_size=1, max_size=20)
)
def test_round_trips_of_whole_rows(
    connection: duckdb.DuckDBPyConnection, tmp_path: Path, rows: list[tuple[Any, ...]]
) -> None:
    columns = ", ".join(f"c{number} {kind}" for number, kind in enumerate(_ROUND_TRIPS))
    connection.execute(f"CREATE OR REPLACE TABLE t (number INTEGER, {columns})")
    texts = [text_of for _, text_of in _ROUND_TRIPS.values()]
    lines = [
        "|".join([str(number), *("" if v is None else text_of(v) for v, text_of in zip(row, texts, strict=True))])
        for number, row in enumerate(rows)
    ]
    source = tmp_path / "t.tbl"
    source.write_text("\n".join(lines), encoding="utf-8", newline="")
    teraload.load(str(source), to=connection, mode="append", streams=2)
    shown = ", ".join(show(f"c{number}", kind) for number, kind in enumerate(_ROUND_TRIPS))
    found = connection.execute(f"SELECT {shown} FROM t ORDER BY number").fetchall()
    assert repr(found) == repr([tuple(as_read(value) for value in row) for row in rows])


# ---- instruction sets


def test_every_instruction_set_loads_the_same(
    run: Run, tpch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from teraload import _native

    sums = set()
    for name in _native.instruction_sets():
        monkeypatch.setenv("TERALOAD_INSTRUCTION_SET", name)
        target = tmp_path / f"{name}.duckdb"
        assert run("load", f"{tpch}/*.tbl", "--to", target, "--schema", "tpch").code == 0
        tables = [query(target, f"SELECT count(*), sum(hash(t)) FROM {path.stem} t")[0] for path in tpch.iterdir()]
        sums.add(tuple(tables))
    assert len(sums) == 1
    monkeypatch.setenv("TERALOAD_INSTRUCTION_SET", "mmx")
    ended = run("plan", f"{tpch}/*.tbl", "--to", "null:", "--schema", "tpch")
    assert ended.code == 2
    assert ended.error.startswith("TERALOAD_INSTRUCTION_SET: mmx cannot run here. This machine has: ")
