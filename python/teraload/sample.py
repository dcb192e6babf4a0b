"""A look at a table's files before they are planned: how long records are, and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from teraload import _native
from teraload.errors import JobError
from teraload.failures import source_error
from teraload.plan import Dialect, PlannedFile

_SAMPLE_BYTES = 64 << 10

# What is read of a pipe before it is planned: as much as a sample of a file has, which is three parts: the head alone
# misleads where numbers grow.
PIPE_BYTES = 3 * _SAMPLE_BYTES

# What to do about files that are no text, by what they are called.
_REMEDIES = {
    "zip": "Unzip it first, or pipe it: unzip -p FILE.zip | teraload load - …",
    "tar": "Unpack it first, or pipe one of its files: tar -xOf FILE NAME | teraload load - …",
    "UTF-16LE": "Say --encoding utf-16le",
    "UTF-16BE": "Say --encoding utf-16be",
    "web page": "Check the address: its server answers with a page, perhaps to log in",
}


@dataclass(frozen=True, slots=True)
class Sample:
    """Text from the head, the middle and the tail of a table's largest file, or all of it."""

    path: str
    texts: tuple[bytes, ...]
    is_unpacked: bool = False
    """Whether the file is compressed."""

    def record_bytes(self, dialect: Dialect, width: int) -> float:
        """Return the mean length of a record of `width` fields, in bytes; at least 1."""
        if not _native.is_splittable(dialect):
            records, size = _native.count_records(self.texts, dialect, width)
            if records:
                return max(1.0, size / records)
        return max(1.0, sum(map(len, self.texts)) / max(1, sum(text.count(b"\n") for text in self.texts)))

    def refuse_archives(self) -> None:
        """Refuse what is no text, though it was compressed. Raises JobError."""
        if self.is_unpacked:
            refuse_binary(self.path, _native.binary(self.texts[0]))

    def has_quoted_fields(self, delimiter: str, quote: str) -> bool:
        """Return whether a field begins with `quote`, and one behind it ends with it: in that line, or a later."""
        at, mark = delimiter.encode(), quote.encode()
        for number, text in enumerate(self.texts):
            is_open = False
            # The first line of a sample from further behind has no beginning.
            for line in text.splitlines()[number > 0 :]:
                fields = line.split(at)
                if is_open and any(f.endswith(mark) for f in fields):
                    return True
                is_open = is_open or any(f.startswith(mark) for f in fields)
                if is_open and any(len(f) > 1 and f.endswith(mark) for f in fields):
                    return True
        return False


def take_sample(files: Sequence[PlannedFile], skip_lines: int = 0) -> Sample:
    """Return a sample of the largest of `files`, without the `skip_lines` lines before its records.

    Raises SourceError if it cannot be read.
    """
    largest = max(files, key=lambda file: file.size_bytes)
    try:
        if largest.is_text:
            # Only its head can be had without reading all of it.
            texts = [_native.read_head(largest.known, PIPE_BYTES)]
        else:
            texts = _native.read_parts(largest.known, _SAMPLE_BYTES)
    except OSError as error:
        raise source_error(error) from None
    is_unpacked = largest.is_text and largest.compression != "none"
    return Sample(largest.path, (_behind(texts[0], skip_lines), *texts[1:]), is_unpacked)


def _behind(text: bytes, lines: int) -> bytes:
    return b"".join(text.splitlines(keepends=True)[lines:]) if lines else text


def refuse_binary(path: str, what: str | None) -> None:
    """Refuse the file at `path` if `what` it is, is no text. Raises JobError."""
    if what is not None:
        remedy = next((remedy for word, remedy in _REMEDIES.items() if word in what), "Convert it to text first")
        raise JobError(f"{path}: is {what}, expected text", remedy=remedy)
