"""Which field of which file each column is: from the job's columns, the files' headers, or the order of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from teraload import _native
from teraload.errors import JobError, RowError
from teraload.failures import source_error
from teraload.job import TableJob
from teraload.job.column import ColumnJob
from teraload.plan import Dialect, Layout, PlannedColumn, PlannedFile, Unfed


@dataclass(frozen=True, slots=True)
class Fields:
    """The `columns` that files have a field of, those that none has, and the layouts of the files."""

    columns: tuple[PlannedColumn, ...]
    unfed: tuple[Unfed, ...]
    files: tuple[PlannedFile, ...]
    layouts: tuple[Layout, ...]


class _Chosen:
    """What the job says of the columns of one table."""

    def __init__(self, name: str, job: TableJob, columns: Sequence[PlannedColumn]) -> None:
        given = dict(job.columns or {})
        self.name, self.columns = name, columns
        self.everywhere = given.pop("*", None)
        self.keys = given
        self._entries = {key.casefold(): entry for key, entry in given.items()}

    @property
    def is_list(self) -> bool:
        """Return whether the columns that are named are all that are loaded."""
        return self.everywhere is not None and self.everywhere.omit

    def entry(self, column: str) -> ColumnJob | None:
        return self._entries.get(column.casefold(), self.everywhere)

    def source(self, column: PlannedColumn) -> int | str | None:
        entry = self.entry(column.name)
        return entry.from_ if entry else None

    def is_omitted(self, name: str) -> bool:
        entry = self.entry(name)
        return entry is not None and entry.omit

    def leaves_out(self, field: str) -> bool:
        """Return whether a field that no column is read from may be passed over."""
        return self.is_list or self.is_omitted(field)

    def loaded(self) -> list[PlannedColumn]:
        """Return the columns that are not omitted. Raises JobError if one of the others must not be NULL."""
        loaded = [column for column in self.columns if not self.is_omitted(column.name)]
        if not loaded:
            raise JobError(f"columns: no column of {self.name} is left to load", remedy="Omit fewer")
        return loaded

    def unfed(self, loaded: Iterable[PlannedColumn]) -> tuple[Unfed, ...]:
        """Return the columns that are not among `loaded`. Raises JobError for one that must have a value."""
        fed = {column.name for column in loaded}
        left = [Unfed(place, column) for place, column in enumerate(self.columns) if column.name not in fed]
        for _, column in left:
            if not column.nullable and not column.has_default:
                raise JobError(
                    f"columns: {column.name} of {self.name} is NOT NULL, and no field is loaded into it",
                    remedy="Load one, or make the column nullable",
                )
        return tuple(left)

    def check_keys(self, fields: Iterable[str]) -> None:
        """Refuse names of columns that the table has not, but for `fields` of the files that are left out."""
        known = {column.name.casefold() for column in self.columns}
        others = {field.casefold() for field in fields}
        for key, entry in self.keys.items():
            if key.casefold() not in known and not (entry.omit and key.casefold() in others):
                there = ", ".join(column.name for column in self.columns)
                raise JobError(f"columns: {self.name} has no column {key}", remedy=f"There are: {there}")


def fields_of(
    name: str,
    files: Sequence[PlannedFile],
    columns: Sequence[PlannedColumn],
    job: TableJob,
    dialect: Dialect,
    first_lines: Sequence[bytes | None],
    new_column: Callable[[str, ColumnJob | None], PlannedColumn],
) -> Fields:
    """Return which fields of `files` are which of `columns`, the table's, as the job and the headers say.

    `first_lines` of the files, where they are known, save reading them again. `new_column` makes a column of a
    field that the table has not, where the job adds such columns.
    Raises JobError, SourceError for a file that cannot be read, and RowError for a header that does not fit.
    """
    chosen = _Chosen(name, job, columns)
    if dialect.header == "names":
        return _by_name(chosen, files, _first_records(files, dialect, first_lines), job, dialect, new_column)
    if job.schema_change != "refuse":
        raise JobError(
            f"schema_change: {job.schema_change}: without a header nobody knows which columns a file has",
            remedy="Say --header names if the files have one, or leave --schema-change out",
        )
    chosen.check_keys(())
    return _by_place(chosen, files, dialect, first_lines)


def _first_records(
    files: Sequence[PlannedFile], dialect: Dialect, first_lines: Sequence[bytes | None]
) -> list[list[str]]:
    try:
        return _native.read_headers([file.known for file in files], dialect, list(first_lines), dialect.skip_lines)
    except OSError as error:
        raise source_error(error) from None


# ---- files without names


def _by_place(
    chosen: _Chosen, files: Sequence[PlannedFile], dialect: Dialect, first_lines: Sequence[bytes | None]
) -> Fields:
    loaded = chosen.loaded()
    sources = {column.name: chosen.source(column) for column in loaded}
    for its_name, source in sources.items():
        if isinstance(source, str):
            raise JobError(
                f"columns: {its_name}: from {source!r} is a name, and the files have no header that is read",
                remedy="Say the number of the field, or --header names",
            )
    numbered = [its_name for its_name, source in sources.items() if source is not None]
    if not numbered and chosen.is_list:
        # As COPY t (a, b): the fields are these, in this order.
        order = [key.casefold() for key in chosen.keys]
        loaded.sort(key=lambda column: order.index(column.name.casefold()))
        return Fields(tuple(loaded), chosen.unfed(loaded), tuple(files), ())
    unfed = chosen.unfed(loaded)
    place = {column.name: number for number, column in enumerate(chosen.columns)}
    if not numbered:
        if not unfed:
            return Fields(tuple(loaded), (), tuple(files), ())
        layout = Layout(len(chosen.columns), tuple(place[column.name] for column in loaded))
        return Fields(tuple(loaded), unfed, tuple(file._replace(layout=0) for file in files), (layout,))
    if chosen.is_list and len(numbered) < len(loaded):
        without = next(column.name for column in loaded if column.name not in numbered)
        raise JobError(f"columns: some have the number of a field and {without} has none", remedy="Say one for each")
    fields = tuple(
        source - 1 if isinstance(source := sources[column.name], int) else place[column.name] for column in loaded
    )
    layouts: dict[Layout, int] = {}
    found = []
    for file, record in zip(files, _first_records(files, dialect, first_lines), strict=True):
        # How wide records are, the first one says. Where there is none, there is nothing to be read.
        width = len(record)
        for column, field in zip(loaded, fields, strict=True):
            if record and field >= width:
                raise JobError(
                    f"columns: {column.name} is from field {field + 1}, and the first record of {file.path} "
                    f"has {width}",
                    remedy="Check the numbers, which count from 1, and the delimiter",
                )
        layout = Layout(max(width, *(field + 1 for field in fields)), fields)
        found.append(file._replace(layout=layouts.setdefault(layout, len(layouts))))
    return Fields(tuple(loaded), unfed, tuple(found), tuple(layouts))


# ---- files with a header


def _by_name(
    chosen: _Chosen,
    files: Sequence[PlannedFile],
    headers: Sequence[list[str]],
    job: TableJob,
    dialect: Dialect,
    new_column: Callable[[str, ColumnJob | None], PlannedColumn],
) -> Fields:
    loaded = chosen.loaded()
    adds = job.schema_change == "add"
    added = _added(chosen, loaded, files, headers, new_column) if adds else []
    known = _Chosen(chosen.name, job, (*chosen.columns, *added))
    known.check_keys(name for header in headers for name in header)
    loaded += added
    in_order = [column.name.casefold() for column in loaded]
    layouts: dict[Layout, int] = {}
    found = []
    for file, header in zip(files, headers, strict=True):
        names = [name.casefold() for name in header]
        if (names == in_order and all(chosen.source(column) is None for column in loaded)) or not names:
            # Of a file without a header the reader says so.
            found.append(file)
            continue
        fields = _matched(chosen, loaded, file, header, dialect, adds=adds)
        layout = Layout(len(names), fields)
        found.append(file._replace(layout=layouts.setdefault(layout, len(layouts))))
    return Fields(tuple(loaded), chosen.unfed(loaded), tuple(found), tuple(layouts))


def _matched(
    chosen: _Chosen,
    loaded: Sequence[PlannedColumn],
    file: PlannedFile,
    header: Sequence[str],
    dialect: Dialect,
    *,
    adds: bool,
) -> tuple[int | None, ...]:
    """Return the field that each column is in a file of this header, None where it has none. Raises RowError."""
    names = [name.casefold() for name in header]
    _refuse_repeated(file, header, dialect)
    fields = [_field(chosen.source(column), column.name, names) for column in loaded]
    lacks = [
        column.name
        for column, field in zip(loaded, fields, strict=True)
        if field is None and not (adds and column.nullable)
    ]
    used = {field for field in fields if field is not None}
    more = [name for number, name in enumerate(header) if number not in used and not chosen.leaves_out(name)]
    if lacks or more:
        words = [f"it lacks {', '.join(lacks)}"] if lacks else []
        words += [f"it has {', '.join(map(repr, more))}, which the table has not"] if more else []
        if adds:
            remedy = "A column that is NOT NULL must be in each file"
        elif lacks and more:
            remedy = "Say from in the job's columns where names differ, or --header skip to go by the order"
        else:
            remedy = f"Say omit for {(more or lacks)[0]} in the job's columns, or --schema-change add"
        _refuse(file, dialect, "; ".join(words), remedy)
    return tuple(fields)


def _field(source: int | str | None, name: str, names: Sequence[str]) -> int | None:
    if isinstance(source, int):
        return source - 1 if source <= len(names) else None
    wanted = (source or name).casefold()
    return names.index(wanted) if wanted in names else None


def _refuse_repeated(file: PlannedFile, header: Sequence[str], dialect: Dialect) -> None:
    counts = Counter(name.casefold() for name in header)
    twice = [name for name in dict.fromkeys(header) if counts[name.casefold()] > 1]
    if twice:
        words = f"it has {', '.join(map(repr, twice))} more than once"
        _refuse(file, dialect, words, "Correct the header, or say --header skip and the fields' numbers in columns")


def _refuse(file: PlannedFile, dialect: Dialect, words: str, remedy: str) -> NoReturn:
    raise RowError(
        f"the header does not name the columns of the table: {words}",
        path=file.path,
        line=dialect.skip_lines + 1,
        byte=None if dialect.skip_lines else 0,
        remedy=remedy,
    )


def _added(
    chosen: _Chosen,
    loaded: Sequence[PlannedColumn],
    files: Sequence[PlannedFile],
    headers: Sequence[list[str]],
    new_column: Callable[[str, ColumnJob | None], PlannedColumn],
) -> list[PlannedColumn]:
    """Return the columns that files bring and the table has not, in the order in which they come."""
    added: dict[str, PlannedColumn] = {}
    for _, header in zip(files, headers, strict=True):
        names = [name.casefold() for name in header]
        used = {_field(chosen.source(column), column.name, names) for column in loaded}
        for number, name in enumerate(header):
            if number not in used and not chosen.leaves_out(name) and name.casefold() not in added:
                if not name.strip():
                    raise JobError(
                        f"schema_change: field {number + 1} of a header has no name to add a column by",
                        remedy="Name it in the header",
                    )
                column = new_column(name, chosen.entry(name))
                added[name.casefold()] = replace(column, is_added=True)
    return list(added.values())
