"""The PostgreSQL destination: staging tables, publishing in one transaction, and leaving nothing behind."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import psycopg
from psycopg import pq

from teraload.destinations.base import Destination, Feed, Target
from teraload.destinations.postgres.connection import Connection, connect, errors, one, shown_name
from teraload.destinations.postgres.ledger import Ledger
from teraload.destinations.postgres.names import quoted
from teraload.destinations.postgres.session import PostgresSession
from teraload.destinations.postgres.target import Place, add_columns, columns_of, create_staging, find, plan_target
from teraload.destinations.postgres.types import stored_as
from teraload.errors import JobError, VerificationError
from teraload.job import Job, TableJob
from teraload.plan import Plan, PlannedColumn, PlannedTable
from teraload.schema import ColumnType, Table
from teraload.tablename import parse_name

# A commit of so much text: its round trips and its flush of the log are nothing against it, and what is lost with it
# is a second's work.
_SPLIT_BYTES = 64 << 20

# Connections that the server keeps for others.
_SPARE_CONNECTIONS = 2


def open_postgres(job: Job, run: str) -> PostgresDestination:
    """Return the destination that `job.to` says: a URL or a connection string. Raises JobError, DestinationError."""
    for option in ("storage_version", "destination_memory"):
        if getattr(job, option):
            flag = option.replace("_", "-")
            raise JobError(f"--{flag}: PostgreSQL has no such thing", remedy=f"Leave --{flag} out")
    return PostgresDestination(str(job.to), connect(str(job.to)), run)


class PostgresDestination(Destination):
    """A PostgreSQL database for one load."""

    def __init__(self, to: str, connection: Connection, run: str) -> None:
        self._to, self._connection = to, connection
        self._ledger = Ledger(run)
        self._places: dict[str, Place] = {}
        self._is_prepared = self._is_publishing = False
        self.name = shown_name(connection)

    # ---- planning

    def target(self, name: str, schema: Table | None, table: TableJob, job: Job) -> Target:
        """Return what table `name` is or will be."""
        with errors(name):
            place = find(self._connection, *parse_name(name))
            for other, taken in self._places.items():
                if taken.quoted == place.quoted:
                    remedy = f"Say --table {name}, if all files are for it"
                    raise JobError(f"{other} and {name} are one table", remedy=remedy)
            self._places[name] = place
            return plan_target(self._connection, place, self._staging(name), schema, table, job)

    def _staging(self, name: str) -> Place:
        number = list(self._places).index(name) + 1
        return self._places[name].staging(self._ledger.run, number)

    def has_table(self, name: str) -> bool:
        """Return whether there is a table `name` already."""
        with errors(name):
            return find(self._connection, *parse_name(name)).oid is not None

    def new_column(self, name: str, column_type: ColumnType) -> PlannedColumn:
        """Return a column that takes NULL."""
        return PlannedColumn(name, str(column_type), True, stored_as(column_type), max_length=column_type.length)

    def split_bytes(self, record_bytes: float) -> float:
        """Return the text of a commit."""
        return _SPLIT_BYTES

    def most_streams(self, tables: Sequence[PlannedTable]) -> tuple[int | None, str]:
        """Return how many connections the server has left."""
        free = one(
            self._connection,
            "SELECT current_setting('max_connections')::int - count(*) FROM pg_stat_activity "
            "WHERE backend_type = 'client backend'",
        )
        return max(1, int(free) - _SPARE_CONNECTIONS), f"the server has {free} connections left"

    def about(self) -> tuple[str, ...]:
        """Return which server it is."""
        return (f"PostgreSQL {self._connection.info.parameter_status('server_version')}",)

    # ---- loading

    def prepare(self, plan: Plan) -> None:
        """Make the ledger and the staging tables, and remove what runs that died have left."""
        self._is_prepared = True
        connection, ledger = self._connection, self._ledger
        with errors("preparing"):
            ledger.claim(connection)
            with connection.transaction():
                ledger.create(connection)
                for dead in ledger.dead_runs(connection):
                    for staging in ledger.staging(connection, dead):
                        connection.execute(f"DROP TABLE {staging}")
                    Ledger(dead).end(connection, "failed")
                ledger.begin(connection, plan)
                for table in plan.tables:
                    if table.way.name != "direct":
                        create_staging(connection, self._places[table.name], self._staging(table.name), table)

    def session(self) -> PostgresSession:
        """Return a connection for one more stream."""
        return PostgresSession(connect(self._to), self._ledger)

    # ---- publishing

    def publish(self, plan: Plan, feed: Feed) -> dict[str, int]:
        """Make all tables visible in one transaction."""
        connection = self._connection
        with errors("publishing"), connection.transaction():
            rows = self._ledger.rows_loaded(connection)
            loaded = {table.name: rows.get(table.target, 0) for table in plan.tables}
            for table in plan.tables:
                self._make_visible(table, loaded[table.name])
            feed.check(loaded)
            self._ledger.end_pipes(connection, plan)
            self._ledger.end(connection, "published")
        return loaded

    def _make_visible(self, table: PlannedTable, staged: int) -> None:
        place, staging, way = self._places[table.name], self._staging(table.name), table.way.name
        if way == "create":
            self._connection.execute(f"ALTER TABLE {staging.quoted} RENAME TO {quoted(place.table)}")
        if way not in ("append", "replace"):
            return
        if way == "replace":
            self._connection.execute(f"TRUNCATE {place.quoted}")
        add_columns(self._connection, place, table)
        assert place.oid is not None
        columns = {column.planned.name: column for column in columns_of(self._connection, place.oid)}
        names = ", ".join(quoted(column.name) for column in table.columns)
        has_identity = any(columns[column.name].identity == "a" for column in table.columns)
        overriding = "OVERRIDING SYSTEM VALUE " if has_identity else ""
        written = self._connection.execute(
            f"INSERT INTO {place.quoted} ({names}) {overriding}SELECT {names} FROM {staging.quoted}"
        ).rowcount
        if written != staged:
            raise VerificationError(
                f"{table.name}: {staged} rows were staged, {written} went into the table",
                remedy="A trigger or a rule of the table keeps rows out; --publish direct loads it as it is",
            )
        self._connection.execute(f"DROP TABLE {staging.quoted}")
        for column in table.columns:
            if columns[column.name].identity:
                self._move_sequence(place, column.name)

    def _move_sequence(self, place: Place, column: str) -> None:
        """Let the sequence of an identity column go on behind what was loaded."""
        self._connection.execute(
            f"SELECT setval(sequence, greatest(last, (SELECT max({quoted(column)}) FROM {place.quoted}))) FROM "
            "(SELECT s.oid::regclass AS sequence, coalesce(pg_sequence_last_value(s.oid), 1) AS last "
            "FROM pg_class s WHERE s.oid = pg_get_serial_sequence(%s, %s)::regclass) AS of_column "
            f"WHERE EXISTS (SELECT FROM {place.quoted})",
            [place.quoted, column],
        )

    def interrupt(self) -> None:
        """Stop the statement that publishes."""
        with contextlib.suppress(psycopg.Error):
            self._connection.cancel_safe(timeout=5)

    # ---- leaving

    def discard(self, status: str) -> list[str]:
        """Remove staging tables."""
        if not self._is_prepared:
            return []
        left: list[str] = []
        try:
            if self._connection.info.transaction_status == pq.TransactionStatus.UNKNOWN:
                self._connection = connect(self._to)
            with self._connection.transaction():
                left = self._ledger.staging(self._connection, self._ledger.run)
                for staging in left:
                    self._connection.execute(f"DROP TABLE {staging}")
                self._ledger.end(self._connection, status)
        except Exception:
            return [f"{table} could not be removed; the next load removes it" for table in left]
        return []

    def close(self) -> None:
        """Let go."""
        with contextlib.suppress(psycopg.Error):
            self._connection.close()
