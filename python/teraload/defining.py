"""Where a table's columns are from: a schema, the table that is there, the job, or samples of the files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from teraload import _native
from teraload.declared import table_of_entries, without_definition
from teraload.destinations.base import Destination
from teraload.errors import JobError
from teraload.failures import source_error
from teraload.job import ColumnJob, TableJob
from teraload.plan import PlannedFile
from teraload.reading import dialect_of, identified
from teraload.sample import take_sample
from teraload.schema import TPCH, Schema, Table
from teraload.sniffing import sniff_files
from teraload.tablename import parse_name


def define(
    name: str,
    files: Sequence[PlannedFile],
    schema: Schema | None,
    job: TableJob,
    mode: str,
    destination: Destination,
) -> tuple[TableJob, Table | None, list[str]]:
    """Return what the job says of the table beside its columns, the columns that the files have, and notes.

    They are the schema's; without one the existing table's (None); without that those of the job; and what is left
    is sniffed. To append to a table that is not there is more likely a slip of the pen than a wish for a new one.
    """
    if schema is not None or mode == "append" or destination.has_table(name):
        return job, _columns_of(name, schema, job), []
    if found := _defined_by_job(name, files, job):
        return *found, []
    sniffed = sniff_files(name, files, job)
    return sniffed.filled(job), sniffed.table(job), sniffed.notes


def read_schema(job: TableJob, names: Sequence[str]) -> Schema | None:
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
    # Not before it is needed: sqlglot takes longer to import than all of this package.
    from teraload.schema import read_ddl

    # With --table, a script of one table may call it otherwise.
    wanted = None if job.table is not None else [parse_name(name)[1] for name in names]
    return read_ddl(text, dialect=job.ddl_dialect, origin=str(path), tables=wanted)


def _columns_of(name: str, schema: Schema | None, job: TableJob) -> Table | None:
    if schema is None:
        return None
    if job.table is not None and len(schema.tables) == 1:
        return next(iter(schema.tables.values()))
    return schema.table(parse_name(name)[1])


def _defined_by_job(name: str, files: Sequence[PlannedFile], job: TableJob) -> tuple[TableJob, Table] | None:
    """Return the table that the job's columns define on their own, and the job without what defines it.

    That is where each has a type, nothing is left to find out of how the files are written, and the first file has
    these columns; None where it is not so, and the files have to be looked at.
    """
    entries = {column: entry for column, entry in (job.columns or {}).items() if column != "*"}
    if not entries or any(entry.type is None for entry in entries.values()):
        return None
    if not {"header", "delimiter"} <= job.model_fields_set:
        return None
    files, first_lines = identified(files[:1], job)
    dialect = dialect_of(name, job, None, job.delimiter or ",", take_sample(files, job.skip_lines))
    try:
        (first,) = _native.read_headers([file.known for file in files], dialect, first_lines, job.skip_lines)
    except OSError as error:
        raise source_error(error) from None
    names = {column.casefold() for column in entries}
    # A header that is passed over may have a name less: R's has none for the names of rows.
    missing = len(entries) - len(first)
    is_whole = missing == 0 or (job.header == "skip" and missing == 1)
    if job.header == "names":
        is_whole = is_whole and {column.casefold() for column in first} == names
    if not is_whole:
        return None
    given = {column: entry.model_dump(exclude_unset=True, by_alias=True) for column, entry in entries.items()}
    readings = {column: ColumnJob.model_validate(without_definition(entry)) for column, entry in given.items()}
    everywhere = {"*": job.columns["*"]} if job.columns and "*" in job.columns else {}
    return job.model_copy(update={"columns": {**readings, **everywhere}}), table_of_entries(
        name, given, job.ddl_dialect
    )
