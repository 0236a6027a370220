"""Rare forms of addresses against the platform's own `inet_aton`, and the meanings around it."""

from __future__ import annotations

import random
import re
import socket
from collections.abc import Iterator
from ipaddress import IPv4Address

import pytest

import uriverse as uv
from uriverse.hosts import inet_aton, verdict

INTERESTING = (0, 1, 7, 8, 9, 63, 64, 127, 128, 255, 256, 511, 65535, 65536, 2**24 - 1, 2**24, 2**32 - 1, 2**32)
BROKEN = ("", ".", "..", "1.", ".1", "1..2", "1.2.3.4.", "1.2.3.4.5", "08", "1xg", "1e1", "-1", "+1", "1_0", "0b1")


def platform_reads(text: str) -> IPv4Address | None:
    try:
        return IPv4Address(socket.inet_aton(text))
    except OSError:
        return None


def forms(number: int) -> tuple[str, ...]:
    return (str(number), f"0{number:o}", f"0x{number:x}", f"0X{number:X}", f"000{number:o}", f"0x000{number:x}")


def generated() -> Iterator[str]:
    """Every form of every interesting number alone and in each place; then random ones, right and wrong."""
    yield from BROKEN
    for number in INTERESTING:
        for form in forms(number):
            yield from (form, f"127.{form}", f"{form}.1", f"127.0.{form}", f"127.{form}.1")
            yield from (f"1.2.3.{form}", f"{form}.2.3.4", f"1.{form}.3.4")
    choose = random.Random(74)
    for _ in range(6000):
        count = choose.randint(1, 5)
        largest = choose.choice((255, 255, 65535, 2**24, 2**33))
        parts = [choose.choice(forms(choose.randint(0, 255))) for _ in range(count - 1)]
        text = ".".join([*parts, choose.choice(forms(choose.randint(0, largest)))])
        if choose.random() < 0.2:
            at = choose.randrange(len(text) + 1)
            text = text[:at] + choose.choice(".0189afxXz-") + text[at + choose.randint(0, 1) :]
        yield text


def test_the_platform_reads_them_alike() -> None:
    """Thousands of forms: the same address, or none."""
    # The C libraries themselves differ on "0x" with no digit after it.
    texts = [text for text in generated() if not re.search("0[xX](?![0-9A-Fa-f])", text)]
    assert len(texts) > 6000
    wrong = [text for text in texts if inet_aton(text) != platform_reads(text)]
    assert not wrong
    assert 3000 < sum(inet_aton(text) is not None for text in texts) < len(texts) - 500


@pytest.mark.parametrize("tail", [" ", " x", "\t.", "\n", "\r\n/"])
def test_what_follows_white_space_is_not_looked_at(tail: str) -> None:
    """The C function ends a number at white space and looks no further."""
    assert inet_aton(f"127.0.0.1{tail}") == platform_reads(f"127.0.0.1{tail}") == IPv4Address("127.0.0.1")


def test_a_rare_form_is_found_with_its_address() -> None:
    """Whatever the platform reads and the syntax has not is found; what the syntax has is not."""
    for text in ["0x7f.1", "017700000001", "2130706433", "127.1", "127.0.1", "0x7f.0.1", "127.000.000.001"]:
        (row,) = uv.audit.findings(f"http://{text}/", profile={"address-rare"})
        assert row.as_dict()["replacement"] == "127.0.0.1"
    for text in ["127.0.0.1", "example.com", "0x7f.example", "1.2.3.4.5", "256.256.256.256", "a.1b"]:
        assert not uv.audit.findings(f"http://{text}/", profile={"address-rare"})


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1.", "127.0.0.1"),
        ("%31%32%37.1", "127.0.0.1"),
        ("127%2E0%2e0%2E1", "127.0.0.1"),
        ("\u2460\u2461\u2466.\u24ea.\u24ea.\u2460", "127.0.0.1"),
        ("127\u30020\uff0e0\uff611", "127.0.0.1"),
        ("%EF%BC%91%EF%BC%92%EF%BC%97.1", "127.0.0.1"),
        ("0x", "0.0.0.0"),
        ("0", "0.0.0.0"),
    ],
)
def test_what_happens_to_a_host_before_it_is_resolved(host: str, address: str) -> None:
    """Escapes are decoded, wide digits and dots become plain ones, a last dot is dropped, "0x" is nothing."""
    found = verdict(host)
    assert (found.form, found.address) == ("ambiguous", IPv4Address(address))


RUBBISH = ["", ".", "..", "example.com", "127.0.0.1.example", "[", "[]", "[::1", "[v1.x]", "%00", "%"]


@pytest.mark.parametrize("host", RUBBISH)
def test_names_and_rubbish_mean_no_address(host: str) -> None:
    assert verdict(host).address is None
