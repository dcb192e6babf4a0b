"""The clocks of a process and of the machine around it."""

from __future__ import annotations

import contextlib
import os
import resource
import time
from pathlib import Path

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def _own_cpu_s() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def machine_cpu_s() -> tuple[float, float]:
    """Give the CPU seconds that all processes have used since boot, and those the hypervisor gave away."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    seconds = [int(field) / _TICKS_PER_S for field in fields[:8]]
    user, nice, system, _idle, _iowait, irq, softirq, steal = seconds
    return user + nice + system + irq + softirq, steal


def _figure(file: str, key: str) -> int:
    for line in Path("/proc/self", file).read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1])
    raise LookupError(f"/proc/self/{file} has no {key}")


Clocks = dict[str, float]


def start() -> Clocks:
    """Read the clocks, and forget the highest memory until now, so that the peak is the work's own."""
    with contextlib.suppress(PermissionError):
        Path("/proc/self/clear_refs").write_text("5")
    return _now()


def stop(start: Clocks) -> dict[str, float]:
    """Give what was used since `start`."""
    now = _now()
    used = {name: now[name] - start[name] for name in now if name != "resident_bytes"}
    machine_s = used.pop("machine_s")
    return {
        **used,
        "other_cpu_s": max(0.0, machine_s - used["cpu_s"]),
        "start_bytes": start["resident_bytes"],
        "peak_bytes": _figure("status", "VmHWM") * 1024,
    }


def _now() -> Clocks:
    machine_s, stolen_s = machine_cpu_s()
    return {
        "wall_s": time.perf_counter(),
        "cpu_s": _own_cpu_s(),
        "machine_s": machine_s,
        "stolen_s": stolen_s,
        "written_bytes": _figure("io", "write_bytes"),
        "resident_bytes": _figure("status", "VmRSS") * 1024,
    }
