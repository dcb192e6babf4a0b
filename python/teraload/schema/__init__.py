"""What the tables that are loaded look like: types, columns, tables, shipped and read out of DDL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from teraload.schema.errors import SchemaError
from teraload.schema.table import Column, Schema, Table
from teraload.schema.tpch import TPCH
from teraload.schema.types import ColumnType

if TYPE_CHECKING:
    from teraload.schema.ddl import read_ddl

__all__ = ["TPCH", "Column", "ColumnType", "Schema", "SchemaError", "Table", "read_ddl"]


def __getattr__(name: str) -> Any:
    # Reading DDL needs sqlglot, which takes longer to import than all of this package.
    if name == "read_ddl":
        from teraload.schema.ddl import read_ddl

        return read_ddl
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
