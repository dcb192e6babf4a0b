"""A server of files on this machine that speaks HTTP with ranges and enough of S3 to read, and fails as told."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

_PAGE_KEYS = 3


@dataclass
class Behaviour:
    """What the server has and does; changed by tests while it runs. Files are by path, as `/folder/file.csv`."""

    files: dict[str, bytes] = field(default_factory=dict)
    gives_ranges: bool = True
    status: int | None = None
    """Answered instead, `times` times."""
    times: int = 1 << 30
    breaks: int = 0
    """How many answers break off in the middle."""
    delay_s: float = 0.0
    has_etags: bool = True
    needs: str | None = None
    """What the authorization has to be."""
    requests: list[tuple[str, str | None, str | None]] = field(default_factory=list)
    """Method and path, range, authorization."""
    lock: threading.Lock = field(default_factory=threading.Lock)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        self._answer(has_body=False)

    def do_GET(self) -> None:
        self._answer(has_body=True)

    def _answer(self, *, has_body: bool) -> None:
        now = self.server.behaviour
        url = urlsplit(self.path)
        asked, authorization = self.headers.get("Range"), self.headers.get("Authorization")
        with now.lock:
            now.requests.append((f"{self.command} {self.path}", asked, authorization))
            status = now.status if now.times > 0 else None
            now.times -= status is not None
        time.sleep(now.delay_s)
        if status is not None:
            self._send(status, b"", has_body=has_body)
        elif now.needs is not None and authorization != now.needs:
            self._send(401, b"", has_body=has_body)
        elif "list-type" in parse_qs(url.query):
            self._list(unquote(url.path), parse_qs(url.query))
        elif (content := now.files.get(unquote(url.path))) is None:
            self._send(404, b"<Error><Code>NoSuchKey</Code></Error>", has_body=has_body)
        else:
            self._file(content, asked if now.gives_ranges else None, has_body=has_body)

    def _file(self, content: bytes, asked: str | None, *, has_body: bool) -> None:
        now = self.server.behaviour
        headers = {"Last-Modified": "Wed, 21 Oct 2026 07:28:00 GMT"}
        if now.has_etags:
            headers["ETag"] = _etag(content)
        if asked is None:
            self._send(200, content, headers, has_body=has_body)
            return
        first, _, last = asked.removeprefix("bytes=").partition("-")
        if int(first) >= len(content):
            self._send(416, b"", {"Content-Range": f"bytes */{len(content)}"}, has_body=has_body)
            return
        past = min(int(last) + 1, len(content))
        headers["Content-Range"] = f"bytes {first}-{past - 1}/{len(content)}"
        self._send(206, content[int(first) : past], headers, has_body=has_body)

    def _list(self, path: str, query: dict[str, list[str]]) -> None:
        bucket, prefix = path.strip("/"), query.get("prefix", [""])[0]
        begin = f"/{bucket}/{prefix}"
        files = self.server.behaviour.files
        keys = sorted(key for key in files if key.startswith(begin))
        after = int(query.get("continuation-token", ["0"])[0])
        page = keys[after : after + _PAGE_KEYS]
        is_truncated = after + _PAGE_KEYS < len(keys)
        token = f"<NextContinuationToken>{after + _PAGE_KEYS}</NextContinuationToken>" if is_truncated else ""
        objects = "".join(
            f"<Contents><Key>{escape(key[len(bucket) + 2 :])}</Key><Size>{len(files[key])}</Size>"
            f"<LastModified>2026-10-21T07:28:00.123Z</LastModified><ETag>{escape(_etag(files[key]))}</ETag></Contents>"
            for key in page
        )
        text = (
            f"<ListBucketResult><Name>{bucket}</Name><Prefix>{escape(prefix)}</Prefix><KeyCount>{len(page)}</KeyCount>"
            f"<MaxKeys>{_PAGE_KEYS}</MaxKeys><IsTruncated>{str(is_truncated).lower()}</IsTruncated>{token}{objects}"
            "</ListBucketResult>"
        )
        self._send(200, text.encode(), {"Content-Type": "application/xml"}, has_body=True)

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None, *, has_body: bool) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        now = self.server.behaviour
        with now.lock:
            is_broken = has_body and now.breaks > 0 and len(body) > 1
            now.breaks -= is_broken
        try:
            if has_body:
                self.wfile.write(body[: len(body) // 2] if is_broken else body)
        except OSError:
            self.close_connection = True
        if is_broken:
            self.close_connection = True


@lru_cache
def _etag(content: bytes) -> str:
    return f'"{hashlib.md5(content).hexdigest()}"'


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    behaviour: Behaviour


@contextmanager
def serve(files: dict[str, bytes]) -> Iterator[tuple[str, Behaviour]]:
    """Serve `files`; give where (`127.0.0.1:1234`) and what the server does."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.behaviour = Behaviour(files)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}", server.behaviour
    finally:
        server.shutdown()
        server.server_close()
