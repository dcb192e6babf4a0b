"""Types as people spell them in a job: teraload's own names, or SQL's."""

from __future__ import annotations

from teraload.schema.errors import SchemaError
from teraload.schema.types import ColumnType

_SHORT = {"time": "time(us)", "timestamp": "timestamp(us)", "timestamptz": "timestamptz(us)"}


def type_of(spelling: str) -> ColumnType:
    """Return the type that `spelling` means. Raises SchemaError if it means none."""
    try:
        return ColumnType.parse(_SHORT.get(spelling.strip().lower(), spelling))
    except SchemaError as error:
        own = error
    from teraload.schema.ddl import read_ddl

    try:
        schema = read_ddl(f"CREATE TABLE t (c {spelling});", dialect="duckdb", origin="a type")
        (table,) = schema.tables.values()
        (column,) = table.columns
    except (SchemaError, ValueError):
        raise own from None
    return column.type
