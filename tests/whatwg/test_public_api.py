"""The URL Standard's API beyond the attributes: hosts alone, `URL.parse`, equality, forms, what a setter ignored."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.vectors import url_standard_cases
from uriverse import whatwg
from uriverse.whatwg import URL, URLSearchParams


@pytest.mark.parametrize(
    ("text", "domain", "opaque"),
    [
        # Section 3.1, the table of examples.
        ("EXAMPLE.COM", ("domain", "example.com"), ("opaque", "EXAMPLE.COM")),
        ("example%2Ecom", ("domain", "example.com"), ("opaque", "example%2Ecom")),
        ("fa\u00df.example", ("domain", "xn--fa-hia.example"), ("opaque", "fa%C3%9F.example")),
        ("0", ("IPv4", "0.0.0.0"), ("opaque", "0")),
        ("%30", ("IPv4", "0.0.0.0"), ("opaque", "%30")),
        ("0x", ("IPv4", "0.0.0.0"), ("opaque", "0x")),
        ("0xffffffff", ("IPv4", "255.255.255.255"), ("opaque", "0xffffffff")),
        ("[0:0::1]", ("IPv6", "[::1]"), ("IPv6", "[::1]")),
        ("[0:0::1%5D", None, None),
        ("[0:0::%31]", None, None),
        ("09", None, ("opaque", "09")),
        ("example.255", None, ("opaque", "example.255")),
        ("example^example", None, None),
        ("", None, ("empty", "")),
    ],
)
def test_the_host_parser(text: str, domain: Any, opaque: Any) -> None:
    """Each kind with its serialization, and failure."""
    for is_opaque, expected in ((False, domain), (True, opaque)):
        found = whatwg.parse_host(text, is_opaque=is_opaque)
        assert (None if found is None else (found.kind, str(found))) == expected


def test_addresses() -> None:
    """The Standard's text of an IPv6 address has no dotted decimals; RFC 5952's has."""
    mapped = ip_address("::ffff:1.2.3.4")
    assert whatwg.serialize_address(mapped) == "::ffff:102:304"
    assert uv.hosts.ipv6_text("::ffff:102:304") == "::ffff:1.2.3.4"
    found = whatwg.parse_host("[::FFFF:1.2.3.4]")
    assert found is not None and found.address == mapped
    assert whatwg.Host("domain", "a").address is None


@given(st.integers(0, 2**128 - 1))
def test_a_serialized_address_is_read_again(number: int) -> None:
    from ipaddress import IPv4Address, IPv6Address

    for address in (IPv6Address(number), IPv4Address(number % 2**32)):
        text = whatwg.serialize_address(address)
        found = whatwg.parse_host(f"[{text}]" if address.version == 6 else text)
        assert found is not None and found.address == address


def test_what_an_author_may_write_as_a_host() -> None:
    """Section 3.4: a valid domain, IPv4 address or IPv6 address; or a valid opaque-host string."""
    valid = ["example.com", "1.2.3.4", "[::1]", "xn--fa-hia.example", "fa\u00df.example"]
    assert all(whatwg.is_valid_host_string(text) for text in valid)
    assert not any(whatwg.is_valid_host_string(text) for text in ["", "a_b", "a b", "1.2.3.256", "0x1", "[::1", "a..b"])
    assert whatwg.is_valid_host_string("a_b", is_opaque=True)
    assert not whatwg.is_valid_host_string("a b", is_opaque=True)
    assert [whatwg.ends_in_a_number(text) for text in ("a.1", "a.0xF.", "1.a", "", "a.0xg")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_parse_returns_none() -> None:
    """Section 6.1, `parse`: null, where the constructor throws; the base may fail too."""
    assert URL.parse("../a", "http://h/b/c") == URL("http://h/a")
    assert URL.parse("/a") is URL.parse("a", "/") is URL.parse("http://h:x") is None


def test_equality() -> None:
    """Section 4.6: by serializations, with or without fragments."""
    one, other = URL("http://h/#a"), URL("http://h/#b")
    assert one.equals(URL("HTTP://H#a")) and not one.equals(other)
    assert one.equals(other, exclude_fragments=True)
    assert one.equals(URL("http://h/"), exclude_fragments=True) and not one.equals(URL("http://h/"))
    assert not one.equals(URL("http://h/?"), exclude_fragments=True)
    with pytest.raises(TypeError, match="other must be"):
        one.equals("http://h/#a")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "special", "opaque", "credentials"),
    [
        ("http://h/", True, False, False),
        ("file:///a", True, False, False),
        ("wss://u@h/", True, False, True),
        ("mailto:a@b", False, True, False),
        ("x:", False, True, False),
        ("x://h", False, False, False),
        ("x:///a", False, False, False),
        ("x:/a", False, False, False),
        ("http://:p@h/", True, False, True),
        ("http://@h/", True, False, False),
    ],
)
def test_facts(text: str, special: bool, opaque: bool, credentials: bool) -> None:
    """Sections 4.1 and 4.2."""
    url = URL(text)
    assert (url.is_special, url.has_opaque_path, url.includes_credentials) == (special, opaque, credentials)
    assert url.to_json() == url.href


def test_whether_a_setter_ignored_its_value() -> None:
    """Each published case of the setters gives the URL of `replace`; an ignored value is reported."""
    for case in url_standard_cases("set"):
        url, name = URL(case["href"]), case["attribute"]
        if name == "href":
            continue
        assert whatwg.set_attribute(url, name, case["value"]).url == url.replace(**{name: case["value"]})
    assert whatwg.set_attribute(URL("http://h/"), "port", "x").ignored
    assert not whatwg.set_attribute(URL("http://h/"), "port", "8").ignored
    with pytest.raises(ValueError, match=r"name must be one of protocol, .*, hash, not 'origin'"):
        whatwg.set_attribute(URL("http://h/"), "origin", "x")


def test_forms() -> None:
    """Octets as they are, UTF-8 decoded without failure; the serializer in another encoding."""
    assert whatwg.parse_form(b"a=%C3%A4+b&c&=\xff") == [("a", "\u00e4 b"), ("c", ""), ("", "\ufffd")]
    assert URLSearchParams(b"a=1&b=%20").items() == [("a", "1"), ("b", " ")]
    assert str(URLSearchParams(b"?a=1")) == "%3Fa=1"
    assert whatwg.serialize_form([("a", "\u00e4 b")], encoding="windows-1252") == "a=%E4+b"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"a": 1}, "each name and value of init must be a str"),
        ([("a", 1)], "each name and value of init must be a str"),
        ([1], "each of init must be a pair"),
        (5, "init must be"),
        ([("a",)], "a pair is a name and a value"),
    ],
)
def test_errors_name_the_argument(given: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        URLSearchParams(given)


def test_a_url_is_displayed() -> None:
    """As a URI is: names in Unicode, the password as stars."""
    assert uv.display(URL("http://me:secret@xn--bcher-kva.example/")) == "http://me:***@b\u00fccher.example/"


def test_the_url_standard_in_place_of_an_edition() -> None:
    """`parse` gives a URL, `is_valid` says whether it can, and a rule asks for what an author may write."""
    assert uv.parse(" HTTP://H ", edition="whatwg") == URL("http://h/")
    with pytest.raises(whatwg.URLError):
        uv.parse("http://h:x", edition="whatwg")
    texts = ["http://h/", " http://h/a b", "http://h:x", "/a", "x:y", "http://h/%zz"]
    assert [uv.is_valid(text, edition="whatwg") for text in texts] == [whatwg.can_parse(text) for text in texts]
    assert [uv.is_valid(text, rule="valid-url-string", edition="whatwg") for text in texts] == [
        whatwg.is_valid_url_string(text) for text in texts
    ]
    with pytest.raises(ValueError, match="valid-url-string"):
        uv.is_valid("http://h/", rule="host", edition="whatwg")


def test_explain_shows_validation_errors() -> None:
    """With their places; a failure is the refusal."""
    found = uv.lab.explain("https:example.org\\a b", ["whatwg", "rfc3986"])
    assert [(error.name, error.at) for error in found["whatwg"].validation_errors] == [
        ("special-scheme-missing-following-solidus", 6),
        ("invalid-reverse-solidus", 17),
        ("invalid-URL-unit", 19),
    ]
    assert found.accepted_by == ("whatwg",)
    refusal = uv.lab.explain("http://h:x/", ["whatwg"])["whatwg"].refusal
    assert refusal is not None and (refusal.rule, refusal.at) == ("port-invalid", 9)
    assert uv.lab.explain("a", ["whatwg"]).as_json()["editions"][0]["accepted"] is False


@pytest.mark.parametrize(
    "call",
    [
        lambda: uv.lab.diff("whatwg", "rfc3986"),
        lambda: uv.lab.suite("whatwg"),
        lambda: uv.split("a", edition="whatwg"),
        lambda: uv.compose(host="h", edition="whatwg"),
        lambda: uv.mend("a", edition="whatwg"),
    ],
)
def test_what_needs_a_grammar_refuses_it(call: Any) -> None:
    """In one sentence, which names what takes it."""
    with pytest.raises(uv.UnknownEditionError, match="the URL Standard is an algorithm, not a grammar"):
        call()
