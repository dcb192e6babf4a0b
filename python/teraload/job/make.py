"""Making the job: a job file, options beside it and settings, one over the other, into what is checked as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from teraload.errors import JobError
from teraload.job.column import ColumnJob
from teraload.job.given import Given, Path, Tree, parse_path, spell
from teraload.job.job import Job, names_of, option_names
from teraload.job.table import TableJob

_JOB_FILES = (".yaml", ".yml", ".json")

# What pydantic says in Python's words.
_EXPECTED = {
    "string_type": "expected text",
    "tuple_type": "expected a list",
    "dict_type": "expected names with values",
    "model_type": "expected options with values",
    "bool_parsing": "expected true or false",
    "bool_type": "expected true or false",
}

_MISSING = {
    "files": "Name the files that are to be loaded",
    "to": "Say where to: --to FILE.duckdb, or `to:` in a job file",
}


def make_job(
    files: Sequence[str],
    options: Mapping[str, Any],
    *,
    settings: Sequence[str] = (),
    spelled: Callable[[str], str] = "{}=".format,
) -> Job:
    """Return the job that `files`, the options and the settings (`path=value`) say, the last one winning.

    One file that ends in .yaml, .yml or .json is a job file. Options that are None are not given. `spelled` is
    how the caller's users write an option's name. Raises JobError for what makes no sense, naming it and, in a
    file, its place.
    """
    tree = Tree()
    if len(files) == 1 and files[0].lower().endswith(_JOB_FILES):
        from teraload.job.file import read_job_file

        tree = read_job_file(files[0])
    else:
        options = {"files": list(files), **options}
    for name, value in options.items():
        if value is not None:
            value = str(value) if name in ("schema", "rejects") else value
            tree.put((name,), value, {(): Given(spelled(name), _written(value))})
    for setting in settings:
        _put_setting(tree, setting)
    try:
        job = Job.model_validate(_assemble(tree.values))
    except ValidationError as error:
        # A word that is misspelt is why another is missing: it goes first.
        first = min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
        raise _in_words(first, tree) from None
    job._given = tree.given
    return job


def _written(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _put_setting(tree: Tree, setting: str) -> None:
    from teraload.job.file import read_setting

    name, equals, text = setting.partition("=")
    if not equals:
        raise JobError(f"--set: {setting!r} is not PATH=VALUE", remedy="Say, for example, columns.amount.format=%d")
    path = parse_path(name)
    if path[0] == "tables" and not isinstance(tree.values.get("tables"), list):
        raise JobError(f"--set: there is no {name}: the job has no list of tables", remedy="Name the option alone")
    value, given = read_setting(text, "--set")
    tree.put(path, value, given)


def _assemble(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with the top level's table options in each table that does not have its own."""
    of_table = set(names_of(TableJob))
    defaults = {name: value for name, value in values.items() if name in of_table}
    job = {name: value for name, value in values.items() if name not in of_table}
    tables = job.get("tables")
    if tables is None:
        job["tables"] = [defaults]
    elif isinstance(tables, list | tuple):
        job["tables"] = [defaults | table if isinstance(table, dict) else table for table in tables]
    return job


def _in_words(error: ErrorDetails, tree: Tree) -> JobError:
    """Return what pydantic found wrong as an error of ours."""
    path = _path(error["loc"], tree)
    given = tree.nearest(path)
    where = given.where if given else ""
    name = spell(path)
    if error["type"] == "extra_forbidden":
        return _unknown(path, where)
    if error["type"] == "missing":
        option = str(error["loc"][-1])
        return JobError(f"{where}{option} is missing", remedy=_MISSING[option])
    if path not in tree.given and path[:-1] in tree.given and isinstance(path[-1], int):
        name = spell(path[:-1])  # one value, which stands for a list of one
    what = f"{where}{name}: " if name else where
    found = error["input"]
    if error["type"] == "string_type" and given and given.written is not None and given.is_plain:
        kind = str(found).lower() if isinstance(found, bool) else "nothing" if found is None else "a number"
        quoted = f"--set '{name}=\"{given.written}\"'" if given.origin == "--set" else f'"{given.written}"'
        return JobError(f"{what}expected text, and YAML takes {given.written} for {kind}", remedy=f"Quote it: {quoted}")
    message = _EXPECTED.get(error["type"]) or error["msg"].removeprefix("Value error, ")
    if error["type"] == "value_error" and isinstance(found, dict):
        return JobError(f"{what}{message}", remedy=None)  # of several options: no one value was found
    if tree.has_secret(path):
        shown = repr(given.written) if given and given.written is not None else "what variables say"
    else:
        shown = repr(found)
    return JobError(f"{what}{message} (found {shown})", remedy=None)


def _path(loc: Path, tree: Tree) -> Path:
    """Return where that was given which is wrong at `loc`: a table's option may be the top level's."""
    if loc[0] != "tables":
        return loc
    if tree.values.get("tables") is None:
        return loc[2:]
    is_default = loc[:3] not in tree.given and loc[2:3] in tree.given
    return loc[2:] if is_default else loc


def _unknown(path: Path, where: str) -> JobError:
    name = str(path[-1])
    if len(path) == 1:
        known = option_names()
    elif "columns" in path[:-1]:
        known = names_of(ColumnJob)
    else:
        known = names_of(TableJob)
    place = f" in {spell(path[:-1])}" if len(path) > 1 else ""
    close = get_close_matches(name, known, n=1)
    if name in names_of(Job) and name not in known:
        remedy = "It is for the whole job: write it at the top level"
    else:
        remedy = f'Did you mean "{close[0]}"?' if close else f"There are: {', '.join(known)}"
    return JobError(f'{where}there is no option "{name}"{place}', remedy=remedy)
