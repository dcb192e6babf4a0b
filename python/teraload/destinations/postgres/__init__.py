"""PostgreSQL: staging tables filled by COPY, published in one transaction."""

from teraload.destinations.postgres.destination import open_postgres

__all__ = ["open_postgres"]
