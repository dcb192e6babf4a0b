"""What was given, by whom: the values of a job before they are checked, and the origin of each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from teraload.errors import JobError

Path = tuple[str | int, ...]

_PART = re.compile(r'(?:"([^"]*)"|([^".]+))(?:\.|$)')


class Given(NamedTuple):
    """A value as it was given.

    `origin`: `job.yaml:12`, `--delimiter`; `written`: the text that stood there, with `${NAME}` rather than
    what it stands for, None for a list or a mapping; `where`: what an error begins with; `is_plain`: whether
    it stood in a file without quotes; `is_secret`: whether a variable is in it, whose content is never shown.
    """

    origin: str
    written: str | None
    where: str = ""
    is_plain: bool = False
    is_secret: bool = False


@dataclass
class Tree:
    """Values as nested dictionaries and lists, and what is known of each by its path."""

    values: dict[str, Any] = field(default_factory=dict)
    given: dict[Path, Given] = field(default_factory=dict)

    def put(self, path: Path, value: Any, given: dict[Path, Given]) -> None:
        """Put `value` at `path`, in place of what is there and below.

        `given` is by path from there: () is what is known of `value` itself.

        Raises JobError where a list has no such item, or the path leads into a value.
        """
        holder: Any = self.values
        for depth, part in enumerate(path):
            is_last = depth == len(path) - 1
            if isinstance(holder, list):
                if not isinstance(part, int) or part >= len(holder):
                    raise JobError(
                        f"there is no {spell(path[: depth + 1])}: {spell(path[:depth])} is a list of {len(holder)}",
                        remedy="Count its items from 0, or write it as a mapping if it can be one",
                    )
            elif isinstance(holder, dict):
                part = str(part)
                if not is_last and holder.get(part) is None:
                    holder[part] = {}
                    self.given[path[: depth + 1]] = given[()]._replace(written=None)
            else:
                raise JobError(f"{spell(path[:depth])} is one value: nothing is below it", remedy="Set it as a whole")
            if is_last:
                holder[part] = value
            holder = holder[part]
        for known in [known for known in self.given if known[: len(path)] == path]:
            del self.given[known]
        self.given.update({path + below: what for below, what in given.items()})

    def nearest(self, path: Path) -> Given | None:
        """Return what is known of `path` or, if it was not given, of what it would stand in."""
        return next((self.given[path[:size]] for size in range(len(path), 0, -1) if path[:size] in self.given), None)

    def has_secret(self, path: Path) -> bool:
        """Whether a variable is in what stands at `path` or below."""
        return any(given.is_secret for known, given in self.given.items() if known[: len(path)] == path)


def spell(path: Sequence[str | int]) -> str:
    """Return a path as people write it: `tables.0.columns."a.b".format`."""
    return ".".join(f'"{part}"' if "." in str(part) else str(part) for part in path)


def parse_path(text: str) -> Path:
    """Return the path that `text` spells. Raises JobError if it spells none."""
    parts: list[str | int] = []
    at = 0
    while at < len(text) and (match := _PART.match(text, at)):
        part = match[1] if match[1] is not None else match[2]
        parts.append(int(part) if match[1] is None and part.isdecimal() else part)
        at = match.end()
    if not parts or at < len(text) or text.endswith("."):
        raise JobError(f"--set: {text!r} is no path to an option", remedy="Write it as columns.amount.format=%d")
    return tuple(parts)
