"""The file of rejects: quoted CSV with a header, which teraload loads itself, as anything does.

```
file,line,byte,column,name,code,message,record,record_hex
"in/orders.csv",128734,9182733,4,"o_status","null","the empty field means NULL, and the column is NOT NULL","17,3,,
",
```
`record` is the record as it was, its line end included. Bytes that are no text (not UTF-8, or a NUL among them, which
few readers of CSV take) are in `record_hex` instead, as hexadecimal digits; the other of the two is empty.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from teraload.rejects import PlacedReject

COLUMNS = ("file", "line", "byte", "column", "name", "code", "message", "record", "record_hex")


def write_rejects(path: Path, rejects: Iterable[PlacedReject]) -> None:
    """Write `rejects` to a new file at `path`. Raises OSError; nothing is ever written over."""
    with path.open("x", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.writelines(csv_lines(rejects))


def csv_lines(rejects: Iterable[PlacedReject]) -> Iterator[str]:
    """Give the header and a line for each of `rejects`."""
    yield ",".join(COLUMNS) + "\n"
    for reject in rejects:
        text, digits = _text(reject.record)
        yield ",".join(map(_field, (*reject[:-1], text, digits))) + "\n"


def read_rejects(path: Path) -> Iterator[PlacedReject]:
    """Give the rejects that `write_rejects` has written. Raises OSError."""
    # The default limit of 128 KB a field is less than a record may have.
    csv.field_size_limit(sys.maxsize)
    with path.open(encoding="utf-8", errors="surrogateescape", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        for name, line, byte, number, column, code, message, text, digits in rows:
            record = bytes.fromhex(digits) if digits else text.encode()
            yield PlacedReject(name, _number(line), int(byte), _number(number), column or None, code, message, record)


def _text(record: bytes) -> tuple[str | None, str | None]:
    try:
        text = record.decode()
    except UnicodeDecodeError:
        return None, record.hex()
    return (None, record.hex()) if "\0" in text else (text, None)


def _field(value: str | int | None) -> str:
    """Return a value as CSV has it. Texts are always quoted, so that what is empty unquoted is NULL."""
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else '"' + value.replace('"', '""') + '"'


def _number(text: str) -> int | None:
    return int(text) if text else None
