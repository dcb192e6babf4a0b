"""Tables without a schema: their columns, and how their files are written, from samples of the files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from teraload import _native
from teraload.declared import table_of_entries, without_definition
from teraload.errors import JobError
from teraload.failures import source_error
from teraload.job import ColumnJob, TableJob
from teraload.plan import PlannedFile
from teraload.reading import identified
from teraload.schema import Table
from teraload.sizes import show_count

# To say a line, all of the file before it is read: a second or so for this.
_MOST_COUNTED_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Known:
    """What a job says of how files are written; None is found out."""

    delimiter: str | None
    trailing_delimiter: bool | None
    quote: str | None
    escape: str | None
    terminator: str | None
    comment: str | None
    skip_blank_lines: bool | None
    skip_lines: int | None
    skip_footer: int | None
    header: str | None
    null: tuple[str, ...] | None
    null_quoted: bool | None

    @classmethod
    def of(cls, job: TableJob) -> Known:
        """Return what `job` says, defaults aside."""
        given = {name: getattr(job, name) for name in job.model_fields_set}
        blank = given.get("blank_lines")
        words = cls.__dataclass_fields__
        return cls(
            **{word: given.get(word) for word in words if word != "skip_blank_lines"},
            skip_blank_lines=None if blank is None else blank == "skip",
        )


class Evidence(NamedTuple):
    """What was seen for a decision, and the place that speaks against it: `orders.csv, line 91,223: "n/v"`."""

    text: str
    against: str | None

    def __str__(self) -> str:
        """Return both in one sentence."""
        return self.text if self.against is None else f"{self.text}; {self.against} says otherwise"


@dataclass(frozen=True, slots=True)
class SniffedColumn:
    """A column as it was sniffed, or as the job says of it: `entry` is what a job file says of it."""

    name: str
    entry: dict[str, Any]
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Sniffed:
    """A table as its files show it.

    `options`: how they are written, by the words of a job, those that were given aside; `evidence`, by the same.
    """

    name: str
    files: tuple[PlannedFile, ...]
    options: dict[str, Any]
    columns: tuple[SniffedColumn, ...]
    records: int
    sampled_bytes: int
    sampled_files: int
    evidence: tuple[tuple[str, Evidence], ...]

    def table(self, job: TableJob) -> Table:
        """Return the table that the columns make, some of whose types `job` may say. Raises JobError."""
        return table_of_entries(self.name, {column.name: column.entry for column in self.columns}, job.ddl_dialect)

    @property
    def share(self) -> str:
        """Return what was looked at, in words."""
        size = sum(file.size_bytes for file in self.files)
        many = len(self.files) > 1
        files = f"{show_count(self.sampled_files)} of {show_count(len(self.files), 'file')}, " if many else ""
        whole = f" of {size:,}" if self.sampled_bytes < size and not any(f.is_text for f in self.files) else ""
        return f"{show_count(self.records, 'record')} in {files}{self.sampled_bytes:,}{whole} bytes"

    @property
    def notes(self) -> list[str]:
        """Return what a load says that goes by it."""
        what = self.files[0].path if len(self.files) == 1 else f"{self.name}"
        of_files = f" of {show_count(len(self.files), 'file')}" if len(self.files) > 1 else ""
        columns = show_count(len(self.columns), "column")
        records = show_count(self.records, "record")
        said = [f"{what}: {columns} sniffed from {records}{of_files}; teraload sniff shows the evidence"]
        # And what makes of the same fields another table than it would be without sniffing.
        telling = {"encoding", "skip_lines", "skip_footer", "null"}
        if self.options.get("quote") == "none":
            telling.add("quote")
        said += [f"{what}: {why}" for option, why in self.evidence if option in telling]
        trimmed = [column.name for column in self.columns if column.entry["type"] == "text" and "trim" in column.entry]
        return said + [f"{what}: blanks around the text of {', '.join(trimmed)} are trimmed"] * bool(trimmed)

    def filled(self, job: TableJob) -> TableJob:
        """Return `job` with what was found beside what it says."""
        readings = {column.name: without_definition(column.entry) for column in self.columns}
        everywhere = {name: entry for name, entry in (job.columns or {}).items() if name == "*"}
        entries = {name: ColumnJob.model_validate(entry) for name, entry in readings.items() if entry or everywhere}
        # What is left out of the table is left out of the files.
        omitted = {name: entry for name, entry in (job.columns or {}).items() if name != "*" and entry.omit}
        return job.model_copy(update={**self.options, "columns": {**entries, **omitted, **everywhere} or None})


def sniff_files(name: str, files: Sequence[PlannedFile], job: TableJob) -> Sniffed:
    """Return what `files`, all of table `name`, show beside what `job` says of them.

    Raises JobError for files that are not written alike, or not as anything that can be read; SourceError.
    """
    has_encoding = "encoding" in job.model_fields_set
    files, _ = identified(files, job)
    try:
        found = _native.sniff([file.known for file in files], has_encoding, Known.of(job))
    except OSError as error:
        raise source_error(error) from None
    except ValueError as error:
        raise JobError(f"{name}: {error}", remedy="Say how the files are written") from None
    if "problem" in found:
        raise _unsniffed(name, [files[number].path for number in found["files"]], found["problem"])
    encoding, encoding_evidence = _encoding(name, files, found["encodings"]) if not has_encoding else (None, None)
    if encoding:
        files = [file._replace(encoding=encoding) for file in files]
    options = _options(found, job, encoding)
    places = _Places(files)
    evidence = [(option, Evidence(text, places.show(against))) for option, text, against in found["evidence"]]
    if encoding_evidence:
        evidence.insert(0, ("encoding", Evidence(encoding_evidence, None)))
    columns = []
    for column in found["columns"]:
        text, against = column["evidence"]
        entry = {"type": column["type"], **column["reading"]}
        columns.append(SniffedColumn(column["name"], entry, Evidence(text, places.show(against))))
    return Sniffed(
        name,
        tuple(files),
        options,
        tuple(_with_given(columns, job, options.get("header", job.header or "none"))),
        found["records"],
        found["sampled_bytes"],
        found["sampled_files"],
        tuple(evidence),
    )


def _unsniffed(name: str, paths: list[str], problem: str) -> JobError:
    if len(paths) > 1:
        return JobError(
            f"{name}: {paths[0]} and {paths[1]} are not written alike: {problem}",
            remedy="Load them apart, or as different tables",
        )
    where = paths[0] if paths else name
    return JobError(
        f"{where}: cannot be sniffed: {problem}", remedy="Say how it is written, and --schema FILE.sql for its columns"
    )


def _encoding(
    name: str, files: Sequence[PlannedFile], found: list[tuple[int, str, str]]
) -> tuple[str | None, str | None]:
    """Return the encoding that is to be said in the job, None for UTF-8 and marks, and why."""
    guessed = [(number, encoding) for number, encoding, how in found if how == "guess"]
    if not guessed:
        return None, None
    first, encoding = guessed[0]
    for number, other, how in found:
        # What is ASCII is the same in all of them.
        if how != "ascii" and (other, how) != (encoding, "guess"):
            raise JobError(
                f"{name}: {files[first].path} is {encoding}, as a guess, and {files[number].path} {other}",
                remedy="Say --encoding, or load them apart",
            )
    path = files[first].path
    return encoding.lower(), f"{path} is not UTF-8, and {encoding} is a guess: say --encoding if it is wrong"


def _options(found: dict[str, Any], job: TableJob, encoding: str | None) -> dict[str, Any]:
    """Return how the files are written by the words of a job, without what it says and what is its default."""
    is_marked_text = any(option == "quote" for option, _, _ in found["evidence"])
    options = {
        "encoding": encoding,
        "delimiter": found["delimiter"],
        "trailing_delimiter": found["trailing_delimiter"] or None,
        "quote": found["quote"] or ("none" if is_marked_text else None),
        "escape": found["escape"],
        "terminator": None if found["terminator"] == "lines" else found["terminator"],
        "comment": found["comment"],
        "skip_lines": found["skip_lines"] or None,
        "skip_footer": found["skip_footer"] or None,
        "header": found["header"],
        "blank_lines": "skip" if found["skip_blank_lines"] else None,
        "null": None if found["null"] == [""] else tuple(found["null"]),
        "null_quoted": found["null_quoted"] or None,
    }
    return {word: value for word, value in options.items() if value is not None and word not in job.model_fields_set}


def _with_given(columns: list[SniffedColumn], job: TableJob, header: str) -> list[SniffedColumn]:
    """Return the columns with what the job says of them over what was found, by its names, without those left out."""
    given = dict(job.columns or {})
    everywhere = given.pop("*", None)
    is_list = everywhere is not None and everywhere.omit
    own = {column.name.casefold() for column in columns}
    sources = {key: key if entry.from_ is None else entry.from_ for key, entry in given.items()}
    if is_list and header != "names" and not any(entry.from_ for entry in given.values()):
        # As in COPY t (a, b): nobody has named the fields, and these are their names in their order.
        sources = {key: key if key.casefold() in own else number for number, key in enumerate(given, start=1)}
    wanted = {source if isinstance(source, int) else source.casefold(): key for key, source in sources.items()}
    merged = []
    for number, column in enumerate(columns, start=1):
        key = wanted.pop(number, None) or wanted.pop(column.name.casefold(), None)
        entry = everywhere if key is None else given[key]
        said = entry.model_dump(exclude_unset=True, by_alias=True) if entry else {}
        if said.pop("omit", False):
            continue
        if key is not None and key.casefold() != column.name.casefold():
            said["from"] = column.name if header == "names" else number
        # A type that is said is read as that is said, too.
        found = {} if "type" in said else column.entry
        evidence = Evidence("as the job says", None) if "type" in said else column.evidence
        merged.append(SniffedColumn(key or column.name, {**found, **said}, evidence))
    for key in wanted.values():
        names = ", ".join(column.name for column in columns)
        raise JobError(f"columns: there is no column {sources[key]} in the files", remedy=f"There are: {names}")
    if not merged:
        raise JobError("columns: none is left to load", remedy="Omit fewer")
    return merged


class _Places:
    """Bytes of files as the lines that they are on."""

    def __init__(self, files: Sequence[PlannedFile]) -> None:
        self._files = files

    def show(self, against: tuple[int, int, str] | None) -> str | None:
        if against is None:
            return None
        number, byte, text = against
        file = self._files[number]
        where = f"byte {byte:,}"
        if byte <= _MOST_COUNTED_BYTES:
            try:
                (line,) = _native.line_numbers(file.known, [byte])
                where = f"line {line:,}"
            except OSError:
                pass  # the byte says it as well
        return f"{file.path}, {where}: {text}"
