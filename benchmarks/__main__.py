"""The command line: `run` measures and stores, `report` reads what is stored, neither means both."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from pathlib import Path

from benchmarks import machine, previous_release, results
from benchmarks.arm import Group
from benchmarks.data import Data
from benchmarks.engines import rust_peers
from benchmarks.report import report
from benchmarks.rounds import Rounds
from benchmarks.suites import SUITES

_REPOSITORY = Path(__file__).parents[1]
_SCRATCH = _REPOSITORY / "target" / "benchmarks"


def main() -> int:
    """Give the exit code: 0, or 1 if an arm failed; argparse gives 2 for wrong usage."""
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.command == "report":
        for path in arguments.results:
            print(report(results.read(path)))
        return 0
    try:
        groups = _chosen(arguments.only, arguments.arms)
    except LookupError as error:
        parser.error(str(error.args[0]))
    path, result = _run(arguments, groups)
    if arguments.command is None:
        print(report(result))
    _tell(f"stored in {path}")
    for line in results.failures(result):
        _tell(f"FAILED: {line}")
    return 1 if results.failures(result) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    # What stands before `run` holds too: the command has no defaults that could undo it.
    run = commands.add_parser("run", help="measure and store", argument_default=argparse.SUPPRESS)
    for options in (parser, run):
        options.add_argument("--only", help=f"suites, with commas between them: {', '.join(SUITES)}")
        options.add_argument("--arms", help="only arms whose name contains this, and the base of their group")
        options.add_argument("--runs", type=int, help="rounds (default: 5)")
        options.add_argument("--scale", type=float, help="TPC-H scale factor (default: 1)")
        options.add_argument("--data", type=Path, help="folder of the text files; made if it is not there")
        options.add_argument("--scratch", type=Path, help="folder for what is loaded")
        options.add_argument("--out", type=Path, help="file for the result (default: in benchmarks/results)")
    parser.set_defaults(runs=5, scale=1.0, scratch=_SCRATCH)
    report = commands.add_parser("report", help="print results as Markdown")
    report.add_argument("results", type=Path, nargs="+", metavar="RESULT.json")
    return parser


def _run(arguments: argparse.Namespace, groups: list[Group]) -> tuple[Path, results.Result]:
    engines = {arm.engine for group in groups for arm in group.arms}
    if "rust_peers" in engines:
        rust_peers.build(dict(os.environ))
    if previous_release.ENGINE in engines:
        previous_release.build(dict(os.environ), _tell)
    data = Data(arguments.data or _REPOSITORY / "data" / f"tpch-{arguments.scale:g}", arguments.scale)
    rounds = Rounds(data, arguments.scratch, _tell)
    started = datetime.datetime.now(datetime.timezone.utc)
    path = arguments.out or Path(__file__).parent / "results" / f"{started:%Y-%m-%d-%H%M%S}.json"
    result: results.Result = {
        "started": started.isoformat(timespec="seconds"),
        "scale": arguments.scale,
        "runs": arguments.runs,
        "machine": machine.facts(rounds.scratch),
        "versions": machine.versions(),
        "commit": machine.commit(),
        "groups": [],
    }
    for group in groups:
        result["groups"].append(rounds.run(group, arguments.runs))
        # After each group: a run that is stopped leaves what it has measured.
        results.write(path, result)
    return path, result


def _chosen(only: str | None, arms: str | None) -> list[Group]:
    names = only.split(",") if only else list(SUITES)
    unknown = [name for name in names if name not in SUITES]
    if unknown:
        raise LookupError(f"no suite {unknown[0]!r}; there are {', '.join(SUITES)}")
    groups = [group for name in names for group in SUITES[name]]
    chosen = [group for group in (group.only(arms) for group in groups) if group is not None]
    if not chosen:
        raise LookupError(f"no arm of these suites has {arms!r} in its name")
    return chosen


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
