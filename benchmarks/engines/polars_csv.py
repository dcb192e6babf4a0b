"""polars' scan_csv: typed, streaming, batches let go.

Integers, decimals and dates are types of the scan's schema, so polars converts while it reads: 1.3 times as
fast as to read text and to cast it afterwards.
"""

from __future__ import annotations

import importlib
import os
from typing import Any

from benchmarks import tpch
from benchmarks.engines.engine import Figures, IntoColumns, Task


def scan(task: Task) -> Any:
    """Give the typed scan (a LazyFrame) of the task's file, with a pool of the task's threads."""
    # Read once, when polars is imported.
    os.environ["POLARS_MAX_THREADS"] = str(task.threads)
    # By name, so that the types of everything else can be checked where polars is not installed.
    polars: Any = importlib.import_module("polars")

    kinds: dict[str, Any] = {
        "BIGINT": polars.Int64(),
        "INTEGER": polars.Int32(),
        "DECIMAL(15,2)": polars.Decimal(15, 2),
        "DATE": polars.Date(),
        "VARCHAR": polars.String(),
    }
    columns = {name: kinds[kind] for name, kind in tpch.TABLES[task.table].items()}
    # One name more than columns: the text ends every record with a delimiter.
    schema = {**columns, "past_the_last_delimiter": polars.String()}
    lines = polars.scan_csv(task.file, separator="|", has_header=False, quote_char=None, schema=schema)
    return lines.select(list(columns))


class Engine(IntoColumns):
    """One scan with polars' own threads."""

    def prepare(self) -> None:
        """Make the scan."""
        self._scan = scan(self.task)

    def work(self) -> Figures:
        """Take batches in whatever order they are ready."""
        return {"rows": sum(batch.height for batch in self._scan.collect_batches(maintain_order=False))}

    def readers(self) -> list[Any]:
        """Give the same scan's rows."""
        return [self._scan.collect(engine="streaming")]
