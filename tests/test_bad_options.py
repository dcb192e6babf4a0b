"""Options and schemas that make no sense: said before anything is done."""

# ruff: noqa: E501 - one case a line

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import COMMAND, Ended
from tests.database import GOOD, NO_VALUE, Database

Run = Callable[..., Ended]


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
        (("--publish", "copy"), "--publish copy is PostgreSQL's. Say staged, which does the same in DuckDB"),
        (("--publish", "later"), "publish: Input should be 'auto', 'transaction', 'staged', 'copy' or 'direct' (found 'later')"),
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
    source = database.file(",".join(GOOD).encode() + b"\nx" + b"," * 12 + b"\n")
    ended = run("load", source, "--to", database.new, "--schema", database.schema, "--json")
    facts = ended.json
    assert ended.code == facts.pop("exit_code") == 1
    assert facts.pop("run")
    assert facts == {
        "status": "failed",
        "error": "RowError",
        "message": f'{source}:2 (byte 14), column 1 i: "x" is not an integer: "x" is no digit',
        "remedy": NO_VALUE,
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
