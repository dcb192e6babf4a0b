"""What all tests share: TPC-H data, and the real command, run as a user runs it."""

import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from examples.postgres_server import PostgresServer
from tests.command import COMMAND, Ended
from tests.database import GOOD, Database
from tests.postgres import PostgresDatabase, server

# No database of examples in the working directory, and no deadline: a load's time depends on the disk.
hypothesis.settings.register_profile("teraload", database=None, deadline=None)
hypothesis.settings.load_profile("teraload")


@pytest.fixture(autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the runs of a test in a directory of its own."""
    directory = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("TERALOAD_STATE", str(directory))
    return directory


@pytest.fixture
def run() -> Callable[..., Ended]:
    """Run the command to its end; see `Ended` for what is checked each time."""

    def run(*arguments: object, cwd: Path | None = None, timeout: float = 60) -> Ended:
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def tpch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """TPC-H at scale factor 0.01: eight tables, 10.6 MB."""
    directory = tmp_path_factory.mktemp("tpch")
    subprocess.run([*COMMAND, "generate", "tpch", "--scale", "0.01", "--out", directory], check=True)
    return directory


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 290 MB and 12 million records for `LARGE_SQL`: a load of it takes seconds."""
    path = tmp_path_factory.mktemp("large") / "large.csv"
    rows = b"".join(b"%d,%s\n" % (number, b"x" * (number % 37)) for number in range(100_000, 200_000))
    with path.open("wb") as file:
        while file.tell() < 290_000_000:
            file.write(rows)
    return path


@pytest.fixture
def tmpfs(tmp_path: Path) -> Iterator[Path]:
    """A file system of 8 MB that can be filled."""
    directory = tmp_path / "small"
    directory.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", directory], capture_output=True, text=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield directory
    subprocess.run(["umount", directory], check=True)


@pytest.fixture
def database(tmp_path: Path, run: Callable[..., Ended]) -> Database:
    """Return two targets that a load which fails must leave as they were."""
    return Database(tmp_path, run)


@pytest.fixture
def good(database: Database) -> Path:
    """Return a file that can be loaded into them."""
    return database.file(",".join(GOOD).encode() + b"\n")


def pytest_report_header() -> str:
    return f"teraload: {sys.executable} on {len(os.sched_getaffinity(0))} cores"


@pytest.fixture(scope="session")
def postgres_server(request: pytest.FixtureRequest) -> Iterator[PostgresServer]:
    """A server of the newest version, or of that which a test asks for."""
    with server(getattr(request, "param", 18)) as started:
        yield started


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> Iterator[PostgresDatabase]:
    """A database of its own on the server."""
    name = f"test_{secrets.token_hex(4)}"
    of_server = PostgresDatabase(postgres_server.url)
    of_server.execute(f"CREATE DATABASE {name}")
    yield PostgresDatabase(postgres_server.url.removesuffix("/postgres") + f"/{name}")
    of_server.execute(f"DROP DATABASE {name} WITH (FORCE)")
