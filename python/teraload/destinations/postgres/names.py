"""Names and values in PostgreSQL's SQL."""

from __future__ import annotations


def quoted(*parts: str) -> str:
    """Return the identifier that `parts` make, each quoted: no name can be anything but a name."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


def literal(text: str) -> str:
    """Return `text` as an SQL string, whatever `standard_conforming_strings` is."""
    escaped = text.replace("'", "''")
    return f" E'{escaped.replace(chr(92), chr(92) * 2)}'" if "\\" in escaped else f"'{escaped}'"
