"""The plan: what will be done, in full, before anything is. It can be printed, stored and sent elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from teraload._native import Opened


class PlannedFile(NamedTuple):
    """A file as it was when the load was planned; `number` counts from 1 in the whole job."""

    number: int
    path: str
    size_bytes: int
    modified_ns: int
    compression: str = "none"
    encoding: str = "UTF-8"
    layout: int | None = None
    """Which of the table's layouts it has; None: its fields are the columns, in their order."""
    kind: str = "file"
    """`file`, `pipe` (can be read once; nobody knows its size: 0), or `remote`."""
    opened: Opened | None = None
    """The file itself, if it stays open from the plan to the load. It is in no copy of the plan."""

    @property
    def is_text(self) -> bool:
        """Return whether it can only be read from front to back, and how long its text is nobody knows."""
        return self.compression != "none" or self.encoding != "UTF-8" or self.kind == "pipe"

    @property
    def known(self) -> tuple[str, int, int, str, str, Opened | None]:
        """Return what the native functions that read a file have to know."""
        return self.path, self.size_bytes, self.modified_ns, self.compression, self.encoding, self.opened

    def as_dict(self) -> dict[str, Any]:
        """Return what JSON knows of it."""
        values = self._asdict()
        del values["opened"]
        return values


class Setting(NamedTuple):
    """An option of the job that is not at its default: its path, its value as it was written, and where."""

    option: str
    value: str
    origin: str


class Layout(NamedTuple):
    """Which field of a record each column is, from 0, in files of one order; a record has `width` fields."""

    width: int
    fields: tuple[int | None, ...]


class Piece(NamedTuple):
    """A byte range of a file: the records that begin at `first_byte` or behind it, and before `past_byte`.

    Of a file that is a text (see PlannedFile) there is one piece, of all of it.
    """

    file: int
    first_byte: int
    past_byte: int


class Split(NamedTuple):
    """The unit of work and of commit; `number` counts from 1 in its table."""

    number: int
    pieces: tuple[Piece, ...]
    is_shared: bool = False
    """Whether it is a text that many streams parse, each taking what comes next: of as many commits as that makes."""

    @property
    def size_bytes(self) -> int:
        """Return the bytes of all pieces."""
        return sum(piece.past_byte - piece.first_byte for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a column's fields are written, where that is not plain: the words of the job's columns."""

    null: tuple[str, ...] | None = None
    format: str | None = None
    decimal_separator: str | None = None
    thousands_separator: str | None = None
    currency: str | None = None
    percent: bool = False
    hex: bool = False
    scientific: bool = False
    accounting: bool = False
    true_words: tuple[str, ...] = ()
    false_words: tuple[str, ...] = ()
    trim: str = "none"
    timezone: str | None = None

    @property
    def is_slow(self) -> bool:
        """Return whether fields are made plain one by one before they are converted."""
        return replace(self, null=None) != Reading()


@dataclass(frozen=True, slots=True)
class PlannedColumn:
    """A column: what its fields are parsed as, and what it is in the destination."""

    name: str
    type: str
    nullable: bool
    stored_as: str
    compression: str | None = None
    on_error: str = "fail"
    """`fail`, `reject` or `null`: what becomes of a field that cannot be read."""
    reading: Reading | None = None
    max_length: int | None = None
    """The most characters of a text."""
    on_truncate: str = "fail"
    """`fail`, `reject` or `truncate`: what becomes of a longer one."""
    has_default: bool = False
    """Whether the destination has a value for it where none is loaded."""
    is_added: bool = False
    """Whether the table has no such column yet, and is given it with the rows."""
    is_lineage: bool = False
    """Whether it says where rows are from, and is no field of a file."""


class Unfed(NamedTuple):
    """A column that the table has, at place `place` from 0, and that nothing is loaded into."""

    place: int
    column: PlannedColumn


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table's files are written."""

    delimiter: str
    trailing_delimiter: bool
    quote: str | None
    refuse_quote: str | None
    """What must not begin a field, because the files were taken for unquoted."""
    escape: str | None
    terminator: str
    """`lines`, `any`, or the text itself."""
    comment: str | None
    skip_blank_lines: bool
    null: tuple[str, ...]
    null_quoted: bool
    header: str
    skip_lines: int = 0
    """Lines before the header, or the first record, that are passed over."""
    skip_footer: int = 0
    """Lines at the end of each file that are passed over."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a table's rows get into the destination and become visible.

    `name`; `writes_to`: the table that splits are written to, quoted for the destination, or None where
    all splits are written by one statement when the load is published; `atomic`; `does`: the
    steps in words; `gives_up`: what this way does not have, in words.
    """

    name: str
    writes_to: str | None
    atomic: bool
    does: str
    gives_up: str = ""


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table: its columns, its files, its splits, and the way its rows go."""

    name: str
    target: str
    columns: tuple[PlannedColumn, ...]
    dialect: Dialect
    files: tuple[PlannedFile, ...]
    layouts: tuple[Layout, ...]
    splits: tuple[Split, ...]
    way: Way
    ragged: str
    """`fail`, `reject` or `pad`: what becomes of a record that has not as many fields as the table."""
    record_bytes: float
    """The mean length of a record, in bytes, as sampled."""
    split_bytes: int
    """The text that a commit should have, in bytes."""
    is_joined: bool = False
    """Whether parts of a file are proven by how they join, because the bytes at a cut say nothing of it."""
    is_sniffed: bool = False
    """Whether its columns are what a sample of its files looks like."""
    unfed: tuple[Unfed, ...] = ()
    """The table's other columns, which get their default or NULL."""

    @property
    def read_columns(self) -> tuple[PlannedColumn, ...]:
        """Return the columns that are fields of files."""
        return tuple(column for column in self.columns if not column.is_lineage)

    @property
    def lineage(self) -> tuple[str, ...]:
        """Return the names of the columns that say where rows are from: run, file, byte."""
        return tuple(column.name for column in self.columns if column.is_lineage)

    @property
    def all_columns(self) -> tuple[PlannedColumn, ...]:
        """Return the table's columns, loaded or not, in the order of a table that the load makes."""
        columns = list(self.columns)
        for place, column in self.unfed:
            columns.insert(place, column)
        return tuple(columns)

    @property
    def size_bytes(self) -> int:
        """Return the bytes of all files."""
        return sum(file.size_bytes for file in self.files)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a load will do. A stream needs this and a split, and nothing else."""

    destination: str
    mode: str
    tables: tuple[PlannedTable, ...]
    streams: int
    max_rejects_count: int | None
    """How many records may be rejected; None: that is a share of those read, `max_rejects_fraction`."""
    max_rejects_fraction: float | None
    memory_bytes: int
    record_limit_bytes: int
    one_table_at_a_time: bool
    fingerprint: str
    """Of what is loaded where: the same for the same job on the same files."""
    instruction_set: str | None = None
    notes: tuple[str, ...] = ()
    """What is not as one might expect; a load says it, too."""
    details: tuple[str, ...] = ()
    """What only who reads a plan wants to know."""
    settings: tuple[Setting, ...] = ()
    """What the job says, and where."""

    @property
    def size_bytes(self) -> int:
        """Return the bytes of all files."""
        return sum(table.size_bytes for table in self.tables)

    @property
    def max_rejects(self) -> str:
        """Return how many records may be rejected, as the job says it: `10`, `0.5%`."""
        if self.max_rejects_fraction is None:
            return str(self.max_rejects_count)
        return f"{100 * self.max_rejects_fraction:.12g}%"

    def allows_rejects(self, rejected: int, read: int) -> bool:
        """Return whether so many rejected records of those that were read are within the limit."""
        if self.max_rejects_fraction is None:
            return rejected <= (self.max_rejects_count or 0)
        return rejected <= self.max_rejects_fraction * read

    def as_dict(self) -> dict[str, Any]:
        """Return the plan as what JSON knows."""
        return _shallow(self) | {
            "tables": [_table_as_dict(table) for table in self.tables],
            "settings": [setting._asdict() for setting in self.settings],
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Plan:
        """Return the plan that `as_dict` made `values` of."""
        tables = tuple(
            PlannedTable(
                **{
                    **table,
                    "columns": tuple(_column_of(column) for column in table["columns"]),
                    "dialect": Dialect(**_tuples(table["dialect"])),
                    "files": tuple(PlannedFile(**file) for file in table["files"]),
                    "layouts": tuple(Layout(width, tuple(fields)) for width, fields in table["layouts"]),
                    "splits": tuple(
                        Split(split["number"], tuple(Piece(**piece) for piece in split["pieces"]), split["is_shared"])
                        for split in table["splits"]
                    ),
                    "way": Way(**table["way"]),
                    "unfed": tuple(Unfed(place, _column_of(column)) for place, column in table["unfed"]),
                }
            )
            for table in values["tables"]
        )
        return cls(
            **{
                **values,
                "tables": tables,
                "notes": tuple(values["notes"]),
                "details": tuple(values["details"]),
                "settings": tuple(Setting(**setting) for setting in values["settings"]),
            }
        )


def _shallow(record: Any) -> dict[str, Any]:
    """Return a dataclass's fields as they are: `asdict` copies every file of 100,000 field by field."""
    return {field.name: getattr(record, field.name) for field in fields(record)}


def _table_as_dict(table: PlannedTable) -> dict[str, Any]:
    return _shallow(table) | {
        "columns": [_column_as_dict(column) for column in table.columns],
        "unfed": [[place, _column_as_dict(column)] for place, column in table.unfed],
        "dialect": _shallow(table.dialect),
        "files": [file.as_dict() for file in table.files],
        "splits": [
            {
                "number": split.number,
                "pieces": [piece._asdict() for piece in split.pieces],
                "is_shared": split.is_shared,
            }
            for split in table.splits
        ],
        "way": _shallow(table.way),
    }


def _column_as_dict(column: PlannedColumn) -> dict[str, Any]:
    return _shallow(column) | {"reading": column.reading and _shallow(column.reading)}


def _column_of(values: dict[str, Any]) -> PlannedColumn:
    reading = values["reading"] and Reading(**_tuples(values["reading"]))
    return PlannedColumn(**{**values, "reading": reading})


def _tuples(values: dict[str, Any]) -> dict[str, Any]:
    """Return what JSON knows as lists as the tuples they were."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
