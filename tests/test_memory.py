"""Memory stays bounded: by neither the size of a file nor the length of its records."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import LARGE_SQL

# A child's peak is its own only if it was never larger before: so a small process starts the command.
_WRAPPER = (
    "import resource, subprocess, sys\n"
    "code = subprocess.run([sys.executable, '-m', 'teraload', *sys.argv[1:]], stdout=subprocess.DEVNULL).returncode\n"
    "print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)\n"
)


def peak_bytes(*arguments: object) -> int:
    """Run the command, which must succeed, and return its peak resident set."""
    command = [sys.executable, "-c", _WRAPPER, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, peak = map(int, done.stdout.split())
    assert code == 0, done.stderr
    return peak


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    path = tmp_path / "schema.sql"
    path.write_text(LARGE_SQL)
    return path


def test_the_wrapper_measures(tmp_path: Path) -> None:
    code = "import sys; sys.stdout.write(str(len(bytes(200_000_000))))"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 > 200_000_000


@pytest.mark.parametrize("streams", [1, 4])
def test_a_file_larger_than_what_is_taken(large: Path, schema: Path, streams: int) -> None:
    assert large.stat().st_size >= 290_000_000
    peak = peak_bytes("load", large, "--to", "null:", "--schema", schema, "--streams", streams)
    assert peak < 100_000_000 + streams * 10_000_000


def test_records_of_a_megabyte(tmp_path: Path, schema: Path) -> None:
    source = tmp_path / "wide.csv"
    with source.open("wb") as file:
        for number in range(150):
            file.write(b"%d,%s\n" % (number, b"x" * 1_000_000))
    peak = peak_bytes("load", source, "--to", "null:", "--schema", schema, "--table", "large", "--streams", 2)
    assert peak < 130_000_000


def test_what_memory_says_is_what_is_taken(large: Path, schema: Path) -> None:
    arguments = ("load", large, "--to", "null:", "--schema", schema, "--streams", 2)
    base = peak_bytes("load", schema, "--to", "null:", "--schema", schema, "--table", "large", "--header", "skip")
    peak = peak_bytes(*arguments, "--memory", "100MB", "--record-limit", "256KiB")
    assert peak - base < 100_000_000


def test_a_load_into_duckdb_keeps_to_the_memory_it_is_given(large: Path, tmp_path: Path, schema: Path) -> None:
    arguments = ("--schema", schema, "--streams", 2, "--destination-memory", "300MB")
    peak = peak_bytes("load", large, "--to", tmp_path / "new.duckdb", *arguments)
    assert peak < 400_000_000
