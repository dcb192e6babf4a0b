"""Every case of other readers' suites: read as there, or known to differ, with the reason."""

from pathlib import Path

import pytest

from tests.suites import duckdb_csv, pandas_csv, python_csv
from tests.suites.case import REFUSED, Case

_SUITES = {"duckdb": duckdb_csv.CASES, "pandas": pandas_csv.CASES, "python": python_csv.CASES}
_LEAST = {"duckdb": 80, "pandas": 60, "python": 50}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{name}: {case}") for name, cases in _SUITES.items() for case in cases]
)
def test_case(case: Case, tmp_path: Path) -> None:
    """A case that is said to differ does, or the list would rot."""
    found = case.found(tmp_path)
    if case.differs:
        assert found != case.expected, f"it no longer differs: {case.differs}"
        # Not because of a slip in the case's own options.
        assert found != REFUSED or "not supported" in case.differs
    else:
        assert found == case.expected


@pytest.mark.parametrize("name", _SUITES)
def test_suite_is_whole(name: str) -> None:
    """No suite shrinks unseen, and what differs is the exception."""
    cases = _SUITES[name]
    assert len(cases) >= _LEAST[name]
    assert sum(bool(case.differs) for case in cases) < len(cases) / 4
