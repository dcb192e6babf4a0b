"""teraload as it was in the release before, run by that release's own Python; otherwise as `teraload_load`."""

from __future__ import annotations

from pathlib import Path

from benchmarks import previous_release
from benchmarks.engines import teraload_load


class Engine(teraload_load.Engine):
    """The same calls; what is imported is the release before, or the run fails."""

    def prepare(self) -> None:
        """Import, and see which teraload that was."""
        super().prepare()
        import teraload

        found = Path(teraload.__file__)
        if not found.is_relative_to(previous_release.FOLDER):
            raise AssertionError("the teraload that was imported is not the release before")
