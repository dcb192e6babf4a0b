"""A new DuckDB file as all engines make it: the same tables, levels of settings, one checkpoint at the end."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import duckdb

from benchmarks import tpch
from benchmarks.engines.engine import Figures, Task

BEST = (
    # Rows may come to rest in any order, so threads need not wait for each other.
    "SET preserve_insertion_order = false",
    # Above any load here: one checkpoint at the end instead of one each 16 MB of log.
    "SET checkpoint_threshold = '1TB'",
)
"""What is known to make bulk loading faster, and teraload sets too."""

_LEVELS = {
    "defaults": (),
    "best": BEST,
    # All that teraload sets: row groups go to disk one by one, while they are in the cache, and memory stays with
    # the process instead of being given back to the kernel and cleared again.
    "teraload": (
        *BEST,
        "SET write_buffer_row_group_count = 1",
        "SET allocator_flush_threshold = '1GB'",
        "SET allocator_bulk_deallocation_flush_threshold = '4GB'",
    ),
}


@contextlib.contextmanager
def new_file(task: Task, level: str = "best", threads: int | None = None) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a connection to the task's database with its empty tables; after the work, checkpoint and close."""
    with duckdb.connect(task.database) as connection:
        if level != "defaults":
            connection.execute(f"SET threads = {threads or task.threads}")
        for statement in _LEVELS[level]:
            connection.execute(statement)
        compression = task.options.get("compression", {})
        for table in task.files:
            columns = [
                f"{name} {kind} NOT NULL" + (f" USING COMPRESSION {compression[name]}" if name in compression else "")
                for name, kind in tpch.TABLES[table].items()
            ]
            connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        yield connection
        connection.execute("CHECKPOINT")


def rejected(connection: duckdb.DuckDBPyConnection) -> Figures:
    """Give how many faults `store_rejects` has kept, which are as many records: none of the text has two."""
    ((count,),) = connection.execute("SELECT count(*) FROM reject_errors").fetchall()
    return {"rejected": count}
