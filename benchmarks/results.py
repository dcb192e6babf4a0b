"""Results as files: measuring writes one, reporting reads it, nothing else is between them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FORMAT = 1

Result = dict[str, Any]


def write(path: Path, result: Result) -> None:
    """Write in one step, so that a reader never finds half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(json.dumps({"format": FORMAT, **result}, indent=1) + "\n")
    unfinished.replace(path)


def read(path: Path) -> Result:
    """Read a file that `write` wrote."""
    result: Result = json.loads(path.read_text())
    if result.get("format") != FORMAT:
        raise ValueError(f"{path}: format {result.get('format')!r}, this is format {FORMAT}. Measure again.")
    return result


def failures(result: Result) -> list[str]:
    """Give a line for each arm that failed."""
    return [
        f"{group['name']}, {arm['name']}: {arm['failed']}"
        for group in result["groups"]
        for arm in group["arms"]
        if arm["failed"] is not None
    ]
