"""Test data: named and written as dbgen does."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

import teraload
from tests.command import Ended

Run = Callable[..., Ended]

_TABLES = {"customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier"}


def names(directory: Path) -> set[str]:
    return {path.name for path in directory.iterdir()}


def digests(directory: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in directory.iterdir()}


def test_eight_files(tpch: Path) -> None:
    assert names(tpch) == {f"{table}.tbl" for table in _TABLES}
    # As dbgen writes them at this scale: a delimiter behind every field.
    first = (tpch / "nation.tbl").read_text().splitlines()[0]
    assert first == "0|ALGERIA|0| haggle. carefully final deposits detect slyly agai|"
    assert (tpch / "lineitem.tbl").read_bytes().count(b"\n") == 60_175


def test_parts_are_numbered_and_together_the_whole(run: Run, tpch: Path, tmp_path: Path) -> None:
    ended = run("generate", "tpch", "--scale", "0.01", "--parts", 3, "--out", tmp_path / "parts")
    assert ended.code == 0, ended.err
    found = names(tmp_path / "parts")
    assert {name for name in found if name.startswith("lineitem")} == {f"lineitem.tbl.{part}" for part in (1, 2, 3)}
    assert {"nation.tbl", "region.tbl"} <= found
    assert ended.out == f"{len(found)} files, 10.6 MB in {tmp_path}/parts\n"
    for table in _TABLES:
        files = sorted((tmp_path / "parts").glob(f"{table}.tbl*"))
        assert b"".join(file.read_bytes() for file in files) == (tpch / f"{table}.tbl").read_bytes(), table


def test_many_parts(run: Run, tpch: Path, tmp_path: Path) -> None:
    assert run("generate", "tpch", "--scale", "0.01", "--parts", 12, "--out", tmp_path).code == 0
    parts = [(tmp_path / f"lineitem.tbl.{part}").read_bytes() for part in range(1, 13)]
    assert b"".join(parts) == (tpch / "lineitem.tbl").read_bytes()
    ended = run("load", f"{tmp_path}/lineitem.tbl.*", "--to", "null:", "--schema", "tpch", "--json")
    assert ended.json["rows_read"] == 60_175


def test_files_that_exist_are_kept(run: Run, tmp_path: Path) -> None:
    arguments = ("generate", "tpch", "--scale", "0.001", "--out", tmp_path)
    assert run(*arguments).code == 0
    before = digests(tmp_path)
    ended = run(*arguments)
    assert ended.code == 2
    assert ended.error.endswith(" exists already. Remove it, or name another --out")
    assert digests(tmp_path) == before
    # One is enough, and then none is made.
    for path in tmp_path.iterdir():
        if path.name != "orders.tbl":
            path.unlink()
    (tmp_path / "orders.tbl").write_text("mine\n")
    ended = run(*arguments)
    assert (ended.code, ended.error.split()[0]) == (2, f"{tmp_path}/orders.tbl")
    assert names(tmp_path) == {"orders.tbl"}
    assert (tmp_path / "orders.tbl").read_text() == "mine\n"


def test_a_directory_is_made(run: Run, tmp_path: Path) -> None:
    made = teraload.generate(scale=0.001, out=tmp_path / "a" / "b")
    assert {path.name for path in made} == names(tmp_path / "a" / "b") == {f"{table}.tbl" for table in _TABLES}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tpch", "--scale", "0"), "--scale: 0.0 is no scale factor. Say 1 for about a gigabyte, or 0.01"),
        (("tpch", "--scale", "-1"), "--scale: -1.0 is no scale factor"),
        (("tpch", "--scale", "nan"), "--scale: nan is no scale factor"),
        (("tpch", "--scale", "inf"), "--scale: inf is no scale factor"),
        (("tpch", "--scale", "big"), "--scale"),
        (("tpch", "--parts", "0"), "--parts: 0 is no number of parts. Say 2 or more, or leave it out"),
        (("tpcds",), "'tpcds' is nothing that can be made. Say tpch"),
    ],
)
def test_what_cannot_be_made(run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    ended = run("generate", *arguments, "--out", tmp_path / "new", timeout=20)
    assert ended.code == 2
    assert message in ended.error
    assert not list(tmp_path.iterdir())


def test_a_place_that_is_no_directory(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    ended = run("generate", "tpch", "--scale", "0.001", "--out", tmp_path / "file")
    assert ended.code == 2
    assert ended.error.startswith(f"--out: {tmp_path}/file: ")
    assert names(tmp_path) == {"file"}
