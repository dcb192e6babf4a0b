"""Every type has one spelling, and only types that exist can be made."""

import subprocess
import sys

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from teraload.schema import Column, ColumnType, Schema, SchemaError, Table
from teraload.schema.types import INT32, text

SPELLINGS = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float32", "float64", "decimal(1,0)", "decimal(15,2)", "decimal(38,38)", "date", "time(us)"),
    *("timestamp(s)", "timestamp(ms)", "timestamp(us)", "timestamp(ns)", "timestamptz(us)", "text", "binary"),
)
NO_SPELLINGS = (
    *("", "int", "int128", "float", "decimal", "decimal()", "decimal(10)", "decimal(39,0)", "decimal(0,0)"),
    *(
        "decimal(5,6)",
        "decimal(5,-1)",
        "decimal(us,2)",
        "decimal(5,2,1)",
        "int32(4)",
        "int32(4,2)",
        "text(10)",
    ),
    *("time", "time(ms)", "time(ns)", "timestamp", "timestamp(3)", "timestamptz", "timestamptz(ns)"),
    *("timestamp(us,2)", "bool)", "(us)", "timestamp[us]", "decimal(\u0665,2)"),
)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_spelling_is_read_back(spelling: str) -> None:
    assert str(ColumnType.parse(spelling)) == spelling
    assert ColumnType.parse(str(ColumnType.parse(spelling))) == ColumnType.parse(spelling)


@pytest.mark.parametrize("spelling", NO_SPELLINGS)
def test_other_text_is_refused_with_the_spellings_there_are(spelling: str) -> None:
    with pytest.raises(SchemaError, match=r"Types are: bool, .*timestamptz\(us\)"):
        ColumnType.parse(spelling)


@given(st.integers(-2, 41), st.integers(-2, 41))
def test_decimals_are_those_of_arrow_decimal128(precision: int, scale: int) -> None:
    exists = 1 <= precision <= 38 and 0 <= scale <= precision
    try:
        made = ColumnType("decimal", precision=precision, scale=scale)
    except SchemaError:
        assert not exists
    else:
        assert exists
        assert ColumnType.parse(str(made)) == made


@given(st.text(max_size=20))
def test_no_text_is_read_as_two_types_or_ends_in_another_error(spelling: str) -> None:
    try:
        kind = ColumnType.parse(spelling)
    except SchemaError as error:
        assert error.found is not None
    else:
        assert str(kind) == "".join(spelling.split()).lower()


def test_case_and_blanks_are_forgiven() -> None:
    assert ColumnType.parse(" Decimal( 15, 2 ) ") == ColumnType.parse("decimal(15,2)")


def test_a_declared_length_is_kept_and_not_spelled() -> None:
    assert (text(10).length, str(text(10)), text(10) == text()) == (10, "text", False)


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "int32", "length": 3}, {"kind": "text", "length": 0}, {"kind": "date", "scale": 2}],
)
def test_a_parameter_of_another_kind_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(SchemaError):
        ColumnType(**wrong)  # type: ignore[arg-type]


def test_a_table_is_found_in_any_case_and_a_missing_one_names_those_there_are() -> None:
    schema = Schema({"Orders": Table("Orders", (Column("id", INT32),))})
    assert schema.table("ORDERS") is schema.tables["Orders"]
    with pytest.raises(SchemaError, match=r'^customer: .*no table "customer". It has: Orders$'):
        schema.table("customer")


@pytest.mark.parametrize("columns", [(), (Column("a", INT32), Column("A", INT32)), (Column("a", INT32),) * 2])
def test_a_table_has_columns_and_each_once_as_in_duckdb(columns: tuple[Column, ...]) -> None:
    with pytest.raises(SchemaError):
        Table("t", columns)
    with pytest.raises(duckdb.Error):
        duckdb.connect().execute(f"CREATE TABLE t ({', '.join(f'{c.name} INTEGER' for c in columns)})")


def test_the_parser_of_sql_is_loaded_only_to_read_ddl() -> None:
    code = "import sys, teraload.schema as s; a = 'sqlglot' in sys.modules; s.read_ddl; "
    code += "print(a, 'sqlglot' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]
