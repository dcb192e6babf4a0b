"""The names of tables, as jobs write them."""

from __future__ import annotations

import re

from teraload.errors import JobError

_PART = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^".\s][^".]*?))\s*(?:\.|$)')


def parse_name(name: str) -> tuple[str | None, str]:
    """Return schema (None if there is none) and table of `name`: `t`, `s.t`, `"a.b"."c d"`.

    Raises JobError for anything else.
    """
    parts: list[str] = []
    at = 0
    while at < len(name):
        match = _PART.match(name, at)
        if match is None:
            break
        parts.append(match[1].replace('""', '"') if match[1] is not None else match[2])
        at = match.end()
    ends_in_point = name.rstrip().endswith(".")
    if at < len(name) or len(parts) not in (1, 2) or ends_in_point or not all(parts):
        raise JobError(f"{name!r} is no table's name", remedy='Write name, schema.name, or "a name"."with points"')
    return (None, parts[0]) if len(parts) == 1 else (parts[0], parts[1])
