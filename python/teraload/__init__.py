"""teraload: delimited files into databases, as fast as the machine allows, without a row lost or doubled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from teraload.errors import (
        DestinationError,
        Error,
        ExitCode,
        JobError,
        PartlyVisibleError,
        RowError,
        SourceError,
        Stopped,
        TooManyRejectsError,
        VerificationError,
    )
    from teraload.loading import load
    from teraload.report import Report
    from teraload.testdata import generate

__all__ = [
    "DestinationError",
    "Error",
    "ExitCode",
    "JobError",
    "PartlyVisibleError",
    "Report",
    "RowError",
    "SourceError",
    "Stopped",
    "TooManyRejectsError",
    "VerificationError",
    "__version__",
    "generate",
    "load",
]


def __getattr__(name: str) -> Any:
    # No module has the name of a function here: importing it would put the module in the function's place.
    # Loading needs DuckDB and pydantic, which `teraload --help` does not: a tenth of a second and more.
    from importlib import import_module

    if name in __all__:
        module = {"load": "loading", "generate": "testdata", "Report": "report"}.get(name, "errors")
        return getattr(import_module(f"teraload.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
