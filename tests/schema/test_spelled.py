"""Types as people spell them in a job."""

import pytest

from teraload.schema import SchemaError
from teraload.schema.spelled import type_of


@pytest.mark.parametrize(
    ("spelling", "dialect", "expected"),
    [
        ("decimal(15, 2)", "auto", "decimal(15,2)"),
        ("varchar(10)", "auto", "text"),
        ("timestamp", "auto", "timestamp(us)"),
        ("timestamp", "mysql", "timestamptz(us)"),
        ("NUMBER(9,2)", "oracle", "decimal(9,2)"),
    ],
)
def test_a_type_is_ours_or_the_dialects(spelling: str, dialect: str, expected: str) -> None:
    assert str(type_of(spelling, dialect)) == expected


@pytest.mark.parametrize("spelling", ["bogus", "int, x int", ""])
def test_what_is_no_type_is_refused(spelling: str) -> None:
    with pytest.raises(SchemaError):
        type_of(spelling, "duckdb")
