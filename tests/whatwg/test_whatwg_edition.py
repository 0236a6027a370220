"""`edition="whatwg"` where a text goes in and a text comes out."""

from __future__ import annotations

import pytest

import uriverse as uv
from uriverse.whatwg import URL, URLError


def test_resolve_gives_the_url_that_a_browser_goes_to() -> None:
    """The base is parsed by the Standard too."""
    assert uv.resolve("../x y", "HTTP://Example.org/a/b/c d", edition="whatwg") == URL("http://example.org/a/x%20y")
    assert uv.resolve("\\\\other\\p", URL("http://h/"), edition="whatwg").href == "http://other/p"
    with pytest.raises(URLError):
        uv.resolve("x", "mailto:a", edition="whatwg")


def test_normalize_serializes() -> None:
    """And `equivalent` compares serializations (section 4.6)."""
    url = uv.normalize(" http://EXAMPLE.org:80/%7e/../b", edition="whatwg")
    assert isinstance(url, URL)
    assert url.href == "http://example.org/b"
    assert uv.equivalent("http://a", "HTTP://A:80/", edition="whatwg")
    assert not uv.equivalent("http://a/%7e", "http://a/~", edition="whatwg")


def test_there_is_no_choice() -> None:
    """Arguments that choose among the RFCs' ways are refused."""
    with pytest.raises(TypeError, match="strict"):
        uv.resolve("x", "http://h/", edition="whatwg", strict=False)
    with pytest.raises(TypeError, match="level"):
        uv.normalize("http://h/", edition="whatwg", level="scheme")


def test_parse_says_what_to_use_instead() -> None:
    """The Standard has no grammar."""
    for function in (uv.parse, uv.split, uv.is_valid):
        with pytest.raises(uv.UnknownEdition, match=r"uriverse\.whatwg\.URL"):
            function("http://h/", edition="whatwg")
