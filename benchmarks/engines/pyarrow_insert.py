"""What many do: pyarrow's read_csv, then INSERT … SELECT from the table into DuckDB."""

from __future__ import annotations

import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import csv

from benchmarks.engines.duckdb_file import new_file
from benchmarks.engines.engine import IntoDatabase
from benchmarks.engines.pyarrow_csv import options


class Engine(IntoDatabase):
    """Read everything with all threads, then insert."""

    def prepare(self) -> None:
        """Keep pyarrow's own pool to the number of threads."""
        pa.set_cpu_count(self.task.threads)

    def work(self) -> None:
        """Read, insert."""
        rows = csv.read_csv(self.task.file, **options(self.task.table, use_threads=self.task.threads > 1))
        with new_file(self.task) as connection:
            connection.register("arrow_rows", rows)
            connection.execute(f"INSERT INTO {self.task.table} SELECT * FROM arrow_rows")
