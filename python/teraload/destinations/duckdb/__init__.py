"""DuckDB, the embedded default: a file, memory, or the caller's own open connection."""

from teraload.destinations.duckdb.destination import DuckDBDestination, open_duckdb

__all__ = ["DuckDBDestination", "open_duckdb"]
