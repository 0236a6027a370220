"""RFC 3987 as an edition: what it takes, where it refuses, and what it says then."""

from __future__ import annotations

import pytest

import uriverse as uv


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ("http://h/\ue000", 9, "isegment"),
        ("http://h/?\ue000", None, ""),
        ("http://h/#\ue000", 10, "ifragment"),
        ("http://h/\ufffe", 9, "isegment"),
        ("http://h/\U0001ffff", 9, "isegment"),
        ("http://h/\x9f", 9, "isegment"),
        ("http://h/\xa0", None, ""),
        ("http://\ue000/", 7, "ireg-name"),
        ("\ud800[::1]", 0, "scheme"),
        ("\ufffe:a", 0, "scheme"),
    ],
)
def test_a_character_is_refused_as_a_whole(text: str, at: int | None, rule: str) -> None:
    """RFC 3987, section 2.2: `ucschar` and `iprivate`; the place counts characters and not their octets."""
    if at is None:
        assert str(uv.parse(text, edition="rfc3987")) == text
        return
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse(text, edition="rfc3987")
    assert (caught.value.at, caught.value.rule) == (at, rule)


def test_hints_and_expectations_know_the_edition() -> None:
    """Only an edition within US-ASCII says that a URI is US-ASCII."""
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse("http://h/\ue000", edition="rfc3987")
    assert caught.value.hint == 'this character is not allowed here: write "%EE%80%80" if it is data'
    assert "another character beyond US-ASCII" in caught.value.expected
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse("http://h/ ", edition="rfc3987")
    assert "a character beyond US-ASCII" in caught.value.expected
    with pytest.raises(uv.URISyntaxError, match="a URI is US-ASCII"):
        uv.parse("http://h/é")
