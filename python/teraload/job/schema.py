"""The JSON Schema of job files. The command's options are made from it, too, without pydantic."""

from __future__ import annotations

import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from teraload.job.job import Job


class _Untitled(GenerateJsonSchema):
    """Leaves out titles, which would say each name once more."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def job_schema() -> dict[str, Any]:
    """Return the schema: the job's options and the tables' as their defaults, none of which has to be there."""
    schema = Job.model_json_schema(schema_generator=_Untitled)
    definitions = schema["$defs"]
    table = definitions["TableJob"]
    # A table may have its files from the top level, and the flags beside a job file may say the rest.
    del table["required"], schema["required"]
    whole = schema.pop("properties")
    properties = {"files": table["properties"]["files"], "to": whole["to"], **table["properties"], **whole}
    named = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A job file of teraload"}
    del schema["title"]
    return named | schema | {"properties": properties}


def job_schema_text() -> str:
    """Return the schema as it is printed and shipped."""
    return json.dumps(job_schema(), indent=2, ensure_ascii=False) + "\n"
