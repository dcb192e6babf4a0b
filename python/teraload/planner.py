"""Job to plan: which files go to which tables as which columns, cut how, on how many streams."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import astuple
from functools import partial
from itertools import chain
from pathlib import Path

from teraload import _native, memory
from teraload.addresses import without_secrets
from teraload.declared import with_declared
from teraload.defining import define, read_schema
from teraload.destinations.base import Destination, Target
from teraload.errors import JobError
from teraload.fields import fields_of
from teraload.inputs import by_table, delimiter_of, find_files
from teraload.job import ColumnJob, Job, TableJob
from teraload.lineage import refuse_clash
from teraload.pipes import pipe_note
from teraload.plan import Plan, PlannedColumn, PlannedFile, PlannedTable, Setting
from teraload.reading import dialect_of, identified, why_alone, why_joined, why_uncut, with_readings
from teraload.sample import Sample, take_sample
from teraload.schema import Schema
from teraload.schema.spelled import type_of
from teraload.schema.types import text
from teraload.sizes import show_count
from teraload.splits import bundle, cut


def make_plan(job: Job, destination: Destination) -> Plan:
    """Return what loading `job` into `destination` will do, in full.

    Reads the job's directory entries, three samples of one file a table, and the destination's catalog.
    Raises JobError for what cannot be done, SourceError for files that cannot be read, and DestinationError.
    """
    _refuse_not_yet(job)
    _check_rejects_file(job)
    default_on_fault = "reject" if job.max_rejects.allows_any else "fail"
    planned: dict[str, PlannedTable] = {}
    notes: list[str] = []
    details: list[str] = []
    number_of_files = 0
    pipes: dict[tuple[int, int], str] = {}
    for table in job.tables:
        files = find_files(table.files, allow_empty=table.allow_empty, first_number=number_of_files + 1, pipes=pipes)
        number_of_files += len(files)
        groups = by_table(table, files)
        schema = read_schema(table, list(groups))
        notes += schema.notes if schema else ()
        for name, its_files in groups.items():
            if name in planned:
                raise JobError(
                    f"{name}: two tables of the job are called that", remedy="Put their files into one, or rename one"
                )
            said, columns, sniffed_notes = define(name, its_files, schema, table, job.mode, destination)
            notes += sniffed_notes
            columns = with_declared(columns, said)
            if columns is not None and job.lineage:
                refuse_clash(name, (column.name for column in columns.columns))
            target = destination.target(name, columns, said, job)
            notes += [f"{name}: {note}" for note in target.notes]
            details += [f"{name}: {detail}" for detail in target.details]
            planned[name], its_notes, its_details = _plan_table(
                name,
                its_files,
                target,
                schema,
                said,
                destination,
                default_on_fault,
                lineage=job.lineage,
                is_sniffed=bool(sniffed_notes),
            )
            notes += its_notes
            details += its_details
    tables = tuple(planned.values())
    _check_compressed(job, tables)
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
        tables=tables,
        streams=budget.streams,
        max_rejects_count=job.max_rejects.count,
        max_rejects_fraction=job.max_rejects.fraction,
        memory_bytes=budget.memory_bytes,
        record_limit_bytes=budget.record_limit_bytes,
        one_table_at_a_time=job.one_table_at_a_time,
        fingerprint=_fingerprint(destination.name, job.mode, tables),
        instruction_set=_instruction_set(),
        # A schema that several tables of the job name says what it says once.
        notes=tuple(dict.fromkeys((*notes, *stream_notes, *budget.notes))),
        details=(*details, *destination.about()),
        settings=_settings(job, destination),
    )


def _refuse_not_yet(job: Job) -> None:
    """Refuse what a job can say and nothing acts on yet. Raises JobError."""
    for number, table in enumerate(job.tables):
        if table.schema_change == "widen":
            given = job.given.get(f"tables.{number}.schema_change") or job.given.get("schema_change")
            raise JobError(
                f"{given.where if given else ''}schema_change: widen is not supported yet: which type holds a column's "
                "values is only known when all of them are read",
                remedy="Say add, which adds columns, and widen the table's types yourself",
            )


def _check_rejects_file(job: Job) -> None:
    """Refuse to write rejects over anything. Raises JobError."""
    if job.rejects is None:
        return
    path = Path(job.rejects)
    if path.exists() or path.is_symlink():
        raise JobError(f"--rejects: {path} exists already", remedy="Name another file, or remove that one first")
    if not path.parent.is_dir():
        raise JobError(f"--rejects: {path}: there is no directory {path.parent}", remedy="Make it first")
    if not os.access(path.parent, os.W_OK):
        raise JobError(f"--rejects: {path}: {path.parent} cannot be written to", remedy="Name a file elsewhere")


def _settings(job: Job, destination: Destination) -> tuple[Setting, ...]:
    """Return what the job says and where; where to as the destination calls itself, without passwords."""
    return tuple(
        Setting(
            option,
            destination.name if option == "to" and not given.is_secret else without_secrets(given.written or ""),
            given.origin,
        )
        for option, given in job.given.items()
    )


def _check_compressed(job: Job, tables: Sequence[PlannedTable]) -> None:
    known = {column.name.casefold() for table in tables for column in table.columns}
    for column in chain.from_iterable(table.column_compression for table in job.tables):
        if column.casefold() not in known:
            raise JobError(f"--column-compression: there is no column {column}", remedy="Check its spelling")


def _plan_table(
    name: str,
    files: Sequence[PlannedFile],
    target: Target,
    schema: Schema | None,
    job: TableJob,
    destination: Destination,
    default_on_fault: str,
    *,
    lineage: bool,
    is_sniffed: bool,
) -> tuple[PlannedTable, list[str], list[str]]:
    """Return the planned table, what a load should say of it, and what only the plan should."""
    delimiter = job.delimiter or (schema and schema.delimiter) or _delimiter_of_all(name, files)
    files, first_lines = identified(files, job)
    sample = take_sample(files, job.skip_lines)
    sample.refuse_archives()
    dialect = dialect_of(name, job, schema, delimiter, sample)
    fields = fields_of(name, files, target.columns, job, dialect, first_lines, partial(_new_column, job, destination))
    files = fields.files
    record_bytes = sample.record_bytes(dialect, len(target.columns))
    split_bytes = destination.split_bytes(record_bytes)
    why_whole, may_share = why_uncut(dialect), not dialect.skip_footer
    splits = cut([] if why_whole else [file for file in files if not file.is_text], split_bytes)
    others = [file for file in files if file.is_text or why_whole]
    splits += bundle(others, split_bytes, first_number=len(splits) + 1, may_share=may_share)
    columns = with_readings(fields.columns, job, default_on_fault)
    added = next((column for column in columns if column.is_added), None)
    if added and target.way.name == "direct":
        raise JobError(
            f"schema_change: add: {name} lacks {added.name}, and with --publish direct rows become visible before "
            "a column could be added with them",
            remedy="Leave --publish direct out, or add the column first",
        )
    planned = PlannedTable(
        name=name,
        target=target.quoted,
        columns=(*columns, *(destination.lineage() if lineage else ())),
        dialect=dialect,
        files=tuple(files),
        layouts=fields.layouts,
        unfed=fields.unfed,
        splits=splits,
        way=target.way,
        ragged=job.ragged or default_on_fault,
        record_bytes=round(record_bytes, 1),
        split_bytes=max(1, round(min(split_bytes, 1 << 62))),
        is_joined=why_joined(dialect) is not None,
        is_sniffed=is_sniffed,
    )
    notes = _notes(planned, job, sample)
    alone = why_whole or (why_alone(others[0]) if others and not may_share else None)
    if alone and any(file.size_bytes > split_bytes for file in others):
        notes.append(f"{name}: each file is read by one stream, because {alone}")
    return planned, notes, _details(planned)


def _notes(table: PlannedTable, job: TableJob, sample: Sample) -> list[str]:
    """Return what a load should say of a table that the job does not."""
    notes = [
        f"{table.name}: column {column.name} {column.stored_as} is added, which files have and the table has not"
        for column in table.columns
        if column.is_added
    ]
    if job.quote is None and table.dialect.quote is not None:
        notes.append(f"{table.name}: its fields are quoted, as a sample of {sample.path} shows")
    marked = next((file for file in table.files if file.encoding != "UTF-8"), None)
    if marked and "encoding" not in job.model_fields_set:
        notes.append(f"{table.name}: {marked.path} is {marked.encoding}, as its byte order mark says")
    return notes + [f"{table.name}: {note}" for file in table.files if (note := pipe_note(file)) is not None]


def _details(table: PlannedTable) -> list[str]:
    """Return what only the plan should say of a table."""
    slow = [column.name for column in table.columns if column.reading and column.reading.is_slow]
    details = [f"{table.name}: made plain before they are converted: {', '.join(slow)}"] if slow else []
    if table.is_joined and any(piece.first_byte for split in table.splits for piece in split.pieces):
        joined = why_joined(table.dialect)
        details.append(f"{table.name}: cut at guesses that are proven before they count, because {joined}")
    shared = {split.pieces[0].file for split in table.splits if split.is_shared}
    for file in (file for file in table.files if file.number in shared):
        details.append(f"{table.name}: {why_alone(file)}: one thread reads it ahead of all streams, which parse")
    return details


def _new_column(job: TableJob, destination: Destination, name: str, entry: ColumnJob | None) -> PlannedColumn:
    """Return a column for a field that the table has none for: text, if the job does not say what else."""
    kind = text() if entry is None or entry.type is None else type_of(entry.type, job.ddl_dialect)
    return destination.new_column(name, kind)


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
            [[c.name, c.type, c.on_error, c.reading and astuple(c.reading)] for c in table.columns],
            [[c.max_length, c.on_truncate, c.is_lineage] for c in table.columns],
            [table.ragged, *astuple(table.dialect)],
            [[file.path, file.compression, file.encoding, file.layout] for file in table.files],
            table.layouts,
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
