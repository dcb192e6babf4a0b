"""DuckDB's COPY into a new database file, durable at the end."""

from __future__ import annotations

from benchmarks.engines.duckdb_file import new_file, rejected
from benchmarks.engines.engine import Figures, IntoDatabase

# Nothing is detected and nothing can be quoted. What else was tried, and did not show: METHODOLOGY.md.
_EXPLICIT = "DELIMITER '|', HEADER false, AUTO_DETECT false, QUOTE '', ESCAPE ''"
_PLAIN = "DELIMITER '|'"


class Engine(IntoDatabase):
    """COPY table by table; the option `settings` is a level of `duckdb_file`, `rejects` keeps faulty rows apart."""

    def work(self) -> Figures | None:
        """Load."""
        level = str(self.task.options["settings"])
        with new_file(self.task, level) as connection:
            for table, files in self.task.files.items():
                dialect = _PLAIN if level == "defaults" else _EXPLICIT
                rejects = ", STORE_REJECTS true" if self.task.options.get("rejects") else ""
                connection.execute(f"COPY {table} FROM '{files}' ({dialect}{rejects})")
            return rejected(connection) if self.task.options.get("rejects") else None
