"""Names and values in DuckDB's SQL."""

from __future__ import annotations


def quoted(*parts: str) -> str:
    """Return the identifier that `parts` make, each quoted: no name can be anything but a name."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


def literal(text: str) -> str:
    """Return `text` as an SQL string."""
    return "'" + text.replace("'", "''") + "'"
