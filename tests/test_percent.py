"""Percent-encoding and -decoding by component, and queries as pairs."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.strategies import examples, in_each, texts
from uriverse import columns
from uriverse._core import host_type

CHARACTERS = st.characters(exclude_categories=["Cs"])


@pytest.mark.parametrize(
    ("component", "kept"),
    [
        ("unreserved", ""),
        ("segment", "!$&'()*+,;=:@"),
        ("path", "!$&'()*+,;=:@/"),
        ("query", "!$&'()*+,;=:@/?"),
        ("query-value", "!$'()*,:@/?"),
        ("fragment", "!$&'()*+,;=:@/?"),
        ("userinfo", "!$&'()*+,;=:"),
        ("reg-name", "!$&'()*+,;="),
        ("uri", "!$&'()*+,;=:@/?#"),
    ],
)
def test_each_component_keeps_its_own_set(component: str, kept: str) -> None:
    """RFC 3986, section 2.4: what must be encoded depends on the component.

    Section 3.2.2: an IP literal is "the only place where square bracket characters are allowed in the URI syntax".
    """
    for byte in range(128):
        character = chr(byte)
        expected = character if character in kept or character.isalnum() or character in "-._~" else f"%{byte:02X}"
        assert uv.encode(character, component=component) == expected


@pytest.mark.parametrize("edition", ["rfc2732", "rfc2396bis-00", "rfc3986", "rfc3987", "rfc6874"])
@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("http://h/?[x]", "http://h/?%5Bx%5D"),
        ("http://h/[x]", "http://h/%5Bx%5D"),
        ("http://[::1]/", "http://[::1]/"),
        ("//[::1]", "//[::1]"),
        ("http://u[@[::1]:80/a b?[", "http://u%5B@[::1]:80/a%20b?%5B"),
        ("http://[::1]]/", "http://%5B::1%5D%5D/"),
        ("http://[x]/", "http://%5Bx%5D/"),
        ("[::1]", "%5B::1%5D"),
    ],
)
def test_only_an_ip_literal_keeps_its_brackets(edition: Any, text: str, encoded: str) -> None:
    """RFC 3986, section 3.2.2: brackets around an IP literal are "the only place" where the syntax has them."""
    assert uv.encode(text, component="uri", edition=edition) == encoded
    assert columns.encode(columns.Column([text]), component="uri", edition=edition).to_pylist() == [encoded]


@given(text=texts)
@examples(300)
def test_what_is_valid_needs_no_encoding(text: str) -> None:
    """A valid reference stays as it is, and an encoded text has brackets only where its host is an IP literal."""
    encoded = uv.encode(text, component="uri", keep_triplets=True)
    if uv.is_valid(text):
        assert encoded == text
    parts = uv.split(encoded)
    outside = encoded.replace(parts.host or "", "", 1) if host_type(parts) in {"IPv6", "IPvFuture"} else encoded
    assert "[" not in outside and "]" not in outside


def test_brackets_of_a_fragment_are_encoded() -> None:
    """RFC 3986, section 3.5: a fragment has no brackets."""
    assert uv.encode("http://h/#[x]", component="uri") == "http://h/#%5Bx%5D"
    assert uv.is_valid(uv.encode("http://h/#[x]", component="uri"))
    assert uv.encode("http://[::1]/a b#[", component="uri") == "http://[::1]/a%20b#%5B"


def test_a_percent_sign_is_data_unless_triplets_stay() -> None:
    """RFC 3986, section 2.4: "%" as data is "%25"; nothing is encoded twice unless asked to be."""
    assert uv.encode("100%", component="segment") == "100%25"
    assert uv.encode("%41 %zz", component="segment") == "%2541%20%25zz"
    assert uv.encode("%41 %zz", component="segment", keep_triplets=True) == "%41%20%25zz"


def test_charsets_and_bytes() -> None:
    """The charset of the octets is outside the URI: UTF-8 by default, any other if the caller says so, or bytes."""
    assert uv.encode("é", component="segment") == "%C3%A9"
    assert uv.encode("é", component="segment", encoding="latin-1") == "%E9"
    assert uv.encode(b"\xe9a", component="segment") == "%E9a"
    assert uv.decode("%C3%A9") == "é"
    assert uv.decode("%E9", encoding="latin-1") == "é"
    assert uv.decode("%E9", errors="replace") == "\N{REPLACEMENT CHARACTER}"
    with pytest.raises(uv.PercentError) as caught:
        uv.decode("ab%E9", errors="strict")
    assert caught.value.at == 2
    with pytest.raises(LookupError):
        uv.decode("%E9", encoding="no-such-charset")


@pytest.mark.parametrize(
    ("data", "encoding", "at"),
    [(b"a\xff", "utf-8", 1), ("a\udcff", "utf-8", 1), ("b\u00fc", "latin-1", 1), (b"\xc3", "utf-8", 0)],
)
def test_the_octets_of_a_name_are_utf_8(data: str | bytes, encoding: str, at: int) -> None:
    """RFC 3986, section 3.2.2: "Non-ASCII characters must first be encoded according to UTF-8" in a registered name."""
    with pytest.raises(uv.PercentError) as caught:
        uv.encode(data, component="reg-name", encoding=encoding)
    assert (caught.value.at, caught.value.reason) == (at, "charset")
    assert uv.encode(b"b\xc3\xbc", component="reg-name") == uv.encode("b\u00fc", component="reg-name") == "b%C3%BC"


def test_other_octets_of_a_name_are_parsed_and_found() -> None:
    """The grammar accepts them, so `compose` writes what `parse` read (section 5.3); the audit reports them."""
    parsed = uv.parse("http://%ff")
    assert uv.compose(scheme=parsed.scheme, host=parsed.host) == parsed
    assert "host-escaped" in {finding.id for finding in uv.audit.findings(parsed)}


@pytest.mark.parametrize("letter", ["a", "é", "я", "語", "\U0001f600"])
def test_every_length_and_width(letter: str) -> None:
    """Strings of one, two and four bytes a character, with a triplet at each place of a block."""
    for length in range(131):
        text = "a" * length + f" {letter}" * 9 + letter * length
        encoded = uv.encode(text, component="segment")
        assert encoded == quote(text, safe="") and uv.decode(encoded) == unquote(encoded) == text
        assert uv.decode(f"{encoded}%ff{letter}") == f"{text}\udcff{letter}"


def test_malformed_triplets() -> None:
    """A "%" without two hex digits is refused with its place, or kept."""
    with pytest.raises(uv.PercentError) as caught:
        uv.decode("é%4")
    assert caught.value.at == 1
    assert uv.decode("%4%41%zz%", malformed="keep") == "%4A%zz%"
    with pytest.raises(ValueError, match="malformed must be one of"):
        uv.decode("a", malformed="ignore")  # type: ignore[arg-type]


def test_clean_text_is_handed_back() -> None:
    """What needs no change is the same object."""
    text = "clean-text"
    assert uv.encode(text, component="segment") is text and uv.decode(text) is text


def test_unknown_components_are_named() -> None:
    """A wrong component is answered with those that there are."""
    with pytest.raises(ValueError, match="component must be one of unreserved, segment"):
        uv.encode("a", component="hots")


@given(text=st.text(alphabet=CHARACTERS))
@in_each("edition", uv.EDITIONS)
def test_decode_inverts_encode(edition: Any, text: str) -> None:
    """Decoding what was encoded gives the data back, in every component of every edition."""
    for component in uv.EDITIONS[edition].encode:
        encoded = uv.encode(text, component=component, edition=edition)
        assert uv.decode(encoded) == text, component
        assert encoded.isascii() or edition == "rfc3987"
        assert uv.decode(uv.encode(text.encode(), component=component, edition=edition)) == text, component


@given(data=st.binary())
def test_any_octets_survive(data: bytes) -> None:
    """Any octets go through a segment and come back."""
    encoded = uv.encode(data, component="segment")
    assert uv.decode(encoded, encoding="latin-1").encode("latin-1") == data
    assert uv.is_valid(encoded, rule="segment")


@pytest.mark.parametrize(
    ("query", "options", "pairs"),
    [
        ("", {}, []),
        ("a=1&b", {}, [("a", "1"), ("b", None)]),
        ("a=&=b&", {}, [("a", ""), ("", "b"), ("", None)]),
        ("a=1=2&a=3", {}, [("a", "1=2"), ("a", "3")]),
        ("q=a+b", {}, [("q", "a+b")]),
        ("q=a+b", {"form": True}, [("q", "a b")]),
        ("a=1;b=2", {}, [("a", "1;b=2")]),
        ("a=1;b=2&c", {"separator": "&;"}, [("a", "1"), ("b", "2"), ("c", None)]),
        ("q=%26%3D%25", {}, [("q", "&=%")]),
        ("q=%E9", {"encoding": "latin-1"}, [("q", "é")]),
    ],
)
def test_query_pairs(query: str, options: dict[str, Any], pairs: list[tuple[str, str | None]]) -> None:
    """Names, values, and values that are not there."""
    assert list(uv.query_pairs(query, **options)) == pairs


@given(pairs=st.lists(st.tuples(st.text(CHARACTERS, min_size=1), st.one_of(st.none(), st.text(CHARACTERS)))))
def test_composed_queries_read_back(pairs: list[tuple[str, str | None]]) -> None:
    """`query_pairs` inverts `compose_query`, and the query is one."""
    query = uv.compose_query(pairs)
    assert list(uv.query_pairs(query)) == pairs
    assert uv.is_valid(query, rule="query")
