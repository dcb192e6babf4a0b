"""The files of a job: patterns to paths, and paths to tables and delimiters."""

from __future__ import annotations

import glob
import os
import re
import stat
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from teraload.addresses import Found, is_address, name_of, open_addresses
from teraload.errors import JobError, SourceError
from teraload.filelist import listed
from teraload.job import TableJob
from teraload.pipes import (
    STANDARD_INPUT,
    is_standard_input,
    look_into,
    open_pipe,
    refuse_devices,
    standard_input_status,
)
from teraload.plan import PlannedFile

_DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".tbl": "|", ".psv": "|"}


def find_files(
    patterns: Sequence[str],
    *,
    allow_empty: bool,
    first_number: int = 1,
    pipes: dict[tuple[int, int], str] | None = None,
) -> list[PlannedFile]:
    """Return the files that `patterns` name, in their order, those of one pattern in natural order.

    They are numbered from `first_number`. `pipes` are those of other tables, which cannot be read again.

    Raises JobError for a pattern without a match, a directory, a file named twice, and (unless
    `allow_empty`) a file without a byte; SourceError for one that cannot be looked at.
    """
    files: list[PlannedFile] = []
    seen: dict[object, str] = {}
    pipes = {} if pipes is None else pipes
    patterns = list(listed(patterns))
    for is_remote, group in groupby(patterns, key=is_address):
        if is_remote:
            files += _remote(open_addresses(list(group)), seen, allow_empty, first_number + len(files))
        else:
            files += _local(list(group), seen, pipes, allow_empty, first_number + len(files))
    if not files:
        raise JobError(f"{patterns[0]}: only directories match", remedy="Name the files in them")
    for file in files:
        if file.kind == "pipe":
            look_into(file, allow_empty=allow_empty)
    return files


def _remote(found: Sequence[Found], seen: dict[object, str], allow_empty: bool, number: int) -> list[PlannedFile]:
    files = []
    for at, (address, (shown, size_bytes, modified_ns, opened)) in enumerate(found):
        if seen.setdefault(address, shown) is not shown:
            raise _twice(shown, shown)
        if size_bytes == 0 and not allow_empty:
            raise _empty(shown)
        files.append(PlannedFile(number + at, shown, size_bytes, modified_ns, kind="remote", opened=opened))
    return files


def _local(
    patterns: Sequence[str],
    seen: dict[object, str],
    pipes: dict[tuple[int, int], str],
    allow_empty: bool,
    number: int,
) -> list[PlannedFile]:
    files: list[PlannedFile] = []
    for pattern in patterns:
        if is_standard_input(pattern):
            status = standard_input_status()
            files.append(_pipe(STANDARD_INPUT, status, seen, pipes, number + len(files)))
            continue
        paths = _matches(pattern)
        for path in paths:
            status = _status(path)
            if stat.S_ISDIR(status.st_mode):
                if glob.has_magic(pattern) and paths != [pattern]:
                    continue  # a wildcard means files
                raise JobError(
                    f"{path}: is a directory, expected a file", remedy=f"Name its files: '{path.rstrip('/')}/*'"
                )
            if stat.S_ISFIFO(status.st_mode):
                files.append(_pipe(path, status, seen, pipes, number + len(files)))
                continue
            first = seen.setdefault((status.st_dev, status.st_ino), path)
            if first is not path:
                raise _twice(path, first)
            if status.st_size == 0 and not allow_empty:
                raise _empty(path)
            files.append(PlannedFile(number + len(files), path, status.st_size, status.st_mtime_ns))
    return files


def _pipe(
    path: str, status: os.stat_result, seen: dict[object, str], pipes: dict[tuple[int, int], str], number: int
) -> PlannedFile:
    known = (status.st_dev, status.st_ino)
    first = seen.get(known) or pipes.get(known)
    if first is not None:
        also = "" if first == path else f" (the same as {first})"
        raise JobError(f"{path}{also} is named twice", remedy="It can be read only once")
    pipes[known] = path
    return PlannedFile(number, path, 0, 0, kind="pipe", opened=open_pipe(path))


def _twice(path: str, first: str) -> JobError:
    also = "" if first == path else f" (the same file as {first})"
    return JobError(f"{path}{also} is named twice", remedy="Name each file once: its rows would be doubled")


def _empty(path: str) -> JobError:
    return JobError(
        f"{path}: is empty, expected at least one record",
        remedy="Leave it out, or say --allow-empty if a file of no rows is right",
    )


def _matches(pattern: str) -> list[str]:
    if pattern.startswith("~") and not os.path.lexists(pattern):
        # Globs have to be quoted, and then no shell has done it.
        pattern = os.path.expanduser(pattern)  # noqa: PTH111
    if not glob.has_magic(pattern) or os.path.lexists(pattern):
        return [pattern]
    paths = glob.glob(pattern, recursive=True)  # noqa: PTH207 - absolute patterns, too
    if not paths:
        raise JobError(f"{pattern}: no file matches", remedy="Check the pattern; quote it, so that the shell leaves it")
    return sorted(paths, key=_natural)


def _natural(path: str) -> list[str | int]:
    """Order `part.2` before `part.10`: text and numbers alternate, so each is compared with its own kind."""
    parts = re.split(r"([0-9]+)", path)
    return [int(part) if at % 2 else part for at, part in enumerate(parts)]


def _status(path: str) -> os.stat_result:
    try:
        path.encode()
        status = os.stat(path)  # noqa: PTH116 - a Path for each of 100,000 files takes longer than this call
    except UnicodeEncodeError:
        shown = os.fsencode(path).decode(errors="backslashreplace")
        raise JobError(f"{shown}: its name is not UTF-8, which no ledger can hold", remedy="Rename it") from None
    except FileNotFoundError:
        raise _missing(path) from None
    except OSError as error:
        raise SourceError(
            f"{path}: cannot be looked at: {error.strerror}", path=path, remedy="Check its path and its folder's mode"
        ) from None
    refuse_devices(path, status)
    return status


def _missing(path: str) -> JobError:
    """Return what is to be said of a path where nothing is."""
    if os.path.islink(path):  # noqa: PTH114
        return JobError(f"{path}: no such file: it is a link to {os.readlink(path)}", remedy="Check the link")  # noqa: PTH115
    if re.match(r"[A-Za-z]:[\\/]", path):
        rest = path[3:].replace("\\", "/")
        remedy = f"That is a path of Windows; under WSL it is /mnt/{path[0].lower()}/{rest}"
    elif "\\" in path:
        remedy = f"Folders stand before a slash here: {path.replace(chr(92), '/')}"
    else:
        remedy = "Check the path"
    return JobError(f"{path}: no such file", remedy=remedy)


def table_of(path: str) -> str:
    """Return the table that a file's name says: `lineitem` of `data/lineitem.tbl.3`; none of what has no name."""
    if path == STANDARD_INPUT or path.startswith(("/dev/fd/", "/proc/")):
        return ""
    return Path(name_of(path)).name.split(".")[0]


def by_table(job: TableJob, files: Sequence[PlannedFile]) -> dict[str, list[PlannedFile]]:
    """Return the files by the table that they go to, which their names say if the job does not. Raises JobError."""
    if job.table is not None:
        return {job.table: list(files)}
    groups: dict[str, list[PlannedFile]] = {}
    for file in files:
        name = table_of(file.path)
        if not name:
            raise JobError(f"{file.path}: its name says no table", remedy="Say --table NAME")
        groups.setdefault(name, []).append(file)
    return groups


def delimiter_of(path: str) -> str:
    """Return the delimiter that a file's extension says, dbgen's part number aside: a comma if it says none."""
    # By hand: a Path for each of 100,000 files takes a second.
    suffixes = [f".{part}".lower() for part in path.rpartition("/")[2].split(".")[1:]]
    return next((_DELIMITERS[suffix] for suffix in reversed(suffixes) if suffix in _DELIMITERS), ",")
