"""Job files: what they say is what is loaded, each value knows where it came from, and mistakes are found in place."""

# ruff: noqa: E501 - one case a line

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

import teraload
from teraload.cli.options import JOB_SCHEMA
from teraload.job import ColumnJob, Job, MaxRejects, TableJob, make_job
from teraload.job.file import read_job_file
from teraload.plan import Plan
from tests.command import Ended
from tests.duck import query
from tests.test_docs import blocks

Run = Callable[..., Ended]

_SQL = "CREATE TABLE a (i INTEGER, v VARCHAR); CREATE TABLE b (i INTEGER, v VARCHAR);"
_TWO = """\
to: w.duckdb
schema: tables.sql
ddl_dialect: duckdb
tables:
  - files: in/a.csv
    delimiter: ;
    null: 'NULL'
  - files: [in/b.tbl]
    table: b
    trailing_delimiter: true
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a schema, two tables' files that are written differently, and a place for a job file."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_text("1;x\n2;NULL\n")
    (tmp_path / "in" / "b.tbl").write_text("3|NULL|\n4||\n")
    (tmp_path / "tables.sql").write_text(_SQL)
    return tmp_path


def job_file(folder: Path, text: str, name: str = "job.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# ---- what a job file says is done


@pytest.mark.parametrize("suffix", ["yaml", "yml", "json"])
def test_tables_that_are_written_differently_are_one_load(
    run: Run, folder: Path, tmp_path_factory: pytest.TempPathFactory, suffix: str
) -> None:
    text = _TWO
    if suffix == "json":
        table_a = {"files": "in/a.csv", "delimiter": ";", "null": "NULL"}
        table_b = {"files": ["in\\/b.tbl"], "table": "b", "trailing_delimiter": True}
        whole = {"to": "w.duckdb", "schema": "tables.sql", "ddl_dialect": "duckdb", "tables": [table_a, table_b]}
        text = json.dumps(whole, indent="\t").replace("\\\\/", "\\/")
    job = job_file(folder, text, f"job.{suffix}")
    # Relative paths are relative to the job file, wherever the command runs.
    ended = run("load", job, cwd=tmp_path_factory.mktemp("elsewhere"))
    assert ended.code == 0, ended.err
    target = folder / "w.duckdb"
    assert query(target, "FROM a ORDER BY i") == [(1, "x"), (2, None)]
    assert query(target, "FROM b ORDER BY i") == [(3, "NULL"), (4, None)]
    assert query(target, "SELECT file, path FROM teraload.file ORDER BY file") == [
        (1, str(folder / "in/a.csv")),
        (2, str(folder / "in/b.tbl")),
    ]


def test_without_a_list_the_top_level_is_the_one_table(run: Run, folder: Path) -> None:
    job = job_file(folder, "to: w.duckdb\nfiles: in/*.csv\nschema: tables.sql\ndelimiter: ';'\nnull: ['NULL']\n")
    assert run("load", job).code == 0
    assert query(folder / "w.duckdb", "FROM a ORDER BY i") == [(1, "x"), (2, None)]


def test_flags_override_the_top_level_and_settings_any_place(run: Run, folder: Path) -> None:
    job = job_file(folder, _TWO)
    ended = run(
        "load",
        job,
        "--to",
        folder / "other.duckdb",
        "--null",
        "x",
        "--set",
        "tables.0.null='2'",
        "--no-trailing-delimiter",
    )
    assert ended.code == 0, ended.err
    assert not (folder / "w.duckdb").exists()
    assert query(folder / "other.duckdb", "FROM a ORDER BY i") == [(1, "x"), (None, "NULL")]
    # A table's own value stays: the flag is for the top level.
    assert query(folder / "other.duckdb", "FROM b ORDER BY i") == [(3, "NULL"), (4, "")]


def test_python_takes_job_files_and_the_same_words(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = teraload.load(job_file(folder, _TWO), mode="create", streams=1)
    assert report.rows_loaded == 4
    monkeypatch.chdir(folder)
    tables = [{"files": "in/a.csv", "delimiter": ";"}, {"files": "in/b.tbl", "trailing_delimiter": True}]
    assert teraload.load([], to="null:", schema="tables.sql", tables=tables).rows_loaded == 4
    with pytest.raises(teraload.JobError, match="to is missing"):
        teraload.load("in/a.csv")


def test_two_tables_of_one_name_are_refused(run: Run, folder: Path) -> None:
    job = job_file(
        folder,
        "to: 'null:'\nschema: tables.sql\ndelimiter: ';'\ntable: a\ntables: [files: in/a.csv, files: in/a.csv]\n",
    )
    ended = run("load", job)
    assert (ended.code, "two tables of the job are called that" in ended.error) == (2, True)


# ---- variables and origins


def test_variables_come_from_the_environment(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "to: ${TARGET}\nfiles: in/a.csv\nschema: ${SCHEMA:-tables.sql}\nstreams: ${STREAMS}\ndelimiter: ;\nnull: $${HOME}$$\n"
    monkeypatch.setenv("TARGET", "from-environment.duckdb")
    monkeypatch.setenv("STREAMS", "1")
    ended = run("plan", job_file(folder, text), "--json")
    plan = Plan.from_dict(ended.json)
    assert plan.destination == str(folder / "from-environment.duckdb")
    assert (plan.streams, plan.tables[0].dialect.null) == (1, ("${HOME}$",))


def test_a_plan_says_where_each_value_is_from_and_no_variable(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "Sesame")
    job = job_file(folder, _TWO.replace("null: 'NULL'", "null: ${SECRET}"))
    ended = run("plan", job.name, "--streams", "2", "--set", "tables.1.header=skip", cwd=folder)
    lines = [" ".join(line.split()) for line in ended.out.split("\nfrom\n")[1].split("\n\n")[0].splitlines()]
    assert lines == [
        "to w.duckdb job.yaml:1",
        "schema tables.sql job.yaml:2",
        "ddl_dialect duckdb job.yaml:3",
        "tables.0.files in/a.csv job.yaml:5",
        "tables.0.delimiter ; job.yaml:6",
        "tables.0.null ${SECRET} $SECRET in job.yaml:7",
        "tables.1.files.0 in/b.tbl job.yaml:8",
        "tables.1.table b job.yaml:9",
        "tables.1.trailing_delimiter true job.yaml:10",
        "streams 2 --streams",
        "tables.1.header skip --set",
    ]
    assert "Sesame" not in ended.out.split("\nfrom\n")[1]
    wrong = run("plan", job_file(folder, "to: w\nfiles: a\ndelimiter: ${SECRET}-too-long\n"))
    assert wrong.code == 2
    assert "Sesame" not in wrong.error
    assert "(found '${SECRET}-too-long')" in wrong.error


def test_origins() -> None:
    job = make_job(
        ["a.csv"],
        {"to": "null:", "delimiter": "|"},
        settings=["columns.a.b.format=%d", 'columns."a.b".trim=both'][1:],
        spelled="--{}".format,
    )
    assert job.origins["delimiter"] == "--delimiter"
    assert job.origins['columns."a.b".trim'] == "--set"
    assert job.origins["mode"] == "default"


# ---- mistakes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("to: w\nfiles: a\nnull: [NO, 1]\n", '3, column 8: null.0: expected text, and YAML takes NO for false. Quote it: "NO"'),
        ("to: w\nfiles: a\nnull: ['NO', 1]\n", '3, column 14: null.1: expected text, and YAML takes 1 for a number. Quote it: "1"'),
        ("to: w\nfiles: a\nnull: NULL\n", '3, column 7: NULL is nothing to YAML. Quote it if it is a text: "NULL", or leave the option out'),
        ("to: w\nfiles: a\nnull: 1\n", '3, column 1: null: expected text, and YAML takes 1 for a number. Quote it: "1"'),
        ("to: w\nfiles: a\nstreams: yes\n", "3, column 1: streams: expected a number (found True)"),
        ("to: w\nfiles: a\nmode: upsert\n", "3, column 1: mode: Input should be 'create', 'append' or 'replace' (found 'upsert')"),
        ("to: w\nfiles: a\ndelimeter: x\n", '3, column 1: there is no option "delimeter". Did you mean "delimiter"?'),
        ("to: w\ntables:\n- files: a\n  delimeter: x\n", '4, column 3: there is no option "delimeter" in tables.0. Did you mean "delimiter"?'),
        ("to: w\ntables:\n- files: a\n  streams: 1\n", '4, column 3: there is no option "streams" in tables.0. It is for the whole job: write it at the top level'),
        ("to: w\nfiles: a\ncolumns: {b: {formt: x}}\n", '3, column 15: there is no option "formt" in columns.b. Did you mean "format"?'),
        ("to: w\ndelimiter: ''\ntables: [files: a, files: b]\n", "2, column 1: delimiter: a delimiter is 1 to 8 bytes"),
        ("to: w\ntables:\n- files: a\n- table: b\n", "4, column 3: files is missing. Name the files that are to be loaded"),
        ("to: w\ntables: 5\n", "2, column 1: tables: expected a list (found 5)"),
        ("to: w\ntables: [5]\n", "2, column 10: tables.0: expected options with values (found 5)"),
        ("to: w\nto: v\n", "2, column 1: to is there twice, first in line 1. Remove one of them"),
        ("to: w\n\tfiles: a\n", "2, column 1: a tab stands where YAML has blanks. Indent with spaces"),
        ("a: &a [x]\nb: [*a, *a]\n", "2, column 5: *a is an alias, which job files do not have"),
        ("to: " + "[" * 5000, "is too deep for a job"),
        ("to: w\n--- \nto: v\n", "2, column 1: expected a single document in the stream but found another document"),
        ("to: !!python/name:os.system\n", "is a tag, which job files do not have. Remove it"),
        ("to: w\nfiles: ${NOT_SET_HERE}\n", "2, column 8: the variable NOT_SET_HERE is not set. Set it, or write ${NOT_SET_HERE:-default}"),
        ("to: w\nfiles: ${not closed\n", "2, column 8: ${ begins no variable. Write ${NAME} or ${NAME:-default}"),
        ("to: 'w\nfiles: a\n", "3, column 1: found unexpected end of stream"),
        ("to: w\nfiles: \x01\n", "2: has a character that YAML does not allow"),
    ],
)  # fmt: skip
def test_mistakes_are_found_in_place(run: Run, folder: Path, text: str, message: str) -> None:
    ended = run("load", job_file(folder, text).name, cwd=folder)
    assert (ended.code, ended.out) == (2, "")
    assert ended.error.startswith("job.yaml:")
    assert message in ended.error


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "job.yaml: expected options, as `to: warehouse.duckdb`; found nothing"),
        (b"- a\n", "job.yaml: expected options, as `to: warehouse.duckdb`; found a list"),
        (b"to: caf\xe9\n", "job.yaml: is not UTF-8 at byte 7"),
        (b"files: a\n", "to is missing. Say where to: --to FILE.duckdb, or `to:` in a job file"),
        (None, "job.yaml: no such file"),
    ],
)
def test_files_that_are_no_jobs(run: Run, tmp_path: Path, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / "job.yaml").write_bytes(content)
    ended = run("plan", "job.yaml", cwd=tmp_path)
    assert ended.code == 2
    assert ended.error.startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"to": "w",\n "files": [}', "job.json:2, column 12: is not JSON: Expecting value"),
        ('{"to": "w",\n "to": "v"}', "job.json:2, column 2: to is there twice, first in line 1"),
        ('{"to": "w",\n\t"fils": "a"}', 'job.json:2, column 2: there is no option "fils". Did you mean "files"?'),
    ],
)
def test_mistakes_in_json(run: Run, folder: Path, text: str, message: str) -> None:
    assert run("load", job_file(folder, text, "job.json").name, cwd=folder).error.startswith(message)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("delimiter", "--set: 'delimiter' is not PATH=VALUE"),
        ("delimeter=x", '--set: there is no option "delimeter". Did you mean "delimiter"?'),
        ("colums.a.format=%d", '--set: there is no option "colums". Did you mean "columns"?'),
        ("columns.a.formt=%d", '--set: there is no option "formt" in columns.a. Did you mean "format"?'),
        ("tables.2.delimiter=x", "there is no tables.2: tables is a list of 2"),
        ("to.x=1", "to is one value: nothing is below it"),
        ("null=1", "--set: null: expected text, and YAML takes 1 for a number. Quote it: --set 'null=\"1\"'"),
        ("a..b=1", "--set: 'a..b' is no path to an option"),
        ("null=[a", "--set: expected ',' or ']'"),
    ],
)
def test_settings_that_make_no_sense(run: Run, folder: Path, setting: str, message: str) -> None:
    ended = run("plan", job_file(folder, _TWO), "--set", setting)
    assert ended.code == 2
    assert message in ended.error


def test_what_nothing_acts_on_yet_is_refused(run: Run, folder: Path) -> None:
    schema = ("--schema", folder / "tables.sql", "--schema-change", "widen")
    ended = run("plan", folder / "in/a.csv", "--to", "null:", *schema)
    assert ended.code == 2
    assert "schema_change: widen is not supported yet" in ended.error


# ---- values


def one_table(**options: object) -> TableJob:
    (table,) = make_job(["x.csv"], {"to": "null:", **options}).tables
    return table


def test_a_list_names_exactly_the_columns_and_a_mapping_says_more_of_some() -> None:
    exactly = {
        "a": ColumnJob(),
        "b": ColumnJob(**{"from": "Full Name"}),
        "c": ColumnJob(**{"from": 3}),
        "*": ColumnJob(omit=True),
    }
    assert one_table(columns="a,b=Full Name, c=3").columns == exactly
    assert one_table(columns=["a", "b=Full Name", "c=3"]).columns == exactly
    assert one_table(columns={"a": None, "b": {"trim": "both"}}).columns == {
        "a": ColumnJob(),
        "b": ColumnJob(trim="both"),
    }
    for wrong in ("a,,b", "", "a,a=2", [1], {"a": {"from": 0}}, {"a": {"from": True}}):
        with pytest.raises(teraload.JobError, match="columns"):
            one_table(columns=wrong)


@pytest.mark.parametrize(
    ("written", "delimiter"),
    [
        ("tab", "\t"),
        ("\\t", "\t"),
        ("pipe", "|"),
        ("\\x1f", "\x1f"),
        ("\\", "\\"),
        ("\\\\", "\\"),
        ("||", "||"),
        ("þ", "þ"),
        ("space", " "),
    ],
)
def test_delimiters(written: str, delimiter: str) -> None:
    assert one_table(delimiter=written).delimiter == delimiter


@pytest.mark.parametrize(
    "options",
    [
        {"delimiter": "|", "quote": "|"}, {"delimiter": "\n"}, {"comment": "#", "delimiter": "#"}, {"quote": "ab"},
        {"quote": "é"}, {"terminator": ""}, {"terminator": "\\x1e", "delimiter": "\\x1e"}, {"comment": "123456789"},
        {"delimiter": "|", "escape": "|"}, {"skip_lines": -1}, {"files": []}, {"null": "a\nb"},
    ],
)  # fmt: skip
def test_values_that_make_no_sense(options: dict[str, object]) -> None:
    with pytest.raises(teraload.JobError):
        make_job([], {"files": "x.csv", "to": "null:", **options})


def test_line_ends_may_be_in_fields_if_records_end_otherwise() -> None:
    assert one_table(delimiter="\n", terminator="\\x1e").terminator == "\x1e"


@pytest.mark.parametrize(
    ("written", "limit"),
    [
        (0, MaxRejects(0, None)),
        ("7", MaxRejects(7, None)),
        ("0.5%", MaxRejects(None, 0.005)),
        ("100 %", MaxRejects(None, 1.0)),
    ],
)
def test_how_many_may_be_rejected(written: object, limit: MaxRejects) -> None:
    assert make_job(["x.csv"], {"to": "null:", "max_rejects": written}).max_rejects == limit


@pytest.mark.parametrize("written", ["101%", "-1", "x", "", True, 1.5])
def test_limits_of_rejects_that_make_no_sense(written: object) -> None:
    with pytest.raises(teraload.JobError, match="max_rejects: expected a number of records, or of percent"):
        make_job(["x.csv"], {"to": "null:", "max_rejects": written})


# ---- the JSON Schema


def test_the_schema_that_is_printed_is_the_one_that_is_shipped(run: Run) -> None:
    assert run("schema").out == JOB_SCHEMA.read_text(encoding="utf-8")


def test_every_option_is_described() -> None:
    schema = json.loads(JOB_SCHEMA.read_text(encoding="utf-8"))
    for part in (schema, *schema["$defs"].values()):
        assert all(option.get("description", "").endswith(".") for option in part["properties"].values())
    jsonschema.Draft202012Validator.check_schema(schema)


def test_the_readme_s_job_file_is_one(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = blocks("yaml")
    schema = json.loads(JOB_SCHEMA.read_text(encoding="utf-8"))
    # Not by PyYAML alone, to which the key `null` is none.
    monkeypatch.delenv("WAREHOUSE", raising=False)
    jsonschema.validate(read_job_file(str(job_file(tmp_path, text))).values, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"to": "w", "fils": "a"}, schema)
    (tmp_path / "day").mkdir()
    (tmp_path / "day" / "orders-1.csv").write_text("1,1998-12-01\n2,n/a\n")
    (tmp_path / "nation.tbl").write_text("0|ALGERIA|0|none|\n")
    (tmp_path / "orders.sql").write_text("CREATE TABLE orders (o_id integer NOT NULL, o_day date);")
    ended = run("load", "job.yaml", cwd=tmp_path)
    assert ended.code == 0, ended.err
    assert query(
        tmp_path / "warehouse.duckdb", "SELECT (SELECT count(o_day) FROM orders), (SELECT count(*) FROM nation)"
    ) == [(1, 1)]


def test_help_reads_no_yaml() -> None:
    code = "import sys, teraload.cli; import teraload.job; print('yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_job_cannot_be_changed() -> None:
    job = make_job(["x.csv"], {"to": "null:"})
    assert isinstance(job, Job)
    with pytest.raises(ValueError, match="frozen"):
        job.mode = "append"  # type: ignore[misc]
