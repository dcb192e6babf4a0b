"""Progress on a terminal: a line a table, with rows, MB/s and the time left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from teraload.sizes import show_bytes, show_count

if TYPE_CHECKING:
    from teraload.engine import Engine


class _RateColumn(ProgressColumn):
    """Megabytes of text a second, over the last seconds."""

    def render(self, task: Task) -> Text:
        """Draw the rate of a table that is being read."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed / 1e6:,.0f} MB/s" if speed else "")


class _ShareColumn(ProgressColumn):
    """How much of a table was read: the share or, where nobody knows of what, the bytes."""

    def render(self, task: Task) -> Text:
        """Draw how far a table is."""
        return Text(show_bytes(task.completed) if task.total is None else f"{task.percentage:>3.0f} %")


class ProgressDisplay:
    """Draws what the streams have read. Use as a context manager; call `draw` now and then."""

    def __init__(self, engine: Engine, console: Console) -> None:
        self._engine = engine
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            _ShareColumn(),
            TextColumn("{task.fields[rows]} rows"),
            _RateColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> ProgressDisplay:
        for table in self._engine.plan.tables:
            is_known = not any(file.is_text for file in table.files)
            total = table.size_bytes if is_known else None
            self._tasks[table.name] = self._progress.add_task(table.name, total=total, rows="0")
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def draw(self) -> None:
        """Draw the present state."""
        size = {name: read.bytes for name, read in self._engine.read.items()}
        rows = {name: read.rows for name, read in self._engine.read.items()}
        for stream in self._engine.streams:
            table, reader = stream.table, stream.reader
            if table is not None and reader is not None:
                size[table.name] += reader.bytes
                rows[table.name] += reader.records
        for name, task in self._tasks.items():
            self._progress.update(task, completed=size[name], rows=show_count(rows[name]))
