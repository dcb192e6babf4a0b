"""Test data: TPC-H text as dbgen writes it, in files named as dbgen names them."""

from __future__ import annotations

import math
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path

from teraload.errors import DestinationError, JobError
from teraload.schema import TPCH


def generate(*, scale: float, out: str | Path, parts: int | None = None) -> list[Path]:
    """Write the eight TPC-H tables at scale factor `scale` into the directory `out`; return the files.

    With `parts`, each large table is cut into that many: `lineitem.tbl.1` …; nation and region stay whole.
    Files that exist are not overwritten. Raises JobError.
    """
    if not 0 < scale < math.inf:
        raise JobError(f"--scale: {scale} is no scale factor", remedy="Say 1 for about a gigabyte, or 0.01")
    directory = Path(out)
    if parts is not None and parts < 1:
        raise JobError(f"--parts: {parts} is no number of parts", remedy="Say 2 or more, or leave it out")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JobError(f"--out: {directory}: {error.strerror}", remedy="Name a directory that can be made") from None
    # Made beside their place, so that a rename brings them there and nothing half-written ever has a name.
    with tempfile.TemporaryDirectory(prefix=".generate-", dir=directory) as made:
        _run(scale, parts, Path(made))
        moves = [(file, directory / dbgen_name(file)) for file in sorted(Path(made).rglob("*.tbl"))]
        for _, place in moves:
            if place.exists():
                raise JobError(f"{place} exists already", remedy="Remove it, or name another --out")
        for file, place in moves:
            file.rename(place)
    return [place for _, place in moves]


def dbgen_name(file: Path) -> str:
    """Return what dbgen calls tpchgen-cli's `lineitem/lineitem.3.tbl`: `lineitem.tbl.3`; whole files keep theirs."""
    name = file.name.split(".")
    # A table too small to cut is one part, which dbgen writes without a number.
    if len(name) == 3 and len(list(file.parent.iterdir())) > 1:
        return f"{name[0]}.tbl.{name[1]}"
    return f"{name[0]}.tbl"


def _run(scale: float, parts: int | None, out: Path) -> None:
    command = _tpchgen()
    arguments = [command, "--scale-factor", f"{scale!r}", "--output-dir", str(out), "--quiet"]
    if parts is not None and parts > 1:
        arguments += ["--parts", str(parts)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        words = " ".join(done.stderr.split()) or f"exit code {done.returncode}"
        raise DestinationError(f"tpchgen-cli: {words}", remedy=f"Check the space on the disk of {out.parent}")


def _tpchgen() -> str:
    # Beside this Python first: a virtual environment need not be activated to be used.
    beside = shutil.which("tpchgen-cli", path=sysconfig.get_path("scripts"))
    command = beside or shutil.which("tpchgen-cli")
    if command is None:
        raise JobError("tpchgen-cli is not installed", remedy="pip install 'teraload[generate]'")
    return command


TABLES = tuple(TPCH.tables)
