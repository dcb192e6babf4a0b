"""What cannot be loaded: the error says what, where and what to do, and the target is as it was."""

# ruff: noqa: E501 - one case a line

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import COMMAND, Ended
from tests.duck import content, execute, query

Run = Callable[..., Ended]

_TABLE = (
    "CREATE TABLE t (i INTEGER NOT NULL, small TINYINT, u UTINYINT, big BIGINT, dec DECIMAL(5,2), f FLOAT, "
    "d DATE, t TIME, ts TIMESTAMP, tz TIMESTAMPTZ, b BOOLEAN, x BLOB, v VARCHAR)"
)
_COLUMNS = ["i", "small", "u", "big", "dec", "f", "d", "t", "ts", "tz", "b", "x", "v"]
_GOOD = ["1", *[""] * 12]


class Database:
    """A target with a table that has a row, and a target that is not there yet; both must stay so."""

    def __init__(self, directory: Path, run: Run) -> None:
        self.directory, self._run = directory, run
        self.old, self.new = directory / "old.duckdb", directory / "new.duckdb"
        self.schema = directory / "schema.sql"
        self.schema.write_text(_TABLE)
        execute(self.old, f"{_TABLE}; INSERT INTO t (i, v) VALUES (0, 'old')")

    def refuse(self, *files: object, to: object = None, options: tuple[object, ...] = (), code: int = 1) -> str:
        """Load and fail; return what is said. Without `to`, into both targets, which say the same."""
        before = content(self.old)
        old = ("--to", to or self.old, "--table", "t", "--mode", "append", *options)
        ended = self._run("load", *files, *old)
        assert (ended.code, ended.out) == (code, ""), ended
        assert ended.notes == []
        if to is None:
            schema = ("--table", "t", "--schema", self.schema, "--ddl-dialect", "duckdb")
            again = self._run("load", *files, "--to", self.new, *schema, *options)
            assert (again.code, again.error) == (code, ended.error)
        assert content(self.old) == before
        assert not list(self.directory.glob("new.duckdb*"))
        assert not list(self.directory.glob("old.duckdb?*"))
        return ended.error

    def file(self, text: bytes, name: str = "t.csv") -> Path:
        """Make a file."""
        path = self.directory / name
        path.write_bytes(text)
        return path


@pytest.fixture
def database(tmp_path: Path, run: Run) -> Database:
    return Database(tmp_path, run)


# ---- records

_TOO_WIDE = "Fix the row, or give the column a wider type"
_NO_VALUE = "Fix the row, or the column's type, or allow rejects with --max-rejects"


@pytest.mark.parametrize(
    ("column", "field", "reason", "remedy"),
    [
        ("i", "2147483648", '"2147483648" is out of range of int32 (-2147483648 to 2147483647)', _TOO_WIDE),
        ("i", "", "the empty field means NULL, and the column is NOT NULL", "Fix the row, or say --null TEXT if something else means NULL"),
        ("i", "1.0", '"1.0" is not an integer: it has a decimal point', _NO_VALUE),
        ("i", " 1", '" 1" is not an integer: it has a space', _NO_VALUE),
        ("i", "-", '"-" is not an integer: a sign without digits', _NO_VALUE),
        ("i", "1e3", '"1e3" is not an integer: "e" is no digit', _NO_VALUE),
        ("small", "128", '"128" is out of range of int8 (-128 to 127)', _TOO_WIDE),
        ("small", "-129", '"-129" is out of range of int8 (-128 to 127)', _TOO_WIDE),
        ("u", "-1", '"-1" is out of range of uint8 (0 to 255)', _TOO_WIDE),
        ("u", "256", '"256" is out of range of uint8 (0 to 255)', _TOO_WIDE),
        ("big", "9223372036854775808", '"9223372036854775808" is out of range of int64', _TOO_WIDE),
        ("dec", "1000.00", '"1000.00" does not fit decimal(5,2): 4 digits before the point, the type holds 3', _TOO_WIDE),
        ("dec", "1.005", '"1.005" does not fit decimal(5,2): 3 digits behind the point, the type holds 2; nothing is rounded', _TOO_WIDE),
        ("dec", "1,5", '"1', None),
        ("dec", "1.2.3", '"1.2.3" is not a decimal: it has two points', _NO_VALUE),
        ("dec", "1e2", '"1e2" is not a decimal: it has an exponent', _NO_VALUE),
        ("dec", ".", '"." is not a decimal: it has no digits', _NO_VALUE),
        ("f", "1e39", '"1e39" is out of range of float32', _TOO_WIDE),
        ("f", "1e-60", '"1e-60" is out of range of float32', _TOO_WIDE),
        ("f", "1..5", '"1..5" is not a number', _NO_VALUE),
        ("f", "0x10", '"0x10" is not a number', _NO_VALUE),
        ("d", "2023-02-30", '"2023-02-30" is not a date: day 30 of a month of 28', _NO_VALUE),
        ("d", "1998-13-01", '"1998-13-01" is not a date: month 13', _NO_VALUE),
        ("d", "1900-02-29", '"1900-02-29" is not a date: day 29 of a month of 28', _NO_VALUE),
        ("d", "0000-01-01", '"0000-01-01" is not a date: there is no year 0', _NO_VALUE),
        ("d", "01.02.2024", '"01.02.2024" is not a date: the form is YYYY-MM-DD', _NO_VALUE),
        ("t", "24:00:00", '"24:00:00" is not a time: hour 24', _NO_VALUE),
        ("t", "12:60", '"12:60" is not a time: minute 60', _NO_VALUE),
        ("t", "1:00", '"1:00" is not a time: the form of a time is HH:MM:SS.ffffff', _NO_VALUE),
        ("t", "12:00:00.1234567", '"12:00:00.1234567" does not fit time(us): 7 digits behind the seconds, the type holds 6', _TOO_WIDE),
        ("ts", "2024-01-01 25:00:00", '"2024-01-01 25:00:00" is not a timestamp: hour 25', _NO_VALUE),
        ("ts", "2024-01-01 00:00:00Z", '"2024-01-01 00:00:00Z" is not a timestamp: it has an offset, and the type has no zone', _NO_VALUE),
        ("ts", "2024-01-01_00:00:00", '"2024-01-01_00:00:00" is not a timestamp: the form is YYYY-MM-DD HH:MM:SS.ffffff', _NO_VALUE),
        ("tz", "2024-01-01 00:00:00", '"2024-01-01 00:00:00" is not a timestamp with an offset: it has no offset from UTC', _NO_VALUE),
        ("tz", "2024-01-01 00:00:00+2", '"2024-01-01 00:00:00+2" is not a timestamp with an offset: the form of an offset is +HH:MM', _NO_VALUE),
        ("b", "maybe", '"maybe" is not a truth value: the words are true, t, yes, y, on, 1 and false, f, no, n, off, 0', _NO_VALUE),
        ("x", "abc", '"abc" is not a run of hexadecimal digits: 3 is an odd number of digits', _NO_VALUE),
        ("x", "0xzz", '"0xzz" is not a run of hexadecimal digits: "zz" is no pair of hexadecimal digits', _NO_VALUE),
        ("v", b"caf\xe9", '"caf\\xe9" is not', None),
    ],
)  # fmt: skip
def test_a_field_that_is_no_value(
    database: Database, column: str, field: str | bytes, reason: str, remedy: str | None
) -> None:
    number = _COLUMNS.index(column) + 1
    raw = field if isinstance(field, bytes) else field.encode()
    record = ["2", *[""] * 12]
    record[number - 1] = "{}"
    good = b"".join(b",".join(name.encode() for name in _GOOD) + b"\n" for _ in range(3))
    before, behind = (part.encode() for part in "|".join(record).split("{}"))
    # A delimiter that no value has.
    source = database.file(good.replace(b",", b"|") + before + raw + behind + b"\n" + good.replace(b",", b"|"), "t.tbl")
    error = database.refuse(source)
    if field == "1,5":
        reason, remedy = '"1,5" is not a decimal: "," is no digit', _NO_VALUE
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
    good = ",".join(_GOOD).encode() + b"\n"
    source = database.file(good * 2 + record + b"\n" + good)
    assert database.refuse(source) == f"{source}:3 (byte {2 * len(good)}): {reason}"


def test_records_without_the_delimiter_at_their_end(database: Database) -> None:
    source = database.file(",".join([*_GOOD[:-1], "text"]).encode() + b"\n")
    error = database.refuse(source, options=("--trailing-delimiter",))
    assert error == (
        f"{source}:1 (byte 0): found 13 fields with no delimiter at the end, expected 13 fields, each with a "
        "delimiter behind it. If no record ends with a delimiter, say --no-trailing-delimiter"
    )


def test_a_header_that_was_not_said(database: Database) -> None:
    source = database.file((",".join(_COLUMNS) + "\n" + ",".join(_GOOD) + "\n").encode())
    error = database.refuse(source)
    assert error.startswith(f'{source}:1 (byte 0), column 1 i: "i" is not an integer')
    assert error.endswith(". The first line names the columns: say --header names")


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        (",".join(_COLUMNS).replace("big", "large"), 'column 4 is "large", expected "big"'),
        (",".join(_COLUMNS[:-1]), "found 12 names, expected 13"),
        (",".join([*_COLUMNS, "more"]), "found 14 names, expected 13"),
        (",".join(_GOOD), 'column 1 is "1", expected "i"'),
    ],
)
def test_a_header_of_other_names(database: Database, header: str, reason: str) -> None:
    source = database.file((header + "\n" + ",".join(_GOOD) + "\n").encode())
    error = database.refuse(source, options=("--header", "names"))
    assert error == (
        f"{source}:1 (byte 0): the header does not name the columns of the table: {reason}. "
        "Correct the schema or the header, or say --header skip to pass over it"
    )


def test_a_record_longer_than_the_limit(database: Database) -> None:
    good = ",".join(_GOOD).encode()
    source = database.file(good + b"\n" + good + b"x" * 1_000_000 + b"\n")
    error = database.refuse(source, options=("--record-limit", "300kB"))
    assert error == (
        f"{source}:2 (byte {len(good) + 1}): the record is longer than the limit of 300.0 kB. "
        "Check its line ends, or say --record-limit 600000 or more"
    )


def test_the_place_of_an_error_far_into_a_file(database: Database) -> None:
    good = ",".join(_GOOD).encode() + b"\n"
    source = database.file(good * 400_000 + b"oops" + good[1:] + good * 400_000)
    error = database.refuse(source, options=("--streams", "2"))
    assert error.startswith(f'{source}:400001 (byte {400_000 * len(good)}), column 1 i: "oops" is not an integer')


def test_the_first_file_that_is_bad_is_named(database: Database) -> None:
    good = ",".join(_GOOD).encode() + b"\n"
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


# ---- files


def test_files_that_cannot_be_loaded(database: Database) -> None:
    directory = database.directory
    good = database.file(",".join(_GOOD).encode() + b"\n", "good.csv")
    empty = database.file(b"", "empty.csv")
    (directory / "d").mkdir()
    (directory / "link.csv").symlink_to(good)
    (directory / "nothing.csv").symlink_to(directory / "nowhere")
    os.mkfifo(directory / "pipe.csv")
    long = "x" * 300 + ".csv"
    for files, message in {
        (directory / "no.csv",): f"{directory}/no.csv: no such file. Check the path",
        (good, directory / "no.csv"): f"{directory}/no.csv: no such file. Check the path",
        (directory / "nothing.csv",): f"{directory}/nothing.csv: no such file. Check the path",
        (long,): f"{long}: cannot be looked at: File name too long",
        (f"{directory}/zero*.csv",): f"{directory}/zero*.csv: no file matches. Check the pattern; quote it, so that the shell leaves it",
        (f"{directory}/d*",): f"{directory}/d*: only directories match. Name the files in them",
        (directory,): f"{directory}: is a directory, expected a file. Name its files: '{directory}/*'",
        (empty,): f"{empty}: is empty, expected at least one record. Leave it out, or say --allow-empty if a file of no rows is right",
        (good, good): f"{good} is named twice. Name each file once: its rows would be doubled",
        (good, f"{directory}/go*.csv"): f"{good} is named twice. Name each file once: its rows would be doubled",
        (good, directory / "link.csv"): f"{directory}/link.csv (the same file as {good}) is named twice. Name each file once: its rows would be doubled",
        (directory / "pipe.csv",): f"{directory}/pipe.csv: is no regular file, so it cannot be read in parts. Write its content to a file first",
        ("/dev/null",): "/dev/null: is no regular file, so it cannot be read in parts. Write its content to a file first",
    }.items():  # fmt: skip
        code = 1 if files == (long,) else 2
        assert database.refuse(*files, to=database.old, code=code) == message


def test_a_file_that_may_not_be_read(database: Database, state: Path) -> None:
    source = database.file(",".join(_GOOD).encode() + b"\n")
    source.chmod(0)
    arguments = ["load", str(source), "--to", "null:", "--schema", str(database.schema)]
    command = [*COMMAND, *arguments]
    if os.geteuid() == 0:
        # The superuser may read everything: without its capabilities it is a user like any other.
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--reuid=0", *command]
        probe = subprocess.run([*command[:4], "cat", source], capture_output=True, check=False)
        if probe.returncode == 0 or b"ermission" not in probe.stderr:
            pytest.skip(f"no way here to be without permissions: {probe.stderr!r}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    ended = Ended(done.returncode, done.stdout, done.stderr)
    assert ended.code == 1
    assert ended.error == f"{source}: no permission to read it. Check its owner and mode"


def test_names_that_are_not_utf8(database: Database, run: Run) -> None:
    source = database.directory / os.fsdecode(b"caf\xe9.csv")
    source.write_bytes(",".join(_GOOD).encode() + b"\n")
    error = database.refuse(source, to=database.old, code=2)
    assert "caf" in error
    assert "UTF-8" in error


def wait_for_event(state: Path, loading: subprocess.Popen[str], text: str) -> None:
    """Wait until the run's events have `text`, or the command has ended."""
    while loading.poll() is None:
        if any(text in events.read_text() for events in state.glob("runs/*/events.ndjson")):
            return
        time.sleep(0.005)


_MEANWHILE = {
    "shrinks": (lambda path: os.truncate(path, 1000), "shrank while it was being loaded"),
    "grows": (lambda path: path.open("ab").write(b"1,x\n"), "it grew from"),
    "is written to": (lambda path: os.utime(path), "changed while it was being loaded: it was written to"),
    "is removed": (lambda path: path.unlink(), "no such file"),
}


@pytest.mark.parametrize("what", _MEANWHILE)
@pytest.mark.parametrize("way", ["create", "transaction"])
def test_a_file_that_changes_while_it_is_loaded(large: Path, tmp_path: Path, state: Path, what: str, way: str) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.csv"
    change, message = _MEANWHILE[what]
    (tmp_path / "schema.sql").write_text("CREATE TABLE t (n INTEGER NOT NULL, filler VARCHAR)")
    with large.open("rb") as file:
        source.write_bytes(file.read(80_000_000) + file.readline())
    arguments = ["load", source, "--to", target, "--schema", tmp_path / "schema.sql", "--streams", "1"]
    if way == "transaction":
        execute(target, "CREATE TABLE t (n INTEGER NOT NULL, filler VARCHAR)")
        arguments += ["--mode", "append"]
    loading = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for_event(state, loading, '"prepare"')
    change(source)
    out, err = loading.communicate(timeout=60)
    ended = Ended(loading.returncode, out, err)
    if what == "is removed" and ended.code == 0:
        # An open file that loses its name is still the file that was planned.
        assert way == "transaction" or query(target, "SELECT count(*) > 0 FROM t") == [(True,)]
        return
    assert ended.code == 1
    assert ended.error.startswith(f"{source}: ")
    assert message in ended.error
    if way == "transaction":
        assert list(content(target).values()) == [[]]
    else:
        assert not list(tmp_path.glob("warehouse*"))


# ---- targets


@pytest.fixture
def good(database: Database) -> Path:
    return database.file(",".join(_GOOD).encode() + b"\n")


def test_targets_that_are_none(database: Database, good: Path, run: Run) -> None:
    directory = database.directory
    text = database.file(b"no database, but longer than its header\n" * 1000, "text.duckdb")
    before = text.read_bytes()
    long = directory / ("x" * 300)
    for to, message, code in [
        (directory, f"{directory}: is a directory, expected a DuckDB file. Name a file in it: {directory}/warehouse.duckdb", 2),
        (directory / "no/x.duckdb", f"{directory}/no/x.duckdb: there is no directory {directory}/no. Make it first", 2),
        (good / "x.duckdb", f"{good}/x.duckdb: there is no directory {good}. Make it first", 2),
        (text, f"{text}: is no DuckDB file. Name another; teraload overwrites no file", 2),
        (good, f"{good}: is no DuckDB file. Name another; teraload overwrites no file", 2),
        (long, f"{long}: cannot be opened: File name too long. Check the path", 1),
        ("postgresql://localhost/db", "--to: postgresql:// cannot be loaded into yet. Name a DuckDB file, or null: to parse and discard", 2),
        ("gopher://x", "--to: gopher:// is no kind of destination. Name a DuckDB file, or null: to parse and discard", 2),
    ]:  # fmt: skip
        ended = run("load", good, "--to", to, "--table", "t", "--schema", database.schema)
        assert (ended.code, ended.err) == (code, f"teraload: {message}\n")
    assert text.read_bytes() == before
    assert sorted(path.name for path in directory.iterdir()) == ["old.duckdb", "schema.sql", "t.csv", "text.duckdb"]


def test_a_target_that_another_process_has_open(database: Database, good: Path) -> None:
    before = content(database.old)
    holder = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    arguments = [sys.executable, "-c", holder, str(database.old)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        ended = database._run("load", good, "--to", database.old, "--mode", "append")
        process.communicate("")
    assert ended.code == 1
    assert "Could not set lock on file" in ended.error
    assert ended.error.endswith("close it there: DuckDB takes writes from one process only")
    assert content(database.old) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--table", "t"), "table t exists already"),
        (("--table", "seen", "--mode", "append"), "seen is a view"),
        (("--table", "no.t", "--mode", "append"), 'there is no schema no. CREATE SCHEMA "no" first'),
        (("--table", "parent", "--mode", "replace"), "table parent cannot be replaced"),
        (("--table", "child", "--mode", "replace"), "table child cannot be replaced"),
        (("--table", "t", "--mode", "append", "--schema", "tpch"), 'the schema has no table "t"'),
        (("--table", "t", "--mode", "append", "--schema", "other.sql"), "table t has no column y, which the schema has"),
        (("--table", "t", "--mode", "append", "--schema", "less.sql"), "table t has column small, which the schema has not"),
        (("--table", "t", "--mode", "append", "--column-compression", "v=zstd"), "--column-compression is for tables that the load makes"),
        (("--table", "t", "--mode", "append", "--storage-version", "v1.2.0"), "--storage-version is for new files"),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_loaded_into(
    database: Database, run: Run, good: Path, arguments: tuple[str, ...], message: str
) -> None:
    execute(
        database.old,
        "CREATE VIEW seen AS FROM t; CREATE TABLE parent (a INTEGER PRIMARY KEY); "
        "CREATE TABLE child (a INTEGER REFERENCES parent (a))",
    )
    (database.directory / "other.sql").write_text(_TABLE.replace("small", "y"))
    (database.directory / "less.sql").write_text(_TABLE.replace(" small TINYINT,", ""))
    before = content(database.old)
    ended = run("load", good.name, "--to", database.old, *arguments, cwd=database.directory)
    assert ended.code == 2
    assert not ended.notes
    assert message in ended.error
    assert content(database.old) == before


def test_rows_that_a_constraint_refuses(run: Run, tmp_path: Path) -> None:
    target, source = tmp_path / "warehouse.duckdb", tmp_path / "t.csv"
    execute(target, "CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER CHECK (b > 0)); INSERT INTO t VALUES (1, 1)")
    before = content(target)
    for text, words in {
        b"2,1\n2,1\n": "duplicate key",
        b"1,1\n": "duplicate key",
        b"3,0\n": "check constraint",
    }.items():
        source.write_bytes(text)
        for way in ("transaction", "staged", "direct"):
            ended = run("load", source, "--to", target, "--mode", "append", "--publish", way)
            assert ended.code == 1
            assert words in ended.error.lower()
            assert content(target) == before
    source.write_bytes(b"2,1\n2,1\n")
    ended = run("load", source, "--to", target, "--mode", "replace")
    assert ended.code == 1
    assert "duplicate key" in ended.error.lower()
    assert content(target) == before


def test_a_full_disk(run: Run, tmpfs: Path, tmp_path: Path) -> None:
    target, new, source = tmpfs / "old.duckdb", tmpfs / "new.duckdb", tmp_path / "t.csv"
    execute(target, "CREATE TABLE t (n INTEGER, filler VARCHAR); INSERT INTO t VALUES (1, 'old')")
    before = content(target)
    (tmp_path / "schema.sql").write_text("CREATE TABLE t (n INTEGER, filler VARCHAR)")
    # Values that do not compress: 20 MB into 8 MB.
    rows = "SELECT i, sha256(i::VARCHAR) FROM range(300_000) r(i)"
    execute(tmp_path / "made.duckdb", f"COPY ({rows}) TO '{source}' (HEADER false)")
    creating = ("load", source, "--to", new, "--schema", tmp_path / "schema.sql")
    replacing = ("load", source, "--to", target, "--mode", "replace")
    appending = ("load", source, "--to", target, "--mode", "append", "--publish")
    for arguments in (creating, replacing, *((*appending, way) for way in ("transaction", "staged", "direct"))):
        ended = run(*arguments)
        assert ended.code == 1, ended
        assert "No space left" in ended.error or "full" in ended.error
        assert "make room, then run it again" in ended.error
        assert not list(tmpfs.glob("new*"))
        assert content(target) == before
    # Full from the start.
    (tmpfs / "filler").write_bytes(b"x")
    with pytest.raises(OSError, match="No space left"), (tmpfs / "filler").open("ab", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    ended = run(*creating)
    assert ended.code == 1
    assert "make room, then run it again" in ended.error
    assert not list(tmpfs.glob("new*"))
    # With room again, the same command works.
    (tmpfs / "filler").unlink()
    source.write_bytes(b"2,new\n")
    assert run(*appending, "transaction").code == 0
    assert query(target, "SELECT n FROM t ORDER BY n") == [(1,), (2,)]


# ---- options and schemas


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--no-such-flag",), "No such option: --no-such-flag"),
        (("--streams", "0"), "streams: Input should be greater than or equal to 1 (found 0)"),
        (("--streams", "two"), "--streams"),
        (("--streams", "100000"), "streams: "),
        (("--memory", "lots"), "memory: a size is a number of bytes, or one with kB, MB, GB, KiB, MiB, GiB (found 'lots')"),
        (("--memory", "0"), "memory: "),
        (("--memory", "-1"), "memory: "),
        (("--memory", "100kB"), "memory: 100.0 kB is too little, one stream takes "),
        (("--record-limit", "1.5"), "record_limit: Input should be greater than or equal to 65536"),
        (("--record-limit", "x"), "record_limit: a size is a number of bytes"),
        (("--delimiter", "123456789"), "delimiter: a delimiter is 1 to 8 bytes"),
        (("--delimiter", ";", "--escape", ";"), "delimiter and escape are the same"),
        (("--delimiter", "\n"), "the delimiter holds a line end, and so do records; say another terminator"),
        (("--delimiter", ""), "delimiter: a delimiter is 1 to 8 bytes, or tab, comma, pipe, semicolon, space (found '')"),
        (("--delimiter", "123456789"), "delimiter: a delimiter is 1 to 8 bytes"),
        (("--null", "a\nb"), "null: the text that means NULL cannot hold a line end"),
        (("--header", "yes"), "header: Input should be 'none', 'names' or 'skip' (found 'yes')"),
        (("--mode", "upsert"), "mode: Input should be 'create', 'append' or 'replace' (found 'upsert')"),
        (("--publish", "later"), "publish: Input should be 'auto', 'transaction', 'staged' or 'direct' (found 'later')"),
        (("--ddl-dialect", "cobol"), "ddl_dialect: Input should be 'auto', "),
        (("--column-compression", "v"), "column_compression: expected COLUMN=NAME, as l_comment=zstd (found ['v'])"),
        (("--column-compression", "nowhere=zstd"), "--column-compression: there is no column nowhere. Check its spelling"),
        (("--storage-version", "v0.0.0"), "The version string 'v0.0.0' is not a known DuckDB version"),
        (("--destination-memory", "x"), "destination_memory: a size is a number of bytes"),
        (("--schema", "no.sql"), "--schema: no.sql: no such file. Say tpch, or a file of CREATE TABLE statements"),
        (("--schema", "."), "--schema: .: cannot be read: "),
        (("--schema", "t.csv"), "t.csv: no CREATE TABLE"),
        (("--schema", "latin1.sql"), "--schema: latin1.sql: cannot be read: "),
        (("--schema", "unknown.sql"), 'unknown.sql:2, t.b: "GEOMETRIE" is no type that DuckDB has by itself'),
        (("--schema", "unending.sql"), "unending.sql:1, t: the list of columns does not end. Write ) after the last column"),
        (("--schema", "twice.sql"), 'column "A" is there twice, first as "a"'),
        (("--schema", "several.sql"), 'the schema has no table "t". It has: one, two'),
        (("--schema", "tpch"), 'the schema has no table "t"'),
    ],
)  # fmt: skip
def test_options_that_make_no_sense(
    database: Database, run: Run, good: Path, options: tuple[str, ...], message: str | None
) -> None:
    for name, text in {
        "latin1.sql": b"-- caf\xe9\n",
        "unknown.sql": b"CREATE TABLE t (a INTEGER,\nb GEOMETRIE)",
        "unending.sql": b"CREATE TABLE t (a INTEGER, b INTEGER",
        "twice.sql": b"CREATE TABLE t (a INTEGER, A INTEGER)",
        "several.sql": b"CREATE TABLE one (a INTEGER); CREATE TABLE two (a INTEGER)",
    }.items():
        database.file(text, name)
    schema = () if options[0] == "--schema" else ("--schema", database.schema)
    arguments = ("--to", database.new, "--table", "t", *schema, *options)
    dialect = () if "--ddl-dialect" in options else ("--ddl-dialect", "duckdb")
    ended = run("load", good.name, *arguments, *dialect, cwd=database.directory)
    if message is None:
        assert ended.code == 0
        return
    assert ended.code == 2
    assert not ended.notes
    assert message in ended.error
    assert not database.new.exists()


@pytest.mark.parametrize("arguments", [("nonsense",), ("load", "x.csv"), ("load", "--to", "null:"), ("generate",)])
def test_commands_that_are_not_whole(run: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(("teraload: ", "Usage: "))
    assert "Traceback" not in done.stderr


def test_an_error_as_json(database: Database, run: Run) -> None:
    source = database.file(",".join(_GOOD).encode() + b"\nx" + b"," * 12 + b"\n")
    ended = run("load", source, "--to", database.new, "--schema", database.schema, "--json")
    facts = ended.json
    assert ended.code == facts.pop("exit_code") == 1
    assert facts.pop("run")
    assert facts == {
        "status": "failed",
        "error": "RowError",
        "message": f'{source}:2 (byte 14), column 1 i: "x" is not an integer: "x" is no digit',
        "remedy": _NO_VALUE,
        "path": str(source),
        "line": 2,
        "byte": 14,
        "column": 1,
        "column_name": "i",
        "reason": '"x" is not an integer: "x" is no digit',
    }
    assert ended.error == f"{facts['message']}. {facts['remedy']}"
    ended = run("plan", source, "--to", "x://y", "--json")
    assert (ended.code, ended.json["error"]) == (2, "JobError")


@pytest.mark.parametrize(
    ("content", "code", "what"),
    [
        (b"PK\x03\x04some archive", 2, "is a zip archive, expected text"),
        (b"PAR1some columns", 2, "is a Parquet file, expected text"),
        (b"\x1f\x8b\x08\x00some archive", 1, "damaged gzip archive"),
    ],
)
def test_files_that_are_no_text(database: Database, content: bytes, code: int, what: str) -> None:
    assert what in database.refuse(database.file(content, "t.csv"), code=code)
