"""Readers: what a stream reads its splits with, on this machine or another."""

from __future__ import annotations

from dataclasses import replace

from teraload import _native
from teraload.lineage import COLUMNS
from teraload.memory import BLOCK_BYTES
from teraload.plan import Plan, PlannedColumn, PlannedFile, PlannedTable, Split

_Piece = tuple[str, int, int, int, str, str, int | None, int, int, "_native.Opened | None"]


def native_pieces(files: dict[int, PlannedFile], split: Split) -> list[_Piece]:
    """Return the pieces of `split` as the native module takes them; `files` by their numbers."""
    return [
        (*_identity(file), piece.first_byte, piece.past_byte, file.opened)
        for piece in split.pieces
        for file in (files[piece.file],)
    ]


def _identity(file: PlannedFile) -> tuple[str, int, int, int, str, str, int | None]:
    return file.path, file.number, file.size_bytes, file.modified_ns, file.compression, file.encoding, file.layout


def open_reader(
    plan: Plan, table: PlannedTable, queue: _native.SplitQueue, reject_limit: _native.RejectLimit, run: str
) -> _native.Reader:
    """Return a reader of the splits in `queue`."""
    return _native.Reader(
        queue,
        table.read_columns,
        table.dialect,
        header=table.dialect.header,
        ragged=table.ragged,
        reject_limit=reject_limit,
        block_bytes=min(BLOCK_BYTES, plan.record_limit_bytes),
        record_limit_bytes=plan.record_limit_bytes,
        skip_lines=table.dialect.skip_lines,
        skip_footer=table.dialect.skip_footer,
        lineage=(run, table.lineage) if table.lineage else None,
        instruction_set=plan.instruction_set,
    )


def row_place(
    plan: Plan, table: PlannedTable, queue: _native.SplitQueue, row: int
) -> tuple[str, int | None, int] | None:
    """Return path, line and first byte of the record that became row `row`, from 0, of what is in `queue`.

    None if that cannot be found, as in a file that has changed.
    """
    lineage = (PlannedColumn(name, str(kind), True, "", is_lineage=True) for name, kind in COLUMNS.items())
    placed = replace(table, columns=(*table.read_columns, *lineage))
    try:
        found = open_reader(plan, placed, queue, _native.RejectLimit(None), "").place_of(row)
        if found is None:
            return None
        path, byte = found
        file = next(file for file in table.files if file.path == path)
        (line,) = _native.line_numbers(file.known, [byte])
    except (RuntimeError, OSError):
        return None
    return path, line, byte
