"""The command, and how it ended."""

import json
import sys
from dataclasses import dataclass
from typing import Any

COMMAND = [sys.executable, "-m", "teraload"]

LARGE_SQL = "CREATE TABLE large (n INTEGER NOT NULL, filler VARCHAR);"


@dataclass(frozen=True)
class Ended:
    """How a command ended.

    Whatever it was, no traceback was printed, and standard error has nothing but lines of teraload's own: notes
    first and, if the command failed, one line that says why.
    """

    code: int
    out: str
    err: str

    def __post_init__(self) -> None:
        assert "Traceback" not in self.err + self.out, self.err
        assert all(line.startswith("teraload: ") for line in self.err.splitlines()), self.err
        if self.code:
            assert self.err, "a failure that says nothing"

    @property
    def error(self) -> str:
        """What the one line says that a failed command ends with."""
        assert self.code != 0, self.out
        return self.err.splitlines()[-1].removeprefix("teraload: ")

    @property
    def notes(self) -> list[str]:
        """What was said besides the error."""
        lines = [line.removeprefix("teraload: ") for line in self.err.splitlines()]
        return lines[:-1] if self.code else lines

    @property
    def json(self) -> dict[str, Any]:
        """What `--json` printed: one object on one line."""
        assert len(self.out.splitlines()) == 1, self.out
        return json.loads(self.out)
