"""The release before, as a program of its own: its commit, unpacked and built once, in an environment of its own.

It sets itself up by its own Makefile, but with the versions of today's constraints, so that both releases run on the
same DuckDB and Python: what differs is teraload.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

REVISION = "d8e20a1012692295dad0e57cd1966c47ddcafc71"
"""The last commit of 0.1.0: before quotes, dialects, rejects and archives."""

ENGINE = "teraload_previous"
"""The engine that is run by the release's own Python."""

_REPOSITORY = Path(__file__).parents[1]
FOLDER = _REPOSITORY / "data" / f"previous-{REVISION[:7]}"
PYTHON = FOLDER / ".venv" / "bin" / "python"
# A target folder that both releases would share, and what `make bench` was told: that is about this release.
_NOT_OURS = {"CARGO_TARGET_DIR", "MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL"}
WHY_NOT_BUILT = f"the release before is not built: that takes git with commit {REVISION[:7]}, make and cargo"


def build(environment: dict[str, str], tell: Callable[[str], None]) -> None:
    """Unpack and build what is not there yet; without the commit or the programs that it takes, do nothing."""
    if any(shutil.which(program) is None for program in ("git", "make", "cargo")):
        return
    if not FOLDER.exists() and not unpack(FOLDER):
        return
    shutil.copy2(_REPOSITORY / "constraints.txt", FOLDER)
    own = {name: value for name, value in environment.items() if name not in _NOT_OURS}
    tell(f"building the release before ({REVISION[:7]}), unless it is there")
    command = ["make", "--no-print-directory", "install", f"PYTHON={sys.executable}"]
    subprocess.run(command, check=True, cwd=FOLDER, env=own, stdout=sys.stderr)


def unpack(folder: Path) -> bool:
    """Put the files of the commit into a new folder, in one step; give whether this clone has that commit."""
    command = ["git", "--no-optional-locks", "archive", "--format=tar", REVISION]
    archive = subprocess.run(command, cwd=_REPOSITORY, capture_output=True, check=False)
    if archive.returncode != 0:
        return False
    unfinished = folder.with_name(folder.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    subprocess.run(["tar", "-x"], cwd=unfinished, input=archive.stdout, check=True)
    unfinished.replace(folder)
    return True
