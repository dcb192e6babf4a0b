"""What a job says of one column."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from teraload.job.fields import Count, Nulls, OnError, OnTruncate, Options, Texts


def _source(value: Any) -> Any:
    if isinstance(value, bool | float) or (isinstance(value, int) and value < 1):
        raise ValueError("expected a name in the header, or a field's number from 1")
    return value


def _separator(text: str) -> str:
    if len(text) != 1:
        raise ValueError("expected one character")
    return text


Separator = Annotated[str, AfterValidator(_separator)]


class ColumnJob(Options):
    """What is to be done with one column, by its name in the target; `*` is every column that is not named."""

    from_: Annotated[int | str, BeforeValidator(_source)] | None = Field(default=None, alias="from")
    """The field it is read from: a name in the header, or a number from 1; without it, its own name or place."""
    type: str | None = None
    """Its type, as `decimal(15,2)` or as SQL spells it; without it, the schema's. A table that exists must have the same."""  # noqa: E501 - one paragraph of help
    nullable: bool | None = None
    """Whether it may hold NULL; without it, as the schema says."""
    format: str | None = None
    """The pattern that dates and times are written in, as `%d.%m.%Y`."""
    decimal_separator: Separator = "."
    """Between a number's whole part and its fraction."""
    thousands_separator: Separator | None = None
    """Between the groups of three of a number's digits."""
    currency: str | None = None
    """The currency's sign that may stand before or behind a number, as `€`."""
    percent: bool = False
    """Whether numbers may end in `%`, and are divided by 100 then."""
    hex: bool = False
    """Whether integers are written in hexadecimal digits."""
    scientific: bool = False
    """Whether decimals and integers may be written with an exponent, as `1.5e3`."""
    accounting: bool = False
    """Whether `(12.50)` and `12.50-` are negative numbers."""
    true_words: Texts | None = None
    """The texts that mean true; without them true, t, yes, y, on, 1."""
    false_words: Texts | None = None
    """The texts that mean false; without them false, f, no, n, off, 0."""
    trim: Literal["none", "left", "right", "both"] = "none"
    """Where blanks are cut off a field before it is read."""
    timezone: str | None = None
    """The time zone of times that are written without one, as `Europe/Berlin`."""
    null: Nulls | None = None
    """The texts that mean NULL in this column; without them, the table's."""
    on_error: OnError | None = None
    """What becomes of a value that cannot be read; without it, as the table says."""
    on_truncate: OnTruncate | None = None
    """What becomes of a text that is too long; without it, as the table says."""
    max_length: Annotated[Count, Field(ge=1)] | None = None
    """The most characters that a text may have; without it, those of its declared type."""
    omit: bool = False
    """Whether it is left out of the load: the table's column gets its default or NULL, a field of the file that is none of the table's columns is passed over."""  # noqa: E501 - one paragraph of help
