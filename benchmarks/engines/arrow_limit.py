"""The limit for any loader that hands Arrow to DuckDB: INSERT … SELECT from rows that are in memory already.

The rows have the types that are cheapest for DuckDB to take (decimals of 64 bits, string views), and the same
settings, threads and transactions as teraload. What teraload takes longer is what its parsing costs.
"""

from __future__ import annotations

import queue
from concurrent.futures import ThreadPoolExecutor

import duckdb
import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import csv

from benchmarks.engines.duckdb_file import new_file
from benchmarks.engines.engine import IntoDatabase
from benchmarks.engines.pyarrow_csv import options

# 4.07 row groups of 122,880 rows: transactions of four or more leave the checkpoint nothing to rewrite.
_SLICE_ROWS = 500_102
_BATCH_ROWS = 8192


def _cheapest(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_decimal(column.type):
        return column.cast(pa.decimal64(15, 2))
    if pa.types.is_string(column.type):
        return column.cast(pa.string_view())
    return column


class Engine(IntoDatabase):
    """One cursor a thread, each with DuckDB's `threads` at 1, that take slices from one queue."""

    def prepare(self) -> None:
        """Read the file into memory."""
        rows = csv.read_csv(self.task.file, **options(self.task.table, use_threads=True))
        # One chunk a column, so that a slice is made of whole batches.
        columns = {name: _cheapest(rows[name]).combine_chunks() for name in rows.column_names}
        self._rows = pa.table(columns)
        del rows, columns
        pa.default_memory_pool().release_unused()

    def work(self) -> None:
        """Insert slice by slice."""
        slices: queue.SimpleQueue[pa.Table] = queue.SimpleQueue()
        for first in range(0, self._rows.num_rows, _SLICE_ROWS):
            slices.put(self._rows.slice(first, _SLICE_ROWS))
        with new_file(self.task, "teraload", threads=1) as connection:
            cursors = [connection.cursor() for _ in range(self.task.threads)]
            with ThreadPoolExecutor(self.task.threads) as threads:
                # A list, so that what a thread raises is raised here.
                list(threads.map(lambda cursor: self._insert(cursor, slices), cursors))

    def _insert(self, cursor: duckdb.DuckDBPyConnection, slices: queue.SimpleQueue[pa.Table]) -> None:
        while True:
            try:
                rows = slices.get_nowait()
            except queue.Empty:
                return
            batches = rows.to_batches(max_chunksize=_BATCH_ROWS)
            cursor.register("slice_rows", pa.RecordBatchReader.from_batches(rows.schema, batches))
            cursor.execute(f"INSERT INTO {self.task.table} SELECT * FROM slice_rows")
            cursor.unregister("slice_rows")
