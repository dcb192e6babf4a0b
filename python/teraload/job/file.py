"""Job files: YAML or JSON to values, with the line and the column of each kept for messages.

PyYAML reads the text as far as nodes, which know where they stand and how they were written. The values are
made here, because PyYAML's own would lose that, take the last of two equal keys, and make NULL of the key
`null`. JSON is checked by Python's own reader, and is YAML then, but for tabs and for pairs of surrogates.
"""

from __future__ import annotations

import glob
import json
import os
from pathlib import Path as FilePath
from typing import Any

import yaml

from teraload.errors import JobError
from teraload.job.given import Given, Path, Tree
from teraload.job.variables import expand

# A job is six levels deep. PyYAML takes a frame of the stack for each.
_MOST_LEVELS = 16

_TAG = "tag:yaml.org,2002:"
_NOT_TEXT = {_TAG + kind for kind in ("bool", "int", "float", "null")}
# What YAML 1.1 takes for dates and the like is text to a job.
_TEXT = {_TAG + kind for kind in ("str", "timestamp", "value", "merge")}

# Options that name files; those in a job file are relative to it.
_PATHS = ("files", "schema", "to", "rejects")


def read_job_file(path: str) -> Tree:
    """Return what the job file at `path` gives. Raises JobError, with line and column where there is one."""
    try:
        text = FilePath(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise JobError(f"{path}: no such file", remedy="Check the path of the job file") from None
    except UnicodeDecodeError as error:
        raise JobError(f"{path}: is not UTF-8 at byte {error.start}", remedy="Save it as UTF-8") from None
    except OSError as error:
        raise JobError(f"{path}: cannot be read: {error.strerror}", remedy="Check the job file") from None
    is_json = path.lower().endswith(".json")
    if is_json:
        _check_json(path, text)
        text = text.replace("\t", " ")
    reader = _Reader(path, is_json)
    node = reader.compose(text)
    if not isinstance(node, yaml.MappingNode):
        found = "nothing" if node is None else "a list" if isinstance(node, yaml.SequenceNode) else "one value"
        raise JobError(f"{path}: expected options, as `to: warehouse.duckdb`; found {found}", remedy="See README.md")
    values = reader.value(node, ())
    _resolve(values, os.path.dirname(path))  # noqa: PTH120 - Path makes `.` of what is empty
    return Tree(values, reader.given)


def read_setting(text: str, origin: str) -> tuple[Any, dict[Path, Given]]:
    """Return the value that `text` says, and what is known of it. Raises JobError.

    What begins with a quote or a bracket is YAML; all else is one value as it stands, so that `|`, `%d` and `*`,
    which mean something else to YAML, need no quotes within those of the shell.
    """
    reader = _Reader(origin, is_json=False, is_setting=True)
    composed = reader.compose(text) if text.startswith(("'", '"', "[", "{")) else None
    node = composed or reader.plain(text)
    value = reader.value(node, ())
    return value, reader.given | {(): reader.known(node, node)}


def _check_json(path: str, text: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        where = f"{path}:{error.lineno}, column {error.colno}"
        raise JobError(f"{where}: is not JSON: {error.msg}", remedy="Correct it, or name the file .yaml") from None
    except RecursionError:
        raise JobError(f"{path}: is too deep for a job", remedy="See README.md") from None


class _TooMuchError(yaml.MarkedYAMLError):
    """YAML that makes few bytes into many values."""


class _Composer(yaml.SafeLoader):
    """PyYAML's loader, which stops at aliases and at the depth of what no job is."""

    _level = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        mark = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            problem = f"*{event.anchor} is an alias, which job files do not have"
            raise _TooMuchError(problem=problem, problem_mark=mark)
        if self._level == _MOST_LEVELS:
            raise _TooMuchError(problem="is too deep for a job", problem_mark=mark)
        self._level += 1
        node = super().compose_node(parent, index)
        self._level -= 1
        return node


class _Reader:
    """What is known of the values of one file, or of one `--set`."""

    def __init__(self, origin: str, is_json: bool, is_setting: bool = False) -> None:
        self._origin, self._is_json, self._is_setting = origin, is_json, is_setting
        self.given: dict[Path, Given] = {}

    def compose(self, text: str) -> yaml.Node | None:
        """Return the node of the whole text, None if there is none. Raises JobError."""
        try:
            self._loader = _Composer(text)
            node: yaml.Node | None = self._loader.get_single_node()
            return node
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            where = self._where(mark) if mark else f"{self._origin}: "
            what, remedy = _in_words(error)
            raise JobError(f"{where}{what}", remedy=remedy) from None
        except yaml.YAMLError as error:
            at = getattr(error, "position", None)
            line = f":{text.count(chr(10), 0, at) + 1}" if at is not None and not self._is_setting else ""
            raise JobError(
                f"{self._origin}{line}: has a character that YAML does not allow",
                remedy='Write it as an escape in quotation marks, as "\\x1f"',
            ) from None

    def plain(self, text: str) -> yaml.Node:
        """Return the node of `text` as one value without quotes."""
        self._loader = _Composer("")
        tag = self._loader.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
        return yaml.ScalarNode(tag, text)

    def value(self, node: yaml.Node, path: Path) -> Any:
        """Return the value of a node, and note what is known of those in it. Raises JobError."""
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            self._note_items(node, path)
            return [self.value(item, (*path, number)) for number, item in enumerate(node.value)]
        return self._scalar(node)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        values: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for key, child in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self._error(key, "expected an option's name", "Write `option: value`")
            # As it was written: the option `null` is no NULL, and a column may be called NO.
            name = key.value
            if name in values:
                raise self._error(key, f"{name} is there twice, first in line {lines[name]}", "Remove one of them")
            lines[name] = key.start_mark.line + 1
            here = (*path, name)
            self.given[here] = self.known(key, child)
            values[name] = self.value(child, here)
        return values

    def _note_items(self, node: yaml.SequenceNode, path: Path) -> None:
        self.given.update({(*path, number): self.known(item, item) for number, item in enumerate(node.value)})

    def _scalar(self, node: yaml.Node) -> Any:
        if node.tag == _TAG + "null" and node.value:
            what = f"{node.value} is nothing to {'JSON' if self._is_json else 'YAML'}"
            raise self._error(node, what, f'Quote it if it is a text: "{node.value}", or leave the option out')
        if node.tag in _NOT_TEXT:
            try:
                return self._loader.construct_object(node)
            except ValueError:
                return node.value  # what looks like a number and is none, as 0b_
        if node.tag not in _TEXT:
            raise self._error(node, f"{node.tag} is a tag, which job files do not have", "Remove it")
        text: str = node.value
        if self._is_json:
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if self._is_setting:
            return text  # the shell has its own variables
        try:
            return expand(text)[0]
        except ValueError as error:
            what, _, remedy = str(error).partition(": ")
            raise self._error(node, what, remedy[0].upper() + remedy[1:]) from None

    def known(self, at: yaml.Node, node: yaml.Node) -> Given:
        """Return what is known of the value of `node`, which is shown to stand at `at`."""
        written, is_plain, names = None, False, []
        if isinstance(node, yaml.ScalarNode):
            written, is_plain, names = node.value, node.style is None, self._names(node)
        line = self._origin if self._is_setting else f"{self._origin}:{at.start_mark.line + 1}"
        origin = f"{', '.join('$' + name for name in names)} in {line}" if names else line
        return Given(origin, written, self._where(at.start_mark), is_plain, bool(names))

    def _names(self, node: yaml.ScalarNode) -> list[str]:
        try:
            return [] if self._is_setting else expand(node.value)[1]
        except ValueError:
            return []  # `_scalar` says what is wrong

    def _where(self, mark: Any) -> str:
        return (
            f"{self._origin}: " if self._is_setting else f"{self._origin}:{mark.line + 1}, column {mark.column + 1}: "
        )

    def _error(self, node: yaml.Node, what: str, remedy: str) -> JobError:
        return JobError(f"{self._where(node.start_mark)}{what}", remedy=remedy)


def _in_words(error: yaml.MarkedYAMLError) -> tuple[str, str]:
    """Return what is wrong, and its remedy."""
    problem = str(error.problem)
    if problem.startswith("but "):  # the half of a sentence
        problem = f"{error.context} {problem}"
    if "'\\t'" in problem:
        return "a tab stands where YAML has blanks", "Indent with spaces"
    if isinstance(error, _TooMuchError):
        return problem, "Write each value out; what all tables share belongs to the top level"
    return problem, "Correct the YAML there; text with : # { [ & * ! | > % @ in it belongs in quotation marks"


def _resolve(values: dict[str, Any], directory: str) -> None:
    """Make the relative paths in `values` relative to where the command runs rather than to the job file."""
    tables = values.get("tables")
    for options in (values, *(tables if isinstance(tables, list) else ())):
        if not isinstance(options, dict):
            continue
        for name in _PATHS:
            value = options.get(name)
            if isinstance(value, list):
                options[name] = [_beside(item, directory) for item in value]
            elif name in options and not (name == "schema" and str(value).lower() == "tpch"):
                options[name] = _beside(value, directory)


def _beside(path: Any, directory: str) -> Any:
    if not isinstance(path, str) or path in ("", "-") or path.endswith(":") or path[0] == "~" or "://" in path:
        return path  # null:, :memory:, a server, standard input, a home, or what is checked later
    if path.startswith("@"):
        return "@" + _beside(path[1:], directory)
    return os.path.join(glob.escape(directory) if glob.has_magic(path) else directory, path)  # noqa: PTH118 - a URL's kin
