"""The job: what is to be loaded, where from, where to and how. Its fields are flags, keys of job files and keywords."""

from teraload.job.column import ColumnJob
from teraload.job.fields import MaxRejects
from teraload.job.job import DEFAULT_RECORD_LIMIT_BYTES, Job
from teraload.job.make import make_job
from teraload.job.table import TableJob

__all__ = ["DEFAULT_RECORD_LIMIT_BYTES", "ColumnJob", "Job", "MaxRejects", "TableJob", "make_job"]
