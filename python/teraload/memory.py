"""How much memory teraload's own buffers take, and how many streams that leaves room for."""

from __future__ import annotations

from dataclasses import dataclass

from teraload import _native
from teraload.errors import JobError
from teraload.job import DEFAULT_RECORD_LIMIT_BYTES
from teraload.sizes import show_bytes, show_count

# The text that is read at a time. A block, its index (about half of its size) and its columns (about the
# same size again) then stay in an L2 cache of 1 MB: 1.82 GB/s a core, against 1.76 with blocks of 1 MB.
BLOCK_BYTES = 256 << 10

# Records of this length are read whatever the memory, before streams give way.
LEAST_RECORD_LIMIT_BYTES = 1 << 20

# What the index takes: four bytes for each delimiter, so four times the text where it is nothing else.
_INDEX_FACTOR = 4

# What the columns of a batch take at most, as a multiple of its text: a view or a wide decimal of 16 bytes
# for an empty field, which is one byte of text, its delimiter; and the bytes of long text once more.
_COLUMNS_FACTOR = 17

# One batch is made while the destination still holds the one before it.
_BATCHES = 2


@dataclass(frozen=True, slots=True)
class Budget:
    """What `memory_bytes` is divided into: so many streams, records of up to so many bytes."""

    streams: int
    memory_bytes: int
    record_limit_bytes: int
    notes: tuple[str, ...]


def stream_bytes(record_limit_bytes: int) -> int:
    """Return what one stream takes at most, in bytes.

    A block grows to hold the longest record, with its index; a batch ends at a number of bytes, and may
    run over by the record that filled it. What is taken is a tenth of this where records are short.
    """
    batch = _native.BATCH_BYTES * _COLUMNS_FACTOR + record_limit_bytes
    return record_limit_bytes * (1 + _INDEX_FACTOR) + batch * _BATCHES


def budget(streams: int, *, streams_asked: bool, memory_bytes: int | None, record_limit_bytes: int | None) -> Budget:
    """Divide the memory among the streams. Raises JobError if not even one stream fits.

    Without `memory_bytes` there is enough for all. Where there is not, the limit on a record's length gives
    way first (unless it was asked for), then the number of streams; both are said.
    """
    limits = [record_limit_bytes or DEFAULT_RECORD_LIMIT_BYTES]
    if memory_bytes is None:
        return Budget(streams, stream_bytes(limits[0]) * streams, limits[0], ())
    while record_limit_bytes is None and limits[-1] > LEAST_RECORD_LIMIT_BYTES:
        limits.append(limits[-1] // 2)
    for count in range(min(streams, memory_bytes // stream_bytes(limits[-1])), 0, -1):
        limit = next((limit for limit in limits if stream_bytes(limit) * count <= memory_bytes), limits[-1])
        notes = []
        if limit != limits[0]:
            notes.append(
                f"records of up to {show_bytes(limit)}: more does not fit {show_bytes(memory_bytes)} of memory"
            )
        if count < streams:
            why = "that were asked for" if streams_asked else "that the cores could run"
            takes = f"each takes {show_bytes(stream_bytes(limit))} of {show_bytes(memory_bytes)}"
            notes.append(f"{show_count(count, 'stream')} of the {streams} {why}: {takes}")
        return Budget(count, memory_bytes, limit, tuple(notes))
    least = stream_bytes(limits[-1])
    raise JobError(
        f"memory: {show_bytes(memory_bytes)} is too little, one stream takes {show_bytes(least)}",
        remedy=f"Say --memory {least} or more" + (", or a smaller --record-limit" if record_limit_bytes else ""),
    )
