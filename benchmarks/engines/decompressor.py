"""A decompressor and nothing else: what reading an archive costs at least. The text is let go.

zlib-ng by its own Python package, one call for each piece of the file; zstd's own library by `zstandard`. What else was
tried, and on what: METHODOLOGY.md.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb

from benchmarks import checksum
from benchmarks.engines.engine import Engine as EngineContract
from benchmarks.engines.engine import SkippedError

_PIECE_BYTES = 1 << 20
_GZIP_WINDOW_BITS = 31
_MODULES = {"gzip": "zlib_ng.zlib_ng", "zstd": "zstandard"}


class Engine(EngineContract):
    """The option `archive` is gzip or zstd."""

    def prepare(self) -> None:
        """Import."""
        name = _MODULES[str(self.task.options["archive"])]
        try:
            self._module: Any = importlib.import_module(name)
        except ImportError:
            raise SkippedError(f"the package with {name} is not installed") from None

    def work(self) -> None:
        """Decompress, and keep no more than the size."""
        self._text_bytes = sum(map(len, self._pieces()))

    def checksums(self) -> checksum.Sums:
        """Write the text of a second reading to a file, and sum that."""
        text = Path(self.task.database + ".text")
        try:
            with text.open("wb") as file:
                file.writelines(self._pieces())
            if text.stat().st_size != self._text_bytes:
                raise AssertionError(f"{self._text_bytes} bytes first, {text.stat().st_size} the second time")
            with duckdb.connect() as connection:
                return {self.task.table: checksum.of_text(connection, self.task.table, str(text))}
        finally:
            text.unlink(missing_ok=True)

    def _pieces(self) -> Iterator[bytes]:
        with Path(self.task.file).open("rb", buffering=0) as file:
            if self.task.options["archive"] == "zstd":
                yield from self._module.ZstdDecompressor().read_to_iter(
                    file, read_size=_PIECE_BYTES, write_size=_PIECE_BYTES
                )
                return
            member = self._module.decompressobj(_GZIP_WINDOW_BITS)
            while piece := file.read(_PIECE_BYTES):
                yield member.decompress(piece)
            if not member.eof or member.unused_data:
                raise AssertionError("the file is not exactly one member")
