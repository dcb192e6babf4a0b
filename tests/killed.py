"""The command, killed by SIGKILL at the end of a phase: `python -m tests.killed PHASE load …`.

A kill from outside comes some milliseconds after what it waits for, and a small load publishes in less.
"""

import os
import signal
import sys
from typing import Any

from teraload.cli import main
from teraload.runs import RunDirectory

_phase = sys.argv.pop(1)
_event = RunDirectory.event


def _event_then_kill(self: RunDirectory, kind: str, **facts: Any) -> None:
    _event(self, kind, **facts)
    if facts.get("phase") == _phase:
        os.kill(os.getpid(), signal.SIGKILL)


RunDirectory.event = _event_then_kill  # type: ignore[method-assign]
main()
