"""What the documentation says works, works: README's commands and Python, the examples, the flags it names."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
VALUES = (ROOT / "docs" / "values.md").read_text(encoding="utf-8")

# What the README's commands expect to find, beside what its first command makes.
FILES = {
    "orders.csv": "o_id,o_day\n1,1998-12-01\n",
    "orders.sql": "CREATE TABLE orders (o_id integer NOT NULL, o_day date);",
    "day/1.csv": "1,2.50\n",
    "day/2.csv": "2,3.75\n",
}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    block = next(block for block in blocks("") if block.startswith("teraload generate"))
    return [line.split("  #")[0].strip() for line in block.splitlines()]


def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        connection.execute("CREATE TABLE sales (id INTEGER, price DECIMAL(9,2))")
    assert len(commands()) >= 6
    for command in commands():
        small = command.replace("--scale 1 ", "--scale 0.01 ").replace("teraload", f"{sys.executable} -m teraload", 1)
        done = subprocess.run(small, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        counts = [connection.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("lineitem", "sales")]
    assert counts == [(60175,), (2,)]


def test_the_rejects_of_the_readme(tmp_path: Path) -> None:
    (tmp_path / "orders.sql").write_text(FILES["orders.sql"], encoding="utf-8")
    (tmp_path / "day.csv").write_bytes(b"1,1998-12-01\n2,1998-13-01\n3,1998-12-03\n4xxx\n")
    (block,) = re.findall(r"^```\n\$ (teraload load day.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    for part in block.split("\n$ "):
        command, *expected = part.splitlines()
        shell = command.replace("teraload", f"{sys.executable} -m teraload", 1)
        done = subprocess.run(shell, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == (3 if "load day.csv" in command else 0), done.stderr
        assert done.stdout.splitlines()[: len(expected)] == expected
    assert (tmp_path / "corrected.csv").read_text() == "2,1998-13-01\n4xxx\n"


def test_the_sniff_of_the_readme(tmp_path: Path) -> None:
    (tmp_path / "umsatz.csv").write_text(
        "Kunde;Datum;Betrag;Menge\n007;31.12.2023;1.234,50;3\n008;01.01.2024;99,95;12\n009;02.01.2024;-5,00;1\n"
    )
    (block,) = re.findall(r"^```\n\$ (teraload sniff.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    for part in block.split("\n$ "):
        command, *expected = part.splitlines()
        shell = command.replace("teraload", f"{sys.executable} -m teraload", 1)
        done = subprocess.run(shell, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[: len(expected)] == expected
    with duckdb.connect(str(tmp_path / "umsatz.duckdb")) as connection:
        first = connection.execute("SELECT * FROM umsatz ORDER BY ALL").fetchone()
    assert first == ("007", date(2023, 12, 31), Decimal("1234.50"), 3)


def test_the_job_file_of_the_values(tmp_path: Path) -> None:
    (code,) = re.findall(r"^```yaml\n(.*?)^```", VALUES, flags=re.MULTILINE | re.DOTALL)
    (tmp_path / "job.yaml").write_text(code, encoding="utf-8")
    header = "Kunde;Datum;Betrag;Bezahlt;Satz;Gebucht\n"
    (tmp_path / "umsatz.csv").write_text(
        f"{header}A1  ;31.12.2023;1.234,50 €;ja;12,5%;31.12.2023 23:30\nB;01.01.2024;-1,00;-;0%;gestern\n",
        encoding="utf-8",
    )
    load = [sys.executable, "-m", "teraload", "load", "job.yaml"]
    done = subprocess.run(load, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        rows = connection.execute("SELECT * REPLACE (epoch(Gebucht)::BIGINT AS Gebucht) FROM umsatz").fetchall()
    assert sorted(rows) == [
        ("A1", date(2023, 12, 31), Decimal("1234.50"), True, Decimal("0.125"), 1704061800),
        ("B", date(2024, 1, 1), Decimal(-1), None, Decimal(0), None),
    ]


def test_the_python_of_the_readme_runs(tmp_path: Path) -> None:
    generate = [
        sys.executable,
        "-m",
        "teraload",
        "generate",
        "tpch",
        "--scale",
        "0.01",
        "--out",
        str(tmp_path / "data"),
    ]
    subprocess.run(generate, check=True, capture_output=True)
    (code,) = blocks("python")
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert (tmp_path / "w.duckdb").exists()


@pytest.mark.parametrize("flag", sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README))))
def test_every_flag_that_the_readme_names_exists(flag: str) -> None:
    helps = [
        subprocess.run(
            [sys.executable, "-m", "teraload", command, "--help"], capture_output=True, text=True, check=True
        )
        for command in ("load", "generate", "rejects")
    ]
    assert any(re.search(rf"{flag}\b", done.stdout) for done in helps)


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 200


def test_the_demo_proves_what_it_loads(tmp_path: Path) -> None:
    demo = [sys.executable, str(ROOT / "examples" / "demo.py"), "--scale", "0.01", "--data", str(tmp_path)]
    done = subprocess.run(demo, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("all proofs hold\n")
