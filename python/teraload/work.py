"""Work: the splits of a plan that streams take one after the other, and the queues that readers take them from."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

from teraload import _native
from teraload.plan import Plan, PlannedTable, Split
from teraload.readers import native_pieces


@dataclass(slots=True)
class _Text:
    """A text that streams share: its table and split, and itself once it is begun."""

    table: PlannedTable
    split: Split
    text: _native.SharedText

    @property
    def has_ended(self) -> bool:
        return self.text.size_bytes is not None


class Work:
    """What streams take. May be asked from any thread.

    A text that is shared is taken a commit at a time, again and again until it has ended: by the stream that began
    it, and by all others when nothing else is left.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._files = {file.number: file for table in plan.tables for file in table.files}
        self._joins = {table.name: _native.Joins() for table in plan.tables}
        self._queue = deque(_in_order(plan))
        self._texts: dict[int, _Text] = {}
        self._own: dict[int, _Text] = {}
        self._next_number = {table.name: len(table.splits) + 1 for table in plan.tables}
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        return bool(self._queue)

    def take(self, stream: int) -> tuple[PlannedTable, Split] | None:
        """Return the next split for the stream of that number, and its table; None if there is none."""
        with self._lock:
            own = self._own.get(stream)
            if own is not None and not own.has_ended:
                return self._again(own)
            if self._queue:
                table, split = self._queue.popleft()
                if split.is_shared:
                    self._own[stream] = self._begin(table, split)
                return table, split
            for text in self._texts.values():
                if not text.has_ended:
                    self._own[stream] = text
                    return self._again(text)
            return None

    def _begin(self, table: PlannedTable, split: Split) -> _Text:
        (piece,) = native_pieces(self._files, split)
        shared = _native.SharedText(
            piece,
            list(table.layouts),
            table.dialect,
            skip_lines=table.dialect.skip_lines,
            record_limit_bytes=self._plan.record_limit_bytes,
        )
        text = _Text(table, split, shared)
        self._texts[split.pieces[0].file] = text
        return text

    def _again(self, text: _Text) -> tuple[PlannedTable, Split]:
        number = self._next_number[text.table.name]
        self._next_number[text.table.name] += 1
        return text.table, text.split._replace(number=number)

    def queue(self, table: PlannedTable, split: Split) -> _native.SplitQueue:
        """Return a queue of one split, or of what its commit takes of a text that is shared."""
        layouts, joins = list(table.layouts), self._joins[table.name]
        if not split.is_shared:
            return _native.SplitQueue([(split.number, native_pieces(self._files, split))], layouts, joins)
        text = self._texts[split.pieces[0].file].text
        return _native.SplitQueue([], layouts, joins, [(split.number, text)], table.split_bytes)

    def whole(self, table: PlannedTable) -> _native.SplitQueue:
        """Return a queue of all splits of a table."""
        splits = [(split.number, native_pieces(self._files, split)) for split in table.splits if not split.is_shared]
        texts = [(split.number, self._begin(table, split).text) for split in table.splits if split.is_shared]
        return _native.SplitQueue(splits, list(table.layouts), self._joins[table.name], texts)

    def text_bytes(self) -> dict[int, int]:
        """Return how many bytes the texts have that streams have shared, by the number of the file."""
        sizes = {number: text.text.size_bytes for number, text in self._texts.items()}
        return {number: size for number, size in sizes.items() if size is not None}


def _in_order(plan: Plan) -> list[tuple[PlannedTable, Split]]:
    """Return all splits that streams take: the largest first, so that what is left at the end is small."""
    work = [(table, split) for table in plan.tables if table.way.writes_to for split in table.splits]
    if not plan.one_table_at_a_time:
        largest = {table.name: max((split.size_bytes for split in table.splits), default=0) for table in plan.tables}

        def weight(pair: tuple[PlannedTable, Split]) -> tuple[bool, int, str]:
            table, split = pair
            # Of a text nobody knows how long it is. Parts that wait for those in front of them have to be taken
            # in their order.
            size, order = (largest[table.name], table.name) if table.is_joined else (split.size_bytes, "")
            return not split.is_shared, -size, order

        work.sort(key=weight)
    # Whoever writes into a pipe waits until it is read, and it may have the most of all.
    pipes = {file.number for table in plan.tables for file in table.files if file.kind == "pipe"}
    if pipes:
        work.sort(key=lambda pair: pair[1].pieces[0].file not in pipes)
    return work
