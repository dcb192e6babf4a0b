"""Two targets that a load which fails must leave as they were."""

from collections.abc import Callable
from pathlib import Path

from tests.command import Ended
from tests.duck import content, execute

Run = Callable[..., Ended]

TABLE = (
    "CREATE TABLE t (i INTEGER NOT NULL, small TINYINT, u UTINYINT, big BIGINT, dec DECIMAL(5,2), f FLOAT, "
    "d DATE, t TIME, ts TIMESTAMP, tz TIMESTAMPTZ, b BOOLEAN, x BLOB, v VARCHAR)"
)
COLUMNS = ["i", "small", "u", "big", "dec", "f", "d", "t", "ts", "tz", "b", "x", "v"]
GOOD = ["1", *[""] * 12]


# What to do about a field that is no value of its column.
NO_VALUE = "Fix the row, or the column's type, or allow rejects with --max-rejects"


class Database:
    """A target with a table that has a row, and a target that is not there yet; both must stay so."""

    def __init__(self, directory: Path, run: Run) -> None:
        self.directory, self.run = directory, run
        self.old, self.new = directory / "old.duckdb", directory / "new.duckdb"
        self.schema = directory / "schema.sql"
        self.schema.write_text(TABLE)
        execute(self.old, f"{TABLE}; INSERT INTO t (i, v) VALUES (0, 'old')")

    def refuse(self, *files: object, to: object = None, options: tuple[object, ...] = (), code: int = 1) -> str:
        """Load and fail; return what is said. Without `to`, into both targets, which say the same."""
        before = content(self.old)
        old = ("--to", to or self.old, "--table", "t", "--mode", "append", *options)
        ended = self.run("load", *files, *old)
        assert (ended.code, ended.out) == (code, ""), ended
        assert ended.notes == []
        if to is None:
            schema = ("--table", "t", "--schema", self.schema, "--ddl-dialect", "duckdb")
            again = self.run("load", *files, "--to", self.new, *schema, *options)
            assert (again.code, again.error) == (code, ended.error)
        assert content(self.old) == before
        assert not list(self.directory.glob("new.duckdb*"))
        assert not list(self.directory.glob("old.duckdb?*"))
        return ended.error

    def file(self, text: bytes, name: str = "t.csv") -> Path:
        """Make a file."""
        path = self.directory / name
        path.write_bytes(text)
        return path
