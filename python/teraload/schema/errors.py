"""What a schema that cannot be used says."""

from __future__ import annotations

from teraload.errors import JobError


class SchemaError(JobError):
    """A schema that cannot be read, or that holds what teraload cannot store.

    The message is `where: what. remedy`; what it is made of are attributes, None where unknown: `what`,
    `origin` (file name or "<ddl>"), `line` (from 1), `table`, `column`, `found` (as written), `expected`,
    `remedy`.
    """

    def __init__(
        self,
        what: str,
        *,
        origin: str | None = None,
        line: int | None = None,
        table: str | None = None,
        column: str | None = None,
        found: str | None = None,
        expected: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.what, self.origin, self.line = what, origin, line
        self.table, self.column = table, column
        self.found, self.expected = found, expected
        file = f"{origin}:{line}" if origin and line else origin or (f"line {line}" if line else "")
        name = ".".join(part for part in (table, column) if part)
        where = ", ".join(part for part in (file, name) if part)
        super().__init__(f"{where}: {what}" if where else what, remedy=remedy)
