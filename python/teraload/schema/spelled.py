"""Types as people spell them in a job: teraload's own names, or SQL's."""

from __future__ import annotations

from teraload.schema.errors import SchemaError
from teraload.schema.types import ColumnType


def type_of(spelling: str, dialect: str) -> ColumnType:
    """Return the type that `spelling` means: one of ours, as decimal(15,2), or one in the SQL of `dialect`.

    Raises SchemaError.
    """
    try:
        return ColumnType.parse(spelling)
    except SchemaError:
        # Not before it is needed: sqlglot takes longer to import than all of this package.
        from teraload.schema.ddl import read_ddl
    table = next(iter(read_ddl(f"CREATE TABLE t (c {spelling}\n)", dialect=dialect, origin="columns").tables.values()))
    if len(table.columns) != 1:
        raise SchemaError(f'"{spelling}" is not one type', found=spelling)
    return table.columns[0].type
