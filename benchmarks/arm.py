"""What is measured: arms, in groups that are compared with each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from benchmarks.ratio import Ratio


@dataclass(frozen=True)
class Arm:
    """One way of doing a group's work: an engine with its threads and options."""

    name: str
    engine: str
    """A module of `benchmarks.engines`."""
    threads: int = 2
    options: Mapping[str, object] = field(default_factory=dict)
    data: str | None = None
    """Data set, where it is not the group's."""
    note: str = ""
    """What a reader of the table has to know to judge it."""


@dataclass(frozen=True)
class Group:
    """Arms that do the same work on the same rows, run in turns; ratios are to the arm named `base`."""

    suite: str
    name: str
    title: str
    data: str
    """A data set of `benchmarks.data`."""
    base: str
    arms: tuple[Arm, ...]
    ratios: tuple[Ratio, ...] = ()
    """What is compared besides each arm with the base."""

    def data_sets(self) -> set[str]:
        """Give the names of all data sets the arms read."""
        return {arm.data or self.data for arm in self.arms}

    def only(self, words: str | None) -> Group | None:
        """Give the group with its base and the arms whose name contains `words`; `None` if there are none."""
        if words is None:
            return self
        if not any(words in arm.name for arm in self.arms):
            return None
        chosen = tuple(arm for arm in self.arms if words in arm.name or arm.name == self.base)
        names = {arm.name for arm in chosen}
        ratios = tuple(ratio for ratio in self.ratios if names.issuperset((*ratio.over, *ratio.under)))
        return replace(self, arms=chosen, ratios=ratios)
