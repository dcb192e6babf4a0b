"""Pipes: standard input and named pipes, which can be read only once."""

from __future__ import annotations

import os
import stat
import sys

from teraload import _native
from teraload.errors import JobError
from teraload.failures import source_error
from teraload.plan import PlannedFile
from teraload.sample import PIPE_BYTES

STANDARD_INPUT = "standard input"

# How standard input is called. /proc/self/fd/0 is what the others stand for on Linux.
_NAMES = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")

_KINDS = (
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a block device"),
    (stat.S_ISSOCK, "a socket"),
)


def is_standard_input(text: str) -> bool:
    """Return whether `text` means what is piped into this process."""
    return text in _NAMES


def standard_input_status() -> os.stat_result:
    """Return what standard input is. Raises JobError where it is nothing to read."""
    # With descriptor 0 closed, the next file that anybody opens gets that number.
    if sys.__stdin__ is None:
        raise JobError(f"{STANDARD_INPUT}: is closed", remedy="Pipe something in: cat FILE | teraload load - …")
    status = os.fstat(0)
    if os.isatty(0):
        raise JobError(
            f"{STANDARD_INPUT}: is a terminal, expected a pipe or a file",
            remedy="Pipe something in: cat FILE | teraload load - …",
        )
    if stat.S_ISDIR(status.st_mode):
        raise JobError(f"{STANDARD_INPUT}: is a directory, expected a pipe or a file", remedy="Name its files")
    return status


def refuse_devices(path: str, status: os.stat_result) -> None:
    """Refuse what is neither file nor directory nor pipe. Raises JobError."""
    if stat.S_ISREG(status.st_mode):
        return  # first, for the sake of 100,000 files
    for is_kind, what in _KINDS:
        if is_kind(status.st_mode):
            raise JobError(
                f"{path}: is {what}, expected a file or a pipe",
                remedy="Write its content to a file first, or pipe it: … | teraload load -",
            )


def open_pipe(path: str) -> _native.Opened:
    """Begin to read standard input, or the pipe at `path`. Raises SourceError."""
    try:
        return _native.open_pipe(None if path == STANDARD_INPUT else path)
    except OSError as error:
        raise source_error(error) from None


def look_into(file: PlannedFile, *, allow_empty: bool) -> None:
    """Wait for the first bytes of a pipe. Raises JobError if it has none, SourceError."""
    assert file.opened is not None, "a pipe is opened before it is looked into"
    try:
        read_bytes, is_all = file.opened.look(PIPE_BYTES)
    except OSError as error:
        raise source_error(error) from None
    if read_bytes == 0 and is_all and not allow_empty:
        raise JobError(
            f"{file.path}: is empty, expected at least one record",
            remedy="Check what writes into it, or say --allow-empty if no rows are right",
        )


def pipe_note(file: PlannedFile) -> str | None:
    """Return what is to be said of `file` if it is standard input from a file: that could be read in parts."""
    if file.path != STANDARD_INPUT or file.kind != "pipe":
        return None
    if not stat.S_ISREG(os.fstat(0).st_mode):
        return None
    return "standard input is a file: named as one, it could be read by several streams"
