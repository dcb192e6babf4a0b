"""Records that cannot become rows: the error says what, where and what to do, and the target is as it was."""

# ruff: noqa: E501 - one case a line

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Ended
from tests.database import COLUMNS, GOOD, NO_VALUE, Database
from tests.duck import execute, query

Run = Callable[..., Ended]


_TOO_WIDE = "Fix the row, or give the column a wider type"


@pytest.mark.parametrize(
    ("column", "field", "reason", "remedy"),
    [
        ("i", "2147483648", '"2147483648" is out of range of int32 (-2147483648 to 2147483647)', _TOO_WIDE),
        ("i", "", "the empty field means NULL, and the column is NOT NULL", "Fix the row, or say --null TEXT if something else means NULL"),
        ("i", "1.0", '"1.0" is not an integer: it has a decimal point', NO_VALUE),
        ("i", " 1", '" 1" is not an integer: it has a space', NO_VALUE),
        ("i", "-", '"-" is not an integer: a sign without digits', NO_VALUE),
        ("i", "1e3", '"1e3" is not an integer: "e" is no digit', NO_VALUE),
        ("small", "128", '"128" is out of range of int8 (-128 to 127)', _TOO_WIDE),
        ("small", "-129", '"-129" is out of range of int8 (-128 to 127)', _TOO_WIDE),
        ("u", "-1", '"-1" is out of range of uint8 (0 to 255)', _TOO_WIDE),
        ("u", "256", '"256" is out of range of uint8 (0 to 255)', _TOO_WIDE),
        ("big", "9223372036854775808", '"9223372036854775808" is out of range of int64', _TOO_WIDE),
        ("dec", "1000.00", '"1000.00" does not fit decimal(5,2): 4 digits before the point, the type holds 3', _TOO_WIDE),
        ("dec", "1.005", '"1.005" does not fit decimal(5,2): 3 digits behind the point, the type holds 2; nothing is rounded', _TOO_WIDE),
        ("dec", "1,5", '"1', None),
        ("dec", "1.2.3", '"1.2.3" is not a decimal: it has two points', NO_VALUE),
        ("dec", "1e2", '"1e2" is not a decimal: it has an exponent', NO_VALUE),
        ("dec", ".", '"." is not a decimal: it has no digits', NO_VALUE),
        ("f", "1e39", '"1e39" is out of range of float32', _TOO_WIDE),
        ("f", "1e-60", '"1e-60" is out of range of float32', _TOO_WIDE),
        ("f", "1..5", '"1..5" is not a number', NO_VALUE),
        ("f", "0x10", '"0x10" is not a number', NO_VALUE),
        ("d", "2023-02-30", '"2023-02-30" is not a date: day 30 of a month of 28', NO_VALUE),
        ("d", "1998-13-01", '"1998-13-01" is not a date: month 13', NO_VALUE),
        ("d", "1900-02-29", '"1900-02-29" is not a date: day 29 of a month of 28', NO_VALUE),
        ("d", "0000-01-01", '"0000-01-01" is not a date: there is no year 0', NO_VALUE),
        ("d", "01.02.2024", '"01.02.2024" is not a date: the form is YYYY-MM-DD', NO_VALUE),
        ("t", "24:00:00", '"24:00:00" is not a time: hour 24', NO_VALUE),
        ("t", "12:60", '"12:60" is not a time: minute 60', NO_VALUE),
        ("t", "1:00", '"1:00" is not a time: the form of a time is HH:MM:SS.ffffff', NO_VALUE),
        ("t", "12:00:00.1234567", '"12:00:00.1234567" does not fit time(us): 7 digits behind the seconds, the type holds 6', _TOO_WIDE),
        ("ts", "2024-01-01 25:00:00", '"2024-01-01 25:00:00" is not a timestamp: hour 25', NO_VALUE),
        ("ts", "2024-01-01 00:00:00Z", '"2024-01-01 00:00:00Z" is not a timestamp: it has an offset, and the type has no zone', NO_VALUE),
        ("ts", "2024-01-01_00:00:00", '"2024-01-01_00:00:00" is not a timestamp: the form is YYYY-MM-DD HH:MM:SS.ffffff', NO_VALUE),
        ("tz", "2024-01-01 00:00:00", '"2024-01-01 00:00:00" is not a timestamp with an offset: it has no offset from UTC', NO_VALUE),
        ("tz", "2024-01-01 00:00:00+2", '"2024-01-01 00:00:00+2" is not a timestamp with an offset: the form of an offset is +HH:MM', NO_VALUE),
        ("b", "maybe", '"maybe" is not a truth value: the words are true, t, yes, y, on, 1 and false, f, no, n, off, 0', NO_VALUE),
        ("x", "abc", '"abc" is not a run of hexadecimal digits: 3 is an odd number of digits', NO_VALUE),
        ("x", "0xzz", '"0xzz" is not a run of hexadecimal digits: "zz" is no pair of hexadecimal digits', NO_VALUE),
        ("v", b"caf\xe9", '"caf\\xe9" is not', None),
    ],
)  # fmt: skip
def test_a_field_that_is_no_value(
    database: Database, column: str, field: str | bytes, reason: str, remedy: str | None
) -> None:
    number = COLUMNS.index(column) + 1
    raw = field if isinstance(field, bytes) else field.encode()
    record = ["2", *[""] * 12]
    record[number - 1] = "{}"
    good = b"".join(b",".join(name.encode() for name in GOOD) + b"\n" for _ in range(3))
    before, behind = (part.encode() for part in "|".join(record).split("{}"))
    # A delimiter that no value has.
    source = database.file(good.replace(b",", b"|") + before + raw + behind + b"\n" + good.replace(b",", b"|"), "t.tbl")
    error = database.refuse(source)
    if field == "1,5":
        reason, remedy = '"1,5" is not a decimal: "," is no digit', NO_VALUE
    place = f"{source}:4 (byte {len(good) + len(before)}), column {number} {column}: {reason}"
    assert error.startswith(place), error
    if remedy:
        assert error.endswith(f". {remedy}"), error


_WIDTH = ", expected 13 fields. "


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (b"1,2", "found 2 fields" + _WIDTH + "Fix the row, or the schema if all rows are so"),
        (b",".join([b"1"] * 12), "found 12 fields" + _WIDTH + "Fix the row, or the schema if all rows are so"),
        (b"1" + b"," * 13, "found 14 fields" + _WIDTH + "The records end with a delimiter: say --trailing-delimiter"),
        (b"1" + b"," * 13 + b"x", "found 14 fields" + _WIDTH + "Fix the row, or the schema if all rows are so"),
        (b"1;2;3", "found 1 field" + _WIDTH + "The delimiter is ',': if the file has another, say --delimiter"),
        (b"", "found a blank line" + _WIDTH + "Fix the row, or the schema if all rows are so"),
        (b"\r", "found a blank line" + _WIDTH + "Fix the row, or the schema if all rows are so"),
    ],
)
def test_a_record_of_another_width(database: Database, record: bytes, reason: str) -> None:
    good = ",".join(GOOD).encode() + b"\n"
    source = database.file(good * 2 + record + b"\n" + good)
    assert database.refuse(source) == f"{source}:3 (byte {2 * len(good)}): {reason}"


def test_records_without_the_delimiter_at_their_end(database: Database) -> None:
    source = database.file(",".join([*GOOD[:-1], "text"]).encode() + b"\n")
    error = database.refuse(source, options=("--trailing-delimiter",))
    assert error == (
        f"{source}:1 (byte 0): found 13 fields with no delimiter at the end, expected 13 fields, each with a "
        "delimiter behind it. If no record ends with a delimiter, say --no-trailing-delimiter"
    )


def test_a_header_that_was_not_said(database: Database) -> None:
    source = database.file((",".join(COLUMNS) + "\n" + ",".join(GOOD) + "\n").encode())
    error = database.refuse(source)
    assert error.startswith(f'{source}:1 (byte 0), column 1 i: "i" is not an integer')
    assert error.endswith(". The first line names the columns: say --header names")


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        (
            ",".join(COLUMNS).replace("big", "large"),
            "it lacks big; it has 'large', which the table has not. Say from in the job's columns where names differ, "
            "or --header skip to go by the order",
        ),
        (
            ",".join(COLUMNS[:-1]),
            f"it lacks {COLUMNS[-1]}. Say omit for {COLUMNS[-1]} in the job's columns, or --schema-change add",
        ),
        (
            ",".join([*COLUMNS, "more"]),
            "it has 'more', which the table has not. Say omit for more in the job's columns, or --schema-change add",
        ),
        (
            ",".join([*COLUMNS, "i"]),
            "it has 'i' more than once. Correct the header, or say --header skip and the fields' numbers in columns",
        ),
    ],
)
def test_a_header_of_other_names(database: Database, header: str, reason: str) -> None:
    source = database.file((header + "\n" + ",".join(GOOD) + "\n").encode())
    error = database.refuse(source, options=("--header", "names"))
    assert error == f"{source}:1 (byte 0): the header does not name the columns of the table: {reason}"


def test_a_record_longer_than_the_limit(database: Database) -> None:
    good = ",".join(GOOD).encode()
    source = database.file(good + b"\n" + good + b"x" * 1_000_000 + b"\n")
    error = database.refuse(source, options=("--record-limit", "300kB"))
    assert error == (
        f"{source}:2 (byte {len(good) + 1}): the record is longer than the limit of 300.0 kB. "
        "Check its line ends, or say --record-limit 600000 or more"
    )


def test_the_place_of_an_error_far_into_a_file(database: Database) -> None:
    good = ",".join(GOOD).encode() + b"\n"
    source = database.file(good * 400_000 + b"oops" + good[1:] + good * 400_000)
    error = database.refuse(source, options=("--streams", "2"))
    assert error.startswith(f'{source}:400001 (byte {400_000 * len(good)}), column 1 i: "oops" is not an integer')


def test_the_first_file_that_is_bad_is_named(database: Database) -> None:
    good = ",".join(GOOD).encode() + b"\n"
    for number in range(5):
        database.file(good if number != 3 else b"bad" + good[1:], f"t.csv.{number}")
    error = database.refuse(f"{database.directory}/t.csv.*")
    assert error.startswith(f"{database.directory}/t.csv.3:1 (byte 0), column 1 i: ")


def test_what_was_committed_under_direct_stays_and_that_is_said(run: Run, large: Path, tmp_path: Path) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "bad.csv"
    execute(target, "CREATE TABLE t (n INTEGER NOT NULL, filler VARCHAR)")
    with large.open("rb") as file:
        source.write_bytes(file.read(50_000_000) + file.readline() + b"bad,\n")
    arguments = ("--table", "t", "--mode", "append", "--publish", "direct", "--streams", 1)
    ended = run("load", source, "--to", target, *arguments)
    assert ended.code == 6
    assert '"bad" is not an integer' in ended.error
    assert "What was committed before is visible" in ended.error
    (rows,) = query(target, "SELECT count(*) FROM t")[0]
    assert rows > 0
    assert query(target, "SELECT sum(rows_loaded) FROM teraload.split") == [(rows,)]


def test_nothing_is_visible_under_direct_if_nothing_was_committed(database: Database) -> None:
    source = database.file(b"bad\n")
    assert "found 1 field" in database.refuse(source, to=database.old, options=("--publish", "direct"))
