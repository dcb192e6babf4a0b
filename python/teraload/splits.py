"""Cutting files into splits: even ones, whatever the files are like."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise

from teraload.plan import Piece, PlannedFile, Split

# Numbers of splits that many numbers of streams divide, so that all streams end together. Which one is
# taken depends on the files and the destination alone, not on the streams: the same job has the same splits.
_EVEN_COUNTS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96)

# How much longer than its file a text may well be. To share one that is shorter costs nothing.
_UNPACKED = 10

# A cut this near to the end of a file, as a part of a split, is moved there: most splits of many files then
# hold whole files, and none is more uneven than this.
_SNAP = 0.1


def count_splits(size_bytes: int, split_bytes: float) -> int:
    """Return how many splits of at least `split_bytes` to make of `size_bytes`; at least one."""
    most = max(1, int(size_bytes / split_bytes))
    if most > _EVEN_COUNTS[-1]:
        return most - most % _EVEN_COUNTS[-1]
    return _EVEN_COUNTS[bisect_right(_EVEN_COUNTS, most) - 1]


def cut(files: Sequence[PlannedFile], split_bytes: float) -> tuple[Split, ...]:
    """Cut `files`, taken as one long run of bytes, into even splits of at least `split_bytes`.

    So a large file becomes many splits, many small files become one, and the sizes of the files do not
    show in those of the splits. Every byte of every file is in exactly one piece.
    """
    ends = list(accumulate(file.size_bytes for file in files))
    if not ends:
        return ()
    count = count_splits(ends[-1], split_bytes)
    step = ends[-1] / count
    cuts = [_snap(round(step * number), ends, step * _SNAP) for number in range(1, count)]
    bounds = [0, *cuts, ends[-1]]
    splits = []
    file_index = 0
    for number, (first, past) in enumerate(pairwise(bounds), start=1):
        pieces = []
        is_last = number == count
        # A file whose end is this split's end belongs to it; empty files behind it are the next split's.
        while file_index < len(files):
            begin = ends[file_index] - files[file_index].size_bytes
            if begin >= past and not is_last:
                break
            piece_first, piece_past = max(first, begin) - begin, min(past, ends[file_index]) - begin
            pieces.append(Piece(files[file_index].number, piece_first, piece_past))
            if ends[file_index] > past:
                break
            file_index += 1
        splits.append(Split(number, tuple(pieces)))
    return tuple(splits)


def bundle(
    files: Sequence[PlannedFile], split_bytes: float, *, first_number: int = 1, may_share: bool = False
) -> tuple[Split, ...]:
    """Put whole `files`, in their order, into splits of at least `split_bytes`: for files that cannot be cut.

    With `may_share` texts that make more than one commit are splits of their own, which streams share.
    """
    splits: list[Split] = []
    pieces: list[Piece] = []
    size_bytes = 0

    def close(*, is_shared: bool = False) -> None:
        nonlocal pieces, size_bytes
        if pieces:
            splits.append(Split(first_number + len(splits), tuple(pieces), is_shared))
        pieces, size_bytes = [], 0

    for file in files:
        is_shared = may_share and file.is_text and _is_long(file, split_bytes)
        if is_shared:
            close()
        pieces.append(Piece(file.number, 0, file.size_bytes))
        size_bytes += file.size_bytes
        if is_shared or size_bytes >= split_bytes:
            close(is_shared=is_shared)
    close()
    return tuple(splits)


def _is_long(text: PlannedFile, split_bytes: float) -> bool:
    return text.kind == "pipe" or text.size_bytes * _UNPACKED >= split_bytes


def _snap(place: int, ends: Sequence[int], reach: float) -> int:
    behind = bisect_right(ends, place)
    near = [ends[index] for index in (behind - 1, behind) if 0 <= index < len(ends)]
    closest = min(near, key=lambda end: abs(end - place), default=place)
    return closest if abs(closest - place) <= reach else place


def covers(
    files: Iterable[PlannedFile], ranges: Iterable[tuple[int, int, int]], text_bytes: Mapping[int, int]
) -> str | None:
    """Say which bytes of `files` the ranges (file, first byte, past byte) do not cover exactly once.

    None if they cover all of them: sorted, each begins where the one before it ended. `text_bytes`: the length of
    texts in many parts, by the number of the file.
    """
    reached = {file.number: 0 for file in files}
    for number, first, past in sorted(ranges):
        if first != reached.get(number):
            return f"file {number}: a split begins at byte {first}, the one before it ended at {reached.get(number)}"
        reached[number] = past
    for file in files:
        # A text in one piece is done when it has ended, which no size can be compared with.
        size = text_bytes.get(file.number) if file.is_text else file.size_bytes
        if size is not None and reached[file.number] != size:
            return f"{file.path}: read up to byte {reached[file.number]} of {size}"
    return None
