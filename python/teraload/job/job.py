"""What a job says of the whole load."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr

from teraload.job.fields import NO_REJECTS, SIZE, Bytes, Count, Options, Rejects
from teraload.job.given import Given, spell
from teraload.job.table import TableJob

# The longest record that is read, unless told otherwise: far beyond any row that databases hold well, and
# small enough that a stream's worst case (see memory.py) is some 200 MB.
DEFAULT_RECORD_LIMIT_BYTES = 16 << 20

# A limit cannot be less than what is read at a time, and less than this at a time is slow.
LEAST_RECORD_LIMIT_BYTES = 64 << 10

# Arrow's views hold lengths of 31 bits.
MOST_RECORD_LIMIT_BYTES = 1 << 30


class Job(Options):
    """What is to be loaded, from where, to where and how. `make_job` makes one; sizes may be written as 512MB."""

    to: Any
    """Where to: a DuckDB file, :memory:, a PostgreSQL address or connection string, or null: to parse and discard."""
    mode: Literal["create", "append", "replace"] = "create"
    """Make a table that must not exist, append to one, or replace its rows."""
    publish: Literal["auto", "transaction", "staged", "copy", "direct"] = "auto"
    """How appended rows become visible. DuckDB: transaction, staged, direct; PostgreSQL: copy, direct. All but direct in one step."""  # noqa: E501 - one paragraph of help
    record_limit: Annotated[Bytes, Field(ge=LEAST_RECORD_LIMIT_BYTES, le=MOST_RECORD_LIMIT_BYTES), SIZE] | None = None
    """The longest record, in bytes; without it 16MiB, or less where memory is small."""
    streams: Annotated[Count, Field(ge=1, le=1024)] | None = None
    """Streams that read, parse and write at once; without it, one a usable core."""
    memory: Annotated[Bytes, SIZE] | None = None
    """What teraload's own buffers may take; without it, the streams' worst case, 180MiB each."""
    destination_memory: Annotated[Bytes, SIZE] | None = None
    """The memory limit given to DuckDB; without it, DuckDB's own."""
    one_table_at_a_time: bool = False
    """Take the tables one after the other, not the largest splits first."""
    storage_version: str | None = None
    """The DuckDB version that must be able to read a new file, as v1.2.0."""
    max_rejects: Annotated[Rejects, Field(json_schema_extra={"default": 0})] = NO_REJECTS
    """How many records may be rejected before the load fails: a number, or a share of those read as 0.5%; with any, ragged and on_error are reject where nothing else is said."""  # noqa: E501 - one paragraph of help
    rejects: str | None = None
    """The CSV file that rejected records are written to, with place and reason; it must not exist."""
    lineage: bool = False
    """Load where each record is from, too, into columns _run, _file and _byte: the run, the file, the record's first byte in it; `teraload line` says its line."""  # noqa: E501 - one paragraph of help
    tables: Annotated[tuple[TableJob, ...], Field(min_length=1)]
    """The tables; without it, the options beside it are those of the one table."""

    _given: Mapping[tuple[str | int, ...], Given] = PrivateAttr(default_factory=dict)

    @property
    def given(self) -> dict[str, Given]:
        """Return what was given, by path as it was written (`delimiter`, `tables.0.columns.amount.format`)."""
        return {spell(path): given for path, given in self._given.items() if given.written is not None}

    @property
    def origins(self) -> dict[str, str]:
        """Return where each value came from, by path: `job.yaml:12`, `--delimiter`, `$NAME in job.yaml:3`, default."""
        defaults = dict.fromkeys(option_names(), "default")
        return defaults | {path: given.origin for path, given in self.given.items()}


def names_of(part: type[Options]) -> list[str]:
    """Return the options of a part of the job, as keywords, keys and flags spell them."""
    return [field.alias or name for name, field in part.model_fields.items()]


def option_names() -> list[str]:
    """Return what can stand at a job file's top level: the table's options are defaults of all tables there."""
    return [*names_of(TableJob), *names_of(Job)]
