"""`teraload line`."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

# More of a line than people look at; one without an end would fill the memory.
_MOST_BYTES = 1 << 20


def line(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file, as rejects and _file name it.")],
    offset: Annotated[
        int, typer.Argument(metavar="OFFSET", min=0, help="The byte, from 0; of the text in UTF-8 in an archive.")
    ],
    show: Annotated[bool, typer.Option("--show", help="Print the line itself, too.")] = False,
    encoding: Annotated[
        str, typer.Option("--encoding", metavar="NAME", help="The encoding of the file, as in the load.")
    ] = "utf-8",
) -> None:
    """Print the number of the line that a byte of a file is on, from 1: of an error, a reject, or column _byte."""
    from teraload import _native
    from teraload.errors import JobError, SourceError

    try:
        status = os.stat(file)  # noqa: PTH116 - the error names the path as it was given
        ((compression, mark, _, _),) = _native.look([(file, None)], False)
        name = mark if mark and encoding == "utf-8" else _native.encoding_name(encoding)
        found = _native.line_at((file, status.st_size, status.st_mtime_ns, compression, name), offset, _MOST_BYTES)
    except ValueError as error:
        raise JobError(f"--encoding: {error}", remedy="Say, for example, utf-16 or windows-1252") from None
    except OSError as error:
        words = str(error.strerror)
        raise SourceError(words if file in words else f"{file}: {words}", path=file, remedy="Check the path") from None
    if found is None:
        what = "its text" if compression != "none" or name != "UTF-8" else "it"
        raise JobError(f"{file}: {what} ends before byte {offset}", remedy="Check the file and the byte")
    number, text, is_all = found
    sys.stdout.write(f"{number}\n")
    if show:
        sys.stdout.flush()
        sys.stdout.buffer.write(text + (b"\n" if is_all else f" … (the first {_MOST_BYTES} bytes)\n".encode()))
        sys.stdout.buffer.flush()
