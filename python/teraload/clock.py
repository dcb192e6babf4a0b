"""Where a stream's time goes."""

from __future__ import annotations

from dataclasses import dataclass, fields

NAMES = ("read", "parse", "transform", "encode", "write", "commit", "idle")


@dataclass(slots=True)
class Clock:
    """Seconds of one stream, by what it did; their sum is the time the streams ran.

    `read` files, `parse` (index and convert), `transform` and `encode` (where a destination needs them),
    `write` (the destination's own work on the rows), `commit`, and `idle`, which is the rest.
    """

    read_s: float = 0.0
    parse_s: float = 0.0
    transform_s: float = 0.0
    encode_s: float = 0.0
    write_s: float = 0.0
    commit_s: float = 0.0
    idle_s: float = 0.0

    def busy_s(self) -> float:
        """Return the seconds in which the stream did something."""
        return float(sum(getattr(self, field.name) for field in fields(self))) - self.idle_s

    def finish(self, ran_s: float) -> None:
        """Book what is left of the `ran_s` seconds that the streams ran as idle."""
        self.idle_s = max(0.0, ran_s - self.busy_s())

    def as_dict(self) -> dict[str, float]:
        """Return the seconds by name, to the microsecond."""
        return {field.name: round(getattr(self, field.name), 6) for field in fields(self)}
