"""`teraload schema`."""

from __future__ import annotations

import sys


def schema() -> None:
    """Print the JSON Schema of job files, for editors that complete and check them."""
    from teraload.job.schema import job_schema_text

    sys.stdout.write(job_schema_text())
