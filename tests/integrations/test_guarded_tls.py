"""Guarded clients verify the name of a server, and not the number to which they connect; httpx has HTTP/2 too."""

from __future__ import annotations

import asyncio
import select
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import quote

import h2.config
import h2.connection
import h2.events
import pytest
import trio
import trustme

import uriverse as uv
from support.counting_server import counting_server
from support.guarded_clients import CLIENTS, Call, Reply, fetched, httpx_async_results
from uriverse.integrations.httpx import guarded_client

POLICY = uv.Policy(addresses="127.0.0.1/32", ports="any")


class Tls(NamedTuple):
    """What a server on this machine needs, and the file of its authority."""

    server: ssl.SSLContext
    names: list[str | None]
    authority: str


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Tls:
    """A certificate for good.example and for 127.0.0.1; `names` are those that clients ask for (SNI)."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("good.example", "xn--bcher-kva.example", "127.0.0.1").configure_cert(context)
    names: list[str | None] = []
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    path = tmp_path_factory.mktemp("authority") / "authority.pem"
    authority.cert_pem.write_to_path(str(path))
    return Tls(context, names, str(path))


def resolved(_name: str) -> list[str]:
    return ["127.0.0.1"]


@pytest.mark.parametrize("client", CLIENTS)
def test_the_name_is_verified(client: str, tls: Tls) -> None:
    """By the certificate and in SNI (RFC 6066, section 3, which has no numbers, and no dot at the end)."""
    tls.names.clear()
    with counting_server(tls=tls.server) as server:
        # httpx verifies the name with its dot, which no certificate has.
        dotted = "good.example" if client.startswith("httpx") else "good.example."
        hosts = ("good.example", dotted, "b\u00fccher.example", "127.0.0.1")
        texts = [f"https://{host}:{server.server_port}/" for host in hosts]
        results = fetched(client, POLICY, *texts, resolve=resolved, authority=tls.authority)
        assert results == [Reply(200, b"ok")] * 4
        assert [*dict.fromkeys(filter(None, tls.names))] == ["good.example", "xn--bcher-kva.example"]
        # The same server by a name that its certificate does not have.
        wrong = f"https://other.example:{server.server_port}/"
        (result,) = fetched(client, POLICY, wrong, resolve=resolved, authority=tls.authority)
        assert isinstance(result, Exception) and not isinstance(result, uv.PolicyError)
        assert "certificate" in str(result).lower()
        assert len(server.requests) == 4


@pytest.mark.parametrize("client", CLIENTS)
def test_a_redirect_from_https_to_the_loopback_is_refused(client: str, tls: Tls) -> None:
    with counting_server(tls=tls.server) as server, counting_server("127.0.0.2") as inside:
        where = quote(f"http://127.0.0.2:{inside.server_port}/", safe="")
        text = f"https://good.example:{server.server_port}/?status=302&location={where}"
        (result,) = fetched(client, POLICY, text, resolve=resolved, authority=tls.authority)
        assert type(result) is uv.PolicyError and result.reason == "address" and result.redirected_from is not None
        assert (len(server.requests), inside.connections) == (1, 0)


class _Tunnel(BaseHTTPRequestHandler):
    """A proxy that connects to the server on this machine, whatever the host (RFC 9110, section 9.3.6)."""

    protocol_version = "HTTP/1.1"

    def do_CONNECT(self) -> None:
        host, _, port = self.path.partition(":")
        self.server.hosts.append(host)  # type: ignore[attr-defined]
        self.send_response_only(200)
        self.end_headers()
        self.close_connection = True
        with socket.create_connection(("127.0.0.1", int(port))) as far:
            near = self.connection
            while True:
                for stream in select.select([near, far], [], [])[0]:
                    if not (octets := stream.recv(1 << 16)):
                        return
                    (far if stream is near else near).sendall(octets)


@pytest.mark.parametrize("client", ["httpx", "httpx-asyncio", "requests", "aiohttp"])
def test_a_proxy_that_is_allowed_tunnels_and_the_name_is_verified(client: str, tls: Tls) -> None:
    """The name of the server, not the proxy's; a URL that is refused does not reach the proxy."""
    with counting_server(tls=tls.server) as server, ThreadingHTTPServer(("127.0.0.1", 0), _Tunnel) as proxy:
        proxy.hosts = hosts = list[str]()  # type: ignore[attr-defined]
        thread = threading.Thread(target=proxy.serve_forever, args=(0.05,))
        thread.start()
        texts = [f"https://{host}:{server.server_port}/" for host in ("good.example", "other.example", "10.0.0.1")]
        where = f"http://localhost:{proxy.server_port}"
        options = {"authority": tls.authority, "proxy": where, "allow_proxy": True}
        results = fetched(client, uv.Policy(ports="any"), *texts, **options)
        proxy.shutdown()
        thread.join()
    assert results[0] == Reply(200, b"ok") and len(server.requests) == 1
    assert "certificate" in str(results[1]).lower()
    assert type(results[2]) is uv.PolicyError and hosts == ["good.example", "other.example"]


def _answer_http2(connection: socket.socket, context: ssl.SSLContext, paths: list[str]) -> None:
    """One connection of HTTP/2 (RFC 9113): /to redirects to the server inside, all else is "ok"."""
    with context.wrap_socket(connection, server_side=True) as stream:
        http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        http.initiate_connection()
        stream.sendall(http.data_to_send())
        while data := stream.recv(1 << 16):
            for event in http.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    fields = {bytes(name): bytes(value).decode() for name, value in event.headers or ()}
                    paths.append(fields[b":authority"].partition(":")[0] + fields[b":path"])
                if isinstance(event, h2.events.StreamEnded):
                    is_moved = paths[-1].endswith("/to")
                    headers = (
                        [(":status", "302"), ("location", "https://127.0.0.2/")] if is_moved else [(":status", "200")]
                    )
                    http.send_headers(event.stream_id, headers)
                    http.send_data(event.stream_id, b"ok", end_stream=True)
            stream.sendall(http.data_to_send())


@contextmanager
def http2_server(context: ssl.SSLContext) -> Iterator[tuple[int, list[list[str]]]]:
    """The port of a server, and what each of its connections was asked for."""
    connections: list[list[str]] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                connection, _ = server.accept()
                if connections and connections[-1] == ["end"]:
                    connection.close()
                    return
                connections.append([])
                threading.Thread(target=_answer_http2, args=(connection, context, connections[-1]), daemon=True).start()

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1], connections
        connections.append(["end"])
        socket.create_connection(server.getsockname()).close()
        thread.join()
        connections.pop()


@pytest.mark.parametrize("run", ["sync", "asyncio", "trio"])
def test_httpx_has_http2(run: str) -> None:
    """Two names of one address have a connection each; a redirect inside is refused."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority = trustme.CA()
    authority.issue_cert("good.example", "other.example").configure_cert(context)
    context.set_alpn_protocols(["h2"])
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    with http2_server(context) as (port, connections):
        texts = [f"https://{name}.example:{port}/{path}" for name in ("good", "other", "good") for path in ("a", "to")]
        options = {"resolve": resolved, "verify": trusted, "http2": True, "follow_redirects": True}
        if run == "sync":
            results: list[object] = []
            with guarded_client(POLICY, **options) as client:
                for text in texts:
                    try:
                        answer = client.get(text)
                        results.append((answer.http_version, answer.text))
                    except uv.PolicyError as error:
                        results.append(error.reason)
            assert results == [("HTTP/2", "ok"), "address"] * 3
        else:
            call = Call(texts, options)
            found = (
                asyncio.run(httpx_async_results(POLICY, call))
                if run == "asyncio"
                else trio.run(partial(httpx_async_results, POLICY, call))
            )
            assert [getattr(result, "reason", result) for result in found] == [Reply(200, b"ok"), "address"] * 3
    assert connections == [["good.example/a", "good.example/to"] * 2, ["other.example/a", "other.example/to"]]
