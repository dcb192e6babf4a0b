"""The files of a job: globs to paths, paths to tables, and how their records are on average."""

from __future__ import annotations

import glob
import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path

from teraload.errors import JobError, SourceError
from teraload.plan import PlannedFile

_DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".tbl": "|", ".psv": "|"}


def find_files(patterns: Sequence[str], *, allow_empty: bool, first_number: int = 1) -> list[PlannedFile]:
    """Return the files that `patterns` name, in their order, those of one pattern in natural order.

    They are numbered from `first_number`.

    Raises JobError for a pattern without a match, a directory, a file named twice, and (unless
    `allow_empty`) a file without a byte; SourceError for one that cannot be looked at.
    """
    files: list[PlannedFile] = []
    seen: dict[tuple[int, int], str] = {}
    for pattern in patterns:
        paths = _matches(pattern)
        for path in paths:
            status = _status(path)
            if stat.S_ISDIR(status.st_mode):
                if paths != [pattern]:
                    continue  # a wildcard means files
                raise JobError(
                    f"{path}: is a directory, expected a file", remedy=f"Name its files: '{path.rstrip('/')}/*'"
                )
            first = seen.setdefault((status.st_dev, status.st_ino), path)
            if first is not path:
                also = "" if first == path else f" (the same file as {first})"
                raise JobError(f"{path}{also} is named twice", remedy="Name each file once: its rows would be doubled")
            if status.st_size == 0 and not allow_empty:
                raise JobError(
                    f"{path}: is empty, expected at least one record",
                    remedy="Leave it out, or say --allow-empty if a file of no rows is right",
                )
            files.append(PlannedFile(first_number + len(files), path, status.st_size, status.st_mtime_ns))
    if not files:
        raise JobError(f"{patterns[0]}: only directories match", remedy="Name the files in them")
    return files


def _matches(pattern: str) -> list[str]:
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
        raise JobError(f"{path}: no such file", remedy="Check the path") from None
    except OSError as error:
        raise SourceError(f"{path}: cannot be looked at: {error.strerror}", path=path) from None
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        raise JobError(
            f"{path}: is no regular file, so it cannot be read in parts",
            remedy="Write its content to a file first",
        )
    return status


def table_of(path: str) -> str:
    """Return the table that a file's name says: `lineitem` of `data/lineitem.tbl.3`."""
    return Path(path).name.split(".")[0]


def delimiter_of(path: str) -> str:
    """Return the delimiter that a file's extension says, dbgen's part number aside: a comma if it says none."""
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    return next((_DELIMITERS[suffix] for suffix in reversed(suffixes) if suffix in _DELIMITERS), ",")
