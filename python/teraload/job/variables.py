"""`${NAME}` in a job file: an environment variable, so that secrets and places need not stand in the file."""

from __future__ import annotations

import os
import re

_VARIABLE = re.compile(r"\$\$|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})?")


def expand(text: str) -> tuple[str, list[str]]:
    """Return `text` with `${NAME}` and `${NAME:-default}` replaced and `$$` as one dollar, and the names in it.

    As in a shell, the default is taken for an empty variable, too. Raises ValueError for a variable that is not
    set and has no default, and for `${` that begins none.
    """
    names: list[str] = []

    def content(match: re.Match[str]) -> str:
        if match[0] == "$$":
            return "$"
        if match[1] is None:
            raise ValueError("${ begins no variable: write ${NAME} or ${NAME:-default}, or $${ for the text itself")
        names.append(match[1])
        if match[2] is not None:
            return os.environ.get(match[1]) or match[2]
        if match[1] not in os.environ:
            raise ValueError(f"the variable {match[1]} is not set: set it, or write ${{{match[1]}:-default}}")
        return os.environ[match[1]]

    return _VARIABLE.sub(content, text), names
