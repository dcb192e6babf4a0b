"""The ledger: which bytes of which files were loaded by which run. One schema in every destination.

Its tables are in the schema `teraload` of the destination, to be read with plain SQL:

- `teraload.run`: one row a run. `status` is `loading`, `published`, `failed` or `stopped`.
- `teraload.file`: the files of a run, as they were when it was planned. The size of what was piped in is known, and
  stands there, once it was published; addresses stand there without users, passwords and queries.
- `teraload.split`: the pieces that were committed. The records `first_byte` to `past_byte` of a file are in
  the target as often as published runs have them here, but for `rows_rejected` of them; `crc32c` is of those bytes.
- `teraload.reject`: the records that became no rows, each with its bytes, its place and the reason (`rejects.py`).
"""

from __future__ import annotations

import secrets
from dataclasses import astuple, dataclass, fields
from datetime import datetime, timezone

SCHEMA = "teraload"

# Types that every destination spells alike.
TABLES = {
    "run": (
        "run VARCHAR PRIMARY KEY, status VARCHAR NOT NULL, started_at TIMESTAMP NOT NULL, finished_at TIMESTAMP, "
        "fingerprint VARCHAR NOT NULL, mode VARCHAR NOT NULL, teraload_version VARCHAR NOT NULL, "
        "host VARCHAR NOT NULL, process_id BIGINT NOT NULL"
    ),
    "file": (
        "run VARCHAR NOT NULL, file INTEGER NOT NULL, target VARCHAR NOT NULL, path VARCHAR NOT NULL, "
        "size_bytes BIGINT NOT NULL, modified_ns BIGINT NOT NULL"
    ),
    "split": (
        "run VARCHAR NOT NULL, target VARCHAR NOT NULL, split INTEGER NOT NULL, file INTEGER NOT NULL, "
        "first_byte BIGINT NOT NULL, past_byte BIGINT NOT NULL, crc32c BIGINT NOT NULL, rows_read BIGINT NOT NULL, "
        "rows_loaded BIGINT NOT NULL, rows_rejected BIGINT NOT NULL, rows_filtered BIGINT NOT NULL, "
        "stream INTEGER NOT NULL, finished_at TIMESTAMP NOT NULL"
    ),
    "reject": (
        "run VARCHAR NOT NULL, target VARCHAR NOT NULL, split INTEGER NOT NULL, file INTEGER NOT NULL, "
        "first_byte BIGINT NOT NULL, byte BIGINT NOT NULL, column_number INTEGER, column_name VARCHAR, "
        "code VARCHAR NOT NULL, message VARCHAR NOT NULL, record BLOB NOT NULL"
    ),
}


@dataclass(frozen=True, slots=True)
class SplitRecord:
    """A piece that was written: a row of `teraload.split`, in the order of its columns."""

    run: str
    target: str
    split: int
    file: int
    first_byte: int
    past_byte: int
    crc32c: int
    rows_read: int
    rows_loaded: int
    rows_rejected: int
    rows_filtered: int
    stream: int
    finished_at: datetime


COLUMNS = tuple(field.name for field in fields(SplitRecord))


def columns_of(records: list[SplitRecord]) -> list[list[object]]:
    """Return the values of `records` a column at a time, as many-row inserts take them."""
    return [list(values) for values in zip(*map(astuple, records), strict=True)]


def split_records(
    done: list[tuple[int, int, int, int, int, int, int]], *, run: str, target: str, stream: int
) -> list[SplitRecord]:
    """Return the ledger rows of the pieces that a reader has `done`.

    Each is split, file, first byte, past byte, records, rejected ones, CRC32C. What was read and not rejected
    was loaded: nothing filters rows yet.
    """
    now = utc_now()
    return [
        SplitRecord(run, target, split, file, first, past, crc32c, read, read - rejected, rejected, 0, stream, now)
        for split, file, first, past, read, rejected, crc32c in done
    ]


def new_run() -> str:
    """Return a name for a run: when it began, and something that no other run of that second has."""
    return f"{utc_now():%Y%m%dT%H%M%S}-{secrets.token_hex(3)}"


def utc_now() -> datetime:
    """Return the time in UTC, without a zone, as the ledger holds it."""
    return datetime.now(timezone.utc).replace(tzinfo=None)
