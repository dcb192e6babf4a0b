"""pyarrow's open_csv: typed, streaming, batches let go.

Its streaming reader parses one block after the other, whatever its thread pool: two threads take as long as
one. So with more threads each reads its own part of the file, as the Rust crates do: 1.8 times as fast.
pyarrow converts text to decimals of 128 bits and to strings with offsets only.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import csv

from benchmarks import tpch
from benchmarks.engines.byte_ranges import byte_ranges
from benchmarks.engines.engine import Figures, IntoColumns

TYPES = {
    "BIGINT": pa.int64(),
    "INTEGER": pa.int32(),
    "DECIMAL(15,2)": pa.decimal128(15, 2),
    "DATE": pa.date32(),
    "VARCHAR": pa.string(),
}


def options(table: str, use_threads: bool) -> dict[str, Any]:
    """Give the keywords of read_csv and open_csv: nothing is detected, quoted or taken for NULL."""
    columns = {name: TYPES[kind] for name, kind in tpch.TABLES[table].items()}
    return {
        # One name more than columns: the text ends every record with a delimiter.
        # Blocks of 256 KB and 4 MB were tried too: 1 MB is as fast as any.
        "read_options": csv.ReadOptions(
            column_names=[*columns, "past_the_last_delimiter"], block_size=1 << 20, use_threads=use_threads
        ),
        "parse_options": csv.ParseOptions(delimiter="|", quote_char=False, double_quote=False, escape_char=False),
        "convert_options": csv.ConvertOptions(
            column_types=columns, include_columns=list(columns), null_values=[], strings_can_be_null=False
        ),
    }


class Engine(IntoColumns):
    """One reader a thread."""

    def prepare(self) -> None:
        """Keep pyarrow's own pool to the number of threads."""
        pa.set_cpu_count(self.task.threads)

    def readers(self) -> list[Any]:
        """Give one reader for each part of the file."""
        return [
            csv.open_csv(
                pa.OSFile(self.task.file).get_stream(first, past - first),
                **options(self.task.table, use_threads=False),
            )
            for first, past in byte_ranges(self.task.file, self.task.threads)
        ]

    def work(self) -> Figures:
        """Read all batches, one thread a reader."""

        def drain(reader: Any) -> int:
            return sum(batch.num_rows for batch in reader)

        # open_csv reads the first block at once, so the readers are made inside the timing.
        with ThreadPoolExecutor(self.task.threads) as threads:
            return {"rows": sum(threads.map(drain, self.readers()))}
