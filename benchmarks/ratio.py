"""Comparisons of a group that its table does not show: of CPU seconds, of scaling, of arms with each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.spread import Spread


@dataclass(frozen=True)
class Ratio:
    """The figures `of` the arms `over`, multiplied, over those of the arms `under`, all of one round."""

    name: str
    over: tuple[str, ...]
    under: tuple[str, ...]
    of: str = "wall_s"

    def within(self, arms: Sequence[dict[str, Any]]) -> Spread | None:
        """Give the ratio over the rounds of arms as they are stored; `None` where an arm has no figures."""
        rounds = {
            arm["name"]: {run["round"]: float(run[self.of]) for run in arm["runs"]}
            for arm in arms
            if arm["failed"] is None
        }
        names = (*self.over, *self.under)
        if any(not rounds.get(name) for name in names):
            return None
        shared = set.intersection(*(set(rounds[name]) for name in names))
        values = [
            math.prod(rounds[name][number] for name in self.over)
            / math.prod(rounds[name][number] for name in self.under)
            for number in sorted(shared)
        ]
        return Spread.of(values) if values else None
