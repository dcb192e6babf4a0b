"""The options that `load` and `plan` share: the properties of the JSON Schema of job files, by the same words.

The schema is read as the file that is shipped, because the models it is made from need pydantic, and the command's
help should be there at once.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

if TYPE_CHECKING:
    from teraload.job import Job

JOB_SCHEMA = Path(__file__).parent.parent / "job.schema.json"

_SHORT = {"delimiter": "-d"}

# A list of objects is for a file.
_NO_FLAG = ("files", "tables")

_FILES = Annotated[
    list[str],
    typer.Argument(
        metavar="FILES...",
        help="Files and globs (quote globs: 'data/*.tbl*'), - for standard input, http:// and s3:// addresses (s3:// "
        "with globs), @LIST for the names in a file; or one job file: .yaml, .yml, .json.",
    ),
]
_SETTINGS = Annotated[
    Optional[list[str]],
    typer.Option(
        "--set", metavar="PATH=VALUE", help="An option by its path, as columns.amount.format=%d; may be repeated."
    ),
]
_JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]


@dataclass(frozen=True)
class Arguments:
    """What a command was given: files or a job file, flags by the option's name, and settings."""

    files: list[str]
    flags: dict[str, Any]
    settings: list[str]

    def job(self) -> Job:
        """Return the job that they say. Raises JobError."""
        from teraload.job import make_job

        return make_job(self.files, self.flags, settings=self.settings, spelled=_spelled)


def takes_job(command: Callable[..., None], **own: Any) -> Callable[..., None]:
    """Return `command` as typer wants it: with a parameter for each option of the job, `--json`, and its `own`."""

    def taking(files: list[str], settings: Optional[list[str]], as_json: bool, **flags: Any) -> None:
        its_own = {name: flags.pop(name) for name in own}
        # typer makes an empty list of a flag that may be repeated and is not there.
        given = {name: value for name, value in flags.items() if value not in (None, [])}
        command(Arguments(files, given, settings or []), as_json, **its_own)

    shared = {"files": _FILES, **dict(_flags()), "settings": _SETTINGS, **own, "as_json": _JSON}
    defaults = {"files": inspect.Parameter.empty, "as_json": False}
    taking.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=defaults.get(name))
            for name, kind in shared.items()
        ]
    )
    taking.__annotations__ = shared
    taking.__doc__ = command.__doc__
    return taking


def _spelled(option: str) -> str:
    return "FILES" if option == "files" else f"--{option.replace('_', '-')}"


def _flags() -> Iterator[tuple[str, Any]]:
    schema = json.loads(JOB_SCHEMA.read_text(encoding="utf-8"))
    for name, option in schema["properties"].items():
        if name not in _NO_FLAG:
            kind, metavar = _kind(name, list(_alternatives(option)))
            flag = _spelled(name)
            flags = [f"{flag}/--no-{flag[2:]}" if kind is bool else flag, *filter(None, [_SHORT.get(name)])]
            repeated = " May be repeated." if kind == list[str] else ""
            info = typer.Option(*flags, metavar=metavar, help=f"{option['description']}{repeated}{_default(option)}")
            yield name, Annotated[Optional[kind], info]


def _alternatives(option: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for alternative in option.get("anyOf", [option]):
        if "anyOf" in alternative:
            yield from _alternatives(alternative)
        elif alternative.get("type") != "null":
            yield alternative


def _kind(name: str, alternatives: list[dict[str, Any]]) -> tuple[Any, str | None]:
    """Return the type that typer reads a flag as, and what its help calls the value."""
    types = {alternative.get("type") for alternative in alternatives}
    words = [word for a in alternatives for word in (*a.get("enum", ()), *([a["const"]] if "const" in a else ()))]
    if name == "columns":
        return str, "NAMES"
    if "array" in types:
        return list[str], "COLUMN=NAME" if "object" in types else "TEXT"
    if types == {"boolean"}:
        return bool, None
    if types == {"integer"}:
        return int, "N"
    if any(alternative.get("format") == "bytes" for alternative in alternatives):
        return str, "BYTES"
    return str, "|".join(words) or "TEXT"


def _default(option: dict[str, Any]) -> str:
    default = option.get("default")
    if default in (None, False, {}) or isinstance(default, list):
        return ""
    return f" [default: {default}]"
