"""A case of a suite: a text, the options that it is loaded with, and what another reader makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

import teraload

Row = tuple[Any, ...]

FAILS = "fails"
"""What is expected of a text that cannot be read."""

REFUSED = "refused"
"""What is expected of options that make no sense."""


@dataclass(frozen=True)
class Case:
    """One line of a suite.

    `expected`: the rows that the other reader has, FAILS or REFUSED. `differs`: why teraload has others, by intention.
    `names`: of the columns, or how many there are; as the first row has without it. `types`: theirs, text without it.
    """

    name: str
    text: str | bytes
    expected: list[Row] | str
    options: dict[str, Any]
    differs: str
    names: int | str
    types: str

    def __str__(self) -> str:
        return self.name

    def found(self, directory: Path) -> list[Row] | str:
        """Return the rows that teraload has, FAILS or REFUSED."""
        path = directory / "t.csv"
        path.write_bytes(self.text.encode() if isinstance(self.text, str) else self.text)
        with duckdb.connect() as connection:
            connection.execute(f"CREATE TABLE t ({', '.join(self._definitions())})")
            options = {"table": "t", "mode": "append", "streams": 1, "allow_empty": True, **self.options}
            try:
                teraload.load(path, to=connection, **options)
            except (teraload.RowError, teraload.SourceError):
                return FAILS
            except teraload.JobError:
                return REFUSED
            return connection.execute("FROM t").fetchall()

    def _definitions(self) -> list[str]:
        names = self.names.split() if isinstance(self.names, str) else []
        width = (
            len(names)
            or self.names
            or (len(self.expected[0]) if isinstance(self.expected, list) and self.expected else 1)
        )
        names = names or [f"c{number}" for number in range(1, int(width) + 1)]
        types = self.types.split() or ["VARCHAR"] * len(names)
        return [f'"{name}" {kind}' for name, kind in zip(names, types, strict=True)]


def cases_with(**plain: Any) -> Callable[..., Case]:
    """Return what makes cases of a suite, whose options are `plain` unless a case says otherwise."""

    def case(
        text: str | bytes, expected: list[Row] | str, *, differs: str = "", names: int | str = 0, types: str = "",
        **options: Any,
    ) -> Case:  # fmt: skip
        shown = repr(text if len(text) <= 60 else text[:57])
        name = " ".join([shown, *(f"{option}={value!r}" for option, value in options.items())])
        return Case(name, text, expected, {**plain, **options}, differs, names, types)

    return case
