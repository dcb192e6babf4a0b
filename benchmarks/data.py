"""The text that is loaded: TPC-H as its generator writes it, lineitem cut into small files or written otherwise."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks import tpch, written

SMALL_FILES = 20_000
_SMALL_FILE_RECORDS_LIMIT = 1_000
_SEED = 1992
_WARM_UP_RECORDS = 1_000


class Data:
    """The data sets in a folder, made when they are asked for and not there."""

    def __init__(self, folder: Path, scale: float) -> None:
        self.folder = folder.resolve()
        self.scale = scale
        self._faults: dict[str, int] = {}

    def files(self, data_set: str) -> dict[str, str]:
        """Give a path or a glob pattern for each table of a data set, which is made if it is missing."""
        names = tpch.TABLES if data_set == "tables" else ["lineitem"]
        if any(not self._tpch_file(name).exists() for name in names):
            self._generate()
        if data_set.startswith("small"):
            if not self._small("complete").exists():
                self._cut()
            return {"lineitem": str(self._small("one.tbl" if data_set == "small-one" else "many/*.tbl"))}
        if data_set in written.WAYS:
            return {"lineitem": str(self._written(data_set))}
        return {name: str(self._tpch_file(name)) for name in names}

    def plain(self, data_set: str) -> str:
        """Give the data set that has the same rows as this one, all of them readable and plainly written."""
        return written.WAYS[data_set].plain if data_set in written.WAYS else data_set

    def text_bytes(self, data_set: str) -> int:
        """Give the bytes of a data set's text: of an archive, those of what is in it."""
        is_archive = data_set in written.WAYS and written.WAYS[data_set].is_archive
        files = self.files(self.plain(data_set) if is_archive else data_set)
        return sum(file.stat().st_size for file in paths(files))

    def faults(self, data_set: str) -> int:
        """Give how many records of a data set cannot be read, by counting the lines that they leave."""
        if self.plain(data_set) != written.WITHOUT_FAULTY:
            return 0
        if data_set not in self._faults:
            all_of_them, others = (_lines(self.files(name)) for name in (data_set, written.WITHOUT_FAULTY))
            self._faults[data_set] = all_of_them - others
        return self._faults[data_set]

    def warm_up_files(self, data_set: str, scratch: Path) -> dict[str, str]:
        """Give the first records of each table of a data set as files of their own, in `scratch`."""
        folder = scratch / "warm-up"
        folder.mkdir(parents=True, exist_ok=True)
        files = {}
        for table in self.files(data_set):
            with self._tpch_file(table).open("rb") as text, (folder / f"{table}.tbl").open("wb") as first:
                for _, line in zip(range(_WARM_UP_RECORDS), text, strict=False):
                    first.write(line)
            files[table] = str(folder / f"{table}.tbl")
        if data_set in written.WAYS:
            way = written.WAYS[data_set]
            way.write(folder / "lineitem.tbl", folder / way.name)
            files["lineitem"] = str(folder / way.name)
        return files

    def _tpch_file(self, table: str) -> Path:
        return self.folder / f"{table}.tbl"

    def _small(self, name: str) -> Path:
        return self.folder / "small" / name

    def _written(self, data_set: str) -> Path:
        way = written.WAYS[data_set]
        path = self.folder / "written" / way.name
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            unfinished = path.with_name(path.name + ".unfinished")
            way.write(self._tpch_file("lineitem"), unfinished)
            unfinished.replace(path)
        return path

    def _generate(self) -> None:
        program = Path(sys.executable).with_name("tpchgen-cli")
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [str(program), "--scale-factor", f"{self.scale:g}", "--output-dir", str(self.folder)]
        subprocess.run([*command, "--overwrite"], check=True, stdout=sys.stderr)

    def _cut(self) -> None:
        """Write files of 1 to 1,000 records, and one file of all their bytes.

        Sizes are spread evenly by their logarithm: most files are tiny, as in folders of real exports. The
        same seed gives the same files. A lineitem with too few records is begun again.
        """
        many = self._small("many")
        shutil.rmtree(self._small("."), ignore_errors=True)
        many.mkdir(parents=True)
        sizes = random.Random(_SEED)
        lineitem = self._tpch_file("lineitem").open("rb")
        with self._small("one.tbl").open("wb") as one:
            for number in range(1, SMALL_FILES + 1):
                wanted = round(_SMALL_FILE_RECORDS_LIMIT ** sizes.random())
                records: list[bytes] = []
                while len(records) < wanted:
                    record = lineitem.readline()
                    if record:
                        records.append(record)
                    else:
                        lineitem.seek(0)
                content = b"".join(records)
                one.write(content)
                (many / f"lineitem-{number:05}.tbl").write_bytes(content)
        lineitem.close()
        self._small("complete").touch()


def paths(files: dict[str, str]) -> list[Path]:
    """Give the files that the paths and patterns stand for."""
    found = []
    for pattern in files.values():
        path = Path(pattern)
        found += sorted(path.parent.glob(path.name))
    return found


def _lines(files: dict[str, str]) -> int:
    count = 0
    for file in paths(files):
        with file.open("rb") as text:
            while block := text.read(4 << 20):
                count += block.count(b"\n")
    return count


def warm_page_cache(files: list[Path]) -> int:
    """Read the files once, so that no run pays for the disk; give their bytes."""
    size = 0
    buffer = bytearray(4 << 20)
    for file in files:
        with file.open("rb", buffering=0) as text:
            while count := text.readinto(buffer):
                size += count
    return size
