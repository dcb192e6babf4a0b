"""Every type survives the way from a file into PostgreSQL: what is there is what COPY itself makes of the same file."""

from __future__ import annotations

import datetime
import json
import uuid
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import teraload
from tests.postgres import PostgresDatabase

_LETTERS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
_ZONES = st.sampled_from(["+00", "-05", "+05:30", "+14", "-12:45"])


def _numbers(digits: int, scale: int) -> st.SearchStrategy[str]:
    def spelled(value: int) -> str:
        # Not by way of Decimal, which rounds to 28 digits.
        whole, fraction = divmod(abs(value), 10**scale)
        return f"{'-' * (value < 0)}{whole}" + (f".{fraction:0{scale}}" if scale else "")

    most = 10**digits - 1
    return st.integers(-most, most).map(spelled)


def _array(elements: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    quoted = elements.map(lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"')
    return st.lists(quoted | st.just("NULL"), max_size=5).map(lambda parts: "{" + ",".join(parts) + "}")


def _interval(parts: tuple[int, int, int, int]) -> str:
    months, days, seconds, micros = parts
    sign = "-" if seconds < 0 else ""
    clock = f"{sign}{abs(seconds) // 3600:02}:{abs(seconds) % 3600 // 60:02}:{abs(seconds) % 60:02}.{micros:06}"
    return f"{months // 12} years {months % 12} mons {days} days {clock}"


_INTERVALS = st.tuples(
    st.integers(-9999, 9999), st.integers(-99999, 99999), st.integers(-999999, 999999), st.integers(0, 999999)
).map(_interval)

_TIMES = st.times().map(lambda time: time.isoformat())
_DATES = st.dates(min_value=datetime.date(1, 1, 1))
_TIMESTAMPS = st.datetimes(min_value=datetime.datetime(1, 1, 2), max_value=datetime.datetime(9999, 12, 30))
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | _LETTERS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_LETTERS, inner, max_size=3),
    max_leaves=5,
)

# What a column is in the server, and fields for it as both readers take them.
TYPES: dict[str, st.SearchStrategy[str]] = {
    "boolean": st.sampled_from(["t", "f", "true", "false"]),
    "smallint": st.integers(-(2**15), 2**15 - 1).map(str),
    "integer": st.integers(-(2**31), 2**31 - 1).map(str),
    "bigint": st.integers(-(2**63), 2**63 - 1).map(str),
    "oid": st.integers(0, 2**32 - 1).map(str),
    "real": st.floats(width=32, allow_nan=False, allow_infinity=False).map(repr),
    "double precision": st.floats(allow_nan=False, allow_infinity=False).map(repr),
    "numeric": _numbers(60, 25) | st.sampled_from(["NaN", "Infinity", "-Infinity", "1e30", "0.000", "-0.5e-20"]),
    "numeric(12,2)": _numbers(12, 2),
    "numeric(18,0)": _numbers(18, 0),
    "numeric(38,19)": _numbers(38, 19),
    "numeric(38,38)": _numbers(38, 38),
    "numeric(60,30)": _numbers(60, 30),
    "numeric(5,-3)": st.integers(-99999, 99999).map(lambda value: f"{value}000"),
    "char(20)": _LETTERS.map(str.rstrip),
    "varchar(20)": _LETTERS,
    "text": _LETTERS,
    "bytea": st.binary(max_size=30).map(lambda value: "\\x" + value.hex()),
    "date": _DATES.map(str),
    "time": _TIMES,
    "timetz": st.tuples(_TIMES, _ZONES).map("".join),
    "timestamp": _TIMESTAMPS.map(str),
    "timestamp(0)": _TIMESTAMPS.map(lambda time: str(time.replace(microsecond=0))),
    "timestamptz": st.tuples(_TIMESTAMPS.map(str), _ZONES).map("".join),
    "interval": _INTERVALS,
    "uuid": st.uuids().map(str) | st.uuids().map(lambda value: "{" + value.hex.upper() + "}"),
    "json": _JSON.map(lambda value: json.dumps(value).replace("\\u0000", "")),
    "jsonb": _JSON.map(lambda value: json.dumps(value, ensure_ascii=False).replace("\\u0000", "")),
    "inet": st.ip_addresses().map(str) | st.ip_addresses(v=4).map(lambda address: f"{address}/7"),
    "cidr": st.ip_addresses().map(str) | st.just("10.0.0.0/8") | st.just("2001:db8::/32"),
    "mood": st.sampled_from(["happy", "sad", "so, so"]),
    "positive": st.integers(1, 2**31 - 1).map(str),
    "integer[]": _array(st.integers(-(2**31), 2**31 - 1).map(str)),
    "text[]": _array(_LETTERS) | st.just('{{"a","b"},{"c",NULL}}'),
    "numeric[]": _array(_numbers(30, 10)),
    "uuid[]": _array(st.uuids().map(str)),
    "boolean[]": _array(st.sampled_from(["t", "f"])),
}
# What has no binary form here, so that the whole table goes as text.
TEXT_TYPES: dict[str, st.SearchStrategy[str]] = {
    "date[]": _array(_DATES.map(str)),
    "money": st.integers(-(10**9), 10**9).map(lambda cents: f"{cents / 100:.2f}"),
    "bit varying(8)": st.text("01", max_size=8),
    "int4range": st.sampled_from(["[1,5)", "empty", "(,3]"]),
    "macaddr": st.sampled_from(["08:00:2b:01:02:03"]),
}


def _rows(types: dict[str, st.SearchStrategy[str]]) -> st.SearchStrategy[list[tuple[str | None, ...]]]:
    return st.lists(st.tuples(*(st.none() | fields for fields in types.values())), min_size=1, max_size=20)


def _line(number: int, row: tuple[str | None, ...]) -> str:
    fields = ("" if value is None else '"' + value.replace('"', '""') + '"' for value in row)
    return ",".join((str(number), *fields)) + "\n"


def _compare(database: PostgresDatabase, file: Path, types: dict[str, Any], rows: list[tuple[str | None, ...]]) -> None:
    text = "".join(_line(number, row) for number, row in enumerate(rows))
    file.write_bytes(text.encode())
    columns = ", ".join(f"c{number} {spelled}" for number, spelled in enumerate(types))
    database.execute(
        "DROP TABLE IF EXISTS ours, theirs",
        f"CREATE TABLE ours (id integer NOT NULL, {columns})",
        "CREATE TABLE theirs (LIKE ours)",
    )
    with database.connected() as connection, connection.cursor().copy("COPY theirs FROM STDIN (FORMAT csv)") as copy:
        copy.write(text.encode())
    teraload.load(file, to=database.url, table="ours", mode="append", delimiter=",", quote='"')
    assert database.text("TABLE ours ORDER BY id") == database.text("TABLE theirs ORDER BY id")


@pytest.fixture
def typed(postgres: PostgresDatabase) -> PostgresDatabase:
    postgres.execute(
        "CREATE TYPE mood AS ENUM ('happy', 'sad', 'so, so')",
        "CREATE DOMAIN positive AS integer CHECK (VALUE > 0)",
    )
    return postgres


_SETTINGS = settings(
    max_examples=25,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.mark.parametrize("postgres_server", [18, 16, 15], indirect=True)
@_SETTINGS
@given(rows=_rows(TYPES))
def test_binary(typed: PostgresDatabase, tmp_path: Path, rows: list[tuple[str | None, ...]]) -> None:
    _compare(typed, tmp_path / "t.csv", TYPES, rows)


@_SETTINGS
@given(rows=_rows({**TYPES, **TEXT_TYPES}))
def test_text(typed: PostgresDatabase, tmp_path: Path, rows: list[tuple[str | None, ...]]) -> None:
    _compare(typed, tmp_path / "t.csv", {**TYPES, **TEXT_TYPES}, rows)


def test_uuid_hyphens(typed: PostgresDatabase, tmp_path: Path) -> None:
    value = uuid.UUID(int=2**127 + 12345)
    spelled = value.hex
    forms = [str(value), spelled, "-".join(spelled[at : at + 4] for at in range(0, 32, 4)), "{" + str(value) + "}"]
    _compare(typed, tmp_path / "t.csv", {"uuid": None}, [(form,) for form in forms])
