"""`teraload generate`."""

from __future__ import annotations

import sys
from typing import Annotated, Optional

import typer


def generate(
    kind: Annotated[str, typer.Argument(metavar="tpch", help="What to make: tpch, the eight tables of TPC-H.")],
    out: Annotated[str, typer.Option("--out", metavar="DIRECTORY", help="Where to; files that exist are kept.")],
    scale: Annotated[
        float, typer.Option("--scale", metavar="N", help="The scale factor: 1 is about a gigabyte.")
    ] = 1.0,
    parts: Annotated[Optional[int], typer.Option("--parts", metavar="N", help="Files a large table.")] = None,
) -> None:
    """Make test data, byte for byte as dbgen does: lineitem.tbl, or lineitem.tbl.1 … with --parts."""
    from teraload.errors import JobError
    from teraload.sizes import show_bytes, show_count
    from teraload.testdata import generate as make

    if kind != "tpch":
        raise JobError(f"{kind!r} is nothing that can be made", remedy="Say tpch")
    made = make(scale=scale, out=out, parts=parts)
    size = show_bytes(sum(file.stat().st_size for file in made))
    sys.stdout.write(f"{show_count(len(made), 'file')}, {size} in {out}\n")
