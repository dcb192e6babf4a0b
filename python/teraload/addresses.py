"""Addresses: files that are somewhere else, as `s3://bucket/key` and `https://host/path`."""

from __future__ import annotations

import glob
import re
from collections.abc import Sequence
from urllib.parse import unquote

from teraload import _native
from teraload.errors import JobError
from teraload.failures import source_error

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s\"',]+")

_READ = ("http", "https", "s3")

# What object stores are called that are not read, and how their files can be had all the same.
_OTHERS = {
    "gs": "Google's storage speaks S3, too: say s3://… with AWS_ENDPOINT_URL=https://storage.googleapis.com",
    "file": "Name the path alone",
    "ftp": "Pipe it: curl ftp://… | teraload load - …",
}

Found = tuple[str, tuple[str, int, int, _native.Opened]]


def is_address(text: str) -> bool:
    """Return whether `text` is the address of a file somewhere else, rather than a path."""
    return _SCHEME.match(text) is not None


def without_secrets(text: str) -> str:
    """Return `text` with what its addresses have of users, passwords and queries taken out."""
    return _ADDRESS.sub(lambda found: _native.shown_address(found[0]), text)


def name_of(path: str) -> str:
    """Return the path of a file with the escapes of an address undone, if it is one of http."""
    return unquote(path) if path.startswith(("http://", "https://")) else path


def open_addresses(texts: Sequence[str]) -> list[Found]:
    """Return the files at the addresses `texts`, in their order; those of a pattern in the order of their names.

    Each is its address and, as the native module gives it, how it is shown, its size, its time, and itself. Raises
    JobError for what cannot be read so, SourceError for a file that cannot be opened.
    """
    found: list[list[Found]] = []
    plain: list[tuple[int, str]] = []
    try:
        for text in texts:
            _check(text)
            is_pattern = text.startswith("s3://") and glob.has_magic(text)
            if not is_pattern:
                plain.append((len(found), text))
            found.append(_matches(text) if is_pattern else [])
        for (at, text), opened in zip(plain, _native.open_remote([text for _, text in plain]), strict=True):
            found[at].append((text, opened))
    except OSError as error:
        raise _with_hint(error) from None
    return [file for files in found for file in files]


def _with_hint(error: OSError) -> Exception:
    failure, code = source_error(error), str(error.errno)
    if code in ("forbidden", "io") and str(error.filename).startswith("s3://"):
        failure.with_remedy(
            "Credentials are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION of the environment; "
            "AWS_SKIP_SIGNATURE=true is for buckets that anybody may read"
        )
    elif code == "forbidden":
        failure.remedy = None
        failure.with_remedy("Its server refuses it: check the address, its signature or its password")
    return failure


def _matches(pattern: str) -> list[Found]:
    found = [(url, opened) for url, opened in _native.find_remote(pattern) if not url.endswith("/")]
    if not found:
        raise JobError(f"{pattern}: no object matches", remedy="Check the pattern")
    return found


def _check(text: str) -> None:
    """Refuse what cannot be read. Raises JobError."""
    scheme = text.split("://", 1)[0].lower()
    shown = _native.shown_address(text)
    if scheme not in _READ:
        remedy = _OTHERS.get(scheme, "Name a path, or an address of http, https or s3")
        raise JobError(f"{shown}: {scheme}:// is not read, expected http, https or s3", remedy=remedy)
    if scheme == "s3":
        bucket, _, key = text[len("s3://") :].partition("/")
        if not bucket or not key or key.endswith("/"):
            remedy = f"Name an object, or many: '{text.rstrip('/')}/*'"
            raise JobError(f"{shown}: names no object", remedy=remedy)
    elif "*" in shown:
        remedy = "Name each file; an asterisk in an address itself is written %2A"
        raise JobError(f"{shown}: a server of http lists no files, so there are no patterns", remedy=remedy)
