"""Facts about the machine and the versions, without names or paths of the place where it stands."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import subprocess
import time
from pathlib import Path
from typing import Any

from benchmarks import meter
from benchmarks.engines.rust_peers import PACKAGE

_PYTHON_PACKAGES = ("teraload", "duckdb", "polars", "pyarrow", "zlib-ng", "zstandard", "tpchgen-cli")
_CRATES = ("arrow-csv", "csv")


def facts(scratch: Path) -> dict[str, Any]:
    """Give processor, cores, memory, kernel, file system and how busy the machine is before anything runs."""
    processor = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s*(\d+) kB", Path("/proc/meminfo").read_text())
    assert memory is not None, "Linux tells its memory"
    return {
        "processor": processor[1] if processor else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": int(memory[1]) * 1024,
        "kernel": platform.release(),
        "file_system": _file_system(scratch),
        "load_average": os.getloadavg()[0],
        "busy_before": _busy_share(),
    }


def _busy_share(sample_s: float = 1.0) -> float:
    """Give the share of all cores that is in use while this process sleeps."""
    before, _ = meter.machine_cpu_s()
    time.sleep(sample_s)
    after, _ = meter.machine_cpu_s()
    return (after - before) / sample_s / (os.cpu_count() or 1)


def _file_system(folder: Path) -> str:
    """Give the type of the file system that holds `folder`: the longest mount point above it."""
    kinds = {}
    for line in Path("/proc/mounts").read_text().splitlines():
        _device, mount_point, kind, *_rest = line.split()
        if folder.resolve().is_relative_to(mount_point):
            kinds[len(mount_point)] = kind
    return kinds[max(kinds)]


def versions() -> dict[str, str]:
    """Give the version of every engine; one that is not installed is left out."""
    found = {"python": platform.python_version()}
    for name in _PYTHON_PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    locked = dict(re.findall(r'name = "([^"]+)"\nversion = "([^"]+)"', (PACKAGE / "Cargo.lock").read_text()))
    return {**found, **{f"crate {name}": locked[name] for name in _CRATES}}


def commit() -> dict[str, Any]:
    """Give the commit that is checked out, and whether files differ from it; without git, nothing."""
    try:
        return {"commit": _git("rev-parse", "HEAD"), "changed": _git("status", "--porcelain") != ""}
    except (OSError, subprocess.CalledProcessError):
        return {"commit": None, "changed": None}


def _git(*words: str) -> str:
    # Without optional locks: a benchmark only looks at the repository.
    command = ["git", "--no-optional-locks", *words]
    folder = Path(__file__).parent
    done = subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True)
    return done.stdout.strip()
