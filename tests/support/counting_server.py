"""HTTP servers of this machine that count their connections, for tests of what clients connect to."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


class CountingServer(ThreadingHTTPServer):
    """Answers /to?status=302&location=X by a redirect, /drip-headers and /drip-body slowly,
    /bodies/NAME by a body, and /fields by the fields of the request.

    Attributes:
        connections: how many were made.
        requests: the method, the target and the field "Host" of each request.
        received: the octets of each request's body.
        bodies: an encoded body for each name, with its content coding.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: str, tls: ssl.SSLContext | None) -> None:
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        super().__init__((address, 0), _Handler)
        self.tls = tls
        self.connections = 0
        self.requests: list[tuple[str, str, str]] = []
        self.received: list[int] = []
        self.bodies: dict[str, tuple[str, bytes]] = {}

    def get_request(self) -> tuple[socket.socket, Any]:
        self.connections += 1
        connection, address = super().get_request()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection, address

    def finish_request(self, request: Any, client_address: Any) -> None:
        with suppress(OSError):
            if self.tls is None:
                super().finish_request(request, client_address)
            else:
                with self.tls.wrap_socket(request, server_side=True) as stream:
                    super().finish_request(stream, client_address)

    def handle_error(self, *_: object) -> None:
        """A client that leaves early is expected."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16
    server: CountingServer

    def do_GET(self) -> None:
        self.server.requests.append((self.command, self.path, self.headers.get("Host", "")))
        self.server.received.append(self._body_size())
        # A proxy gets the whole URL.
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if "location" in query:
            self._answer(int(query["status"]), b"", ("Location", query["location"]), *self._closing(query))
        elif parts.path == "/drip-headers":
            self._drip(b"HTTP/1.1 200 OK\r\nX: ")
        elif parts.path == "/drip-body":
            self._drip(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
        elif parts.path == "/fields":
            self._answer(200, json.dumps(dict(self.headers.items())).encode())
        elif parts.path.startswith("/bodies/"):
            coding, body = self.server.bodies[parts.path.removeprefix("/bodies/")]
            self._answer(200, body, *([("Content-Encoding", coding)] if coding else []))
        else:
            self._answer(200, b"ok", *self._closing(query))

    do_POST = do_PUT = do_HEAD = do_CONNECT = do_GET

    def _body_size(self) -> int:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return len(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        total = 0
        while size := int(self.rfile.readline(), 16):
            total += len(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return total

    def _closing(self, query: Any) -> list[tuple[str, str]]:
        self.close_connection = "close" in query
        return [("Connection", "close")] if "close" in query else []

    def _answer(self, status: int, body: bytes, *fields: tuple[str, str]) -> None:
        self.send_response_only(status)
        for name, value in (("Content-Length", str(len(body))), *fields):
            # RFC 9110, section 5.5: octets beyond US-ASCII in a field are opaque; servers send UTF-8.
            self.send_header(name, value.encode("utf-8").decode("latin-1"))
        self.end_headers()
        self.wfile.write(body)

    def _drip(self, head: bytes) -> None:
        self.wfile.write(head)
        self.close_connection = True
        # Eight seconds: a client without a limit gets an error then, and the test does not hang.
        for _ in range(160):
            self.wfile.flush()
            time.sleep(0.05)
            self.wfile.write(b"x")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def counting_server(address: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> Iterator[CountingServer]:
    """A server on a port of its own while the context lasts."""
    server = CountingServer(address, tls)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
