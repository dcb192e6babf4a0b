"""The job: what is to be loaded, from where, to where and how. Flags and keywords are these fields."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from teraload.errors import JobError
from teraload.sizes import parse_bytes

Mode = Literal["create", "append", "replace"]
Publish = Literal["auto", "transaction", "staged", "direct"]
Header = Literal["none", "names", "skip"]

DELIMITER_NAMES = {"tab": "\t", "\\t": "\t", "comma": ",", "pipe": "|", "semicolon": ";", "space": " "}

# The longest record that is read, unless told otherwise: far beyond any row that databases hold well, and
# small enough that a stream's worst case (see memory.py) is some 200 MB.
DEFAULT_RECORD_LIMIT_BYTES = 16 << 20

# A limit cannot be less than what is read at a time, and less than this at a time is slow.
LEAST_RECORD_LIMIT_BYTES = 64 << 10

# Arrow's views hold lengths of 31 bits.
MOST_RECORD_LIMIT_BYTES = 1 << 30


def _delimiter(value: str) -> str:
    value = DELIMITER_NAMES.get(value, value)
    if len(value) != 1 or not value.isascii() or value in "\r\n":
        raise ValueError("a delimiter is one ASCII character, or tab, comma, pipe, semicolon, space")
    return value


def _no_line_end(value: str) -> str:
    if any(character in value for character in "\r\n"):
        raise ValueError("the text that means NULL cannot hold a line end")
    return value


Bytes = Annotated[int, BeforeValidator(parse_bytes), Field(gt=0)]


class Job(BaseModel):
    """What is to be loaded, from where, to where and how.

    Sizes are in bytes and may be written as `512MB` or `2GiB`. Raises pydantic.ValidationError for values
    that make no sense on their own; `make_job` turns that into a JobError.
    """

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, frozen=True)

    files: list[str] = Field(min_length=1)
    """Paths and globs."""
    to: Any
    """`null:`, a DuckDB file, `:memory:`, or an open DuckDB connection."""
    table: str | None = None
    """The table, `name` or `schema.name`; without it, each file's name up to its first point."""
    schema_: str | None = Field(default=None, alias="schema")
    """`tpch`, or a file of CREATE TABLE statements; without it, the existing table's columns."""
    ddl_dialect: Literal["auto", "postgres", "duckdb", "tsql", "mysql", "oracle"] = "auto"
    """Whose SQL the schema file is written in."""
    mode: Mode = "create"
    """`create` a table that must not exist, `append` to one, or `replace` its rows."""
    publish: Publish = "auto"
    """How the rows become visible; see README.md."""
    delimiter: Annotated[str, AfterValidator(_delimiter)] | None = None
    """Between fields; without it, the schema's or the file extension's."""
    trailing_delimiter: bool | None = None
    """Whether a delimiter stands at the end of each record, too."""
    null: Annotated[str, AfterValidator(_no_line_end)] = ""
    """The text that means NULL."""
    quote: Literal["none"] | None = None
    """`none`: quotation marks are part of the text. Without it, files whose fields are quoted are refused."""
    header: Header = "none"
    """`none`, `names` (the columns' names, which are compared) or `skip`."""
    allow_empty: bool = False
    """Whether files of no bytes are files of no rows rather than an error."""
    record_limit: Annotated[Bytes, Field(ge=LEAST_RECORD_LIMIT_BYTES, le=MOST_RECORD_LIMIT_BYTES)] | None = None
    """The longest record, in bytes; without it 16 MiB, or less where `memory` is small."""
    streams: Annotated[int, Field(ge=1, le=1024)] | None = None
    """Streams that read, parse and write at once; without it, one a usable core."""
    memory: Bytes | None = None
    """What teraload's own buffers may take, in bytes; without it what all streams take at most."""
    destination_memory: Bytes | None = None
    """The memory limit given to an embedded database, in bytes; without it, that database's own."""
    one_table_at_a_time: bool = False
    """Whether a table is finished before the next is begun, rather than the largest splits first."""
    storage_version: str | None = None
    """The DuckDB version that must be able to read a new file, as `v1.2.0`."""
    compression: dict[str, Annotated[str, Field(pattern=r"^[A-Za-z0-9_]+$")]] = Field(default_factory=dict)
    """Compression by column of new DuckDB tables: `{"l_comment": "zstd"}`."""


def make_job(**values: Any) -> Job:
    """Return the job that `values` say. Raises JobError for a value that makes no sense, naming it."""
    given: dict[str, Any] = {
        name: str(value) if name == "schema" else value for name, value in values.items() if value is not None
    }
    try:
        return Job(**given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise JobError(f'there is no option "{name}"', remedy=_did_you_mean(name)) from None
        message = first["msg"].removeprefix("Value error, ")
        raise JobError(f"{name}: {message} (found {first['input']!r})", remedy=None) from None


def option_names() -> list[str]:
    """Return the job's options, as keywords and flags spell them."""
    return [field.alias or name for name, field in Job.model_fields.items()]


def _did_you_mean(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, option_names(), n=1)
    return f'Did you mean "{close[0]}"?' if close else f"There are: {', '.join(option_names())}"
