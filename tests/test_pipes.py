"""Standard input and named pipes: read once, front to back, and told of like files."""

import bz2
import gzip
import json
import os
import pty
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import COMMAND, Ended
from tests.duck import execute, query

Run = Callable[..., Ended]
Load = Callable[..., Ended]

_SCHEMA = "CREATE TABLE t (a INTEGER NOT NULL, b VARCHAR);"
_TEXT = b"1,x\n2,y\n3,z\n"
_ROWS = [(1, "x"), (2, "y"), (3, "z")]


def piped(text: bytes | None, *arguments: object, cwd: Path, stdin: object = None) -> Ended:
    """Run the command with `text` piped in."""
    source = {"input": text} if stdin is None else {"stdin": stdin}
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], cwd=cwd, capture_output=True, check=False, timeout=60, **source
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Pipe a text into a load of table t in warehouse.duckdb."""
    (tmp_path / "t.sql").write_text(_SCHEMA)

    def load(text: bytes | None, *options: object, name: str = "-", stdin: object = None) -> Ended:
        (tmp_path / "warehouse.duckdb").unlink(missing_ok=True)
        arguments = ("load", name, "--to", "warehouse.duckdb", "--table", "t", "--schema", "t.sql", *options)
        return piped(text, *arguments, cwd=tmp_path, stdin=stdin)

    return load


def rows(tmp_path: Path) -> list[tuple[object, ...]]:
    return query(tmp_path / "warehouse.duckdb", "SELECT * FROM t ORDER BY ALL")


@pytest.mark.parametrize("name", ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
def test_standard_input_is_loaded(load: Load, tmp_path: Path, name: str) -> None:
    ended = load(_TEXT, "--json", name=name)
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == _ROWS
    assert ended.json["bytes_read"] == len(_TEXT)
    assert query(tmp_path / "warehouse.duckdb", "SELECT path, size_bytes FROM teraload.file") == [
        ("standard input", len(_TEXT))
    ]
    split = query(tmp_path / "warehouse.duckdb", "SELECT first_byte, past_byte, rows_read FROM teraload.split")
    assert split == [(0, len(_TEXT), 3)]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (gzip.compress(_TEXT), ()),
        (bz2.compress(_TEXT), ()),
        (_TEXT.decode().encode("utf-16"), ()),
        (gzip.compress(_TEXT.decode().encode("utf-16")), ("--encoding", "utf-16")),
        (_TEXT, ("--encoding", "latin1")),
        (b"\xef\xbb\xbf" + _TEXT, ()),
        (b'1,"x"\n"2",y\n3,z\n', ()),
        (b"b,a\nx,1\ny,2\nz,3\n", ("--header", "names")),
        (gzip.compress(b"B,A\nx,1\ny,2\nz,3\n"), ("--header", "names")),
        (b"1\tx\n2\ty\n3\tz", ("--delimiter", "tab")),
    ],
)
@pytest.mark.parametrize("kind", ["pipe", "fifo"])
def test_what_comes_is_known_by_its_first_bytes(
    load: Load, tmp_path: Path, text: bytes, options: tuple[str, ...], kind: str
) -> None:
    if kind == "pipe":
        ended = load(text, *options)
    else:
        os.mkfifo(tmp_path / "t.csv")
        writer = threading.Thread(target=(tmp_path / "t.csv").write_bytes, args=(text,))
        writer.start()
        ended = load(b"", *options, name="t.csv")
        writer.join(10)
        assert not writer.is_alive()
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == _ROWS
    assert query(tmp_path / "warehouse.duckdb", "SELECT size_bytes FROM teraload.file") == [(len(text),)]


@pytest.mark.parametrize("mode", ["create", "append", "direct"])
def test_more_than_any_buffer_holds(load: Load, tmp_path: Path, mode: str) -> None:
    text = b"".join(b"%d,%s\n" % (number, b"x" * (number % 70)) for number in range(900_000))
    if mode == "create":
        ended = load(gzip.compress(text, 1), "--json")
    else:
        execute(tmp_path / "old.duckdb", _SCHEMA)
        way = ("--publish", "direct") if mode == "direct" else ()
        ended = load(text, "--to", "old.duckdb", "--mode", "append", *way, "--json")
    assert ended.code == 0, ended.err
    assert (ended.json["rows_loaded"], ended.json["bytes_read"]) == (900_000, len(text))
    target = tmp_path / ("warehouse.duckdb" if mode == "create" else "old.duckdb")
    expected = (900_000, sum(range(900_000)), sum(number % 70 for number in range(900_000)))
    assert query(target, "SELECT count(*), sum(a), sum(length(b)) FROM t") == [expected]


def test_a_fault_is_told_with_its_line(load: Load, tmp_path: Path) -> None:
    many = b"".join(b"%d,text %d\n" % (number, number) for number in range(100_000))
    for number, before in ((12, b"".join(many.splitlines(keepends=True)[:11])), (100_001, many)):
        for compress in (bytes, gzip.compress):
            ended = load(compress(before + b"oops,x\n" + many))
            assert ended.code == 1
            place = f"standard input:{number} (byte {len(before)}), column 1 a: "
            assert ended.error.startswith(f'{place}"oops" is not an integer')
    ended = load(many + b'5,"never closed\n' * 2, "--quote", '"')
    assert ended.error.startswith(f"standard input:100001 (byte {len(many) + 2}), column 2 b: ")
    ended = load(many + b"x" * 200_000, "--record-limit", "100kB")
    assert ended.error.startswith(f"standard input:100001 (byte {len(many)}): the record is longer than")
    ended = load(b"a,b\n" + _TEXT)
    assert ended.error.endswith(". The first line names the columns: say --header names")
    ended = load(b"b,c\n" + _TEXT, "--header", "names")
    assert ended.error.startswith("standard input:1 (byte 0): the header does not name the columns of the table: ")


def test_rejects_have_their_lines(load: Load, run: Run, tmp_path: Path) -> None:
    lines = [b"%d,text" % number for number in range(200_000)]
    bad = {17: b"x,1", 99_999: b"1,2,3", 150_000: b"", 200_000: b"y,z"}
    for number, line in bad.items():
        lines[number - 1] = line
    ended = load(b"\n".join(lines), "--max-rejects", 10, "--rejects", "rejects.csv")
    assert ended.code == 3, ended.err
    shown = run("rejects").out.splitlines()
    places = [int(line.split()[0].removeprefix("standard").rpartition(":")[2] or 0) for line in shown if ":" in line]
    assert [line.split(" (byte")[0] for line in shown] == [f"standard input:{number}" for number in bad], places
    assert run("rejects", "--records").out == "".join(f"{line.decode()}\n" for line in bad.values())


def test_a_plan_says_what_it_can(tmp_path: Path) -> None:
    (tmp_path / "t.sql").write_text(_SCHEMA)
    arguments = ("plan", "-", "--to", "new.duckdb", "--table", "t", "--schema", "t.sql")
    ended = piped(gzip.compress(b'1,"x"\n'), *arguments, cwd=tmp_path)
    assert ended.code == 0, ended.err
    assert "t      1      unknown       1  unknown" in ended.out.replace("  ", " ").replace("  ", " ") or (
        ended.out.count("unknown") == 2
    )
    assert "note: t: its fields are quoted, as a sample of standard input shows" in ended.out
    ended = piped(_TEXT, *arguments, "--json", cwd=tmp_path)
    (file,) = ended.json["tables"][0]["files"]
    assert (file["path"], file["kind"], file["size_bytes"]) == ("standard input", "pipe", 0)


def test_a_file_as_standard_input_is_read_from_where_it_stands(load: Load, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes(b"skipped\n" + _TEXT)
    with (tmp_path / "x.csv").open("rb") as file:
        os.lseek(file.fileno(), 8, os.SEEK_SET)
        ended = load(None, stdin=file)
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == _ROWS
    assert ended.notes[-1] == "t: standard input is a file: named as one, it could be read by several streams"


def test_what_cannot_be_piped_in(load: Load, tmp_path: Path) -> None:
    ended = load(b"")
    assert (ended.code, ended.error.split(". ")[0]) == (2, "standard input: is empty, expected at least one record")
    assert load(b"", "--allow-empty").code == 0
    assert rows(tmp_path) == []
    head, tail = pty.openpty()
    ended = load(None, stdin=tail)
    os.close(head)
    os.close(tail)
    assert (ended.code, ended.error) == (
        2,
        "standard input: is a terminal, expected a pipe or a file. Pipe something in: cat FILE | teraload load - …",
    )
    closed = subprocess.run(
        [
            "sh",
            "-c",
            '"$@" <&-',
            "sh",
            *COMMAND,
            "load",
            "-",
            "--to",
            "new.duckdb",
            "--table",
            "t",
            "--schema",
            "t.sql",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert closed.returncode == 2
    assert closed.stderr.startswith("teraload: standard input: is closed. ")
    assert not (tmp_path / "new.duckdb").exists()
    ended = load(_TEXT, "/dev/stdin")
    assert (ended.code, ended.error) == (2, "standard input is named twice. It can be read only once")
    ended = load(b"PK\x03\x04xxxx")
    assert ended.error.startswith("standard input: is a zip archive")
    ended = load(gzip.compress(_TEXT * 100_000)[:-5])
    assert ended.code == 1
    assert ended.error.startswith("standard input: damaged gzip archive")
    ended = piped(_TEXT, "load", "-", "--to", "null:", "--schema", "t.sql", cwd=tmp_path)
    assert ended.error == "standard input: its name says no table. Say --table NAME"


def test_two_tables_cannot_have_it(tmp_path: Path) -> None:
    (tmp_path / "t.sql").write_text(_SCHEMA)
    table = {"files": "-", "schema": "t.sql"}
    job = {"to": "null:", "tables": [{"table": "t", **table}, {"table": "u", **table}]}
    (tmp_path / "job.json").write_text(json.dumps(job))
    ended = piped(_TEXT, "load", "job.json", cwd=tmp_path)
    assert (ended.code, ended.error) == (2, "standard input is named twice. It can be read only once")
    job["tables"] = [{"table": "t", **table}]
    (tmp_path / "job.json").write_text(json.dumps(job))
    ended = piped(_TEXT, "load", "job.json", cwd=tmp_path)
    assert ended.code == 0, ended.err


def test_a_pipe_beside_files(load: Load, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"10,a\n")
    (tmp_path / "b.csv").write_bytes(b"20,b\n")
    ended = load(_TEXT, "a.csv", "b.csv")
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == [*_ROWS, (10, "a"), (20, "b")]


def test_a_process_substitution(tmp_path: Path) -> None:
    (tmp_path / "t.sql").write_text(_SCHEMA)
    (tmp_path / "x.gz").write_bytes(gzip.compress(_TEXT))
    command = f"{' '.join(COMMAND)} load <(cat x.gz) <(zcat x.gz) --to warehouse.duckdb --table t --schema t.sql"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert rows(tmp_path) == sorted([*_ROWS, *_ROWS])


@pytest.mark.parametrize("given", [b"", _TEXT * 50_000])
def test_waiting_for_a_pipe_ends_with_ctrl_c(tmp_path: Path, given: bytes) -> None:
    """Nothing comes, in planning and in the middle of the load."""
    (tmp_path / "t.sql").write_text(_SCHEMA)
    arguments = ["load", "-", "--to", "new.duckdb", "--table", "t", "--schema", "t.sql"]
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(given)
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 75
        assert b"teraload: stopped" in process.stderr.read()
    assert not (tmp_path / "new.duckdb").exists()
