"""Lists of files: `@list.txt` stands for the names in it, one a line."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from teraload.addresses import is_address
from teraload.errors import JobError


def listed(patterns: Sequence[str]) -> Iterator[str]:
    """Give `patterns`, and in place of `@FILE` what stands in it: paths, globs and addresses, one a line.

    Paths are relative to the list, as those in a job file are to that. Raises JobError.
    """
    for pattern in patterns:
        if pattern.startswith("@"):
            yield from _names(pattern[1:])
        else:
            yield pattern


def _names(path: str) -> Iterator[str]:
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        remedy = f"@ stands before a list of files; a file that begins with it is ./@{path}"
        raise JobError(f"@{path}: no such file", remedy=remedy) from None
    except (OSError, UnicodeDecodeError) as error:
        raise JobError(f"@{path}: cannot be read: {error}", remedy="Write one path a line, in UTF-8") from None
    names = [name for name in text.split("\n") if name.strip()]
    if not names:
        raise JobError(f"@{path}: names no file", remedy="Write one path a line")
    directory = os.path.dirname(path)  # noqa: PTH120 - Path makes `.` of what is empty
    for name in names:
        name = name.removesuffix("\r")
        if is_address(name) or name.startswith(("/", "~")) or not directory:
            yield name
        else:
            yield os.path.join(glob.escape(directory) if glob.has_magic(name) else directory, name)  # noqa: PTH118
