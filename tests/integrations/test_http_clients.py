"""HTTP clients send the reference byte for byte: a server on this machine tells the request line that came."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import aiohttp
import httpx
import pytest
import requests
import urllib3

import uriverse as uv
from uriverse.integrations import aiohttp as uv_aiohttp
from uriverse.integrations import httpx as uv_httpx
from uriverse.integrations import requests as uv_requests
from uriverse.integrations import urllib3 as uv_urllib3

# What a client likes to write anew: dots, the case of triplets, unreserved triplets, sub-delims, empty parts.
TARGETS = [
    "/",
    "/a/../b/./c",
    "/%2f%2F%7e%41",
    "/it's(a)*!$&+,;=:@",
    "/a?",
    "/a?b=c+d&e=%20&&=%2f?/",
    "//a//b",
    "/a;p=1/b",
    "/%e4%FF?%E4'\"".replace('"', "%22"),
    "/a?b%00",
]
CLIENTS = ["httpx", "httpx-async", "requests", "urllib3", "aiohttp"]


class Server(ThreadingHTTPServer):
    """Keeps the first line of each request."""

    lines: list[str]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        assert isinstance(self.server, Server)
        self.server.lines.append(self.requestline)
        is_moved = "moved" in self.path
        self.send_response(302 if is_moved else 200)
        if is_moved:
            self.send_header("Location", "/there")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server(("127.0.0.1", 0), Handler)
    server.lines = []
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


async def fetched_by_httpx(reference: uv.URI) -> int:
    async with httpx.AsyncClient(trust_env=False) as client:
        return (await uv_httpx.asend(client, "GET", reference)).status_code


async def fetched_by_aiohttp(reference: uv.URI) -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.get(uv_aiohttp.url(reference), allow_redirects=False) as response,
    ):
        return response.status


def fetch(client: str, reference: uv.URI) -> int:
    """The status of a request by one of the clients."""
    if client == "httpx":
        with httpx.Client(trust_env=False, params={"not": "sent"}, follow_redirects=True) as session:
            return uv_httpx.send(session, "GET", reference, headers={"X": "y"}).status_code
    if client == "requests":
        with requests.Session() as session:
            session.trust_env = False
            session.mount("http://", uv_requests.ExactAdapter())
            return uv_requests.send(session, "GET", reference).status_code
    if client == "urllib3":
        with uv_urllib3.ExactPoolManager() as manager:
            return manager.fetch("GET", reference).status
    return asyncio.run((fetched_by_httpx if client == "httpx-async" else fetched_by_aiohttp)(reference))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("client", CLIENTS)
def test_the_target_is_the_reference(client: str, target: str, server: Server) -> None:
    """Byte for byte, without the fragment; or the client says why it cannot, and sends nothing."""
    server.lines.clear()
    reference = uv.URI(f"http://127.0.0.1:{server.server_port}{target}#f")
    if client == "aiohttp" and target.endswith("?"):
        with pytest.raises(ValueError, match="aiohttp would send '/a' as the target of the request, not '/a\\?'"):
            fetch(client, reference)
        assert server.lines == []
        return
    assert fetch(client, reference) == 200
    assert server.lines == [f"GET {target} HTTP/1.1"]


@pytest.mark.parametrize("client", CLIENTS)
def test_an_empty_path_is_a_slash(client: str, server: Server) -> None:
    """RFC 9112, section 3.2.1: "If the target URI's path component is empty, the client MUST send "/" as the path"."""
    server.lines.clear()
    assert fetch(client, uv.URI(f"HTTP://127.0.0.1:{server.server_port}?q")) == 200
    assert server.lines == ["GET /?q HTTP/1.1"]


@pytest.mark.parametrize("client", CLIENTS)
def test_no_redirect_is_followed(client: str, server: Server) -> None:
    """The next target is another reference."""
    server.lines.clear()
    assert fetch(client, uv.URI(f"http://127.0.0.1:{server.server_port}/moved")) == 302
    assert server.lines == ["GET /moved HTTP/1.1"]


@pytest.mark.parametrize(
    ("client", "target", "sent"),
    [
        ("httpx", "/a/../b", "/b"),
        ("urllib3", "/%2f", "/%2F"),
        ("urllib3", "/a/../b", "/b"),
        ("requests", "/%2f", "/%2F"),
        ("requests", "/a/../b", "/b"),
        ("requests", "/a?", "/a"),
        ("aiohttp", "/a/../b", "/b"),
        ("aiohttp", "/%7E", "/~"),
    ],
)
def test_what_the_clients_send_alone(client: str, target: str, sent: str, server: Server) -> None:
    """The table of docs/integrations.md: what these modules are for."""
    server.lines.clear()
    url = f"http://127.0.0.1:{server.server_port}{target}"
    if client == "httpx":
        httpx.get(url, trust_env=False)
    elif client == "urllib3":
        with urllib3.PoolManager() as manager:
            manager.request("GET", url)
    elif client == "requests":
        with requests.Session() as session:
            session.trust_env = False
            session.get(url)
    else:

        async def get() -> None:
            async with aiohttp.ClientSession() as session, session.get(url):
                pass

        asyncio.run(get())
    assert server.lines == [f"GET {sent} HTTP/1.1"]


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("ftp://h/", "must be an http or https URI, not ftp"),
        ("http:///a", "must have a host"),
        ("http://h:99999/", "must have a port from 0 to 65535"),
        ("//h/", "relative reference"),
        ("http://h/a b", "rule 'segment'"),
        (uv.URI("http://h/\u00e4", edition="rfc3987"), "rule 'segment'"),
        (uv.URI("http://a?@b/", edition="rfc1808"), "has the host a by RFC 3986, not b"),
    ],
)
def test_what_is_not_a_request_is_refused(reference: str | uv.URI, message: str) -> None:
    """RFC 9112, section 3.2: the target of a request is one of RFC 3986, whatever the reference's edition allows."""
    with httpx.Client() as client, requests.Session() as session, uv_urllib3.ExactPoolManager() as manager:
        for call in (
            lambda: uv_httpx.send(client, "GET", reference),
            lambda: uv_requests.send(session, "GET", reference),
            lambda: manager.fetch("GET", reference),
            lambda: uv_aiohttp.url(reference),
        ):
            with pytest.raises(ValueError, match=message):
                call()
        with pytest.raises(TypeError, match="reference must be"):
            manager.fetch("GET", 80)  # type: ignore[arg-type]


def test_what_would_change_the_reference_is_refused() -> None:
    with httpx.Client() as client, pytest.raises(TypeError, match="params"):
        uv_httpx.send(client, "GET", "http://h/", params={"a": "b"})
    with requests.Session() as session:
        with pytest.raises(TypeError, match="params"):
            uv_requests.prepare(session, "GET", "http://h/", params={"a": "b"})
        with pytest.raises(ValueError, match="session must have an ExactAdapter"):
            uv_requests.send(session, "GET", "http://h/")
        session.mount("http://", uv_requests.ExactAdapter())
        session.proxies = {"http": "http://proxy.example:1"}
        with pytest.raises(ValueError, match="goes through no proxy"):
            uv_requests.send(session, "GET", "http://h/")


@pytest.mark.parametrize("reference", ["http://h.example/a?secret", "https://h.example/a?secret"])
def test_no_exact_target_goes_to_a_proxy(server: Server, reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """RFC 9112: a proxy gets the absolute form (3.2.2), and after CONNECT only the host and port (3.2.3)."""
    server.lines.clear()
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{server.server_port}")
    with httpx.Client() as client, pytest.raises(ValueError, match="through no HTTP proxy"):
        uv_httpx.send(client, "GET", reference)

    async def fetch() -> None:
        async with httpx.AsyncClient() as client:
            await uv_httpx.asend(client, "GET", reference)

    with pytest.raises(ValueError, match="through no HTTP proxy"):
        asyncio.run(fetch())
    assert server.lines == []


def test_an_exact_adapter_serves_other_requests_too(server: Server) -> None:
    """A redirect of `session.get` goes on as requests goes on."""
    server.lines.clear()
    with requests.Session() as session:
        session.trust_env = False
        session.mount("http://", uv_requests.ExactAdapter())
        assert session.get(f"http://127.0.0.1:{server.server_port}/moved").status_code == 200
    assert server.lines == ["GET /moved HTTP/1.1", "GET /there HTTP/1.1"]


def test_an_exact_adapter_has_the_pools_of_an_adapter() -> None:
    """The arguments are those of `requests.adapters.HTTPAdapter`: hosts, connections to each, and whether to wait."""
    options = {"pool_connections": 3, "pool_maxsize": 4, "pool_block": True}
    exact, usual = (kind(**options).poolmanager for kind in (uv_requests.ExactAdapter, requests.adapters.HTTPAdapter))
    assert exact.pools._maxsize == usual.pools._maxsize == 3
    assert exact.connection_pool_kw == usual.connection_pool_kw
