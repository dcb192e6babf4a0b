"""A look at a table's files before they are planned: how long records are, and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from teraload import _native
from teraload.errors import JobError, SourceError
from teraload.plan import PlannedFile

_SAMPLE_BYTES = 64 << 10

# Where in a file records are sampled: the head alone misleads where numbers grow.
_SAMPLE_AT = (0.0, 0.5, 1.0)

_MAGIC = {b"PK\x03\x04": "a zip archive", b"PAR1": "a Parquet file", b"DUCK": "a DuckDB file"}


@dataclass(frozen=True, slots=True)
class Sample:
    """Text from the head, the middle and the tail of a table's largest file."""

    path: str
    texts: tuple[bytes, ...]

    @property
    def record_bytes(self) -> float:
        """Return the mean length of a record, in bytes; at least 1."""
        return max(1.0, sum(map(len, self.texts)) / max(1, sum(text.count(b"\n") for text in self.texts)))

    def refuse_archives(self) -> None:
        """Refuse what is no text. Raises JobError."""
        for magic, what in _MAGIC.items():
            if self.texts[0].startswith(magic):
                raise JobError(f"{self.path}: is {what}, expected text", remedy="Convert it to that first")

    def has_quoted_fields(self, delimiter: str, quote: str) -> bool:
        """Return whether a field begins with `quote` and one ends with it in some line."""
        at, mark = delimiter.encode(), quote.encode()
        for number, text in enumerate(self.texts):
            # The first line of a sample from further behind has no beginning.
            for line in text.splitlines()[number > 0 :]:
                fields = line.split(at)
                if any(f.startswith(mark) for f in fields) and any(len(f) > 1 and f.endswith(mark) for f in fields):
                    return True
        return False


def take_sample(files: Sequence[PlannedFile], skip_lines: int = 0) -> Sample:
    """Return a sample of the largest of `files`, without the `skip_lines` lines before its records.

    Raises SourceError if it cannot be read.
    """
    largest = max(files, key=lambda file: file.size_bytes)
    if largest.is_text:
        # Only its head can be had without reading all of it.
        try:
            head = _native.read_head(largest.known, len(_SAMPLE_AT) * _SAMPLE_BYTES)
            return Sample(largest.path, (_behind(head, skip_lines),))
        except OSError as error:
            raise SourceError(str(error.strerror), path=largest.path) from None
    try:
        with Path(largest.path).open("rb") as file:
            texts = []
            for part in _SAMPLE_AT:
                file.seek(int(max(0, largest.size_bytes - _SAMPLE_BYTES) * part))
                texts.append(file.read(_SAMPLE_BYTES))
    except PermissionError:
        raise SourceError(
            f"{largest.path}: no permission to read it", path=largest.path, remedy="Check its owner and mode"
        ) from None
    except OSError as error:
        raise SourceError(f"{largest.path}: cannot be read: {error.strerror}", path=largest.path) from None
    return Sample(largest.path, (_behind(texts[0], skip_lines), *texts[1:]))


def _behind(text: bytes, lines: int) -> bytes:
    return b"".join(text.splitlines(keepends=True)[lines:]) if lines else text
