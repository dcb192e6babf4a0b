"""Rejects: faults of every kind are found, told with their place, and set aside; all else is loaded."""

import csv
import gzip
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import teraload
from tests.command import Ended
from tests.duck import content, execute, query

Run = Callable[..., Ended]

_SQL = """CREATE TABLE t (
    id integer NOT NULL, flag boolean, small smallint, price decimal(9,2), ratio double precision, day date,
    clock time, at timestamp, zoned timestamptz, raw bytea, word varchar
);"""
_GOOD = [b"%d", b"true", b"-12", b"12.50", b"1.5e3", b"1998-12-01", b"12:30:59", b"1998-12-01 12:30:59"]
_GOOD += [b"1998-12-01 12:30:59+02", b"00ff", b"w\xc3\xb6rd"]

# Column from 1, what stands there, the code and a part of the reason.
_FIELDS = [
    (1, b"x12", "not_a", '"x12" is not an integer'),
    (1, b"", "null", "NOT NULL"),
    (1, b"2147483648", "out_of_range", '"2147483648" is out of range'),
    (2, b"maybe", "not_a", '"maybe" is not'),
    (3, b"-", "not_a", '"-" is not an integer'),
    (3, b"-32769", "out_of_range", '"-32769" is out of range'),
    (4, b"1.234", "does_not_fit", "3 digits behind the point"),
    (4, b"12345678.00", "does_not_fit", "does not fit decimal(9,2)"),
    (4, b"1..2", "not_a", '"1..2" is not a'),
    (5, b"1.5x", "not_a", '"1.5x" is not a'),
    (5, b"1e999", "out_of_range", '"1e999" is out of range'),
    (6, b"1998-13-01", "not_a", "month 13"),
    (6, b"1998-02-30", "not_a", "30"),
    (7, b"25:00", "not_a", '"25:00" is not a'),
    (8, b"1998-12-01 12:60", "not_a", "is not a"),
    (9, b"1998-12-01 12:30:59", "not_a", "is not a"),
    (10, b"0fg0", "not_a", '"0fg0" is not'),
    (11, b"caf\xe9", "not_a", "is not UTF-8"),
]


@dataclass(frozen=True)
class Planted:
    """A fault as it has to be told, and the record that has it."""

    line: int
    byte: int
    column: int | None
    code: str
    reason: str
    record: bytes


def _good(number: int, quoted: bool) -> list[bytes]:
    fields = [_GOOD[0] % number, *_GOOD[1:]]
    if quoted:
        fields[5] = b'"1998-12-01"'
        fields[10] = b'"say ""h\xc3\xb6"",\nthere"' if number % 3 else b'"plain"'
    return fields


def _plant(number: int, kind: int, quoted: bool) -> tuple[list[bytes], int | None, str, str]:
    """Return a record with the fault of number `kind`: its fields, the column, the code, a part of the reason."""
    fields = _good(number, quoted)
    shapes = [
        (fields[:-1], None, "width", "found 10 fields, expected 11 fields"),
        ([*fields, b"more"], None, "width", "found 12 fields, expected 11 fields"),
        ([b"one"], None, "width", "found 1 field, expected"),
        ([b""], None, "width", "found a blank line"),
    ]
    if quoted:
        shapes.append(([*fields[:-1], b'"a"b'], 11, "behind_quote", "text behind its closing quote"))
        shapes.append(([*fields[:5], b'"1998-13-01"', *fields[6:]], 6, "not_a", "month 13"))
    if kind < len(shapes):
        return shapes[kind]
    column, field, code, reason = _FIELDS[(kind - len(shapes)) % len(_FIELDS)]
    return [*fields[: column - 1], field, *fields[column:]], column, code, reason


def _write(path: Path, records: int, faults: int, *, quoted: bool) -> tuple[list[Planted], set[int]]:
    """Write `records` with `faults` among them; return those, and the numbers of all others."""
    at = set(random.Random(path.name).sample(range(records), faults))
    kinds = itertools.cycle(range(len(_FIELDS) + (6 if quoted else 4)))
    planted, good = [], set()
    line, byte = 1, 0
    with path.open("wb") as file:
        for number in range(records):
            if number in at:
                fields, column, code, reason = _plant(number, next(kinds), quoted)
                record = b",".join(fields) + b"\n"
                before = len(b"".join(field + b"," for field in fields[: column - 1])) if column else 0
                planted.append(Planted(line, byte + before, column, code, reason, record))
            else:
                record = b",".join(_good(number, quoted)) + b"\n"
                good.add(number)
            file.write(record)
            line += record.count(b"\n")
            byte += len(record)
    return planted, good


def _read(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file of rejects, read by Python's own csv."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _bytes(row: dict[str, str]) -> bytes:
    return bytes.fromhex(row["record_hex"]) if row["record_hex"] else row["record"].encode()


def _check(rows: list[dict[str, str]], planted: list[Planted]) -> None:
    assert len(rows) == len(planted)
    for row, fault in zip(rows, planted, strict=True):
        found = (int(row["line"]), int(row["byte"]), row["column"], row["code"])
        assert found == (fault.line, fault.byte, str(fault.column or ""), fault.code), row
        assert fault.reason in row["message"], row
        assert _bytes(row) == fault.record


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    """The columns of the table with a column of every kind."""
    path = tmp_path / "t.sql"
    path.write_text(_SQL)
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Ten records of an integer and a word, the second, fifth and eighth of them with faults."""
    path = tmp_path / "s.csv"
    path.write_bytes(b"1,a\nx,b\n3,c\n4,d\n5\n6,f\n7,g\n8,h,i\n9,j\n10,k\n")
    (tmp_path / "s.sql").write_text("CREATE TABLE s (n integer, word varchar);")
    return path


def _load(run: Run, small: Path, *more: object, to: object = None) -> Ended:
    to = small.parent / "w.duckdb" if to is None else to
    return run("load", small, "--to", to, "--schema", small.parent / "s.sql", *more)


# ---- every fault, at its place


@pytest.mark.parametrize("archived", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("quoted", [False, True])
def test_every_kind_of_fault_is_told_at_its_place(
    run: Run, schema: Path, tmp_path: Path, quoted: bool, archived: bool
) -> None:
    source, target, file = tmp_path / "t.csv", tmp_path / "w.duckdb", tmp_path / "r.csv"
    planted, good = _write(source, 100_000, 10_000, quoted=quoted)
    if archived:
        # Lines and bytes are those of the text in it.
        source = tmp_path / "t.csv.gz"
        source.write_bytes(gzip.compress((tmp_path / "t.csv").read_bytes(), 1))
    assert len({(fault.column, fault.code) for fault in planted}) >= 16
    quote = ("--quote", '"' if quoted else "none")
    arguments = ("load", source, "--to", target, "--schema", schema, *quote, "--rejects", file, "--json")
    ended = run(*arguments, "--max-rejects", "10%")
    assert ended.code == 3, ended.err
    _check(_read(file), planted)
    report = ended.json
    assert (report["status"], report["rows_read"], report["rows_rejected"]) == ("loaded", 100_000, 10_000)
    assert report["tables"][0]["rows_rejected"] == 10_000
    assert f"warning: 10,000 records rejected: teraload rejects {report['run']} shows them" in ended.err
    assert {number for (number,) in query(target, "SELECT id FROM t")} == good
    (row,) = query(target, "SELECT DISTINCT columns(* EXCLUDE (id, word))::VARCHAR FROM t")
    assert row[:4] == ("true", "-12", "12.50", "1500.0")
    assert query(target, "SELECT sum(rows_rejected) FROM teraload.split") == [(10_000,)]
    assert [record for (record,) in query(target, "SELECT record FROM teraload.reject ORDER BY first_byte")] == [
        fault.record for fault in planted
    ]


def test_a_quote_that_is_never_closed(run: Run, small: Path) -> None:
    small.write_bytes(b'1,"a\nb"\n2,"open\n3,c\n4,d\n')
    ended = _load(run, small, "--quote", '"', "--max-rejects", 5, "--rejects", small.parent / "r.csv")
    assert ended.code == 3
    (row,) = _read(small.parent / "r.csv")
    assert (row["line"], row["byte"], row["column"], row["code"]) == ("3", "10", "2", "unclosed_quote")
    assert row["record"] == '2,"open\n3,c\n4,d\n'
    assert query(small.parent / "w.duckdb", "SELECT * FROM s") == [(1, "a\nb")]


@pytest.mark.parametrize("mode", ["create", "append"])
def test_many_splits_and_streams(run: Run, small: Path, mode: str) -> None:
    records, every = 1_100_000, 110
    lines = [b"x%d,word\n" % n if n % every == 7 else b"%d,word\n" % n for n in range(1, records + 1)]
    small.write_bytes(b"".join(lines))
    at = [0, *itertools.accumulate(map(len, lines))]
    target, file = small.parent / "w.duckdb", small.parent / "r.csv"
    if mode == "append":
        execute(target, "CREATE TABLE s (n INTEGER, word VARCHAR)")
    ended = _load(run, small, "--streams", 3, "--max-rejects", 10_000, "--rejects", file, "--mode", mode, "--json")
    assert ended.code == 3, ended.err
    assert ended.json["tables"][0]["splits"] >= 2
    found = [(int(row["line"]), int(row["byte"]), row["column"]) for row in _read(file)]
    assert found == [(n, at[n - 1], "1") for n in range(1, records + 1) if n % every == 7]
    assert query(target, f"SELECT count(*), count(DISTINCT n), count(*) FILTER (n % {every} = 7) FROM s") == [
        (records - 10_000, records - 10_000, 0)
    ]
    split = "SELECT split, sum(rows_rejected)::BIGINT FROM teraload.split GROUP BY split"
    reject = "SELECT split, count(*) FROM teraload.reject GROUP BY split"
    assert dict(query(target, split)) == dict(query(target, reject))
    assert _load(run, small, "--streams", 3, "--max-rejects", 9_999, "--mode", "append").code == 5


# ---- limits


@pytest.mark.parametrize(
    ("limit", "code"), [("3", 3), ("2", 5), ("30%", 3), ("29.9%", 5), ("100%", 3), ("0", 1), ("0%", 1)]
)
@pytest.mark.parametrize("to", ["new", "append", "staged", "null:"])
def test_limits(run: Run, small: Path, limit: str, code: int, to: str) -> None:
    target = small.parent / "w.duckdb"
    execute(target, "CREATE TABLE other (n INTEGER)")
    arguments: list[object] = ["--max-rejects", limit]
    if to in ("append", "staged"):
        execute(target, "CREATE TABLE s (n INTEGER, word VARCHAR); INSERT INTO s VALUES (0, 'old')")
        arguments += ["--mode", "append", *(("--publish", "staged") if to == "staged" else ())]
    before = content(target)
    ended = _load(run, small, *arguments, to=to if to == "null:" else target)
    assert ended.code == code, ended.err
    if to != "null:" and code == 3:
        assert sorted(query(target, "SELECT n FROM s WHERE n > 0")) == [(n,) for n in (1, 3, 4, 6, 7, 9, 10)]
    if code != 3 or to == "null:":
        assert content(target) == before
    if code == 3:
        assert ended.out.startswith("s    read 10  loaded  7  rejected  3")
    if code == 5:
        assert f"at most {limit} may be: {small}:2 (byte 4), column 1 n: " in ended.error
        assert ended.error.endswith("shows them")
        assert '"x" is not an integer' in run("rejects").out


@pytest.mark.parametrize("fault", ["ragged", "on-error"])
def test_rejecting_without_a_limit_ends_at_the_first_reject(run: Run, small: Path, fault: str) -> None:
    small.write_bytes(b"1,a\nx,b\n" if fault == "on-error" else b"1,a\n2\n")
    ended = _load(run, small, f"--{fault}", "reject", "--json")
    assert (ended.code, ended.json["error"], ended.json["exit_code"]) == (5, "TooManyRejectsError", 5)
    assert (ended.json["rejected"], ended.json["limit"]) == (1, "0")
    assert ended.json["first"][0].startswith(f"{small}:2 (byte 4)")
    assert not (small.parent / "w.duckdb").exists()


def test_direct_stops_before_it_commits_one_reject_too_many(run: Run, small: Path) -> None:
    target = small.parent / "w.duckdb"
    execute(target, "CREATE TABLE s (n INTEGER, word VARCHAR)")
    arguments = ("--mode", "append", "--publish", "direct", "--max-rejects")
    assert _load(run, small, *arguments, 2).code == 5
    assert query(target, "SELECT count(*) FROM s") == [(0,)]
    assert _load(run, small, *arguments, 3).code == 3
    assert query(target, "SELECT count(*) FROM s") == [(7,)]


# ---- what else can become of faults


def test_values_that_cannot_be_read_become_null(run: Run, small: Path) -> None:
    small.write_bytes(b"1,a\nx,b\n3,\xff\n")
    ended = _load(run, small, "--on-error", "null")
    assert ended.code == 0, ended.err
    assert "warning: s: 2 fields that could not be read became NULL" in ended.err
    assert query(small.parent / "w.duckdb", "SELECT * FROM s") == [(1, "a"), (None, "b"), (3, None)]


def test_missing_fields_become_null(run: Run, small: Path) -> None:
    small.write_bytes(b"1,a\n2\n3,c,d\n")
    ended = _load(run, small, "--ragged", "pad", "--max-rejects", 1)
    assert ended.code == 3, ended.err
    assert "warning: s: 1 missing field became NULL" in ended.err
    assert query(small.parent / "w.duckdb", "SELECT * FROM s") == [(1, "a"), (2, None)]


def test_one_column_may_have_its_own_way(run: Run, small: Path) -> None:
    small.write_bytes(b"1,a\nx,b\n3,\xff\n")
    ended = _load(run, small, "--set", 'columns.n.on_error="null"', "--max-rejects", 1)
    assert ended.code == 3, ended.err
    assert query(small.parent / "w.duckdb", "SELECT * FROM s") == [(1, "a"), (None, "b")]


@pytest.mark.parametrize("given", [("--on-error", "null"), ("--set", 'columns.id.on_error="null"')])
def test_null_is_for_columns_that_can_hold_it(run: Run, schema: Path, tmp_path: Path, given: tuple[str, str]) -> None:
    (tmp_path / "t.csv").write_bytes(b"1\n")
    ended = run("plan", tmp_path / "t.csv", "--to", "null:", "--schema", schema, *given)
    assert ended.code == 2
    assert "on_error: id is NOT NULL" in ended.error


# ---- the file of rejects, and the command that shows them


def test_a_file_that_exists_is_refused_before_the_first_row(run: Run, small: Path) -> None:
    file = small.parent / "r.csv"
    file.write_text("mine")
    ended = _load(run, small, "--max-rejects", 9, "--rejects", file)
    assert (ended.code, file.read_text()) == (2, "mine")
    assert f"--rejects: {file} exists already" in ended.error
    assert not (small.parent / "w.duckdb").exists()
    ended = _load(run, small, "--max-rejects", 9, "--rejects", small.parent / "no" / "r.csv")
    assert ended.code == 2
    assert "there is no directory" in ended.error


def test_no_rejects_no_file(run: Run, small: Path) -> None:
    small.write_bytes(b"1,a\n")
    ended = _load(run, small, "--max-rejects", 9, "--rejects", small.parent / "r.csv")
    assert (ended.code, ended.err.count("reject")) == (0, 0)
    assert not (small.parent / "r.csv").exists()
    assert run("rejects").error.startswith("no run has rejects")


def test_the_file_of_rejects_can_be_loaded(run: Run, schema: Path, tmp_path: Path) -> None:
    source, target, file = tmp_path / "t.csv", tmp_path / "w.duckdb", tmp_path / "r.csv"
    planted, _ = _write(source, 1_000, 100, quoted=True)
    load = ("load", source, "--to", target, "--schema", schema, "--quote", '"', "--max-rejects", 100)
    assert run(*load, "--rejects", file).code == 3
    (tmp_path / "r.sql").write_text(
        'CREATE TABLE r (file varchar NOT NULL, line bigint, byte bigint NOT NULL, "column" integer, name varchar, '
        "code varchar NOT NULL, message varchar NOT NULL, record varchar, record_hex bytea);"
    )
    ended = run("load", file, "--table", "r", "--to", target, "--schema", tmp_path / "r.sql", "--header", "names")
    assert ended.code == 0, ended.err
    rows = query(target, 'SELECT line, byte, "column", code, record, record_hex FROM r ORDER BY line')
    assert [row[:4] for row in rows] == [(f.line, f.byte, f.column, f.code) for f in planted]
    assert [row[5] or row[4].encode() for row in rows] == [fault.record for fault in planted]


def test_records_load_with_the_same_job_when_they_are_corrected(run: Run, small: Path) -> None:
    small.write_bytes(b"n,word\n1,a\nx,b\n3\n4,d\n5,e,f")
    ended = _load(run, small, "--header", "names", "--max-rejects", 9)
    assert ended.code == 3, ended.err
    records = run("rejects", "--records").out
    assert records == "n,word\nx,b\n3\n5,e,f\n"
    small.write_text(records.replace("x,b", "2,b").replace("3\n", "3,c\n").replace("e,f", "ef"))
    assert _load(run, small, "--header", "names", "--max-rejects", 9, "--mode", "append").code == 0
    words = [(1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "ef")]
    assert query(small.parent / "w.duckdb", "SELECT * FROM s ORDER BY n") == words


def test_rejects_of_a_run(run: Run, small: Path, state: Path) -> None:
    first = _load(run, small, "--max-rejects", 3, "--json").json["run"]
    small.write_bytes(b"1,a\ny,b\n")
    second = _load(run, small, "--max-rejects", 3, "--mode", "append", "--json").json["run"]
    shown = run("rejects", first).out.splitlines()
    assert shown == [
        f'{small}:2 (byte 4), column 1 n  "x" is not an integer: "x" is no digit',
        f"{small}:5 (byte 16)             found 1 field, expected 2 fields",
        f"{small}:8 (byte 26)             found 3 fields, expected 2 fields",
    ]
    assert run("rejects").out == run("rejects", second).out != run("rejects", first).out
    assert run("rejects", first, "--csv").out == (state / "runs" / first / "rejects.csv").read_text(encoding="utf-8")
    assert run("rejects", "nothing").code == run("rejects", first, "--csv", "--records").code == 2


def test_rejects_of_several_tables(run: Run, small: Path, tmp_path: Path) -> None:
    other = tmp_path / "u.csv"
    other.write_bytes(b"no\n2\n")
    (tmp_path / "s.sql").write_text("CREATE TABLE s (n integer, word varchar); CREATE TABLE u (n integer);")
    ended = _load(run, small, other, "--max-rejects", 4, "--json")
    assert ended.code == 3, ended.err
    assert Counter({t["name"]: t["rows_rejected"] for t in ended.json["tables"]}) == Counter(s=3, u=1)
    assert run("rejects", "--table", "u", "--records").out == "no\n"
    assert run("rejects", "--records").code == run("rejects", "--table", "v").code == 2
    assert _load(run, small, other, "--max-rejects", 3, to=tmp_path / "x.duckdb").code == 5


def test_rejects_from_python(small: Path, state: Path) -> None:
    options = {"schema": small.parent / "s.sql", "to": small.parent / "w.duckdb"}
    report = teraload.load(small, max_rejects="50%", rejects=small.parent / "r.csv", **options)
    assert (report.rows_rejected, report.tables["s"].rows_rejected, report.rows_loaded) == (3, 3, 7)
    assert len(_read(small.parent / "r.csv")) == 3
    with pytest.raises(teraload.TooManyRejectsError) as caught:
        teraload.load(small, mode="append", max_rejects=1, **options)
    assert (caught.value.rejected, caught.value.limit, caught.value.exit_code) == (3, "1", 5)
    assert caught.value.run is not None
    kept = json.loads((state / "runs" / caught.value.run / "report.json").read_text())
    assert kept["rejected"] == 3
