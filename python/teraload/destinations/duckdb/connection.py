"""Opening DuckDB, its settings for a load, and its errors."""

from __future__ import annotations

import contextlib
import fcntl
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb

from teraload.errors import DestinationError, JobError
from teraload.sizes import show_bytes

# What a load sets, and why (measured on lineitem of TPC-H SF1, two streams):
SETTINGS = {
    # Each stream's own thread does its insert; with more, DuckDB cuts every insert in two again.
    "threads": "1",
    # Rows may be stored in any order, so that no stream waits for another.
    "preserve_insertion_order": "false",
    # One checkpoint, at the end of the load, instead of one every 16 MB of log: 15 % of a COPY.
    "checkpoint_threshold": "1TB",
    # A row group is written when it is full, not when five are: less memory to clear, 5 %.
    "write_buffer_row_group_count": "1",
    # Memory is kept rather than given back to the system between row groups: 3 %.
    "allocator_flush_threshold": "1GB",
    "allocator_bulk_deallocation_flush_threshold": "4GB",
}

# How DuckDB shows a size: cut after one digit behind the point.
_SIZE = re.compile(r"(\d+\.\d) (\w+)")

Config = dict[str, str | bool | int | float | list[str]]

_MAGIC_OFFSET, _MAGIC = 8, b"DUCK"

# Below this, a failed write is put down to the disk being full: DuckDB writes blocks of 256 KiB.
_FULL_BYTES = 4 << 20


def exists(path: Path) -> bool:
    """Return whether there is anything at `path`. Raises DestinationError where that cannot be known."""
    try:
        return path.exists()
    except OSError as error:
        raise DestinationError(f"{path}: cannot be opened: {error.strerror}", remedy="Check the path") from None


def open_file(path: Path, config: Config) -> duckdb.DuckDBPyConnection:
    """Open or make the DuckDB file at `path`. Raises JobError for what is no DuckDB file or cannot be one."""
    if path.is_dir():
        raise JobError(
            f"{path}: is a directory, expected a DuckDB file",
            remedy=f"Name a file in it: {path}/warehouse.duckdb",
        )
    if not path.parent.is_dir():
        raise JobError(f"{path}: there is no directory {path.parent}", remedy="Make it first")
    try:
        if path.exists():
            with path.open("rb") as file:
                head = file.read(_MAGIC_OFFSET + len(_MAGIC))
            if head[_MAGIC_OFFSET:] != _MAGIC:
                raise JobError(f"{path}: is no DuckDB file", remedy="Name another; teraload overwrites no file")
    except OSError as error:
        raise DestinationError(
            f"{path}: cannot be opened: {error.strerror}", remedy="Check its owner and mode"
        ) from None
    existed = path.exists()
    try:
        return duckdb.connect(str(path), config=config)
    except duckdb.ConnectionException as error:
        raise DestinationError(
            f"{path}: {_words(error)}", remedy="Close its other connections in this process"
        ) from None
    except duckdb.InvalidInputException as error:
        raise JobError(f"{path}: {_words(error)}", remedy=None) from None
    except duckdb.Error as error:
        if not existed:
            remove_free(path)
        in_use = "If another process has it open, close it there: DuckDB takes writes from one process only"
        remedy = _full_disk(path) or in_use
        raise DestinationError(f"{path}: cannot be opened: {_words(error)}", remedy=remedy) from None
    except KeyboardInterrupt:
        if not existed:
            remove_free(path)
        raise


def remove_free(path: Path) -> None:
    """Remove a file that was just made, unless another process made it at the same time: that has DuckDB's lock."""
    with contextlib.suppress(OSError), path.open("rb+") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()


def read_settings(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Return the present values of all that a load sets."""
    names = ", ".join(f"'{name}'" for name in SETTINGS)
    rows = connection.execute(f"SELECT name, value FROM duckdb_settings() WHERE name IN ({names})").fetchall()
    return dict(rows)


def set_all(connection: duckdb.DuckDBPyConnection, settings: dict[str, str]) -> None:
    """Set every one of `settings`. Raises DestinationError where DuckDB refuses (a locked configuration)."""
    for name, value in settings.items():
        with errors(f"SET {name}"):
            connection.execute(f"SET {name} = '{value}'")


def put_back(connection: duckdb.DuckDBPyConnection, before: dict[str, str]) -> None:
    """Set what `read_settings` has read."""
    for name, value in before.items():
        # Each on its own: one that is refused (a locked configuration) was refused before, too.
        with contextlib.suppress(duckdb.Error, DestinationError):
            set_all(connection, {name: value})
    # What is shown of a size that is not round is less than it, and would be less again with every load:
    # half of the next digit more is shown alike.
    shown = read_settings(connection)
    set_all(connection, {name: _SIZE.sub(r"\g<1>5 \2", before[name]) for name in before if shown[name] != before[name]})


def _words(error: Exception) -> str:
    """Return what DuckDB says, on one line."""
    return " ".join(str(error).split())


@contextlib.contextmanager
def errors(doing: str, path: Path | None = None, kind: type[DestinationError] = DestinationError) -> Iterator[None]:
    """Turn what DuckDB raises while `doing` into a DestinationError with its words and a remedy."""
    try:
        yield
    except duckdb.InterruptException:
        raise kind(f"{doing}: interrupted") from None
    except duckdb.OutOfMemoryException as error:
        remedy = "Say fewer --streams, or more --destination-memory"
        raise kind(f"{doing}: {_words(error)}", remedy=remedy) from None
    except duckdb.Error as error:
        raise kind(f"{doing}: {_words(error)}", remedy=_full_disk(path)) from None


def _full_disk(path: Path | None) -> str | None:
    if path is None:
        return None
    with contextlib.suppress(OSError):
        free = shutil.disk_usage(path.parent).free
        if free < _FULL_BYTES:
            return f"The disk of {path.parent} is full ({show_bytes(free)} free): make room, then run it again"
    return None


def one(connection: duckdb.DuckDBPyConnection, sql: str, parameters: list[Any] | None = None) -> Any:
    """Return the first value of the first row of `sql`; None if there is no row."""
    # All rows are fetched: a result that is not read to its end keeps its transaction open, and an open
    # transaction keeps the checkpoint from being made.
    rows = connection.execute(sql, parameters).fetchall()
    return rows[0][0] if rows else None
