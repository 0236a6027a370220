"""Real HTTP servers on this machine for tests: of answers by path, and of a folder's files."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple


class Answer(NamedTuple):
    """What the server sends."""

    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html"),)
    status: int = 200


@contextmanager
def serving(answers: Mapping[str, Answer]) -> Iterator[str]:
    """Serve the answers by path while the context lasts; gives the server's root, which ends with "/"."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            answer = answers.get(self.path.partition("?")[0], Answer(status=404))
            self.send_response_only(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with _running(Handler) as root:
        yield root


@contextmanager
def serving_folder(folder: Path, *headers: tuple[str, str]) -> Iterator[str]:
    """Serve the files of a folder while the context lasts; gives the server's root, which ends with "/".

    Args:
        folder: whose files are served.
        headers: what each answer has beside its type, its length and its time.
    """

    class Handler(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            for name, value in headers:
                self.send_header(name, value)
            super().end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with _running(partial(Handler, directory=str(folder))) as root:
        yield root


@contextmanager
def _running(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Let a server answer on a port of its own; gives its root."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
