"""Several measurements of one thing."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """Median, lowest and highest."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Give the spread of at least one value."""
        return cls(statistics.median(values), min(values), max(values))

    @property
    def relative(self) -> float:
        """Give the distance from lowest to highest as a share of the median."""
        return (self.high - self.low) / self.median if self.median else 0.0
