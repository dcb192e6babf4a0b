"""The DuckDB destination: staging, publishing in one transaction, and leaving nothing behind."""

from __future__ import annotations

import contextlib
import shutil
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import duckdb

from teraload.destinations.base import Destination, Feed, Target
from teraload.destinations.duckdb import connection as duck
from teraload.destinations.duckdb.ledger import LIVE, Ledger
from teraload.destinations.duckdb.names import quoted
from teraload.destinations.duckdb.session import DuckDBSession, insert_sql, transaction
from teraload.destinations.duckdb.target import (
    Place,
    add_columns,
    as_spelled,
    create_staging,
    dependents,
    existing_columns,
    plan_target,
)
from teraload.destinations.duckdb.types import stored_as
from teraload.errors import DestinationError, JobError, VerificationError
from teraload.job import Job, TableJob
from teraload.plan import Plan, PlannedColumn, PlannedTable
from teraload.schema import ColumnType, Table
from teraload.sizes import show_bytes
from teraload.tablename import parse_name

ROW_GROUP_ROWS = 122_880

# Row groups in a commit. The checkpoint merges neighbouring groups that are not full, and so writes them
# twice: with 1.5 and 2.5 groups a commit it took two thirds of the load, from 3.5 on nothing.
# The twentieth on top is for records that are shorter than their sampled mean.
COMMIT_ROW_GROUPS = 4.05

# Beyond this a split is no better for being larger, and what is lost with it begins to hurt.
MOST_SPLIT_BYTES = 4 << 30

# A row group in the making: its rows as text, roughly what its vectors take, and its compressed segments.
ROW_GROUP_MEMORY_FACTOR = 2

# Two loads of one process that make the ledger at once would be a conflict to DuckDB.
_PREPARING = threading.Lock()


def open_duckdb(job: Job, run: str) -> DuckDBDestination:
    """Return the destination that `job.to` says: a path, `:memory:`, or an open connection."""
    if isinstance(job.to, duckdb.DuckDBPyConnection):
        return DuckDBDestination(job, run, job.to, path=None, is_ours=False)
    if not isinstance(job.to, str | Path) or not str(job.to):
        what = f"{type(job.to).__name__} {job.to!r}"
        raise JobError(f"to: {what} is no destination", remedy="Give a path or a DuckDB connection")
    config: duck.Config = {}
    if job.destination_memory:
        config["memory_limit"] = f"{job.destination_memory}B"
    if str(job.to) == ":memory:":
        if job.storage_version:
            raise JobError("--storage-version: memory has no such thing", remedy="Leave --storage-version out")
        return DuckDBDestination(job, run, duckdb.connect(":memory:", config=config), path=None, is_ours=True)
    path = Path(job.to)
    existed = duck.exists(path)
    if job.storage_version:
        if existed:
            raise JobError(f"{path} exists: --storage-version is for new files", remedy="Leave --storage-version out")
        config["storage_compatibility_version"] = job.storage_version
    opened = duck.open_file(path, config)
    try:
        return DuckDBDestination(job, run, opened, path=path, is_ours=True, is_new=not existed)
    except KeyboardInterrupt:
        opened.close()
        if not existed:
            duck.remove_free(path)
        raise


class DuckDBDestination(Destination):
    """A DuckDB database, in a file or in memory, for one load."""

    def __init__(
        self,
        job: Job,
        run: str,
        connection: duckdb.DuckDBPyConnection,
        *,
        path: Path | None,
        is_ours: bool,
        is_new: bool = False,
    ) -> None:
        self._path = path
        self._caller = connection
        self._is_ours, self._is_new = is_ours, is_new
        self._is_prepared = self._keeps_file = False
        self._places: dict[str, Place] = {}
        with duck.errors("to", path):
            self._connection = connection.cursor()
            self._refuse_open_transaction()
            self._database, self._schema = (
                str(duck.one(connection, "SELECT current_database()")),
                str(duck.one(connection, "SELECT current_schema()")),
            )
            # A new cursor begins in the first database. Indexes are made again by statements that name none.
            self._connection.execute(f"USE {quoted(self._database, self._schema)}")
            self._before = duck.read_settings(self._connection)
        self._ledger = Ledger(self._database, run)
        self.name = str(path) if path else f"DuckDB, database {self._database}"

    def _refuse_open_transaction(self) -> None:
        # Outside of a transaction each statement has its own. Trying to begin one would abort the caller's.
        if len({duck.one(self._caller, "SELECT txid_current()") for _ in range(2)}) == 1:
            raise JobError(
                "the connection has a transaction open, which could not see what other connections stage",
                remedy="Commit it or roll it back first",
            )

    # ---- planning

    def target(self, name: str, schema: Table | None, table: TableJob, job: Job) -> Target:
        """Return what table `name` is or will be."""
        in_schema, own_name = parse_name(name)
        with duck.errors(name, self._path):
            place = as_spelled(self._connection, Place(self._database, in_schema or self._schema, own_name))
            for other, taken in self._places.items():
                if taken.is_same(place):
                    remedy = f"Say --table {name}, if all files are for it"
                    raise JobError(f"{other} and {name} are one table to DuckDB", remedy=remedy)
            self._places[name] = place
            return plan_target(self._connection, place, self._ledger.run, schema, table, job)

    def has_table(self, name: str) -> bool:
        """Return whether there is a table `name` already."""
        in_schema, own_name = parse_name(name)
        with duck.errors(name, self._path):
            place = as_spelled(self._connection, Place(self._database, in_schema or self._schema, own_name))
            return existing_columns(self._connection, place) is not None

    def new_column(self, name: str, column_type: ColumnType) -> PlannedColumn:
        """Return a column that takes NULL."""
        return PlannedColumn(name, str(column_type), True, stored_as(column_type), max_length=column_type.length)

    def split_bytes(self, record_bytes: float) -> float:
        """Return the text of four row groups, which the checkpoint leaves as they are."""
        return min(MOST_SPLIT_BYTES, record_bytes * ROW_GROUP_ROWS * COMMIT_ROW_GROUPS)

    def _memory_limit(self) -> int:
        text = duck.one(self._connection, "SELECT value FROM duckdb_settings() WHERE name = 'memory_limit'")
        number, unit = str(text).split()
        return int(float(number) * 1024 ** ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB").index(unit))

    def most_streams(self, tables: Sequence[PlannedTable]) -> tuple[int | None, str]:
        """Return how many row groups in the making fit half of DuckDB's memory."""
        widest = max(tables, key=lambda table: table.record_bytes)
        group = min(widest.record_bytes * ROW_GROUP_ROWS, widest.size_bytes) * ROW_GROUP_MEMORY_FACTOR
        limit = self._memory_limit()
        most = max(1, int(limit / 2 / max(1, group)))
        takes = f"a row group of {widest.name} takes about {show_bytes(group)} in the making"
        return most, f"{takes}, DuckDB has {show_bytes(limit)}"

    def about(self) -> tuple[str, ...]:
        """Return DuckDB's memory limit and what is set for the load."""
        set_to = ", ".join(f"{name} = {value}" for name, value in duck.SETTINGS.items())
        back = "" if self._is_ours else ", put back afterwards"
        return (
            f"DuckDB's own memory limit: {show_bytes(self._memory_limit())}",
            f"set for the load{back}: {set_to}",
        )

    # ---- loading

    def prepare(self, plan: Plan) -> None:
        """Make the ledger and the staging tables, and remove what runs that died have left."""
        run = self._ledger.run
        LIVE[run] = self._path
        self._is_prepared = True
        duck.set_all(self._connection, duck.SETTINGS)
        with _PREPARING, duck.errors("preparing", self._path), transaction(self._connection):
            self._ledger.create(self._connection)
            for dead in self._ledger.dead_runs(self._connection):
                for staging in self._ledger.staging(self._connection, dead):
                    self._connection.execute(f"DROP TABLE {staging}")
                Ledger(self._database, dead).end(self._connection, "failed")
            self._ledger.begin(self._connection, plan)
            for table in plan.tables:
                if table.way.name in ("create", "replace", "staged"):
                    place = self._places[table.name]
                    create_staging(self._connection, place, run, table)
            self._connection.commit()

    def session(self) -> DuckDBSession:
        """Return a cursor for one more stream."""
        return DuckDBSession(self._caller.cursor(), self._ledger, self._path)

    # ---- publishing

    def publish(self, plan: Plan, feed: Feed) -> dict[str, int]:
        """Make all tables visible in one transaction, after their rows are counted."""
        duck.set_all(self._connection, {"threads": str(max(plan.streams, int(self._before["threads"])))})
        loaded: dict[str, int] = {}
        with duck.errors("publishing", self._path), transaction(self._connection):
            for table in plan.tables:
                before = self._count(self._places[table.name].quoted) if table.way.name == "transaction" else 0
                if table.way.name in ("transaction", "staged"):
                    add_columns(self._connection, self._places[table.name], table)
                if table.way.name == "transaction":
                    self._write_whole(table, feed)
                staged = self._count(table.way.writes_to or self._places[table.name].quoted) - before
                expected = self._ledger.rows_loaded(self._connection).get(table.target, 0)
                if table.way.name != "direct" and staged != expected:
                    raise VerificationError(
                        f"{table.name}: {expected} rows were read, {staged} are staged",
                        remedy="This is a fault of teraload or of the database: please report it",
                    )
                loaded[table.name] = expected
                self._make_visible(table)
            feed.check(loaded)
            self._ledger.end_pipes(self._connection, plan)
            self._ledger.end(self._connection, "published")
            self._connection.commit()
        self._keeps_file = True
        return loaded

    def _count(self, table: str) -> int:
        return int(duck.one(self._connection, f"SELECT count(*) FROM {table}"))

    def _write_whole(self, table: PlannedTable, feed: Feed) -> None:
        """Write a table's rows by one statement, every reader a branch of it, in the open transaction."""
        readers = feed.readers(table)
        sources = [f"teraload_stream_{number}" for number, _ in enumerate(readers, start=1)]
        begin = time.perf_counter()
        for source, reader in zip(sources, readers, strict=True):
            self._connection.register(source, reader)
        try:
            self._connection.execute(insert_sql(table, self._places[table.name].quoted, sources))
        finally:
            for source in sources:
                with contextlib.suppress(duckdb.Error):
                    self._connection.unregister(source)
        self._ledger.write(self._connection, *feed.records(table, readers, time.perf_counter() - begin))

    def _make_visible(self, table: PlannedTable) -> None:
        place, way = self._places[table.name], table.way
        execute = self._connection.execute
        if way.name == "staged":
            names = ", ".join(quoted(column.name) for column in table.columns)
            execute(f"INSERT INTO {place.quoted} ({names}) SELECT {names} FROM {way.writes_to}")
            execute(f"DROP TABLE {way.writes_to}")
        elif way.name in ("create", "replace"):
            after = dependents(self._connection, place) if way.name == "replace" else []
            if way.name == "replace":
                execute(f"DROP TABLE {place.quoted}")
            execute(f"ALTER TABLE {way.writes_to} RENAME TO {quoted(place.table)}")
            for statement in after:
                execute(statement)

    def settle(self) -> list[str]:
        """Write everything into the file and empty the log."""
        try:
            self._connection.execute(f"CHECKPOINT {quoted(self._database)}")
        except duckdb.Error as error:
            # The rows are safe in the log; a caller's other transactions, or a full disk, can be why.
            words = " ".join(str(error).split())
            return [f"the rows are in the write-ahead log: no checkpoint could be made ({words})"]
        return []

    def interrupt(self) -> None:
        """Stop the statement that publishes."""
        with contextlib.suppress(duckdb.Error):
            self._connection.interrupt()

    # ---- leaving

    def discard(self, status: str) -> list[str]:
        """Remove staging tables; the file goes in `close`, if the load made it."""
        if not self._is_prepared:
            return []
        left: list[str] = []
        try:
            with transaction(self._connection):
                for staging in self._ledger.staging(self._connection, self._ledger.run):
                    left.append(staging)
                    self._connection.execute(f"DROP TABLE {staging}")
                self._ledger.end(self._connection, status)
                self._connection.commit()
            left = []
        except duckdb.Error:
            # The database may be out of service (a full disk invalidates it). What is staged is visible to
            # nobody who does not look for it, and the next load into this database removes it.
            pass
        if self._is_new:
            return []
        return [f"{table} could not be removed; the next load removes it" for table in left]

    def close(self) -> None:
        """Put back the caller's settings, or close the file, which goes if this load made it in vain."""
        with _PREPARING:
            LIVE.pop(self._ledger.run, None)
            # A load beside this one, in this process, uses the file and has perhaps published into it.
            is_alone = self._path is None or self._path not in LIVE.values()
        with contextlib.suppress(duckdb.Error, DestinationError):
            if self._is_prepared and not self._is_ours:
                duck.put_back(self._connection, self._before)
        with contextlib.suppress(duckdb.Error):
            self._connection.close()
        if self._is_ours:
            with contextlib.suppress(duckdb.Error):
                self._caller.close()
        if self._is_new and is_alone and not self._keeps_file and self._path:
            self._path.unlink(missing_ok=True)
            Path(f"{self._path}.wal").unlink(missing_ok=True)
            shutil.rmtree(f"{self._path}.tmp", ignore_errors=True)
