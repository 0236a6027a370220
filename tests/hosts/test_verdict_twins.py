"""The engine's verdicts, kinds and readings of hosts against the slow twins, which take them reading by reading."""

from __future__ import annotations

import random
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_network

import uriverse as uv
from hosts.test_verdicts import EVERY, generated
from support.seeded import seed_and_cases
from twins import embedding, kinds, numeric, verdicts
from uriverse.hosts import address_registry, embedded_address, inet_aton, verdict
from uriverse.hosts.kinds import host_lists, kind_of_address, kind_of_name, resolving_domain
from uriverse.schemes import default_port


def addresses(seed: int, count: int) -> Iterator[IPv4Address | IPv6Address]:
    """The edges of each listed block, and addresses that begin with one."""
    choose = random.Random(seed)
    networks = [ip_network(block.network) for block in address_registry()]
    for network in networks:
        yield from (network[0], network[-1])
        for number in (int(network[0]) - 1, int(network[-1]) + 1):
            if 0 <= number < 1 << network.max_prefixlen:
                yield type(network[0])(number)
    prefixes = [int(network[0]) for network in networks if network.version == 6]
    for _ in range(count):
        bits = choose.choice(prefixes) | choose.getrandbits(choose.choice((16, 32, 64, 96, 128)))
        yield IPv6Address(bits if choose.random() < 0.9 else bits & ~(0xFFFF_FFFF << 32) | 0x5EFE << 32)
        yield IPv4Address(choose.getrandbits(32))


def names(seed: int, count: int) -> Iterator[str]:
    """Listed names, with labels more or less, and others."""
    choose = random.Random(seed)
    lists = host_lists()
    listed = ("metadata_names", "localhost_names", "local_names", "resolving_names")
    every = sorted({*(name for each in listed for name in lists[each]), "example.com", "co.uk", "a"})
    for name in every:
        yield from (name, f"x.{name}", f"1.2.x.{name}", f"x{name}", f"{name}.x", name.partition(".")[2] or name)
    for _ in range(count):
        yield ".".join(choose.choices(every, k=choose.randrange(1, 4)))


def test_a_verdict_is_that_of_the_readings_one_by_one() -> None:
    """Form, kind, text, address, zone, reason and readings, of hosts near addresses and names."""
    seed, cases = seed_and_cases(59, 4_000)
    odd = (
        "",
        ".",
        "[",
        "]",
        "[]",
        "%",
        "a%",
        "\udc80",
        "1.2.3.4\udc80",
        "0x",
        "0x.1",
        "[::1%25]",
        "::%1",
        "xn--",
        "a" * 1025,
    )
    forms = set()
    for host in (*odd, *generated(seed, cases), *names(seed, 200)):
        found = verdict(host)
        assert found == verdicts.verdict(host), ascii(host)
        forms.add(found.form)
    assert forms == {"name", "address", "ambiguous", "invalid"}


def test_kinds_are_those_of_the_lists_one_by_one() -> None:
    seed, cases = seed_and_cases(59, 1_000)
    for address in addresses(seed, cases):
        assert kind_of_address(address) == kinds.kind_of_address(address), address
        assert verdict(address) == verdicts.verdict(address)
        assert uv.hosts.is_public(str(address)) is (kinds.kind_of_address(address) == "public")
        if isinstance(address, IPv6Address):
            assert embedded_address(address) == embedding.embedded_address(address), address
    for name in names(seed, cases):
        assert kind_of_name(name) == kinds.kind_of_name(name), name
        assert resolving_domain(name) == kinds.resolving_domain(name), name


def test_rare_forms_of_addresses_are_those_of_the_twin() -> None:
    choose, parts = (
        random.Random(59),
        ("0", "1", "08", "0x", "0X1f", "256", "255", "65536", "4294967296", "1 x", "", "9" * 30),
    )
    for _ in range(2_000):
        text = ".".join(choose.choices(parts, k=choose.randrange(1, 6)))
        assert inet_aton(text) == numeric.inet_aton(text), text


def test_an_address_with_a_zone_has_the_kind_of_the_address() -> None:
    for zone in ("eth0", "25", "25eth0"):
        assert verdict(IPv6Address(f"fe80::1%{zone}")).zone == zone
        assert not uv.hosts.is_public(f"fe80::1%{zone}") and uv.hosts.is_public(f"2606:4700::1%{zone}")


def test_the_ports_of_special_schemes_are_those_of_the_schemes_tables() -> None:
    """`effective_port` asks the engine's list first."""
    for scheme, port in uv._core.SPECIAL_SCHEMES.items():
        assert port is None or default_port(scheme) == port, scheme


def test_every_address_of_the_lists_is_judged() -> None:
    assert len(EVERY) > 40 and all(verdict(address).kind != "public" for address in EVERY)
