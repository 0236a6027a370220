"""Percent-encoding and -decoding by component, and queries as pairs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import uriverse as uv

COMPONENTS = ("unreserved", "segment", "path", "query", "query-value", "fragment", "userinfo", "reg-name", "uri")
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
        ("uri", "!$&'()*+,;=:@/?#[]"),
    ],
)
def test_each_component_keeps_its_own_set(component: str, kept: str) -> None:
    """RFC 3986, section 2.4: what must be encoded depends on the component."""
    for byte in range(128):
        character = chr(byte)
        expected = character if character in kept or character.isalnum() or character in "-._~" else f"%{byte:02X}"
        assert uv.encode(character, component=component) == expected


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


def test_malformed_triplets() -> None:
    """A "%" without two hex digits is refused with its place, or kept."""
    with pytest.raises(uv.PercentError) as caught:
        uv.decode("é%4")
    assert caught.value.at == 1
    assert uv.decode("%4%41%zz%", malformed="keep") == "%4A%zz%"
    with pytest.raises(ValueError, match="malformed is one of"):
        uv.decode("a", malformed="ignore")  # type: ignore[arg-type]


def test_clean_text_is_handed_back() -> None:
    """What needs no change is the same object."""
    text = "clean-text"
    assert uv.encode(text, component="segment") is text and uv.decode(text) is text


def test_unknown_components_are_named() -> None:
    """A wrong component is answered with those that there are."""
    with pytest.raises(ValueError, match="component is one of unreserved, segment"):
        uv.encode("a", component="hots")


@pytest.mark.parametrize("edition", list(uv.EDITIONS))
@pytest.mark.parametrize("component", COMPONENTS)
@given(text=st.text(alphabet=CHARACTERS))
@settings(max_examples=20)
def test_decode_inverts_encode(edition: Any, component: str, text: str) -> None:
    """Decoding what was encoded gives the data back, in every component of every edition."""
    encoded = uv.encode(text, component=component, edition=edition)
    assert encoded.isascii() and uv.decode(encoded) == text


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
        ("q=a+b", {"plus_is_space": True}, [("q", "a b")]),
        ("a=1;b=2", {}, [("a", "1;b=2")]),
        ("a=1;b=2&c", {"separators": "&;"}, [("a", "1"), ("b", "2"), ("c", None)]),
        ("q=%26%3D%25", {}, [("q", "&=%")]),
        ("q=%E9", {"encoding": "latin-1"}, [("q", "é")]),
    ],
)
def test_query_pairs(query: str, options: dict[str, Any], pairs: list[tuple[str, str | None]]) -> None:
    """Names, values, and values that are not there."""
    assert uv.query_pairs(query, **options) == pairs


@given(pairs=st.lists(st.tuples(st.text(CHARACTERS, min_size=1), st.one_of(st.none(), st.text(CHARACTERS)))))
def test_composed_queries_read_back(pairs: list[tuple[str, str | None]]) -> None:
    """`query_pairs` inverts `compose_query`, and the query is one."""
    query = uv.compose_query(pairs)
    assert uv.query_pairs(query) == pairs
    assert uv.is_valid(query, rule="query")
