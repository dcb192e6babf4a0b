"""What many do: a polars frame, then INSERT … SELECT from it into DuckDB."""

from __future__ import annotations

from benchmarks.engines import polars_csv
from benchmarks.engines.duckdb_file import new_file
from benchmarks.engines.engine import IntoDatabase


class Engine(IntoDatabase):
    """Read everything with all threads, then insert."""

    def prepare(self) -> None:
        """Make the scan."""
        self._scan = polars_csv.scan(self.task)

    def work(self) -> None:
        """Read, insert."""
        frame = self._scan.collect(engine="streaming")
        with new_file(self.task) as connection:
            connection.register("polars_rows", frame)
            connection.execute(f"INSERT INTO {self.task.table} SELECT * FROM polars_rows")
