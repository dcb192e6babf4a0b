"""What is said on one line, whatever it tells of: a file's name may have line ends in it."""

from __future__ import annotations


def one_line(text: str) -> str:
    """Return `text` with what cannot be printed as escapes."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
