"""Destinations, found by what `to` says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from teraload.errors import JobError

if TYPE_CHECKING:
    from teraload.destinations.base import Destination
    from teraload.job import Job

_LATER = ("mssql", "sqlserver", "mysql", "s3", "http", "https")

# What libpq connects to: an address, or words as `service=warehouse` and `host=db dbname=sales`.
_POSTGRES = re.compile(r"postgres(?:ql)?://|\s*(?:service|host|hostaddr|port|dbname|user)\s*=")


def open_destination(job: Job, run: str) -> Destination:
    """Return the destination that `job.to` says, opened for `run`. Raises JobError if there is no such."""
    to: Any = job.to
    if isinstance(to, str) and to == "null:":
        from teraload.destinations.null import NullDestination

        compressed = any(table.column_compression for table in job.tables)
        _refuse("storage_version", job.storage_version)
        _refuse("column_compression", compressed)
        _refuse("destination_memory", job.destination_memory)
        return NullDestination(run)
    if isinstance(to, str) and _POSTGRES.match(to):
        from teraload.destinations.postgres import open_postgres

        return open_postgres(job, run)
    if isinstance(to, str) and "://" in to:
        scheme = to.split("://", 1)[0]
        what = "cannot be loaded into yet" if scheme in _LATER else "is no kind of destination"
        raise JobError(
            f"--to: {scheme}:// {what}", remedy="Name a DuckDB file, postgresql://…, or null: to parse and discard"
        )
    from teraload.destinations.duckdb import open_duckdb

    return open_duckdb(job, run)


def _refuse(option: str, value: object) -> None:
    if value:
        flag = option.replace("_", "-")
        raise JobError(f"--{flag}: null: has no such thing", remedy=f"Leave --{flag} out")
