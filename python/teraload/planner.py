"""Job to plan: which files go to which tables as which columns, cut how, on how many streams."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from teraload import _native, memory
from teraload.destinations.base import Destination, Target
from teraload.errors import JobError
from teraload.inputs import delimiter_of, find_files, table_of
from teraload.job import Job
from teraload.plan import Dialect, Plan, PlannedFile, PlannedTable
from teraload.sample import take_sample
from teraload.schema import TPCH, Schema, Table, read_ddl
from teraload.sizes import show_count
from teraload.splits import cut
from teraload.tablename import parse_name


def make_plan(job: Job, destination: Destination) -> Plan:
    """Return what loading `job` into `destination` will do, in full.

    Reads the job's directory entries, three samples of one file a table, and the destination's catalog.
    Raises JobError for what cannot be done, SourceError for files that cannot be read, and DestinationError.
    """
    groups = _by_table(job, find_files(job.files, allow_empty=job.allow_empty))
    schema = read_schema(job, list(groups))
    notes: list[str] = list(schema.notes) if schema else []
    details: list[str] = []
    tables = []
    for name, files in groups.items():
        target = destination.target(name, _columns_of(name, schema, job), job)
        notes += [f"{name}: {note}" for note in target.notes]
        details += [f"{name}: {detail}" for detail in target.details]
        tables.append(_plan_table(name, files, target, schema, job, destination))
    known = {column.name.casefold() for table in tables for column in table.columns}
    for column in job.compression:
        if column.casefold() not in known:
            raise JobError(f"--compression: there is no column {column}", remedy="Check its spelling")
    streams, stream_notes = _streams(job, destination, tables)
    budget = memory.budget(
        streams,
        streams_asked=job.streams is not None,
        memory_bytes=job.memory,
        record_limit_bytes=job.record_limit,
    )
    return Plan(
        destination=destination.name,
        mode=job.mode,
        tables=tuple(tables),
        streams=budget.streams,
        memory_bytes=budget.memory_bytes,
        record_limit_bytes=budget.record_limit_bytes,
        one_table_at_a_time=job.one_table_at_a_time,
        fingerprint=_fingerprint(destination.name, job.mode, tables),
        instruction_set=_instruction_set(),
        notes=(*notes, *stream_notes, *budget.notes),
        details=(*details, *destination.about()),
    )


def read_schema(job: Job, names: Sequence[str]) -> Schema | None:
    """Return the schema that the job names, as far as tables `names` need it; None if it names none.

    Raises JobError.
    """
    if job.schema_ is None:
        return None
    if not job.schema_:
        raise JobError("--schema is empty", remedy="Say tpch, or a file of CREATE TABLE statements")
    if job.schema_.lower() == "tpch":
        return TPCH
    path = Path(job.schema_)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise JobError(
            f"--schema: {path}: no such file", remedy="Say tpch, or a file of CREATE TABLE statements"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise JobError(f"--schema: {path}: cannot be read: {error}", remedy="Check the file") from None
    # With --table, a script of one table may call it otherwise.
    wanted = None if job.table is not None else [parse_name(name)[1] for name in names]
    return read_ddl(text, dialect=job.ddl_dialect, origin=str(path), tables=wanted)


def _by_table(job: Job, files: Sequence[PlannedFile]) -> dict[str, list[PlannedFile]]:
    if job.table is not None:
        return {job.table: list(files)}
    groups: dict[str, list[PlannedFile]] = {}
    for file in files:
        name = table_of(file.path)
        if not name:
            raise JobError(f"{file.path}: its name says no table", remedy="Say --table NAME")
        groups.setdefault(name, []).append(file)
    return groups


def _columns_of(name: str, schema: Schema | None, job: Job) -> Table | None:
    if schema is None:
        return None
    if job.table is not None and len(schema.tables) == 1:
        return next(iter(schema.tables.values()))
    return schema.table(parse_name(name)[1])


def _plan_table(
    name: str,
    files: Sequence[PlannedFile],
    target: Target,
    schema: Schema | None,
    job: Job,
    destination: Destination,
) -> PlannedTable:
    delimiter = job.delimiter or (schema and schema.delimiter) or _delimiter_of_all(name, files)
    trailing = job.trailing_delimiter
    if trailing is None:
        # What a shipped schema knows of its files holds for files that are written as it says.
        trailing = bool(schema and schema.trailing_delimiter and delimiter == schema.delimiter)
    sample = take_sample(files)
    sample.check(delimiter, takes_quotes=job.quote == "none")
    return PlannedTable(
        name=name,
        target=target.quoted,
        columns=target.columns,
        dialect=Dialect(delimiter, trailing, job.null, job.header),
        files=tuple(files),
        splits=cut(files, destination.split_bytes(sample.record_bytes)),
        way=target.way,
        record_bytes=round(sample.record_bytes, 1),
    )


def _delimiter_of_all(name: str, files: Sequence[PlannedFile]) -> str:
    by_delimiter = {delimiter_of(file.path): file.path for file in files}
    if len(by_delimiter) > 1:
        raise JobError(
            f"{name}: the extensions of {' and '.join(by_delimiter.values())} say different delimiters",
            remedy="Say --delimiter, or load them apart",
        )
    return next(iter(by_delimiter))


def usable_cores() -> int:
    """Return the cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _streams(job: Job, destination: Destination, tables: Sequence[PlannedTable]) -> tuple[int, list[str]]:
    streams = job.streams or usable_cores()
    most, why = destination.most_streams(tables)
    notes = []
    if most is not None and most < streams:
        notes.append(f"{show_count(most, 'stream')} instead of {streams}: {why}")
        streams = most
    return streams, notes


def _fingerprint(destination: str, mode: str, tables: Iterable[PlannedTable]) -> str:
    """Return a digest of what is loaded where. Streams, memory and limits do not count."""
    what = [destination, mode] + [
        [
            table.name,
            [[column.name, column.type] for column in table.columns],
            [
                table.dialect.delimiter,
                table.dialect.trailing_delimiter,
                table.dialect.null,
                table.dialect.header,
            ],
            [file.path for file in table.files],
        ]
        for table in tables
    ]
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:32]


def _instruction_set() -> str | None:
    """Return the instruction set that TERALOAD_INSTRUCTION_SET forces; None for the best one."""
    name = os.environ.get("TERALOAD_INSTRUCTION_SET")
    if name and name not in _native.instruction_sets():
        known = ", ".join(_native.instruction_sets())
        raise JobError(f"TERALOAD_INSTRUCTION_SET: {name} cannot run here", remedy=f"This machine has: {known}")
    return name or None
