"""Files that cannot be loaded: the error names the file and says what to do, and the target is as it was."""

# ruff: noqa: E501 - one case a line

import gzip
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import COMMAND, Ended
from tests.database import GOOD, Database
from tests.duck import content, execute, query

Run = Callable[..., Ended]


def test_files_that_cannot_be_loaded(database: Database) -> None:
    directory = database.directory
    good = database.file(",".join(GOOD).encode() + b"\n", "good.csv")
    empty = database.file(b"", "empty.csv")
    (directory / "d").mkdir()
    (directory / "link.csv").symlink_to(good)
    (directory / "nothing.csv").symlink_to(directory / "nowhere")
    (directory / "round.csv").symlink_to(directory / "round.csv")
    long = "x" * 300 + ".csv"
    for files, message in {
        (directory / "no.csv",): f"{directory}/no.csv: no such file. Check the path",
        (good, directory / "no.csv"): f"{directory}/no.csv: no such file. Check the path",
        (directory / "nothing.csv",): f"{directory}/nothing.csv: no such file: it is a link to {directory}/nowhere. Check the link",
        (f"{directory}/noth*",): f"{directory}/nothing.csv: no such file: it is a link to {directory}/nowhere. Check the link",
        (directory / "round.csv",): f"{directory}/round.csv: cannot be looked at: Too many levels of symbolic links. Check its path and its folder's mode",
        (r"C:\data\x.csv",): r"C:\data\x.csv: no such file. That is a path of Windows; under WSL it is /mnt/c/data/x.csv",
        (r"data\x.csv",): r"data\x.csv: no such file. Folders stand before a slash here: data/x.csv",
        ("~/no such file.csv",): f"{Path.home()}/no such file.csv: no such file. Check the path",
        ("@no.txt",): "@no.txt: no such file. @ stands before a list of files; a file that begins with it is ./@no.txt",
        (long,): f"{long}: cannot be looked at: File name too long. Check its path and its folder's mode",
        (f"{directory}/zero*.csv",): f"{directory}/zero*.csv: no file matches. Check the pattern; quote it, so that the shell leaves it",
        (f"{directory}/d*",): f"{directory}/d*: only directories match. Name the files in them",
        (directory,): f"{directory}: is a directory, expected a file. Name its files: '{directory}/*'",
        (empty,): f"{empty}: is empty, expected at least one record. Leave it out, or say --allow-empty if a file of no rows is right",
        (good, good): f"{good} is named twice. Name each file once: its rows would be doubled",
        (good, f"{directory}/go*.csv"): f"{good} is named twice. Name each file once: its rows would be doubled",
        (good, directory / "link.csv"): f"{directory}/link.csv (the same file as {good}) is named twice. Name each file once: its rows would be doubled",
        ("/dev/null",): "/dev/null: is a device, expected a file or a pipe. Write its content to a file first, or pipe it: … | teraload load -",
    }.items():  # fmt: skip
        code = 1 if files == (long,) or "round" in message else 2
        assert database.refuse(*files, to=database.old, code=code) == message


def test_a_file_that_may_not_be_read(database: Database, state: Path) -> None:
    source = database.file(",".join(GOOD).encode() + b"\n")
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
    source.write_bytes(",".join(GOOD).encode() + b"\n")
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


_NULS = bytes(range(256)) * 4


@pytest.mark.parametrize(
    ("content", "code", "what"),
    [
        (
            b"PK\x03\x04some archive",
            2,
            "is a zip archive (or a workbook of Excel), expected text. Unzip it first, or pipe it: unzip -p",
        ),
        (b"PAR1some columns", 2, "is a Parquet file, expected text. Convert it to text first"),
        (
            b"t.csv".ljust(257, b"\0") + b"ustar\x0000",
            2,
            "is a tar archive, expected text. Unpack it first, or pipe one of its files",
        ),
        (
            gzip.compress(b"t.csv".ljust(257, b"\0") + b"ustar\x0000"),
            2,
            "is a tar archive, expected text. Unpack it first",
        ),
        (_NULS, 2, "is no text: byte 0 is NUL, expected text. Convert it to text first"),
        ("1,a\n".encode("utf-16-le"), 2, "is text in UTF-16LE without a mark, expected text. Say --encoding utf-16le"),
        (b"<!DOCTYPE html><html>", 2, "is a web page, expected text. "),
        (b"\x1f\x8b\x08\x00some archive", 1, "damaged gzip archive"),
    ],
)
def test_files_that_are_no_text(database: Database, content: bytes, code: int, what: str) -> None:
    assert what in database.refuse(database.file(content, "t.csv"), code=code)


def test_every_file_of_a_folder_is_looked_at(database: Database) -> None:
    """The faulty one is named, however small it is beside the others."""
    folder = database.directory / "in"
    folder.mkdir()
    (folder / "a.csv").write_bytes((",".join(GOOD) + "\n").encode() * 10_000)
    (folder / "sub").mkdir()
    for text, message, code in [
        (b"PK\x03\x04", "is a zip archive", 2),
        (_NULS, "is no text: byte 0 is NUL", 2),
        (b"", "is empty, expected at least one record", 2),
        (b"1,2\n", "found 2 fields, expected 13 fields", 1),
    ]:
        (folder / "b.csv").write_bytes(text)
        error = database.refuse(f"{folder}/*", code=code)
        assert error.startswith(f"{folder}/b.csv")
        assert message in error


def test_one_file_under_two_names_is_loaded_by_none(database: Database) -> None:
    """Its rows would be doubled: by a symbolic link, a hard link, or a folder that leads back to itself."""
    folder = database.directory / "in"
    folder.mkdir()
    (folder / "a.csv").write_bytes(",".join(GOOD).encode() + b"\n")
    for make in (os.link, os.symlink):
        make(folder / "a.csv", folder / "b.csv")
        error = database.refuse(f"{folder}/*.csv", code=2)
        assert error == (
            f"{folder}/b.csv (the same file as {folder}/a.csv) is named twice. "
            "Name each file once: its rows would be doubled"
        )
        (folder / "b.csv").unlink()
    (folder / "back").symlink_to(folder)
    error = database.refuse(f"{folder}/**/*.csv", code=2)
    assert error.startswith(f"{folder}/back/")
    assert f"(the same file as {folder}/a.csv) is named twice" in error


def test_names_of_any_characters(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.sql").write_text("CREATE TABLE t (a INTEGER)")
    names = ["a\nb.csv", "[x].csv", "a*.csv", "-.csv", "ü.csv", " .csv", "'\".csv", "@.csv", "~.csv", "a:b.csv"]
    for number, name in enumerate(names):
        (tmp_path / name).write_bytes(b"%d\n" % number)
    (tmp_path / "list.txt").write_text("".join(f"{name}\n" for name in names[2:]), encoding="utf-8")
    given = ("--to", "w.duckdb", "--table", "t", "--schema", "t.sql")
    ended = run("load", names[0], names[1], "@list.txt", *given, cwd=tmp_path)
    assert ended.code == 0, ended.err
    assert query(tmp_path / "w.duckdb", "SELECT a FROM t ORDER BY a") == [(n,) for n in range(len(names))]
    assert query(tmp_path / "w.duckdb", "SELECT path FROM teraload.file ORDER BY file") == [(name,) for name in names]
    (tmp_path / names[0]).write_bytes(b"x\n")
    ended = run("load", names[0], "--mode", "append", *given[:4], cwd=tmp_path)
    assert ended.error.startswith("a\\nb.csv:1 (byte 0), column 1 a: ")


def test_a_list_of_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its paths are relative to it; a home is where HOME says."""
    (tmp_path / "in").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "t.sql").write_text("CREATE TABLE t (a INTEGER)")
    for name in ("in/1.csv", "in/2.csv", "3.csv", "4.csv"):
        (tmp_path / name).write_bytes(name[-5:-4].encode() + b"\n")
    (tmp_path / "in" / "list.txt").write_text(f"?.csv\n\n~/3.csv\r\n{tmp_path}/4.csv")
    (tmp_path / "job.yaml").write_text('{files: "@in/list.txt", schema: t.sql, table: t, to: w.duckdb}')
    for arguments in (("@in/list.txt", "--to", "w.duckdb", "--table", "t", "--schema", "t.sql"), ("job.yaml",)):
        (tmp_path / "w.duckdb").unlink(missing_ok=True)
        ended = run("load", *arguments, cwd=tmp_path)
        assert ended.code == 0, ended.err
        assert query(tmp_path / "w.duckdb", "SELECT a FROM t ORDER BY a") == [(1,), (2,), (3,), (4,)]
    (tmp_path / "in" / "list.txt").write_text("\n\n")
    assert run("load", "@in/list.txt", "--to", "null:", cwd=tmp_path).error == (
        "@in/list.txt: names no file. Write one path a line"
    )
