"""Every payload through every guarded client, with each connection recorded at the socket, and refused there."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from urllib.parse import quote

import pytest

import uriverse as uv
from support.counting_server import counting_server
from support.guarded_clients import CLIENTS, Reply, fetched
from support.paths import ROOT
from support.payloads import EVASIONS, GOOD, INSIDE, SHAPES, spellings
from support.seeded import seed_and_cases

KNOWN = tuple(
    row["text"] for row in json.loads((ROOT / "vectors" / "agreement" / "payloads.json").read_text())["payloads"]
)
# The address of every name for the resolver of these tests: a public one, or one of this machine's loopback.
PUBLIC, LOOPBACK = "93.184.215.14", "127.77.77.77"


def texts(seed: int, cases: int) -> list[str]:
    """The payloads of the agreement, what evaded a check once, and a sample of every host in every shape."""
    hosts = (
        *INSIDE,
        *(host for address in ("127.0.0.1", "169.254.169.254", "8.8.8.8") for host, _ in spellings(address)),
    )
    shaped = sorted({shape.format(t=host, g=GOOD) for shape in SHAPES for host in hosts})
    return [*KNOWN, *EVASIONS, *random.Random(seed).sample(shaped, min(cases, len(shaped)))]


@contextmanager
def recorded(allowed: object = None) -> Iterator[set[str]]:
    """The addresses of all connections that are tried; all but those to one socket address are refused."""
    addresses: set[str] = set()
    connect, getaddrinfo = socket.socket.connect, socket.getaddrinfo

    def recording(self: socket.socket, address: object) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address != allowed:
            assert isinstance(address, tuple)
            addresses.add(address[0])
            raise ConnectionRefusedError(address)
        connect(self, address)  # type: ignore[arg-type]

    def numeric(host: str, *args: object, **options: object) -> object:
        try:
            ip_address(host)
        except ValueError:
            addresses.add(f"look-up of {host}")
        return getaddrinfo(host, *args, **options)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", recording)
        patch.setattr(socket, "getaddrinfo", numeric)
        yield addresses


@pytest.mark.parametrize("client", CLIENTS)
def test_no_payload_is_sent_to_another_address(client: str) -> None:
    """By the default policy: only to what the resolver gave, or to a public address that is written in the URL."""
    policy = uv.Policy()
    payloads = texts(*seed_and_cases(57, 400))
    written = set()
    for text in payloads:
        with suppress(uv.PolicyError):
            written.add(policy.url(text).host.strip("[]"))
    names: list[str] = []
    with recorded() as addresses:
        results = fetched(client, policy, *payloads, resolve=lambda name: names.append(name) or [PUBLIC])
    assert all(isinstance(result, Exception) for result in results)
    assert PUBLIC in addresses and len(names) > 50
    assert addresses <= {PUBLIC, *written}, addresses
    for address in addresses:
        policy.check_address(address)
    assert sum(isinstance(result, uv.PolicyError) for result in results) > len(payloads) // 4


@pytest.mark.parametrize("client", CLIENTS)
def test_no_redirect_to_a_payload_is_sent_to_another_address(client: str) -> None:
    """The same as the `Location` of a redirect, whose octets each client reads in its own way."""
    policy = uv.Policy(addresses=f"{LOOPBACK}/32", ports="any")
    payloads = [text for text in texts(*seed_and_cases(58, 100)) if "\r" not in text and "\n" not in text]
    with counting_server(LOOPBACK) as server:
        root = f"http://start.example:{server.server_port}/?status=302&location="
        starts = [root + quote(text, safe="") for text in payloads]
        with recorded((LOOPBACK, server.server_port)) as addresses:
            results = fetched(client, policy, *starts, resolve=lambda _name: [LOOPBACK])
        assert addresses == {LOOPBACK}
        # A target on the start's own site is fetched.
        assert {result.body for result in results if isinstance(result, Reply)} <= {b"ok", b""}
        assert sum(isinstance(result, uv.PolicyError) for result in results) > len(payloads) // 4
        assert len(server.requests) >= len(payloads)
