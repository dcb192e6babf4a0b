"""Connecting to PostgreSQL, and its errors."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import psycopg
from psycopg import conninfo

from teraload.errors import DestinationError, JobError, RowRefusedError

Connection = psycopg.Connection[tuple[Any, ...]]

OLDEST_VERSION = 15

# What every connection of a load sets: values are written in these forms where they go as text.
_SETTINGS = {"datestyle": "ISO", "timezone": "UTC", "client_min_messages": "warning"}

_REMEDIES = {
    "28P01": "Check the user and the password (PGPASSWORD, ~/.pgpass, or a service file)",
    "28000": "Check the user, and what pg_hba.conf of the server allows",
    "3D000": "CREATE DATABASE first, or correct its name",
    "42501": "Ask the table's owner for the privilege, or connect as another user",
    "53100": "The server's disk is full: make room, then run it again",
    "53300": "Say fewer --streams, or raise max_connections of the server",
    "55P03": "Another session holds a lock: try again when it has ended",
    "57014": "Raise statement_timeout for this user, or set it in the connection's options",
    "57P01": "The server was stopped: run it again when it is there",
    "57P03": "The server starts or stops: try again in a moment",
    "40P01": "Run it again",
}

# Where in a COPY the server was: its rows count from 1, whatever the format.
_COPY_LINE = re.compile(r"^COPY .*, line (\d+)(?:, column (.*?))?(?:: .*)?$", re.MULTILINE | re.DOTALL)


def connect(to: str) -> Connection:
    """Connect as libpq understands `to`. Raises JobError for what it does not, DestinationError where it fails."""
    try:
        conninfo.conninfo_to_dict(to)
    except psycopg.ProgrammingError as error:
        # The text may hold a password.
        raise JobError(f"--to: {_words(error)}", remedy="The form is postgresql://user@host:port/database") from None
    with errors("connecting"):
        connection = psycopg.connect(to, autocommit=True, fallback_application_name="teraload", client_encoding="UTF8")
    if connection.info.server_version // 10_000 < OLDEST_VERSION:
        version = connection.info.parameter_status("server_version")
        connection.close()
        raise JobError(f"the server is PostgreSQL {version}, expected {OLDEST_VERSION} or newer", remedy="Upgrade it")
    with errors("connecting"):
        for name, value in _SETTINGS.items():
            connection.execute("SELECT set_config(%s, %s, false)", [name, value])
    return connection


def shown_name(connection: Connection) -> str:
    """Return what people call the database, without a password."""
    info = connection.info
    return f"postgresql://{info.user}@{info.host}:{info.port}/{info.dbname}"


def one(connection: Connection, sql: str, parameters: list[Any] | None = None) -> Any:
    """Return the first value of the first row of `sql`; None if there is no row."""
    row = connection.execute(sql, parameters).fetchone()
    return row[0] if row else None


@contextlib.contextmanager
def errors(doing: str) -> Iterator[None]:
    """Turn what psycopg raises while `doing` into a DestinationError with the server's words and a remedy."""
    try:
        yield
    except psycopg.Error as error:
        words, state = _words(error), error.sqlstate
        remedy = _REMEDIES.get(state or "") or error.diag.message_hint
        words += f" (SQLSTATE {state})" if state else ""
        if (place := _COPY_LINE.search(error.diag.context or "")) is not None and (state or "")[:2] in ("22", "23"):
            raise RowRefusedError(words, row=int(place[1]) - 1, column=place[2], remedy=remedy) from None
        raise DestinationError(f"{doing}: {words}", remedy=remedy) from None


def _words(error: psycopg.Error) -> str:
    """Return what the server, or libpq, says, on one line."""
    parts = [error.diag.message_primary or str(error), error.diag.message_detail]
    return " ".join(" ".join(part for part in parts if part).split())
