"""The run directory: what a load leaves on this machine's disk, whatever becomes of its destination.

`$XDG_STATE_HOME/teraload/runs/<run>/` (or `~/.local/state/…`; `TERALOAD_STATE` names another place) holds
`plan.json`, `events.ndjson` (one JSON object a line, as it happens), `report.json` and, if records were rejected,
`rejects.csv`.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from teraload.ledger import utc_now
from teraload.plan import Plan
from teraload.rejectfile import write_rejects
from teraload.rejects import PlacedReject

REJECTS = "rejects.csv"


def runs_directory() -> Path:
    """Return where runs are kept."""
    if state := os.environ.get("TERALOAD_STATE"):
        return Path(state) / "runs"
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "teraload" / "runs"


class RunDirectory:
    """The directory of one run. A disk that cannot take it does not stop the load; `problem` says so."""

    def __init__(self, run: str) -> None:
        self.path = Path(run)
        self.problem: str | None = None
        self._lock = threading.Lock()
        try:
            self.path = runs_directory() / run
            self.path.mkdir(parents=True)
        except OSError as error:
            self._failed(error)
        except RuntimeError as error:
            # A user without a home directory.
            self.problem = f"the run is not recorded: {error}"

    def plan(self, plan: Plan) -> None:
        """Keep the plan."""
        self._write("plan.json", json.dumps(plan.as_dict()) + "\n")

    def event(self, kind: str, **facts: Any) -> None:
        """Add an event, with the time."""
        line = json.dumps({"at": utc_now().isoformat() + "Z", "event": kind, **facts}, default=str)
        self._write("events.ndjson", line + "\n", mode="a")

    def report(self, report: dict[str, Any]) -> None:
        """Keep the report."""
        self._write("report.json", json.dumps(report, indent=1, default=str) + "\n")

    def rejects(self, rejects: Iterable[PlacedReject]) -> Path | None:
        """Keep the rejects; return the file, None if that was not possible."""
        path = self.path / REJECTS
        if self.problem is None:
            try:
                write_rejects(path, rejects)
            except OSError as error:
                self._failed(error)
        return path if self.problem is None else None

    def _write(self, name: str, text: str, mode: str = "w") -> None:
        if self.problem is not None:
            return
        try:
            with self._lock, (self.path / name).open(mode, encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            self._failed(error)

    def _failed(self, error: OSError) -> None:
        self.problem = f"the run is not recorded: {self.path}: {error.strerror}"
