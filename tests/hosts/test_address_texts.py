"""Addresses as text: RFC 5952 for IPv6, dotted decimal for IPv4."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.vectors import Case, files
from uriverse import hosts
from uriverse.whatwg import URL

CASES = [case for data in files("address_text") for case in data["cases"]]
FIELDS = st.lists(st.sampled_from([0, 0, 0, 1, 0xAB, 0xFFFF]), min_size=8, max_size=8)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_the_rfcs_own_examples(case: Case) -> None:
    """What the document prints, and what its sections decide."""
    assert hosts.ipv6_text(case["text"]) == case["result"]
    assert hosts.ipv6_text(case["result"]) == case["result"]


@given(FIELDS)
def test_the_text_means_the_address(fields: list[int]) -> None:
    """It is read back as the address, has no upper case, and where it is not mixed a browser writes the same."""
    number = sum(field << 16 * (7 - at) for at, field in enumerate(fields))
    text = hosts.ipv6_text(IPv6Address(number))
    assert IPv6Address(text) == IPv6Address(number)
    assert text == text.lower()
    if "." not in text:
        assert URL(f"http://[{IPv6Address(number).exploded}]/").hostname == f"[{text}]"


def test_zones_stay() -> None:
    """RFC 4007, section 11: the zone follows a percent sign."""
    assert hosts.ipv6_text("FE80:0::1%en1") == "fe80::1%en1"


@pytest.mark.parametrize("text", ["0x7f.1", "2130706433", "0177.0.0.1", "127.0.0.1", "127.1"])
def test_rare_forms_of_one_address(text: str) -> None:
    """RFC 3986, section 7.4, and what `inet_aton` reads."""
    assert hosts.ipv4_text(text) == "127.0.0.1" == hosts.ipv4_text(IPv4Address("127.0.0.1"))


@pytest.mark.parametrize("text", ["256.1.1.1", "", "a", "1.2.3.4.5", "::1"])
def test_what_is_no_ipv4_address(text: str) -> None:
    with pytest.raises(ValueError, match="address"):
        hosts.ipv4_text(text)


@pytest.mark.parametrize("text", ["[::1]", "", "1.2.3.4", ":::", "1:2:3:4:5:6:7:8:9"])
def test_what_is_no_ipv6_address(text: str) -> None:
    """Brackets belong to a URI and not to the address."""
    with pytest.raises(ValueError, match=r".+"):
        hosts.ipv6_text(text)
