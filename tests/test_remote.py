"""Files behind http and S3, from real servers on this machine."""

# ruff: noqa: E501 - one case a line

from __future__ import annotations

import gzip
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.command import COMMAND, Ended
from tests.duck import query
from tests.remote_server import Behaviour, serve

Run = Callable[..., Ended]
Load = Callable[..., Ended]

_TEXT = b"1,x\n2,y\n3,z\n"
_ROWS = [(1, "x"), (2, "y"), (3, "z")]
_LARGE = b"".join(b"%d,%s\n" % (number, b"x" * (number % 70)) for number in range(1_100_000))
_LARGE_ROWS = [(1_100_000, sum(range(1_100_000)), sum(number % 70 for number in range(1_100_000)))]
_COUNTED = "SELECT count(*), sum(a), sum(length(b)) FROM t"


@pytest.fixture
def server() -> Iterator[tuple[str, Behaviour]]:
    with serve({}) as (where, behaviour):
        yield where, behaviour


@pytest.fixture
def load(run: Run, tmp_path: Path) -> Load:
    """Load into table t of warehouse.duckdb."""
    (tmp_path / "t.sql").write_text("CREATE TABLE t (a INTEGER NOT NULL, b VARCHAR);")

    def load(*arguments: object, command: str = "load") -> Ended:
        (tmp_path / "warehouse.duckdb").unlink(missing_ok=True)
        given = ("--to", "warehouse.duckdb", "--table", "t", "--schema", "t.sql")
        return run(command, *arguments, *given, cwd=tmp_path)

    return load


@pytest.fixture
def bucket(server: tuple[str, Behaviour], monkeypatch: pytest.MonkeyPatch) -> Behaviour:
    """A server as AWS's own tools are told of one, and credentials."""
    where, behaviour = server
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://{where}",
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "eu-central-1",
        "AWS_ACCESS_KEY_ID": "somebody",
        "AWS_SECRET_ACCESS_KEY": "verysecret",
    }.items():
        monkeypatch.setenv(name, value)
    return behaviour


def rows(tmp_path: Path, sql: str = "SELECT * FROM t ORDER BY ALL") -> list[tuple[object, ...]]:
    return query(tmp_path / "warehouse.duckdb", sql)


# ---- http


def test_a_large_file_is_cut_like_any_other(load: Load, server: tuple[str, Behaviour], tmp_path: Path) -> None:
    where, behaviour = server
    behaviour.files["/in/t.csv"] = _LARGE
    ended = load(f"http://{where}/in/t.csv", "--json")
    assert ended.code == 0, ended.err
    assert rows(tmp_path, _COUNTED) == _LARGE_ROWS
    (table,) = ended.json["tables"]
    assert table["splits"] > 1
    assert table["bytes_read"] == len(_LARGE)
    assert query(tmp_path / "warehouse.duckdb", "SELECT path, size_bytes FROM teraload.file") == [
        (f"http://{where}/in/t.csv", len(_LARGE))
    ]
    # What was read twice is no more than what lies around the cuts and what was sampled.
    sizes = [re.fullmatch(r"bytes=(\d+)-(\d+)", asked or "") for _, asked, _ in behaviour.requests]
    read = sum(int(size[2]) + 1 - int(size[1]) for size in sizes if size)
    assert read < len(_LARGE) + 64 * 1024 * (3 + 2 * table["splits"])


@pytest.mark.parametrize(
    ("name", "content", "options"),
    [
        ("t.csv", _TEXT, ()),
        ("t.csv", b"\xef\xbb\xbf" + _TEXT, ()),
        ("t.csv.gz", gzip.compress(_TEXT), ()),
        ("t.csv", _TEXT.decode().encode("utf-16"), ()),
        ("t.csv", b'1,"x"\n2,"y"\n3,"z"\n', ()),
        ("t.csv", b"b,a\nx,1\ny,2\nz,3\n", ("--header", "names")),
        ("t.csv.gz", gzip.compress(b"b,a\nx,1\ny,2\nz,3\n"), ("--header", "names")),
        ("a file.tsv", _TEXT.replace(b",", b"\t"), ()),
    ],
)
def test_what_a_file_is_shows(
    load: Load, server: tuple[str, Behaviour], tmp_path: Path, name: str, content: bytes, options: tuple[str, ...]
) -> None:
    where, behaviour = server
    behaviour.files[f"/{name}"] = content
    ended = load(f"http://{where}/{name.replace(' ', '%20')}", *options)
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == _ROWS


def test_several_files_and_tables(run: Run, server: tuple[str, Behaviour], tmp_path: Path) -> None:
    where, behaviour = server
    behaviour.files.update({f"/{n}/t.csv": b"%d,x\n" % n for n in range(40)})
    behaviour.files["/u v.csv"] = _TEXT
    (tmp_path / "s.sql").write_text('CREATE TABLE t (a INTEGER, b VARCHAR); CREATE TABLE "u v" (a INTEGER, b VARCHAR);')
    (tmp_path / "t.csv").write_bytes(b"100,local\n")
    (tmp_path / "list.txt").write_text("".join(f"http://{where}/{n}/t.csv\n" for n in range(40)))
    ended = run("load", "@list.txt", "t.csv", "--to", "warehouse.duckdb", "--schema", "s.sql", cwd=tmp_path)
    assert ended.code == 0, ended.err
    assert rows(tmp_path, "SELECT count(*), sum(a) FROM t") == [(41, sum(range(40)) + 100)]
    table = ("--to", "new.duckdb", "--table", '"u v"', "--schema", "s.sql")
    ended = run("load", f"http://{where}/u%20v.csv", *table, cwd=tmp_path)
    assert ended.code == 0, ended.err
    assert query(tmp_path / "new.duckdb", 'SELECT count(*) FROM "u v"') == [(3,)]


def test_servers_that_fail_for_a_while(load: Load, server: tuple[str, Behaviour], tmp_path: Path) -> None:
    where, behaviour = server
    for content in (_LARGE, gzip.compress(_LARGE, 1)):
        behaviour.files["/t.csv"] = content
        behaviour.status, behaviour.times, behaviour.breaks = 503, 2, 4
        ended = load(f"http://{where}/t.csv")
        assert ended.code == 0, ended.err
        assert rows(tmp_path, _COUNTED) == _LARGE_ROWS
        assert behaviour.breaks == 0


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (404, "no such file. Check the path"),
        (403, "no permission to read it. Its server refuses it: check the address, its signature or its password"),
    ],
)
def test_servers_that_refuse(load: Load, server: tuple[str, Behaviour], status: int, message: str) -> None:
    where, behaviour = server
    behaviour.status = status
    ended = load(f"http://{where}/t.csv?signature=verysecret")
    assert (ended.code, ended.error) == (1, f"http://{where}/t.csv: {message}")


def test_a_server_without_ranges(load: Load, server: tuple[str, Behaviour]) -> None:
    where, behaviour = server
    behaviour.files["/t.csv"], behaviour.gives_ranges = _TEXT, False
    ended = load(f"http://{where}/t.csv")
    assert ended.code == 1
    assert ended.error == (
        f"http://{where}/t.csv: its server gives no parts of it; download it first. "
        "Or pipe it: curl ADDRESS | teraload load - …"
    )


def test_a_server_that_nobody_is(load: Load) -> None:
    begin = time.monotonic()
    ended = load("http://127.0.0.1:9/t.csv")
    assert ended.code == 1
    assert ended.error.startswith("http://127.0.0.1:9/t.csv: cannot be read at byte 0: ")
    assert "refused" in ended.error
    assert time.monotonic() - begin < 40


@pytest.mark.parametrize("has_etags", [True, False])
def test_a_file_that_changes_meanwhile(
    tmp_path: Path, server: tuple[str, Behaviour], state: Path, has_etags: bool
) -> None:
    where, behaviour = server
    behaviour.files["/t.csv"], behaviour.has_etags, behaviour.delay_s = _LARGE, has_etags, 0.05
    (tmp_path / "t.sql").write_text("CREATE TABLE t (a INTEGER NOT NULL, b VARCHAR);")
    arguments = [f"http://{where}/t.csv", "--to", "warehouse.duckdb", "--schema", "t.sql", "--streams", "1"]
    loading = subprocess.Popen(
        [*COMMAND, "load", *arguments], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while loading.poll() is None and not any('"begun"' in e.read_text() for e in state.glob("runs/*/events.ndjson")):
        time.sleep(0.005)
    behaviour.files["/t.csv"] = _LARGE + b"1,more\n" if not has_etags else b"2" + _LARGE[1:]
    out, err = loading.communicate(timeout=60)
    ended = Ended(loading.returncode, out, err)
    assert ended.code == 1
    changed = "its server has another version of it" if has_etags else "it grew from"
    assert ended.error.startswith(f"http://{where}/t.csv: changed while it was being loaded: {changed}")
    assert not (tmp_path / "warehouse.duckdb").exists()


def test_ctrl_c_while_a_server_is_silent(tmp_path: Path, server: tuple[str, Behaviour]) -> None:
    where, behaviour = server
    behaviour.files["/t.csv"] = _LARGE
    (tmp_path / "t.sql").write_text("CREATE TABLE t (a INTEGER NOT NULL, b VARCHAR);")
    command = [*COMMAND, "load", f"http://{where}/t.csv", "--to", "null:", "--schema", "t.sql"]
    for known in (0, 6):
        behaviour.requests.clear()
        behaviour.delay_s = 20 if known == 0 else 0
        with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            while len(behaviour.requests) < known:
                time.sleep(0.005)
            behaviour.delay_s = 20
            time.sleep(1.5)
            process.send_signal(signal.SIGINT)
            code = process.wait(10)
        assert code == 75 or (known and code == 0)


def test_secrets_are_shown_nowhere(load: Load, server: tuple[str, Behaviour], state: Path, tmp_path: Path) -> None:
    where, behaviour = server
    behaviour.files["/t.csv"] = _TEXT
    behaviour.needs = "Basic bWU6dmVyeXNlY3JldA=="
    address = f"http://me:verysecret@{where}/t.csv?X-Amz-Signature=verysecret"
    said = ""
    for command in ("plan", "load"):
        for options in ((), ("--json",)):
            ended = load(address, *options, command=command)
            assert ended.code == 0, ended.err
            said += ended.out + ended.err
    assert rows(tmp_path) == _ROWS
    assert behaviour.requests[0][0] == "GET /t.csv?X-Amz-Signature=verysecret"
    behaviour.files["/t.csv"] = _TEXT + b"bad,x\n"
    ended = load(address)
    assert ended.error.startswith(f"http://{where}/t.csv:4 (byte 12), column 1 a: ")
    said += ended.err
    for status in (400, 403, 404, 500):
        behaviour.status, behaviour.times = status, 1 << 30
        said += load(address, "--json").err if status != 500 else ""
    for name in state.rglob("*"):
        said += name.read_text() if name.is_file() else ""
    said += (
        (tmp_path / "warehouse.duckdb").read_bytes().decode("latin-1")
        if (tmp_path / "warehouse.duckdb").exists()
        else ""
    )
    assert "verysecret" not in said
    assert f"http://{where}/t.csv" in said


def test_rejects_of_a_remote_file(load: Load, run: Run, server: tuple[str, Behaviour]) -> None:
    where, behaviour = server
    lines = _LARGE.splitlines(keepends=True)
    lines[500_000] = b"bad,x\n"
    for content in (b"".join(lines), gzip.compress(b"".join(lines), 1)):
        behaviour.files["/t.csv"] = content
        ended = load(f"http://{where}/t.csv", "--max-rejects", 1)
        assert ended.code == 3, ended.err
        assert run("rejects").out.startswith(f"http://{where}/t.csv:500001 (byte ")


def test_addresses_that_are_none(load: Load) -> None:
    for address, message in {
        "ftp://host/x.csv": "ftp://host/x.csv: ftp:// is not read, expected http, https or s3. Pipe it: curl ftp://… | teraload load - …",
        "gs://bucket/x.csv": "gs://bucket/x.csv: gs:// is not read, expected http, https or s3. ",
        "http://host/*.csv": "http://host/*.csv: a server of http lists no files, so there are no patterns. ",
        "s3://bucket": "s3://bucket: names no object. Name an object, or many: 's3://bucket/*'",
        "s3://bucket/folder/": "s3://bucket/folder/: names no object. Name an object, or many: 's3://bucket/folder/*'",
    }.items():  # fmt: skip
        ended = load(address)
        assert ended.code == 2
        assert ended.error.startswith(message)


# ---- S3


def test_objects_of_a_bucket(load: Load, bucket: Behaviour, tmp_path: Path) -> None:
    bucket.files.update({f"/b/in/part-{number}.csv": b"%d,x\n" % number for number in range(10)})
    bucket.files.update({"/b/in/deep/part-10.csv": b"10,x\n", "/b/in/other.csv": b"oops", "/b/in/": b""})
    bucket.files["/b/in/a b+c%20.csv"] = _TEXT
    for names, expected in [
        (["s3://b/in/part-*.csv"], list(range(10))),
        (["s3://b/in/part-[1-3].csv"], [1, 2, 3]),
        (["s3://b/in/part-?.csv"], list(range(10))),
        (["s3://b/in/**/part-*.csv"], list(range(11))),
        (["s3://b/in/deep/part-10.csv", "s3://b/in/part-1.csv"], [1, 10]),
        (["s3://b/in/a b+c%20.csv"], [1, 2, 3]),
    ]:
        ended = load(*names)
        assert ended.code == 0, ended.err
        assert [row[0] for row in rows(tmp_path)] == expected
    authorization = bucket.requests[-1][2]
    assert authorization is not None
    assert authorization.startswith("AWS4-HMAC-SHA256 Credential=somebody/")
    for name, message in {
        "s3://b/no*.csv": "s3://b/no*.csv: no object matches. Check the pattern",
        "s3://b/no.csv": "s3://b/no.csv: no such file. Check the path",
    }.items():
        assert load(name).error == message
    assert load("s3://b/in/part-1.csv", "s3://b/in/part-*.csv").error.startswith(
        "s3://b/in/part-1.csv is named twice. "
    )


def test_a_large_object(load: Load, bucket: Behaviour, tmp_path: Path) -> None:
    bucket.files["/b/t.csv"] = _LARGE
    bucket.breaks = 2
    ended = load("s3://b/*.csv", "--json")
    assert ended.code == 0, ended.err
    assert rows(tmp_path, _COUNTED) == _LARGE_ROWS
    assert ended.json["tables"][0]["splits"] > 1


def test_a_bucket_that_may_not_be_read(load: Load, bucket: Behaviour, tmp_path: Path) -> None:
    bucket.status = 403
    for name in ("s3://b/t.csv", "s3://b/*.csv"):
        ended = load(name)
        assert ended.code == 1
        assert ended.error.startswith(f"{name}: ")
        assert "no permission to read it" in ended.error or "403 Forbidden" in ended.error
        assert "AWS_ACCESS_KEY_ID" in ended.error
        assert "verysecret" not in ended.err


def test_a_wait_for_one_answer_is_no_wait_for_the_next(load: Load, server: tuple[str, Behaviour]) -> None:
    """One stream has several requests on their way: 20 MB in five blocks or more take less than five waits."""
    where, behaviour = server
    behaviour.files["/t.csv.gz"] = gzip.compress(_LARGE, 0)
    behaviour.delay_s = 0.4
    ended = load(f"http://{where}/t.csv.gz", "--json")
    assert ended.code == 0, ended.err
    assert sum(asked is not None for _, asked, _ in behaviour.requests) >= 5
    assert ended.json["streams"][0]["clock"]["read_s"] < 5 * behaviour.delay_s
