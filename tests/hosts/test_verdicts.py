"""The verdict on hosts: every special address in every spelling, through the guards and through the resolver."""

from __future__ import annotations

import random
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest

import uriverse as uv
from support.guards import GUARDS
from support.paths import ROOT
from support.payloads import spellings
from support.programs import program
from support.seeded import seed_and_cases
from uriverse.hosts import address_registry, host_matches, verdict
from uriverse.hosts.kinds import host_lists
from uriverse.integrations.guarding import Guard

webhooks = program(ROOT / "examples" / "webhooks" / "validate.py")
METADATA = tuple(sorted(host_lists()["metadata_addresses"]))
SPECIAL = tuple(
    str(ip_network(block.network)[-1]) for block in address_registry() if block.globally_reachable is not True
)
EVERY = (*METADATA, *SPECIAL)


def refused(text: str) -> set[str]:
    return {reason.word for reason in uv.Policy(schemes={"https"}).reasons(text)}


@pytest.mark.parametrize("address", EVERY)
def test_no_spelling_of_a_special_address_passes_a_guard(address: str) -> None:
    """The verdict, every guard and the example refuse each, the ambiguous ones because they are, or are rewritten."""
    for host, is_ambiguous in spellings(address):
        found = verdict(host)
        assert (found.form == "ambiguous") == is_ambiguous, host
        # "0240.0.0.1" is 160.0.0.1 and 240.0.0.1: the reading that is not public decides.
        assert found.kind != "public", host
        text = f"https://{host}/"
        words = refused(text)
        assert words & {"rewritten", "ambiguous", "invalid", "address", "syntax"}, host
        assert is_ambiguous or "address" in words, host
        for name, guard in GUARDS.items():
            # A door that writes another text may go elsewhere, in public: a browser reads 0255.0.0.1 as 173.0.0.1.
            sent = guard(text)
            assert sent is None or (sent[0] != text and verdict(sent[1]).kind == "public"), (name, host)
        assert not webhooks.validate(text).allowed, host
        assert not (is_ambiguous and host_matches(host, {address})), host


@pytest.mark.parametrize("address", EVERY)
def test_no_answer_of_a_resolver_leads_to_a_special_address(address: str) -> None:
    """Whatever spelling a resolver gives, a guarded client connects to no such address."""
    for host, _ in spellings(address):
        for answer in (host, host.strip("[]")):
            guard = Guard(uv.Policy(), resolve=lambda _name, answer=answer: [answer])
            visit = guard.visit(uv.URL("https://hooks.example.com/"), None)
            with pytest.raises(ValueError):
                visit.addresses("hooks.example.com", 443)


@pytest.mark.parametrize("name", sorted(host_lists()["metadata_names"] | host_lists()["localhost_names"]))
def test_no_spelling_of_an_inner_name_passes_a_guard(name: str) -> None:
    for host in (name, f"{name.upper()}.", f"{name}..", f"%{ord(name[0]):x}{name[1:]}", name.replace(".", "%2e")):
        assert verdict(host).kind in {"metadata", "loopback"}, host
        assert refused(f"https://{host}/") & {"address", "ambiguous"}, host


@pytest.mark.parametrize(
    ("host", "form", "text", "readings"),
    [
        ("WWW.Example.com.", "name", "www.example.com", []),
        ("b\u00fccher.example", "name", "xn--bcher-kva.example", []),
        ("xn--bcher-kva.EXAMPLE", "name", "xn--bcher-kva.example", []),
        ("b\u00fccher.XN--p1ai", "name", "xn--bcher-kva.xn--p1ai", []),
        ("B\u00dccher.xn--p1ai", "ambiguous", "", ["xn--bcher-kva.xn--p1ai"]),
        ("b\u00fccher\u3002xn--p1ai", "ambiguous", "", ["xn--bcher-kva.xn--p1ai"]),
        ("a_b-.example", "name", "a_b-.example", []),
        ("db.storage-7", "name", "db.storage-7", []),
        ("8.8.8.8", "address", "8.8.8.8", []),
        ("[2001:DB8:0::1]", "address", "2001:db8::1", []),
        ("::1", "address", "::1", []),
        ("0127.0.0.1", "ambiguous", "", ["87.0.0.1", "127.0.0.1"]),
        ("08.1.1.1", "ambiguous", "", ["8.1.1.1"]),
        ("evil.org%2ehooks.example", "ambiguous", "", ["evil.org.hooks.example"]),
        ("a..b", "ambiguous", "", ["a.b"]),
        ("b\u00fccher.example..", "ambiguous", "", ["xn--bcher-kva.example"]),
        ("b\u00fccher.example.", "name", "xn--bcher-kva.example", []),
        # UTS #46, section 7: deviations; then letters that it maps, one of them to "k".
        ("fa\u00df.example", "ambiguous", "", ["xn--fa-hia.example", "fass.example"]),
        ("\u212a.example", "ambiguous", "", ["k.example"]),
        ("B\u00dcCHER.example", "ambiguous", "", ["xn--bcher-kva.example"]),
        ("256.1.1.1", "invalid", "", []),
        ("1.2.3.4.5", "invalid", "", []),
        ("a;b.example", "invalid", "", []),
        ("evil.org%2f.example", "invalid", "", []),
        ("a" * 64 + ".example", "invalid", "", []),
        ("a." * 127 + "example", "invalid", "", []),
        ("[v1.x]", "invalid", "", []),
        ("[::1", "invalid", "", []),
        ("", "invalid", "", []),
        ("..", "invalid", "", []),
        ("\udc80.example", "invalid", "", []),
        ("a" * 2000, "invalid", "", []),
    ],
)
def test_what_a_host_is(host: str, form: str, text: str, readings: list[str]) -> None:
    found = verdict(host)
    assert (found.form, found.text, [each.host for each in found.readings[:-1]]) == (form, text, readings)
    assert bool(found.reason) is (form in {"ambiguous", "invalid"})


def test_a_zone_stands_apart() -> None:
    """RFC 6874, section 2, and as `socket.getaddrinfo` gives it."""
    for host in ("[fe80::1%25eth0]", "fe80::1%eth0", IPv6Address("fe80::1%eth0")):
        assert verdict(host)[:5] == ("address", "link-local", "fe80::1", IPv6Address("fe80::1"), "eth0")


def generated(seed: int, count: int) -> Iterator[str]:
    """Hosts near addresses and names: their spellings, with a letter more, less or another."""
    choose = random.Random(seed)
    odd = "0189afxX.%-:[]\u3002\uff11\u00df\u200d\u2460 \x00"
    hosts = [host for address in EVERY for host, _ in spellings(address)]
    hosts += ["hooks.example.com", "localhost", "printer.local"]
    for _ in range(count):
        text = choose.choice(hosts)
        for _ in range(choose.randrange(4)):
            at = choose.randrange(len(text) + 1)
            text = text[:at] + choose.choice(odd) * choose.randrange(2) + text[at + choose.randrange(2) :]
        yield text


def test_a_plain_host_is_one_to_every_reader() -> None:
    """Whatever is a name or an address goes where the platform, the URL Standard and readers of decimals go."""
    seed, cases = seed_and_cases(27, 20_000)
    plain = 0
    for host in generated(seed, cases):
        found = verdict(host)
        assert str(found.address or "") == found.text or found.form != "address" or found.address.version == 6
        if found.form == "name":
            assert uv.whatwg.URL(f"http://{host}/").hostname.removesuffix(".") == found.text, host
            assert uv.hosts.inet_aton(found.text) is None
        elif found.form == "address" and isinstance(found.address, IPv4Address):
            assert uv.hosts.inet_aton(host) == found.address == ip_address(host)
            assert ".".join(str(int(part)) for part in host.split(".")) == host
        plain += found.form in {"name", "address"}
    assert plain > cases / 10
