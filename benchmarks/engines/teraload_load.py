"""teraload itself: `teraload.load`, into a DuckDB file or, with the option `null`, into nothing."""

from __future__ import annotations

import os
from typing import Any

from benchmarks import checksum
from benchmarks.engines.engine import Figures, IntoDatabase, SkippedError


class Engine(IntoDatabase):
    """One call of `teraload.load` with one stream a thread."""

    def prepare(self) -> None:
        """Import, and see whether this teraload has what the arm asks for."""
        instruction_set = self.task.options.get("instruction_set")
        if instruction_set is not None:
            os.environ["TERALOAD_INSTRUCTION_SET"] = str(instruction_set)

        # It looks at the variable when it is imported or later: both are after this.
        import teraload
        from teraload import _native

        if instruction_set is not None and instruction_set not in _native.instruction_sets():
            raise SkippedError(f"this machine has no {instruction_set}")
        self._load = teraload.load
        self._keywords: dict[str, Any] = {"schema": "tpch", "streams": self.task.threads}
        if len(self.task.files) == 1:
            self._keywords["table"] = self.task.table
        given = ("quote", "max_rejects")
        self._keywords.update({name: self.task.options[name] for name in given if name in self.task.options})
        if "compression" in self.task.options:
            self._keywords["column_compression"] = self.task.options["compression"]

    def work(self) -> Figures:
        """Load."""
        return self._load_to("null:" if self.task.options.get("null") else self.task.database)

    def checksums(self) -> checksum.Sums:
        """Give the sums; what went to null: is loaded again, into a file, through the same readers."""
        if self.task.options.get("null"):
            self._load_to(self.task.database)
        return super().checksums()

    def _load_to(self, target: str) -> Figures:
        report = self._load(list(self.task.files.values()), to=target, **self._keywords)
        figures = {"rows": int(report.rows_loaded)}
        # Asked for only where there may be any: the release before has no such figure.
        if "max_rejects" in self.task.options:
            figures["rejected"] = int(report.rows_rejected)
        return {**figures}
