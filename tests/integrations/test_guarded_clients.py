"""Guarded clients connect only to what was judged: a server inside counts its connections, and the count stays 0.

The server outside is at 127.0.0.1, which the policy allows; the server inside is at 127.0.0.2.
"""

from __future__ import annotations

import asyncio
import gzip
import pickle
import socketserver
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp
import brotli
import pytest
import requests
import zstandard

import uriverse as uv
from support.counting_server import CountingServer, counting_server
from support.guarded_clients import CLIENTS, Reply, fetched
from uriverse.integrations import httpx as uv_httpx
from uriverse.integrations.aiohttp import GuardedConnector, guarded_session
from uriverse.integrations.httpx import AsyncGuardedTransport, GuardedTransport, guarded_async_client, guarded_client
from uriverse.integrations.requests import GuardedAdapter, guard
from uriverse.integrations.urllib3 import GuardedPoolManager

POLICY = uv.Policy(addresses=["127.0.0.1/32", "127.0.0.9/32"], ports="any")
OUTSIDE, INSIDE = "127.0.0.1", "127.0.0.2"
ADDRESSES = {
    "good.example": [OUTSIDE],
    "other.example": [OUTSIDE],
    "twice.example": ["127.0.0.9", OUTSIDE],
    "xn--bcher-kva.example": [OUTSIDE],
    "dot.example.": [OUTSIDE],
    "inside.example": [INSIDE],
    "inside.example.": [INSIDE],
    "xn--strae-oqa.example": [INSIDE],
    "half.example": [OUTSIDE, INSIDE],
    "mapped.example": [f"::ffff:{INSIDE}"],
    "nat64.example": ["64:ff9b::7f00:2"],
    "six.example": ["::1"],
    "localhost": [INSIDE],
    "none.example": [],
}


class Resolver:
    """Gives the addresses of the table, and counts the look-ups."""

    def __init__(self, **changes: list[list[str]]) -> None:
        self.names: list[str] = []
        self._changes = {name.replace("_", "."): iter(answers) for name, answers in changes.items()}

    def __call__(self, name: str) -> list[str]:
        self.names.append(name)
        if name in self._changes:
            return next(self._changes[name])
        if name not in ADDRESSES:
            raise OSError(name)
        return ADDRESSES[name]


@pytest.fixture(scope="module")
def outside() -> Iterator[CountingServer]:
    with counting_server(OUTSIDE) as server:
        yield server


@pytest.fixture
def inside() -> Iterator[CountingServer]:
    """A server that no client reaches."""
    with counting_server(INSIDE) as server:
        yield server
        assert (server.connections, server.requests) == (0, [])


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest, outside: CountingServer) -> str:
    outside.requests.clear()
    outside.received.clear()
    outside.connections = 0
    return str(request.param)


def root(host: str, server: CountingServer) -> str:
    return f"http://{host}:{server.server_port}"


def refusal(result: object, *words: str) -> uv.PolicyError:
    """The error of a result, whose reasons have these words; it is no other library's error."""
    assert type(result) is uv.PolicyError, result
    assert tuple(reason.word for reason in result.reasons) == words, result
    return result


# Positive cases.


@pytest.mark.parametrize(
    "host", ["good.example", OUTSIDE, "GOOD.example", "bücher.example", "dot.example.", "twice.example"]
)
def test_what_is_judged_is_fetched(client: str, host: str, outside: CountingServer) -> None:
    """With the name as "Host", also if its first address does not answer."""
    (reply,) = fetched(client, POLICY, f"{root(host, outside)}/a?b=c#d", resolve=Resolver())
    assert reply == Reply(200, b"ok")
    ((method, target, field),) = outside.requests
    assert (method, target) == ("GET", "/a?b=c")
    name = uv.URL(f"http://{host}/").host
    assert field in {f"{name}:{outside.server_port}", f"{name.rstrip('.')}:{outside.server_port}"}


def test_a_connection_is_kept_for_its_name_and_resolved_once(client: str, outside: CountingServer) -> None:
    """Two names of one address have two connections, each with its own "Host"."""
    resolver = Resolver()
    texts = [f"{root(host, outside)}/" for host in ("good.example", "other.example", "good.example", "other.example")]
    assert fetched(client, POLICY, *texts, resolve=resolver) == [Reply(200, b"ok")] * 4
    assert resolver.names == ["good.example", "other.example"] and outside.connections == 2
    assert [field.partition(":")[0] for _, _, field in outside.requests] == ["good.example", "other.example"] * 2


@pytest.mark.parametrize("pieces", [(b"a" * 70_000,), (b"a" * 10_000,) * 9, ()])
def test_bodies_are_sent(client: str, pieces: tuple[bytes, ...], outside: CountingServer) -> None:
    (reply,) = fetched(
        client, POLICY, f"{root('good.example', outside)}/", resolve=Resolver(), method="PUT", body=pieces
    )
    assert reply == Reply(200, b"ok") and outside.received == [sum(map(len, pieces))]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("location", ["/there", "there", "?q", "//{other}/there", "http://{other}/there"])
def test_redirects_are_followed(client: str, status: int, location: str, outside: CountingServer) -> None:
    """Relative, by the network path, and absolute, to a host that is allowed too."""
    where = quote(location.format(other=f"other.example:{outside.server_port}"), safe="")
    (reply,) = fetched(
        client, POLICY, f"{root('good.example', outside)}/to?status={status}&location={where}", resolve=Resolver()
    )
    assert reply == Reply(200, b"ok") and len(outside.requests) == 2


# Refusals.


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("http://127.0.0.2:{port}/", ["address"]),
        ("http://0x7f.2:{port}/", ["address"]),
        ("http://2130706434:{port}/", ["address"]),
        ("http://127.0.0.2.:{port}/", ["address"]),
        ("http://[::ffff:127.0.0.2]:{port}/", ["address"]),
        ("http://[64:ff9b::7f00:2]:{port}/", ["address"]),
        ("http://inside.example:{port}/", ["address"]),
        ("http://INSIDE.example.:{port}/", ["address"]),
        ("http://stra\u00dfe.example:{port}/", ["address"]),
        ("http://half.example:{port}/", ["address"]),
        ("http://mapped.example:{port}/", ["address"]),
        ("http://nat64.example:{port}/", ["address"]),
        ("http://six.example:{port}/", ["address"]),
        ("http://localhost:{port}/", ["address"]),
        ("http://user:secret@good.example:{port}/", ["userinfo"]),
        ("https://user@127.0.0.2:{port}/", ["userinfo", "address"]),
    ],
)
def test_what_leads_inside_is_refused(client: str, text: str, words: list[str], inside: CountingServer) -> None:
    """Each spelling of the address, and each way in which a name leads to it."""
    (result,) = fetched(client, POLICY, text.format(port=inside.server_port), resolve=Resolver(), retries=5)
    error = refusal(result, *words)
    assert "secret" not in str(error) and error.redirected_from is None


def test_the_default_policy_refuses_the_loopback(client: str, inside: CountingServer) -> None:
    hosts = (INSIDE, "[::1]", "localhost", "inside.example", "good.example", "half.example", "mapped.example")
    results = fetched(client, uv.Policy(), *(f"{root(host, inside)}/" for host in hosts), resolve=Resolver())
    assert [refusal(result, "address").reason for result in results] == ["address"] * len(hosts)


def test_a_refusal_is_neither_retried_nor_wrapped(client: str, inside: CountingServer) -> None:
    """It names the URL, and which of its addresses is not allowed."""
    resolver = Resolver()
    (result,) = fetched(client, POLICY, f"{root('half.example', inside)}/a", resolve=resolver, retries=5)
    error = refusal(result, "address")
    assert resolver.names == ["half.example"]
    assert error.text == f"{root('half.example', inside)}/a"
    (reason,) = error.reasons
    assert error.text[reason.start : reason.end] == "half.example"
    assert reason.message == "of the addresses of half.example, 127.0.0.2 is in none of the allowed networks"


@pytest.mark.parametrize("host", ["none.example", "unknown.example"])
def test_a_name_without_an_address_is_an_error_of_the_client(client: str, host: str, outside: CountingServer) -> None:
    (result,) = fetched(client, POLICY, f"{root(host, outside)}/", resolve=Resolver())
    assert isinstance(result, Exception) and not isinstance(result, uv.PolicyError)
    assert type(result).__module__.split(".")[0] == client.split("-")[0]


@pytest.mark.usefixtures("inside")
def test_an_answer_that_changes_between_look_ups_is_judged_again(client: str) -> None:
    """DNS rebinding: each new connection resolves anew, and each answer is judged before it is used."""
    resolver = Resolver(turn_example=[[OUTSIDE], [INSIDE]])
    with counting_server(OUTSIDE) as server:
        texts = [f"{root('turn.example', server)}/{query}" for query in ("", "?close=1", "")]
        results = fetched(client, POLICY, *texts, resolve=resolver)
        assert results[:2] == [Reply(200, b"ok")] * 2 and server.connections == 1
    refusal(results[2], "address")
    assert resolver.names == ["turn.example"] * 2


# Redirects that lead inside, or that programs read differently. {i} is the server inside, {p} its port.
LOCATIONS = (
    *("http://127.0.0.2:{p}/", "//127.0.0.2:{p}/", "http://inside.example:{p}/", "//inside.example.:{p}/"),
    *("http://half.example:{p}/", "http://nat64.example:{p}/", "http://[::ffff:7f00:2]:{p}/", "http://0x7f.2:{p}"),
    *("https://127.0.0.2:{p}/", "http:\\\\127.0.0.2:{p}\\", "/\\127.0.0.2:{p}/", "\\\\127.0.0.2:{p}/"),
    *(
        "http://good.example\\@127.0.0.2:{p}/",
        "http://127.0.0.2:{p}\\@good.example/",
        "http://good.example#@127.0.0.2:{p}/",
    ),
    *("http://good.example:80@127.0.0.2:{p}/", "http:///127.0.0.2:{p}/", "http:/127.0.0.2:{p}/", "http:127.0.0.2:{p}"),
    *("http://127.0.0.2:{p}#@good.example/", "http://127.0.0.2:{p}?@good.example/", " //127.0.0.2:{p}/"),
    *("http://\uff11\uff12\uff17.0.0.2:{p}/", "http://stra\u00dfe.example:{p}/", "http://127.0.0.2\t:{p}/"),
    *("HTTP://LOCALHOST:{p}/", "http://good.example@inside.example:{p}/", "ftp://127.0.0.2:{p}/", "http://[::1]:{p}/"),
    *("http://127。0。0。2:{p}/", "http://inside%2eexample:{p}/", "http://%31%32%37.0.0.2:{p}/", "///127.0.0.2:{p}/"),
    *(
        "gopher://127.0.0.2:{p}/_x",
        "file:///etc/passwd",
        "http://127.0.0.2:{p}:80/",
        "http://127.0.0.2:{p}%2F@good.example/",
    ),
)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_leads_inside(client: str, status: int, outside: CountingServer, inside: CountingServer) -> None:
    """However a parser reads it: each client reads `Location` in its own way, and the guard judges what it reads."""
    locations = LOCATIONS if status == 302 else LOCATIONS[:4]
    start = f"{root('good.example', outside)}/to?status={status}&location="
    texts = [start + quote(text.format(p=inside.server_port), safe="") for text in locations]
    results = fetched(client, POLICY, *texts, resolve=Resolver())
    for location, text, result in zip(locations, texts, results, strict=True):
        if location in LOCATIONS[:4]:
            error = refusal(result, "address")
            assert uv.decode(error.redirected_from or "") == uv.decode(text), location
            assert f", to which http://good.example:{outside.server_port}/to" in str(error)
        assert isinstance(result, Exception) or result.status == 200, location


@pytest.mark.parametrize(
    ("location", "policy", "words"),
    [
        ("http://other.example:{p}/", uv.Policy(hosts="good.example", addresses="127.0.0.1/32", ports="any"), ["host"]),
        ("http://good.example:8081/", uv.Policy(addresses="127.0.0.1/32", ports="safe"), ["address"]),
        ("http://user:secret@other.example:{p}/", POLICY, ["userinfo"]),
        ("http://good.example:25/", uv.Policy(addresses="127.0.0.1/32"), ["port"]),
        ("/other/a", uv.Policy(addresses="127.0.0.1/32", ports="any", paths=["/to", "/hooks/**"]), ["path"]),
        ("/hooks/%2e%2e/other", uv.Policy(addresses="127.0.0.1/32", ports="any", paths=["/to", "/hooks/**"]), ["path"]),
    ],
)
def test_a_redirect_is_judged_by_all_of_the_policy(
    client: str, location: str, policy: uv.Policy, words: list[str], outside: CountingServer
) -> None:
    """Host, port, userinfo and path; what is refused is not asked for."""
    if words == ["address"]:
        location, words = "http://inside.example:8081/", ["address"]
    where = quote(location.format(p=outside.server_port), safe="")
    (result,) = fetched(
        client, policy, f"{root('good.example', outside)}/to?status=302&location={where}", resolve=Resolver()
    )
    assert "secret" not in str(refusal(result, *words))
    assert len(outside.requests) == 1


@pytest.mark.usefixtures("inside")
def test_a_redirect_back_to_a_judged_host_is_judged_again(client: str) -> None:
    """The first connection is closed, and the name has an address inside by then."""
    resolver = Resolver(turn_example=[[OUTSIDE], [INSIDE]])
    with counting_server(OUTSIDE) as server:
        (result,) = fetched(
            client, POLICY, f"{root('turn.example', server)}/to?status=302&location=/again&close=1", resolve=resolver
        )
        assert server.connections == 1
    error = refusal(result, "address")
    assert error.text == f"{root('turn.example', server)}/again" and resolver.names == ["turn.example"] * 2


# Proxies.


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_no_request_goes_to_a_proxy_of_the_environment(
    client: str, scheme: str, outside: CountingServer, inside: CountingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """requests and aiohttp would use it, and refuse; httpx with a transport and urllib3 go to the server themselves."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, f"http://{INSIDE}:{inside.server_port}")
    text = f"{root('good.example', outside)}/".replace("http", scheme, 1)
    (result,) = fetched(client, POLICY, text, resolve=Resolver(), trust_env=True)
    if client in {"requests", "aiohttp"}:
        error = refusal(result, "proxy")
        assert "allow_proxy=True" in str(error)
    elif scheme == "http":
        assert result == Reply(200, b"ok")
    else:
        assert isinstance(result, Exception), "the server outside speaks no TLS"


@pytest.mark.parametrize("name", ["httpx", "httpx-asyncio", "requests", "aiohttp"])
def test_a_proxy_is_used_if_it_is_allowed(name: str) -> None:
    """The URL is judged, its host is not resolved, and the limits hold."""
    with counting_server("127.0.0.3") as proxy:
        proxy.bodies["long"] = ("", b"x" * 1001)
        resolver = Resolver()
        texts = [
            f"http://{host}/{path}" for host, path in (("unknown.example", "a"), (INSIDE, ""), ("u@a.example", ""))
        ]
        where = f"http://127.0.0.3:{proxy.server_port}"
        options: dict[str, Any] = {"resolve": resolver, "allow_proxy": True, "max_response": 1000}
        results = fetched(name, uv.Policy(), *texts, proxy=where, **options)
        assert results[0] == Reply(200, b"ok")
        refusal(results[1], "address")
        refusal(results[2], "userinfo")
        assert [target for _, target, _ in proxy.requests] == [texts[0]] and resolver.names == []
        (result,) = fetched(name, uv.Policy(), "http://unknown.example/bodies/long", proxy=where, **options)
        refusal(result, "response")


@pytest.mark.parametrize("name", ["proxy", "uds"])
@pytest.mark.parametrize("make", [guarded_client, guarded_async_client, GuardedTransport, AsyncGuardedTransport])
def test_a_proxy_or_a_socket_of_httpx_must_be_allowed(make: Callable[..., Any], name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} goes past the guard.*give allow_proxy=True"):
        make(POLICY, **{name: "http://127.0.0.3:1"})


def test_a_unix_socket_is_used_if_it_is_allowed(tmp_path: Path) -> None:
    """The URL is judged all the same."""

    class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
        pass

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.rfile.readline()
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    path = str(tmp_path / "socket")
    with Server(path, Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        with guarded_client(uv.Policy(), uds=path, allow_proxy=True) as client:
            assert client.get("http://good.example/").text == "ok"
            with pytest.raises(uv.PolicyError):
                client.get("http://127.0.0.2/")
        server.shutdown()
        thread.join()


def test_what_goes_past_a_guard_is_refused(outside: CountingServer) -> None:
    for make in (guarded_client, guarded_async_client):
        for name in ("transport", "mounts"):
            with pytest.raises(TypeError, match=f"{name} goes past the guard"):
                make(POLICY, **{name: None})
    with pytest.raises(TypeError, match="no option 'verfy'"):
        GuardedTransport(POLICY, verfy=False)

    async def sessions() -> None:
        for name in ("connector", "response_class"):
            with pytest.raises(TypeError, match=f"{name} goes past the guard"):
                guarded_session(POLICY, **{name: None})
        with pytest.raises(TypeError, match="max_seconds is aiohttp's own timeout"):
            guarded_session(POLICY, max_seconds=1)
        # What a session without the guard's own trace and response still has: URLs and addresses are judged.
        connector = GuardedConnector(POLICY, resolve=Resolver())
        async with aiohttp.ClientSession(connector=connector) as session:
            for host in ("inside.example", INSIDE):
                with pytest.raises(uv.PolicyError):
                    await session.get(f"{root(host, outside)}/")
            async with session.get(f"{root('good.example', outside)}/") as answer:
                assert await answer.read() == b"ok"

    asyncio.run(sessions())
    with GuardedPoolManager(POLICY, resolve=Resolver()) as manager:
        pool = manager.connection_from_url(f"{root('good.example', outside)}/")
        with pytest.raises(RuntimeError, match="opened by its guarded client alone"):
            pool.request("GET", "/")


def test_a_wrong_argument_of_a_guard_is_named() -> None:
    for name, value in (("resolve", "8.8.8.8"), ("max_response", 1.5), ("max_seconds", "1"), ("allow_proxy", 1)):
        for make in (GuardedTransport, GuardedPoolManager, GuardedAdapter):
            with pytest.raises(TypeError, match=f"{name} must be"):
                make(POLICY, **{name: value})
    with pytest.raises(TypeError, match="policy must be Policy, not str"):
        guarded_client("http")  # type: ignore[arg-type]


def test_an_asynchronous_resolver_is_for_asynchronous_clients(outside: CountingServer) -> None:
    async def resolve(name: str) -> list[str]:
        return ADDRESSES[name]

    text = f"{root('good.example', outside)}/"
    for name in ("httpx-asyncio", "httpx-trio", "aiohttp"):
        assert fetched(name, POLICY, text, resolve=resolve) == [Reply(200, b"ok")]
    with guarded_client(POLICY, resolve=resolve) as client, pytest.raises(TypeError, match="not asynchronous"):
        client.get(text)


def test_the_systems_resolver_is_the_default(client: str, inside: CountingServer) -> None:
    """Every system has a name for its loopback."""
    policy = uv.Policy(addresses=["127.0.0.1/32", "::1/128"], ports="any")
    with counting_server(OUTSIDE) as server:
        assert fetched(client, policy, f"{root('localhost', server)}/") == [Reply(200, b"ok")]
    (result,) = fetched(client, uv.Policy(addresses="192.0.2.0/24", ports="any"), f"{root('localhost', inside)}/")
    refusal(result, "address")


def test_an_exact_target_is_judged_as_it_is_written(outside: CountingServer, inside: CountingServer) -> None:
    """`send` insists on its target, so a target that had to be changed is refused; another one is sent unchanged."""
    outside.requests.clear()
    policy = uv.Policy(addresses="127.0.0.1/32", ports="any", paths="/a/*")
    with guarded_client(policy, resolve=Resolver()) as client:
        good = root("good.example", outside)
        assert uv_httpx.send(client, "GET", f"{good}/a/%7eb?c=%e4").status_code == 200
        assert [target for _, target, _ in outside.requests] == ["/a/%7eb?c=%e4"]
        for text, words in ((f"{good}/a/../a/b", ("rewritten",)), (f"{good}/b", ("path",))):
            with pytest.raises(uv.PolicyError) as caught:
                uv_httpx.send(client, "GET", text)
            assert tuple(reason.word for reason in caught.value.reasons) == words
        with pytest.raises(uv.PolicyError, match=INSIDE):
            uv_httpx.send(client, "GET", f"{root('inside.example', inside)}/a/b")


# Limits.


def raw_deflated(octets: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(octets) + packer.flush()


# The content coding of each kind, and how it is made; "raw" is what some servers send as "deflate".
ENCODERS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "gzip": ("gzip", gzip.compress),
    "twice": ("gzip, gzip", lambda octets: gzip.compress(gzip.compress(octets))),
    "deflate": ("deflate", zlib.compress),
    "raw": ("deflate", raw_deflated),
    "br": ("br", lambda octets: brotli.compress(octets, quality=5)),
    "zstd": ("zstd", zstandard.compress),
}
# aiohttp decodes one coding, and three of the clients decode zstd by a library that is not here.
DECODED = [
    (name, kind)
    for name in CLIENTS
    for kind in ENCODERS
    if (kind != "zstd" or name.startswith("httpx")) and (kind != "twice" or name != "aiohttp")
]
# httpx asks for these alone, unless there is no limit.
MEASURED_BY_HTTPX = {"gzip", "deflate", "raw"}


@pytest.fixture(scope="module")
def bodies(outside: CountingServer) -> dict[str, bytes]:
    """A text, and bombs of twenty million octets, some of them in less than a hundred."""
    text = b"".join(b"%d " % number for number in range(5000))
    for kind, (coding, encode) in ENCODERS.items():
        outside.bodies[f"text-{kind}"] = (coding, encode(text))
        outside.bodies[f"bomb-{kind}"] = (coding, encode(bytes(20_000_000)))
    assert len(outside.bodies["bomb-br"][1]) < 50 and len(outside.bodies["bomb-twice"][1]) < 500
    return {"text": text}


@pytest.mark.usefixtures("bodies")
@pytest.mark.parametrize(("name", "kind"), DECODED)
def test_a_bomb_ends(name: str, kind: str, outside: CountingServer) -> None:
    """A response of up to half a million times its size is refused, with a few megabytes of memory."""
    text = f"{root('good.example', outside)}/bodies/bomb-{kind}"
    tracemalloc.start()
    try:
        (result,) = fetched(name, POLICY, text, resolve=Resolver(), max_response=1_000_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    is_measured = kind in MEASURED_BY_HTTPX or not name.startswith("httpx")
    assert ("longer than max_response=1000000" if is_measured else "not asked for") in str(refusal(result, "response"))
    assert peak < 12_000_000


@pytest.mark.parametrize(("name", "kind"), DECODED)
def test_an_encoded_response_within_the_limit_is_decoded(
    name: str, kind: str, bodies: dict[str, bytes], outside: CountingServer
) -> None:
    is_measured = kind in MEASURED_BY_HTTPX or not name.startswith("httpx")
    limit = len(bodies["text"]) if is_measured else None
    text = f"{root('good.example', outside)}/bodies/text-{kind}"
    assert fetched(name, POLICY, text, resolve=Resolver(), max_response=limit) == [Reply(200, bodies["text"])]


def test_httpx_asks_only_for_what_it_can_measure(outside: CountingServer) -> None:
    with guarded_client(POLICY, resolve=Resolver(), verify=False) as client:
        for value, sent in (
            ("gzip, deflate, br, zstd", "gzip, deflate"),
            ("br;q=1.0, gzip;q=0.5", "gzip;q=0.5"),
            ("br", "identity"),
        ):
            answer = client.get(f"{root('good.example', outside)}/fields", headers={"Accept-Encoding": value})
            assert answer.json()["Accept-Encoding"] == sent


def test_a_response_ends_at_its_limit(client: str, outside: CountingServer) -> None:
    """One octet less, and it is the whole."""
    outside.bodies["x"] = ("", b"x" * 100_000)
    text = f"{root('good.example', outside)}/bodies/x"
    assert fetched(client, POLICY, text, resolve=Resolver(), max_response=100_000) == [Reply(200, b"x" * 100_000)]
    (result,) = fetched(client, POLICY, text, resolve=Resolver(), max_response=99_999)
    assert refusal(result, "response").reasons[0].message == "its response is longer than max_response=99999 octets"


@pytest.mark.parametrize("path", ["/drip-headers", "/drip-body", "/to-drip"])
def test_a_slow_response_ends(client: str, path: str, outside: CountingServer) -> None:
    """An octet now and then keeps every timeout of one operation from ending it; a redirect does not begin anew."""
    if path == "/to-drip":
        path = "/?status=302&location=/drip-headers"
    begin = time.monotonic()
    (result,) = fetched(client, POLICY, f"{root('good.example', outside)}{path}", resolve=Resolver(), max_seconds=0.3)
    assert time.monotonic() - begin < 5
    if client == "aiohttp":
        assert isinstance(result, TimeoutError)
    else:
        assert refusal(result, "time").reasons[0].message == "it takes longer than max_seconds=0.3"
    assert isinstance(result, TimeoutError) or (result.redirected_from is None) == ("302" not in path)


def test_a_session_of_requests_keeps_its_guard_when_it_is_pickled(inside: CountingServer) -> None:
    session = pickle.loads(pickle.dumps(guard(requests.Session(), POLICY, max_retries=2)))
    with session, pytest.raises(uv.PolicyError, match=INSIDE):
        session.get(f"{root(INSIDE, inside)}/")
    assert session.get_adapter("http://h/").max_retries.total == 2


# Streams.


def test_a_stream_is_counted_and_ended_too(outside: CountingServer) -> None:
    """Each way in which the clients hand out a response piece by piece."""
    outside.bodies["stream"] = ("gzip", gzip.compress(b"line\n" * 40_000))
    text = f"{root('good.example', outside)}/bodies/stream"

    async def pieces_of_aiohttp(way: str, limit: int) -> int:
        async with (
            guarded_session(POLICY, resolve=Resolver(), max_response=limit) as session,
            session.get(text) as answer,
        ):
            content = answer.content
            if way == "exactly":
                return len(await content.readexactly(200_000))
            if way == "chunks":
                return sum([len(piece) async for piece, _ in content.iter_chunks()])
            ways = {"any": content.iter_any, "chunked": lambda: content.iter_chunked(999), "lines": content.__aiter__}
            return sum([len(piece) async for piece in ways[way]()])

    def of_httpx(limit: int) -> int:
        options = {"resolve": Resolver(), "max_response": limit, "verify": False}
        with guarded_client(POLICY, **options) as client, client.stream("GET", text) as answer:
            return sum(map(len, answer.iter_bytes(1000)))

    def of_requests(limit: int) -> int:
        with guard(requests.Session(), POLICY, resolve=Resolver(), max_response=limit) as session:
            return sum(map(len, session.get(text, stream=True).iter_content(1000)))

    def of_urllib3(read: Callable[[Any], Any]) -> Callable[[int], int]:
        def size(limit: int) -> int:
            with GuardedPoolManager(POLICY, resolve=Resolver(), max_response=limit) as manager:
                return sum(map(len, read(manager.request("GET", text, preload_content=False))))

        return size

    ways: list[Callable[[int], int]] = [of_httpx, of_requests]
    ways += [
        of_urllib3(lambda answer: answer.stream(1000)),
        of_urllib3(lambda answer: iter(lambda: answer.read(1000), b"")),
        of_urllib3(lambda answer: iter(answer.read1, b"")),
        of_urllib3(lambda answer: [answer.data]),
        of_urllib3(lambda answer: [answer.read()]),
    ]
    for way in ("exactly", "chunks", "any", "chunked", "lines"):
        ways.append(lambda limit, way=way: asyncio.run(pieces_of_aiohttp(way, limit)))
    for size in ways:
        assert size(200_000) == 200_000
        with pytest.raises(uv.PolicyError, match="max_response=199999"):
            size(199_999)
