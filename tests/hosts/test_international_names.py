"""Names in ASCII and in Unicode, by each of the four rules; each refusal has its reason and its place."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import uriverse as uv
from support.vectors import url_standard_cases
from uriverse import hosts
from uriverse.hosts import HostNameError

# The name, and for each of the rules the answer or the reason and the place.
CASES: list[tuple[str, dict[Any, str | tuple[str, int]]]] = [
    (
        "B\u00fccher.Example",
        {
            "uts46": "xn--bcher-kva.example",
            "whatwg": "xn--bcher-kva.example",
            "idna2008": ("idna2008", 0),
            "dns": ("character", 1),
        },
    ),
    ("a_b.c", {"uts46": ("character", 1), "whatwg": "a_b.c", "idna2008": ("idna2008", 1), "dns": ("character", 1)}),
    ("x.a b", {"uts46": ("character", 3), "whatwg": ("character", 3), "idna2008": ("idna2008", 3)}),
    (
        "a..b",
        {"uts46": ("empty-label", 2), "whatwg": "a..b", "idna2008": ("empty-label", 2), "dns": ("empty-label", 2)},
    ),
    # Departure from UTS #46, 4.2, step 4 ("When VerifyDnsLength is true, the empty root label is disallowed"): RFC
    # 1034, 3.1, has it in every complete name.
    ("a.b.", dict.fromkeys(("uts46", "whatwg", "idna2008", "dns"), "a.b.")),
    ("\u00e9.b\u3002", dict.fromkeys(("uts46", "whatwg"), "xn--9ca.b.")),
    ("a..", {"uts46": ("empty-label", 2), "idna2008": ("empty-label", 2), "dns": ("empty-label", 2)}),
    (".", {"uts46": ("empty-label", 0), "idna2008": ("empty-label", 0), "dns": ("empty-label", 0)}),
    ("", dict.fromkeys(("uts46", "whatwg", "idna2008", "dns"), ("empty-label", 0))),
    ("-a.b", {"uts46": ("hyphen", 0), "whatwg": "-a.b", "idna2008": ("idna2008", 0), "dns": ("hyphen", 0)}),
    ("a-.b", {"uts46": ("hyphen", 0), "whatwg": "a-.b", "dns": ("hyphen", 1)}),
    ("ab--c.d", {"uts46": ("hyphen", 0), "whatwg": "ab--c.d", "dns": "ab--c.d"}),
    ("x" * 63, dict.fromkeys(("uts46", "whatwg", "idna2008", "dns"), "x" * 63)),
    ("x" * 64, {"uts46": ("label-too-long", 0), "whatwg": "x" * 64, "dns": ("label-too-long", 0)}),
    (".".join(["x" * 63] * 4), {"uts46": ("name-too-long", 0), "dns": ("name-too-long", 253)}),
    ("b.xn--a", {"uts46": ("punycode", 2), "whatwg": "b.xn--a", "idna2008": ("idna2008", 2), "dns": "b.xn--a"}),
    ("a\u200db", {"uts46": ("joiner", 1), "whatwg": ("joiner", 1), "idna2008": ("idna2008", 1)}),
    ("b.\u0301a", {"uts46": ("combining-mark", 2), "whatwg": ("combining-mark", 2), "idna2008": ("idna2008", 2)}),
    ("\u05d0a.b", {"uts46": ("bidi", 0), "whatwg": ("bidi", 0), "idna2008": ("idna2008", 1)}),
    # RFC 5893, section 2: a name with a right-to-left label has rules for its other labels too.
    ("1.\u05d0", dict.fromkeys(("uts46", "whatwg", "idna2008"), ("bidi", 0))),
    ("\u05d0.1.com", dict.fromkeys(("uts46", "whatwg", "idna2008"), ("bidi", 2))),
    ("a\u3002b", {"uts46": "a.b", "whatwg": "a.b", "dns": ("character", 1)}),
    ("\u2615.example", {"uts46": "xn--53h.example", "whatwg": "xn--53h.example", "idna2008": ("idna2008", 0)}),
    ("fa\u00df.example", dict.fromkeys(("uts46", "whatwg", "idna2008"), "xn--fa-hia.example")),
]


@pytest.mark.parametrize(("name", "answers"), CASES, ids=[ascii(name[:20]) for name, _ in CASES])
def test_answers_and_refusals(name: str, answers: dict[Any, str | tuple[str, int]]) -> None:
    """The answer, or the reason and the place."""
    for rules, expected in answers.items():
        if isinstance(expected, str):
            assert hosts.to_ascii(name, rules=rules) == expected
            continue
        with pytest.raises(HostNameError) as raised:
            hosts.to_ascii(name, rules=rules)
        assert (raised.value.reason, raised.value.at) == expected, rules
        assert raised.value.rules == rules


def test_to_unicode() -> None:
    """What is refused in ASCII is refused in Unicode."""
    assert hosts.to_unicode("XN--bcher-kva.example") == "b\u00fccher.example"
    assert hosts.to_unicode("xn--fa-hia.example", rules="idna2008") == "fa\u00df.example"
    assert hosts.to_unicode("Example.org", rules="dns") == "example.org"
    assert hosts.to_unicode("xn--a", rules="whatwg") == "xn--a"
    with pytest.raises(HostNameError):
        hosts.to_unicode("xn--a")
    with pytest.raises(ValueError, match="rules must be one of"):
        hosts.to_ascii("a", rules="idna")  # type: ignore[arg-type]


def test_unicodes_own_tests_have_a_reason_each() -> None:
    """Every name that Unicode's tests refuse is refused with a place within it; every answer is theirs."""
    refused = 0
    for case in url_standard_cases("host"):
        expected = case.get("found" if "exception" in case else "output")
        try:
            found = hosts.to_ascii(case["input"], rules="whatwg")
        except HostNameError as error:
            refused += 1
            found = None
            assert 0 <= error.at <= len(case["input"])
        # These tests are of hosts: what ends in a number is an IPv4 address, and what is encoded is decoded.
        if "%" not in case["input"] and not (expected or "x.0").rpartition(".")[2].isdigit():
            assert found == expected, case
    assert refused > 1000


def test_hostile_names_are_refused_before_they_are_converted() -> None:
    """Punycode takes quadratic time: a million characters would take hours."""
    for name in ("\u00e9" * 1_000_000, "xn--" + "a" * 1_000_000, "\u00e9." * 30_000 + "\u00ad" * 2000):
        for rules in ("uts46", "idna2008", "dns"):
            with pytest.raises(HostNameError):
                hosts.to_ascii(name, rules=rules)  # type: ignore[arg-type]


def test_an_error_is_pickled_and_says_why() -> None:
    """The message has the place under the text."""
    with pytest.raises(HostNameError) as raised:
        hosts.to_ascii("www.exa mple.org")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.reason, again.at) == ("character", 7)
    assert str(again).splitlines()[0] == "this character may not stand in a name (by uts46)"


def test_a_refusal_of_the_library_keeps_its_reason() -> None:
    """RFC 5892: a code point that is not assigned is DISALLOWED; the library's words are the error's `detail`."""
    with pytest.raises(HostNameError) as raised:
        hosts.to_ascii("a\u0378b.example", rules="idna2008")
    assert (raised.value.reason, raised.value.at) == ("idna2008", 1)
    assert (
        raised.value.detail is not None and "U+0378" in raised.value.detail and raised.value.detail in str(raised.value)
    )


def test_compose_and_replace_write_a_labels() -> None:
    """RFC 3986, section 3.2.2: producers give such names in the IDNA encoding; `rfc3987` takes them as they are."""
    assert str(uv.compose(scheme="http", host="b\u00fccher.de", port=8080, path="/")) == "http://xn--bcher-kva.de:8080/"
    assert str(uv.compose(host="B\u00dcCHER.de")) == "//xn--bcher-kva.de"
    assert str(uv.parse("http://a@h:1/b").replace(host="b\u00fccher.de")) == "http://a@xn--bcher-kva.de:1/b"
    assert str(uv.compose(scheme="http", host="b\u00fccher.de", edition="rfc3987")) == "http://b\u00fccher.de"
    with pytest.raises(HostNameError) as raised:
        uv.compose(scheme="http", host="b\u00fc cher.de")
    assert (raised.value.reason, raised.value.at) == ("character", 2)


def test_an_underscore_has_a_hint() -> None:
    """It names the rules that take it; no other character has one."""
    with pytest.raises(HostNameError) as found:
        hosts.to_ascii("foo_bar.example")
    assert 'the rules "whatwg" take it' in found.value.hint and str(found.value).endswith(found.value.hint)
    assert hosts.to_ascii("foo_bar.example", rules="whatwg") == "foo_bar.example"
    with pytest.raises(HostNameError) as found:
        hosts.to_ascii("foo bar.example")
    assert found.value.hint == ""
