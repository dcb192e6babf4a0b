"""lineitem written in other ways: quoted, compressed, with faults. The same text gives the same bytes."""

from __future__ import annotations

import gzip
import importlib
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PIECE_BYTES = 1 << 20
_GZIP_LEVEL = 6
_ZSTD_LEVEL = 3
_SEED = 1992

RECORDS_PER_FAULT = 100
WITHOUT_FAULTY = "without-faulty"

# A date, a decimal and an integer that none is, by the field's index.
_FAULTS = ((10, b"1998-13-01"), (5, b"24710.3O"), (0, b"1x552"))


@dataclass(frozen=True)
class Way:
    """One way of writing what is in lineitem's file."""

    name: str
    """The file's."""
    plain: str
    """The data set that has the same rows, written plainly, as far as they can be read."""
    write: Callable[[Path, Path], None]
    """Reads the first file, writes the second."""
    is_archive: bool = False


def _quote(source: Path, target: Path) -> None:
    """Put quotation marks around every field; the delimiter at the end of a record stays outside of them."""
    with source.open("rb") as text, target.open("wb") as quoted:
        # Whole lines, of about as many bytes.
        while lines := text.readlines(_PIECE_BYTES):
            marked = b'"' + b"".join(lines).replace(b"|", b'"|"').replace(b'"|"\n', b'"|\n"')
            quoted.write(marked.removesuffix(b'"'))


def _gzip(source: Path, target: Path) -> None:
    """Write one member, by the standard library's zlib and not by the one that is measured."""
    # Neither name nor time, so that the same text gives the same bytes.
    with (
        source.open("rb") as text,
        target.open("wb") as file,
        gzip.GzipFile("", "wb", _GZIP_LEVEL, file, mtime=0) as archive,
    ):
        shutil.copyfileobj(text, archive, _PIECE_BYTES)


def _zstd(source: Path, target: Path) -> None:
    """Write one frame that says its size, as the command does."""
    # By name, so that what needs no archive needs no package either.
    zstandard: Any = importlib.import_module("zstandard")
    with source.open("rb") as text, target.open("wb") as file:
        zstandard.ZstdCompressor(level=_ZSTD_LEVEL).copy_stream(text, file, size=source.stat().st_size)


def _faulty(source: Path, target: Path) -> None:
    """Put a fault into one record of each hundred, at a random place in the hundred."""
    with source.open("rb") as text, target.open("wb") as faulty:
        for number, (line, is_chosen) in enumerate(_chosen(text)):
            faulty.write(_with_fault(line, number) if is_chosen else line)


def _without_faulty(source: Path, target: Path) -> None:
    """Write the records into which `_faulty` puts no fault."""
    with source.open("rb") as text, target.open("wb") as others:
        others.writelines(line for line, is_chosen in _chosen(text) if not is_chosen)


def _chosen(text: Iterator[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Give each line, and whether it is the one of its hundred; the last hundred may have none."""
    places = random.Random(_SEED)
    place = 0
    for index, line in enumerate(text):
        if index % RECORDS_PER_FAULT == 0:
            place = places.randrange(RECORDS_PER_FAULT)
        yield line, index % RECORDS_PER_FAULT == place


def _with_fault(line: bytes, number: int) -> bytes:
    # The quotient, so that all kinds come in turn however the numbers are spread.
    index, value = _FAULTS[number // RECORDS_PER_FAULT % len(_FAULTS)]
    fields = line.split(b"|")
    fields[index] = value
    return b"|".join(fields)


WAYS: dict[str, Way] = {
    "quoted": Way("lineitem-quoted.tbl", "lineitem", _quote),
    "gzip": Way("lineitem.tbl.gz", "lineitem", _gzip, is_archive=True),
    "zstd": Way("lineitem.tbl.zst", "lineitem", _zstd, is_archive=True),
    "faulty": Way("lineitem-faulty.tbl", WITHOUT_FAULTY, _faulty),
    WITHOUT_FAULTY: Way("lineitem-without-faulty.tbl", WITHOUT_FAULTY, _without_faulty),
}
"""By data set."""
