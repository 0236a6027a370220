"""Special-purpose addresses: every block of IANA's registries, every way to write IPv4 inside IPv6."""

from __future__ import annotations

import ast
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse import hosts
from uriverse.hosts import (
    AddressBlock,
    AddressRegistry,
    address_block,
    address_registry,
    embedded_address,
    is_public,
    verdict,
)
from uriverse.hosts.kinds import host_lists

BLOCKS = tuple(address_registry())

# What CPython's own properties answer differently from one patch release to the next, or do not know.
VERSION_DEPENDENT = {
    *("is_private", "is_global", "is_reserved", "is_loopback", "is_link_local", "is_multicast"),
    *("is_unspecified", "is_site_local", "ipv4_mapped", "ipv6_mapped", "sixtofour", "teredo"),
}


def more_specific(block: AddressBlock) -> list[AddressBlock]:
    network = ip_network(block.network)
    others = [(other, ip_network(other.network)) for other in BLOCKS if other != block]
    return [other for other, inner in others if inner.version == network.version and inner.subnet_of(network)]  # type: ignore[arg-type]


def slow_block(address: IPv4Address | IPv6Address) -> AddressBlock | None:
    """The obvious twin: of all blocks that hold the address, the one with the longest prefix."""
    holding = [block for block in BLOCKS if address in ip_network(block.network)]
    return max(holding, key=lambda block: ip_network(block.network).prefixlen, default=None)


def interesting(block: AddressBlock) -> list[IPv4Address | IPv6Address]:
    """The block's first and last addresses, their neighbours inside and outside, and the middle."""
    network = ip_network(block.network)
    first, last = int(network.network_address), int(network.broadcast_address)
    numbers = {first - 1, first, first + 1, (first + last) // 2, last - 1, last, last + 1}
    size = 1 << network.max_prefixlen
    kind = IPv4Address if network.version == 4 else IPv6Address
    return [kind(number) for number in sorted(numbers) if 0 <= number < size]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.network)
def test_the_most_specific_block_decides(block: AddressBlock) -> None:
    """At the edges of every block, and inside it, the answer is that of the longest prefix."""
    for address in interesting(block):
        assert address_block(address) == slow_block(address), address


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.network)
def test_a_block_that_is_not_reachable_has_a_kind(block: AddressBlock) -> None:
    """Its own addresses are never taken for public ones, and those of a reachable block are no finding."""
    own = [address for address in interesting(block) if slow_block(address) == block]
    assert own or more_specific(block)
    for address in own:
        inner = embedded_address(address) if isinstance(address, IPv6Address) else None
        metadata = str(address) in host_lists()["metadata_addresses"]
        expected = block.globally_reachable is True and (inner is None or is_public(inner)) and not metadata
        assert is_public(address) is expected, address


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("fec0::1", False),
        ("3fff::1", False),
        ("3fff:1000::", True),
        ("192.0.0.8", False),
        ("192.0.0.9", True),
        ("192.0.0.10", True),
        ("192.0.0.200", False),
        ("192.88.99.1", False),
        ("2001:1::3", True),
        ("2001:1::4", False),
        ("2001:20::1", True),
        ("2001:10::1", False),
        ("100:0:0:1::1", False),
        ("5f00::1", False),
        ("2600::1", True),
        ("4000::1", False),
        ("e000::1", False),
        ("ff0e::1", False),
        ("8.8.8.8", True),
        ("223.255.255.255", True),
        ("224.0.0.1", False),
    ],
)
def test_what_the_registry_says(address: str, public: bool) -> None:
    """Rows of the registries as of 2026-07-18 that versions of Python answer differently, and their neighbours."""
    assert is_public(address) is public


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("8.8.8.8", "public"),
        ("127.255.255.254", "loopback"),
        ("0.0.0.0", "unspecified"),
        ("10.0.0.1", "private"),
        ("172.16.0.1", "private"),
        ("172.32.0.1", "public"),
        ("169.254.1.1", "link-local"),
        ("100.64.0.1", "special"),
        ("224.0.0.1", "special"),
        ("255.255.255.255", "special"),
        ("2600::1", "public"),
        ("::1", "loopback"),
        ("::", "unspecified"),
        ("fe80::1", "link-local"),
        ("fe80::1%eth0", "link-local"),
        ("fd00::1", "private"),
        ("fd00:ec2::254%1", "metadata"),
        ("ff02::1", "special"),
    ],
)
def test_one_kind_an_address(address: str, kind: str) -> None:
    """The most specific block's, and a cloud's metadata service before all."""
    assert verdict(ip_address(address)).kind == kind


INSIDE = {
    "mapped, RFC 4291": "::ffff:{0:x}:{1:x}",
    "compatible, RFC 4291": "::{0:x}:{1:x}",
    "translated, RFC 2765": "::ffff:0:{0:x}:{1:x}",
    "6to4, RFC 3056": "2002:{0:x}:{1:x}::1",
    "Teredo, RFC 4380": "2001:0:4136:e378:8000:63bf:{2:x}:{3:x}",
    "NAT64, RFC 6052": "64:ff9b::{0:x}:{1:x}",
    "local NAT64 with 96 bits, RFC 8215": "64:ff9b:1:2:3:4:{0:x}:{1:x}",
    "ISATAP, RFC 5214": "2600::5efe:{0:x}:{1:x}",
    "universal ISATAP, RFC 5214": "2600::200:5efe:{0:x}:{1:x}",
    "link-local ISATAP, RFC 5214": "fe80::5efe:{0:x}:{1:x}",
}
KINDS = {
    "168.63.129.16": "metadata",
    "127.0.0.1": "loopback",
    "10.1.2.3": "private",
    "169.254.169.254": "metadata",
    "169.254.1.1": "link-local",
    "100.64.0.1": "special",
}


@pytest.mark.parametrize("way", INSIDE)
@pytest.mark.parametrize("inner", KINDS)
def test_an_address_inside_is_judged_by_every_mapping(way: str, inner: str) -> None:
    """The inner address is found, and tells the kind of the outer one."""
    number = int(IPv4Address(inner))
    high, low = number >> 16, number & 0xFFFF
    outer = IPv6Address(INSIDE[way].format(high, low, high ^ 0xFFFF, low ^ 0xFFFF))
    assert embedded_address(outer) == IPv4Address(inner)
    assert verdict(outer).kind == KINDS[inner]
    assert not is_public(outer)


def test_the_prefixes_of_rfc_6052() -> None:
    """The table of its section 2.4 with the prefix 64:ff9b:1: the address 192.0.2.33 after 48, 56, 64 and 96 bits."""
    for text in (
        "64:ff9b:1:c000:2:2100::",
        "64:ff9b:1:3c0:0:221::",
        "64:ff9b:1:300:c0:2:2100::",
        "64:ff9b:1::192.0.2.33",
    ):
        assert embedded_address(IPv6Address(text)) == IPv4Address("192.0.2.33"), text


@pytest.mark.parametrize("address", ["::", "::1", "2001:db8::1", "2003::1", "64:ff9b:2::7f00:1", "2600::5eff:7f00:1"])
def test_an_address_without_another_inside(address: str) -> None:
    assert embedded_address(IPv6Address(address)) is None


def test_no_decision_rests_on_the_running_python() -> None:
    """No code of the library or of its examples asks for the properties that change between versions of `ipaddress`.

    Unicode's tables grow with Python; those of `uriverse.ground.unicode_tables` do not. `doctor` names the latter.
    """
    for folder in ("src", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr in VERSION_DEPENDENT:
                    raise AssertionError(f"{path.relative_to(ROOT)}:{node.lineno} asks {node.attr}")
                imported = {node.module} if isinstance(node, ast.ImportFrom) else set()
                imported |= {each.name for each in node.names} if isinstance(node, ast.Import) else set()
                if "unicodedata" in imported and path.name != "doctor.py":
                    raise AssertionError(f"{path.relative_to(ROOT)}:{node.lineno} reads Python's tables of Unicode")


def _answers(text: str) -> list[object]:
    """What is said of an IPv6 address wherever one is written."""
    address, url, found = IPv6Address(text), f"http://[{text}]/", hosts.verdict(f"[{text}]")
    return [
        hosts.ipv6_text(address),
        hosts.origin(url),
        uv.compose(scheme="http", host=address, path="/"),
        uv.compose(scheme="http", host=text, path="/"),
        [(each.id, each.message, each.replacement) for each in uv.audit.findings(url)],
        [(cut.parser, cut.host) for cut in uv.agreement(url, parsers="all").cuts],
        (found.form, found.kind, found.readings),
        address_block(text),
        tuple(_mapped_registry()),
    ]


def _mapped_registry() -> AddressRegistry:
    return AddressRegistry.from_text(HEADER + "::ffff:0:0/96,Mapped,[RFC4291],2006-02,N/A,False,False,False,False\n")


@pytest.mark.parametrize("text", ["::ffff:7f00:1", "::ffff:127.0.0.1", "::ffff:0:1.2.3.4", "2001:db8::1", "::1.2.3.4"])
@pytest.mark.parametrize("decimals", [True, False])
def test_no_answer_has_the_text_of_ipaddress(monkeypatch: pytest.MonkeyPatch, text: str, decimals: bool) -> None:
    """Python 3.13 writes a mapped address with decimals, 3.12 does not; both texts give the same answers."""

    def written(address: IPv6Address) -> str:
        number = int(address)
        if number >> 32 != 0xFFFF:
            return usual(address)
        last = str(IPv4Address(number & 0xFFFFFFFF)) if decimals else f"{number >> 16 & 0xFFFF:x}:{number & 0xFFFF:x}"
        return f"::ffff:{last}"

    usual = IPv6Address.__str__
    expected = _answers(text)
    monkeypatch.setattr(IPv6Address, "__str__", written)
    assert _answers(text) == expected


@pytest.mark.parametrize("function", [address_block, is_public])
def test_a_wrong_argument_is_reported(function: object) -> None:
    """A number is an address of two versions; a name is none."""
    assert callable(function)
    with pytest.raises(TypeError, match="address must be"):
        function(1)
    with pytest.raises(ValueError, match="example"):
        function("example.com")


HEADER = "Address Block,Name,RFC,Allocation Date,Termination Date,Source,Destination,Forwardable,Globally Reachable\n"


def test_the_owners_file_is_read() -> None:
    """IANA's CSV has more columns, numbers of footnotes, line breaks in cells, and two blocks in one row."""
    text = (
        "\ufeff" + HEADER + '192.0.0.0/24 [2],IETF,"[RFC6890], Section 2.1",2010-01,N/A,False,False,False,False [2]\r\n'
        '"192.0.0.170/32, 192.0.0.171/32","NAT64","[RFC8880][RFC7050],\n Section 2.2",2013-02,N/A,No,No,No,False\n'
        "2002::/16,6to4,[RFC3056],2001-02,N/A,True,True,True,N/A [3]\n"
    )
    registry = AddressRegistry.from_text(text)
    assert [(block.network, block.globally_reachable) for block in registry] == [
        ("192.0.0.0/24", False),
        ("192.0.0.170/32", False),
        ("192.0.0.171/32", False),
        ("2002::/16", None),
    ]
    found = registry.find("192.0.0.171")
    assert found is not None and found.document == "[RFC8880][RFC7050], Section 2.2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 'address block'"),
        ("Address Block,Name,RFC\n", "column 'globally reachable'"),
        (HEADER + "10.0.0.0/8,x,y,a,b,c,d,e,maybe\n", "row 2: 'maybe'"),
        (HEADER + "10.0.0.1/8,x,y,a,b,c,d,e,True\n", "host bits"),
        (HEADER + "10.0.0.0/8,x\n", "2 cells, not 9"),
        (HEADER + "10.0.0.0/8,x,y,a,b,c,d,e,True\n" * 2, "twice"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    """With the row and the reason."""
    with pytest.raises(ValueError, match=message):
        AddressRegistry.from_text(text)


def test_both_registries_are_shipped_with_their_date() -> None:
    """RFC 6890's registries have a row for each of these; the date is told."""
    networks = {block.network for block in BLOCKS}
    assert {"0.0.0.0/8", "255.255.255.255/32", "::1/128", "fe80::/10", "3fff::/20"} <= networks
    assert hosts.address_registry().date >= "2026-07-18"
