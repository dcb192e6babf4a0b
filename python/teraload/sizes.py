"""Sizes in bytes and counts, as people write and read them."""

from __future__ import annotations

import re
from typing import Any

_UNITS = {
    "": 1,
    "b": 1,
    **{prefix + "b": 1000**power for power, prefix in enumerate("kmgt", start=1)},
    **{prefix + "ib": 1024**power for power, prefix in enumerate("kmgt", start=1)},
}


def parse_bytes(size: Any) -> int:
    """Return the bytes that `size` says: a number, or text as `512MB`, `2GiB`. Raises ValueError."""
    if isinstance(size, int) and not isinstance(size, bool):
        return size
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-zA-Z]*)\s*", str(size))
    if match is None or match[2].lower() not in _UNITS:
        raise ValueError("a size is a number of bytes, or one with kB, MB, GB, KiB, MiB, GiB")
    return int(float(match[1]) * _UNITS[match[2].lower()])


def show_bytes(count: float) -> str:
    """Return `count` bytes in the decimal unit that fits: `759.9 MB`."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.2f} TB"


def show_count(count: int, noun: str = "", plural: str | None = None) -> str:
    """Return `count` with its thousands apart, and `noun` in the number it takes."""
    if not noun:
        return f"{count:,}"
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
