"""Texts beyond US-ASCII are read from the code points of a `str`; `bytes` with the same text are read as UTF-8."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import uriverse as uv

# Both sides of each length of UTF-8, of each width of a `str` and of the surrogates; among them what RFC 3987 takes in
# a query alone, and what it takes nowhere.
CHARACTERS = "\x00\x7f\x80\xa0\xff\u0100\u07ff\u0800\ud7ff\ud800\udfff\ue000\ufdd0\uffef\uffff\U00010000\U0010ffff"
PLACES = (
    *("http://{}h.example/p?q#f", "http://h{}:80/p?q#f", "http://u{}@h/p", "http://h/{}%41/é", "http://h/é?{}#f"),
    *("http://h?q=é#{}", "//{}/p", "/{}//b", "{}/b:c", "é{}:b", "http://[::1]/{}", "mailto:{}@é", "{}"),
)


def parts(text: str | bytes, edition: str) -> object:
    try:
        read = uv.parse(text, edition=edition)
    except uv.URISyntaxError as error:
        return error.at, error.rule, error.hint, error.text
    return str(read), read.scheme, read.userinfo, read.host, read.port, read.path, read.query, read.fragment


def texts() -> Iterator[str]:
    for place in PLACES:
        for character in CHARACTERS:
            for count in (1, 2, 63, 64, 65, 244, 256, 257, 1000):
                yield place.format(character * count)


@pytest.mark.parametrize("edition", ["rfc3987", "rfc3986", "rfc1808"])
def test_a_text_is_what_its_octets_are(edition: str) -> None:
    """A lone surrogate has no UTF-8; its octets are those of Python's `surrogatepass`, which no edition takes."""
    valid = 0
    for text in texts():
        try:
            octets = text.encode()
        except UnicodeEncodeError:
            assert not uv.is_valid(text, edition=edition)
            with pytest.raises(uv.URISyntaxError):
                uv.parse(text, edition=edition)
            continue
        expected = parts(octets, edition)
        assert parts(text, edition) == expected, text
        assert uv.is_valid(text, edition=edition) is uv.is_valid(octets, edition=edition), text
        assert uv.split(text).host == uv.split(octets).host
        valid += uv.is_valid(text, edition=edition)
    assert (valid > 500) == (edition == "rfc3987")


def test_a_subclass_of_str_is_its_text() -> None:
    class Text(str):
        __slots__ = ()

    text = Text("http://例子.example/αβγ?\U0001f600")
    read = uv.parse(text, edition="rfc3987")
    assert type(str(read)) is str
    assert parts(text, "rfc3987") == parts(str(read), "rfc3987")
    assert uv.is_valid(text, edition="rfc3987")


def test_a_text_that_has_utf8_already_is_the_same() -> None:
    """The interpreter keeps the UTF-8 of a string that something has asked for."""
    text = "http://例子.example/αβγ"
    before = parts(text, "rfc3987")
    uv.whatwg.URL(text)
    assert parts(text, "rfc3987") == before
