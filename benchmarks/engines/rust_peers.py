"""The Rust crates csv and arrow-csv: a program of its own (`rust-peers`), which measures itself."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import duckdb

from benchmarks import checksum
from benchmarks.engines.engine import Engine as EngineContract
from benchmarks.engines.engine import Figures, SkippedError

PACKAGE = Path(__file__).parents[1] / "rust-peers"
_TARGET = PACKAGE.parents[1] / "target" / "rust-peers"
_PROGRAM = _TARGET / "release" / "rust-peers"


def build(environment: dict[str, str]) -> None:
    """Build the program for this very processor, which makes it 4 % faster; without cargo, do nothing."""
    if shutil.which("cargo") is None:
        return
    command = ["cargo", "build", "--release", "--locked", "--quiet"]
    places = ["--manifest-path", str(PACKAGE / "Cargo.toml"), "--target-dir", str(_TARGET)]
    subprocess.run([*command, *places], check=True, env={**environment, "RUSTFLAGS": "-C target-cpu=native"})


class Engine(EngineContract):
    """The option `crate` is csv or arrow-csv."""

    def prepare(self) -> None:
        """See whether the program is there."""
        if not _PROGRAM.exists():
            raise SkippedError("rust-peers is not built: there is no cargo")
        self._crate = str(self.task.options["crate"])

    def work(self) -> Figures:
        """Run the program and take its figures, so that its start is not in them."""
        command = [str(_PROGRAM), "measure", self._crate, self.task.file, str(self.task.threads)]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        figures: Figures = json.loads(output)
        return figures

    def checksums(self) -> checksum.Sums:
        """Let the program write its typed values back as text, and sum that."""
        text = Path(self.task.database + ".text")
        try:
            subprocess.run([str(_PROGRAM), "write", self._crate, self.task.file, str(text)], check=True)
            with duckdb.connect() as connection:
                return {self.task.table: checksum.of_text(connection, self.task.table, str(text))}
        finally:
            text.unlink(missing_ok=True)
