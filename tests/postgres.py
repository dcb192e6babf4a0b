"""Real PostgreSQL servers, one of a version for all tests, each test in a database of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

from examples.postgres_server import PostgresServer, debian_binaries, package_binaries

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class PostgresDatabase:
    """A database of a server: its address, and what tests ask of it."""

    url: str

    @contextlib.contextmanager
    def connected(self) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """Connect, each statement in a transaction of its own."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            yield connection

    def execute(self, *statements: str) -> None:
        """Run statements."""
        with self.connected() as connection:
            for statement in statements:
                connection.execute(statement)

    def query(self, sql: str, parameters: list[object] | None = None) -> Rows:
        """Return the rows of `sql`."""
        with self.connected() as connection:
            return connection.execute(sql, parameters).fetchall()

    def text(self, sql: str) -> str:
        """Return what COPY writes of the rows of `sql`."""
        with self.connected() as connection, connection.cursor().copy(f"COPY ({sql}) TO STDOUT") as copy:
            return b"".join(bytes(part) for part in copy).decode()

    def tables(self) -> list[str]:
        """Return the tables of the user's, and what a load has left behind."""
        sql = (
            "SELECT schemaname || '.' || tablename FROM pg_tables "
            "WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'teraload') ORDER BY 1"
        )
        return [name for (name,) in self.query(sql)]


def server(version: int) -> PostgresServer:
    """Return a server of `version`, not started; the test is skipped where there is none of it."""
    try:
        return PostgresServer(debian_binaries(version) if version == 15 else package_binaries(version))
    except LookupError as error:
        if version == 15:
            pytest.skip(str(error))
        raise
