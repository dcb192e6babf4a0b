"""The report: what a load did, as an object, as JSON and as the last lines that people read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from teraload.clock import NAMES, Clock
from teraload.engine import Engine
from teraload.sizes import show_bytes, show_count


@dataclass(frozen=True, slots=True)
class StreamReport:
    """What one stream did; `number` counts from 1."""

    number: int
    splits: int
    rows: int
    bytes: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class TableReport:
    """What became of one table's records: read = loaded + rejected + filtered."""

    name: str
    rows_read: int
    rows_loaded: int
    rows_rejected: int
    rows_filtered: int
    bytes_read: int
    files: int
    splits: int


@dataclass(frozen=True, slots=True)
class Report:
    """What a load did. `seconds` is the wall time from the plan to the rows being safe on disk."""

    run: str
    status: str
    destination: str
    mode: str
    seconds: float
    bytes_read: int
    rows_read: int
    rows_loaded: int
    rows_rejected: int
    mb_per_s: float
    phases: dict[str, float]
    streams: tuple[StreamReport, ...]
    tables: dict[str, TableReport]
    warnings: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the report as what JSON knows; `tables` and `streams` are lists there."""
        return {
            **asdict(self),
            "streams": [{**asdict(stream), "clock": stream.clock.as_dict()} for stream in self.streams],
            "tables": [asdict(table) for table in self.tables.values()],
        }


def make_report(engine: Engine, seconds: float) -> Report:
    """Return the report of a load that took `seconds`."""
    tables = {}
    for table in engine.plan.tables:
        read = engine.read[table.name]
        tables[table.name] = TableReport(
            name=table.name,
            rows_read=read.rows,
            rows_loaded=engine.rows_loaded[table.name],
            rows_rejected=read.rejected,
            rows_filtered=0,
            bytes_read=read.bytes,
            files=len(table.files),
            splits=len(read.splits),
        )
    bytes_read = sum(table.bytes_read for table in tables.values())
    return Report(
        run=engine.run,
        status="loaded",
        destination=engine.plan.destination,
        mode=engine.plan.mode,
        seconds=round(seconds, 6),
        bytes_read=bytes_read,
        rows_read=sum(table.rows_read for table in tables.values()),
        rows_loaded=sum(table.rows_loaded for table in tables.values()),
        rows_rejected=sum(table.rows_rejected for table in tables.values()),
        mb_per_s=round(bytes_read / 1e6 / max(seconds, 1e-9), 3),
        phases=engine.phases,
        streams=tuple(StreamReport(s.number, s.splits, s.rows, s.bytes, s.clock) for s in engine.streams),
        tables=tables,
        warnings=tuple(engine.warnings),
    )


def summary(report: Report) -> list[str]:
    """Return the last lines: per table and in all, read, loaded and rejected, then where the time went."""
    widths = max(len(name) for name in [*report.tables, "all"])
    rows = [(t.name, t.rows_read, t.rows_loaded, t.rows_rejected, t.bytes_read) for t in report.tables.values()]
    if len(rows) > 1:
        rows.append(("all", report.rows_read, report.rows_loaded, report.rows_rejected, report.bytes_read))
    digits = max(len(show_count(read)) for _, read, *_ in rows)
    lines = [
        f"{name:<{widths}}  read {show_count(read):>{digits}}  loaded {show_count(loaded):>{digits}}"
        + (f"  rejected {show_count(rejected):>{digits}}" if report.rows_rejected else "")
        + f"  {show_bytes(size):>9}"
        for name, read, loaded, rejected, size in rows
    ]
    lines.append(f"{report.seconds:.2f} s, {report.mb_per_s:.0f} MB/s, {show_count(len(report.streams), 'stream')}")
    lines.append(f"the streams' time: {_shares(report)}")
    return lines


def _shares(report: Report) -> str:
    sums = {name: sum(getattr(s.clock, f"{name}_s") for s in report.streams) for name in NAMES}
    total = sum(sums.values()) or 1.0
    return ", ".join(f"{name} {value / total:.0%}" for name, value in sums.items() if value > 0)
