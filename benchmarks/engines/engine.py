"""The contract of an engine, and what the two kinds of engine have in common.

A measured run is `prepare` (not timed: imports, objects, what a real program would have at hand), `work`
(timed) and `checksums` (not timed), in a process of its own.

DuckDB is imported where the sums are made: an engine without DuckDB should not have it in its memory.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks import checksum, tpch


@dataclasses.dataclass(frozen=True)
class Task:
    """What an engine is asked to do, as it travels to the process that does it."""

    files: Mapping[str, str]
    """For each table a path or a glob pattern."""
    database: str
    """Where a database is to be made; nothing is there yet."""
    threads: int
    options: Mapping[str, Any]

    @property
    def table(self) -> str:
        """The only table, for engines that know no more."""
        (table,) = self.files
        return table

    @property
    def file(self) -> str:
        """The only table's file or pattern."""
        return self.files[self.table]


class SkippedError(Exception):
    """This engine cannot do the task here; the message says why."""


Figures = dict[str, float]


class Engine(ABC):
    """One task for one engine."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def prepare(self) -> None:  # noqa: B027 (most engines have nothing to prepare)
        """Do what is not part of the work."""

    @abstractmethod
    def work(self) -> Figures | None:
        """Do the work; give the `rows` read if they are let go, and all figures if another program did it."""

    @abstractmethod
    def checksums(self) -> checksum.Sums:
        """Give the sums of what the work produced, by table and column."""


class IntoDatabase(Engine):
    """An engine whose product is a DuckDB file: the sums are read back from that file."""

    def checksums(self) -> checksum.Sums:
        """Open the finished file as a stranger would, and compare types and sums."""
        import duckdb

        wal = Path(self.task.database + ".wal")
        if wal.exists() and wal.stat().st_size > 0:
            raise AssertionError("the work ended without a checkpoint: there is a write-ahead log")
        with duckdb.connect(self.task.database, read_only=True) as connection:
            sums = {}
            for table in self.task.files:
                described = connection.execute(f"DESCRIBE {table}").fetchall()
                found = [(str(name), str(kind)) for name, kind, *_ in described]
                declared = list(tpch.TABLES[table].items())
                if found != declared:
                    raise AssertionError(f"{table} has the columns {found}, declared were {declared}")
                sums[table] = checksum.of_relation(connection, table, table)
            return sums


class IntoColumns(Engine):
    """An engine whose Arrow batches are let go: the sums come from a second, untimed reading."""

    @abstractmethod
    def readers(self) -> list[Any]:
        """Give new readers as the work uses them, as Arrow streams."""

    def checksums(self) -> checksum.Sums:
        """Read again, into the sums."""
        import duckdb

        with duckdb.connect() as connection:
            parts = []
            for index, reader in enumerate(self.readers()):
                connection.register(f"reader_{index}", reader)
                parts.append(f"SELECT * FROM reader_{index}")
            relation = f"({' UNION ALL '.join(parts)})"
            return {self.task.table: checksum.of_relation(connection, self.task.table, relation)}
