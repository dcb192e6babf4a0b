"""`teraload sniff`, and loads without a schema: what is said, what is taken from whom, and what is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
import yaml

import teraload
from tests.command import Ended
from tests.duck import execute, query

Run = Callable[..., Ended]


def write(directory: Path, **files: str | bytes) -> None:
    for name, text in files.items():
        path = directory / name.replace("__", ".")
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


ORDERS = "id,day\n" + "".join(f"{n},2024-01-{n % 28 + 1:02}\n" for n in range(1, 300))


def test_a_value_that_is_not_as_the_sample_ends_the_load_with_its_place(run: Run, tmp_path: Path) -> None:
    # What is wrong stands where no part of the file is looked at.
    rows = "".join(f"{n},{'2024-01-01' if n != 100_000 else 'unknown'}\n" for n in range(300_000))
    write(tmp_path, orders__csv="id,day\n" + rows)
    ended = run("load", "orders.csv", "--to", "w.duckdb", cwd=tmp_path)
    assert ended.code == 1
    assert 'orders.csv:100002 (byte 1688904), column 2 day: "unknown" is not a date' in ended.error
    assert "say --set columns.day.type=text" in ended.error
    assert "orders.csv: 2 columns sniffed from" in ended.notes[0]
    assert not (tmp_path / "w.duckdb").exists()

    ended = run("load", "orders.csv", "--to", "w.duckdb", "--set", "columns.day.type=text", cwd=tmp_path)
    assert ended.code == 0, ended.err
    found = query(tmp_path / "w.duckdb", "SELECT id FROM orders WHERE day = 'unknown'")
    assert found == [(100_000,)]


def test_what_spoils_a_type_is_said_with_its_line(run: Run, tmp_path: Path) -> None:
    write(tmp_path, orders__csv=ORDERS + "300,n/v\n" + "301,2024-02-01\n")
    ended = run("sniff", "orders.csv", cwd=tmp_path)
    assert 'day: {type: text} # column 2 is text: 300 of 301 samples are dates; orders.csv, line 301: "n/v" says' in (
        " ".join(ended.out.split())
    )


def test_files_go_to_the_tables_that_load_puts_them_to(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a__csv="x\n1\n", b__1="y;z\n2024-01-01;a\n", b__2="y;z\n2024-01-02;b\n")
    ended = run("sniff", "a.csv", "b.1", "b.2", "--out", "job.yaml", cwd=tmp_path)
    assert (ended.code, ended.out) == (0, "")
    job = yaml.safe_load((tmp_path / "job.yaml").read_text())
    assert job["to"] == "warehouse.duckdb"
    assert [(table["table"], table["files"]) for table in job["tables"]] == [("a", ["a.csv"]), ("b", ["b.1", "b.2"])]
    assert run("load", "job.yaml", cwd=tmp_path).code == 0
    assert query(tmp_path / "warehouse.duckdb", "SELECT count(*), max(z) FROM b") == [(2, "b")]
    again = run("sniff", "a.csv", "--out", "job.yaml", cwd=tmp_path)
    assert again.code == 2
    assert "job.yaml exists already" in again.error


def test_a_job_file_elsewhere_names_its_files_from_there(run: Run, tmp_path: Path) -> None:
    (tmp_path / "jobs").mkdir()
    write(tmp_path, a__csv="x,y\n1,$5.00\n2,$7.25\n")
    assert run("sniff", "a.csv", "--to", "w.duckdb", "--out", "jobs/a.yaml", cwd=tmp_path).code == 0
    assert run("load", "jobs/a.yaml", cwd=tmp_path).code == 0
    assert query(tmp_path / "jobs" / "w.duckdb", "SELECT sum(y)::VARCHAR FROM a") == [("12.25",)]


def test_json_has_the_evidence(run: Run, tmp_path: Path) -> None:
    write(tmp_path, orders__csv=ORDERS)
    (table,) = run("sniff", "orders.csv", "--json", cwd=tmp_path).json["tables"]
    assert (table["table"], table["records"], table["options"]["delimiter"]) == ("orders", 299, ",")
    assert table["columns"][1] == {
        "name": "day",
        "type": "date",
        "evidence": {"text": "299 of 299 samples are dates", "against": None},
    }


@pytest.mark.parametrize(
    ("files", "error"),
    [
        ({"a__csv": "x,y\n1,2\n", "b__csv": "x;y\n1;2\n"}, 'a.csv and b.csv are not written alike: the delimiter is ",", and ";"'),  # noqa: E501
        ({"a__csv": "x,y\n1,2\n", "b__csv": "x,z\n1,2\n"}, "a.csv and b.csv are not written alike"),
        ({"a__csv": "n,o\n1,Köln\n2,Überlingen am Bodensee\n".encode("cp1252"), "b__csv": "n,o\n1,Köln\n"}, "as a guess, and b.csv UTF-8"),  # noqa: E501
        ({"a__csv": b"\x7fELF\x02\x01\x01\x00\x00\x00"}, "a.csv: is a program, expected text"),
        ({"a__csv": "\n\n"}, "a.csv: cannot be sniffed: there is no record in it"),
    ],
)  # fmt: skip
def test_what_cannot_be_sniffed(files: dict[str, str | bytes], error: str, run: Run, tmp_path: Path) -> None:
    write(tmp_path, **files)
    ended = run("sniff", "*.csv", "--table", "t", cwd=tmp_path)
    assert ended.code == 2
    assert error in ended.error
    assert run("load", "*.csv", "--table", "t", "--to", "w.duckdb", cwd=tmp_path).code == 2


def test_a_table_that_is_there_is_not_sniffed(run: Run, tmp_path: Path) -> None:
    write(tmp_path, t__csv="1,x\n2,y\n")
    execute(tmp_path / "w.duckdb", "CREATE TABLE t (n SMALLINT, s VARCHAR)")
    ended = run("load", "t.csv", "--to", "w.duckdb", "--mode", "append", cwd=tmp_path)
    assert (ended.code, ended.notes) == (0, [])
    assert query(tmp_path / "w.duckdb", "SELECT * FROM t") == [(1, "x"), (2, "y")]


def test_columns_of_a_job_define_the_table(run: Run, tmp_path: Path) -> None:
    # The sample alone would say dates; the job says more than it.
    write(tmp_path, t__csv="Day,n\n2024-01-01,5\n")
    columns = {"n": {"type": "smallint", "nullable": False}, "day": {"type": "varchar(20)"}}
    job = {"files": "t.csv", "to": "w.duckdb", "delimiter": ",", "header": "names", "columns": columns}
    (tmp_path / "job.yaml").write_text(yaml.safe_dump(job, sort_keys=False))
    ended = run("load", "job.yaml", cwd=tmp_path)
    assert (ended.code, ended.notes) == (0, [])
    described = query(tmp_path / "w.duckdb", 'SELECT column_name, column_type, "null" FROM (DESCRIBE t)')
    assert described == [("n", "SMALLINT", "NO"), ("day", "VARCHAR", "YES")]
    assert query(tmp_path / "w.duckdb", "FROM t") == [(5, "2024-01-01")]


def test_columns_of_a_job_that_are_not_in_the_files(run: Run, tmp_path: Path) -> None:
    write(tmp_path, t__csv="a,b\n1,2\n")
    ended = run("load", "t.csv", "--to", "w.duckdb", "--set", "columns.c.type=text", cwd=tmp_path)
    assert ended.code == 2
    assert "there is no column c in the files. There are: a, b" in ended.error
    ended = run("load", "t.csv", "--to", "w.duckdb", "--set", "columns.a.type=number", cwd=tmp_path)
    assert ended.code == 2
    assert "columns: a: " in ended.error


def test_many_files_are_looked_at_all(run: Run, tmp_path: Path) -> None:
    for number in range(400):
        (tmp_path / f"part.{number}").write_text(f"id,day\n{number},2024-01-01\n")
    ended = run("load", "part.*", "--to", "w.duckdb", cwd=tmp_path)
    assert ended.code == 0, ended.err
    assert query(tmp_path / "w.duckdb", "SELECT count(*), max(id) FROM part") == [(400, 399)]
    # One that is in no sample: of 400, every second one is.
    (tmp_path / "part.399").write_text("id;day\n399;2024-01-01\n")
    ended = run("sniff", "part.*", cwd=tmp_path)
    assert ended.code == 2
    assert "part.0 and part.399 are not written alike" in ended.error


def test_from_python(tmp_path: Path) -> None:
    write(tmp_path, orders__csv=ORDERS)
    report = teraload.load(tmp_path / "orders.csv", to=tmp_path / "w.duckdb", table="o")
    assert report.rows_loaded == 299
    assert query(tmp_path / "w.duckdb", "SELECT max(day)::VARCHAR FROM o") == [("2024-01-28",)]


def test_a_plan_of_what_is_sniffed_can_be_kept(run: Run, tmp_path: Path) -> None:
    write(tmp_path, orders__csv=ORDERS)
    planned = run("plan", "orders.csv", "--to", "w.duckdb", "--json", cwd=tmp_path).json
    from teraload.plan import Plan

    assert json.loads(json.dumps(Plan.from_dict(planned).as_dict())) == planned
    assert planned["tables"][0]["is_sniffed"] is True


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("1,x\n2,y\n", "a,b", {"a": (1, 2), "b": ("x", "y")}),
        ("1,x\n2,y\n", "b=2", {"b": ("x", "y")}),
        ("1,x\n2,y\n", "a", {"a": (1, 2)}),
        ("id,Full Name,z\n1,x,9\n2,y,8\n", "id,z", {"id": (1, 2), "z": (9, 8)}),
        ("id,Full Name,z\n1,x,9\n2,y,8\n", "z,name=Full Name", {"name": ("x", "y"), "z": (9, 8)}),
        ("id,Full Name,z\n1,x,9\n2,y,8\n", "n=2", {"n": ("x", "y")}),
    ],
)
def test_columns_of_files_that_are_sniffed(
    text: str, columns: str, expected: dict[str, tuple], run: Run, tmp_path: Path
) -> None:
    """Names go to the fields they are said to be of, or in their order; what is left out is not in the table."""
    write(tmp_path, **{"t.csv": text})
    ended = run("load", "t.csv", "--to", "w.duckdb", "--columns", columns, cwd=tmp_path)
    assert ended.code == 0, ended.err
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        found = connection.execute("SELECT * FROM t ORDER BY rowid")
        names = [name for name, *_ in found.description]
        assert dict(zip(names, zip(*found.fetchall(), strict=True), strict=True)) == expected


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ('id,name\n1,"plain"\n2,"x\n', "2 fields with quotation marks that are text"),
        ("id, name\n1, a \n2,  b\n", "blanks around the text of name are trimmed"),
        ("id,v\n1,NULL\n2,n/v\n3,\n", '1 field "NULL": NULL, and an empty field is the empty text'),
    ],
)
def test_a_load_says_what_makes_another_table_of_the_same_fields(
    text: str, note: str, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text)
    ended = run("load", path, "--to", tmp_path / "w.duckdb")
    assert ended.code == 0
    assert any(line.endswith(f"t.csv: {note}") for line in ended.notes)
