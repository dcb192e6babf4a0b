"""One measured run, in a process of its own: reads a task as JSON, writes one JSON line.

The engine first does the same work on a few rows, so that what is loaded or built on first use (modules,
lazily bound symbols, thread pools) is there when the clocks start.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks import meter
from benchmarks.engines.engine import Engine, SkippedError, Task


def _files(database: str) -> list[Path]:
    """Give a database's file and its log, as far as they are there."""
    return [file for file in (Path(database), Path(database + ".wal")) if file.exists()]


def measured(engine_name: str, task: Task, warm_up_files: dict[str, str]) -> dict[str, Any]:
    """Run the engine on the task; give its figures and checksums, or why it was skipped."""
    make: type[Engine] = importlib.import_module(f"benchmarks.engines.{engine_name}").Engine
    small = dataclasses.replace(task, files=warm_up_files, database=task.database + ".warm-up")
    try:
        # A run that was killed may have left its database.
        for file in _files(small.database) + _files(task.database):
            file.unlink()
        for attempt in (small, task):
            engine = make(attempt)
            engine.prepare()
            clocks = meter.start()
            program_figures = engine.work()
            figures = meter.stop(clocks)
            figures["file_bytes"] = sum(file.stat().st_size for file in _files(attempt.database))
        sums = engine.checksums()
    except SkippedError as error:
        return {"skipped": str(error)}
    finally:
        for file in _files(small.database) + _files(task.database):
            file.unlink()
    return {**figures, **(program_figures or {}), "checksums": sums}


def main() -> None:
    """Take the engine's name from the command line and its task from standard input."""
    order = json.load(sys.stdin)
    # Whatever an engine prints belongs on stderr: stdout is this line only.
    with contextlib.redirect_stdout(sys.stderr):
        result = measured(sys.argv[1], Task(**order["task"]), order["warm_up_files"])
    print(json.dumps(result))


if __name__ == "__main__":
    main()
