"""`edition="whatwg"` where a text goes in and a text comes out."""

from __future__ import annotations

import subprocess
import sys

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


def test_parse_gives_a_url_and_split_is_refused() -> None:
    """The Standard has a parser and no grammar: there is nothing to split by."""
    assert uv.parse("HTTP://h", edition="whatwg") == URL("http://h/")
    assert uv.is_valid("HTTP://h", edition="whatwg") and not uv.is_valid("http://h:x/", edition="whatwg")
    with pytest.raises(
        uv.UnknownEditionError, match=r"\bwhatwg\.URL has the parts of its URLs; \"whatwg\" is taken where"
    ):
        uv.split("http://h/", edition="whatwg")


@pytest.mark.parametrize(
    "call", ["uv.normalize('http://u:p@H/', edition='whatwg')", "uv.resolve('/', 'http://u:p@H', edition='whatwg')"]
)
def test_a_url_is_whole_before_its_module_is_imported(call: str) -> None:
    """Its methods in Python are there, and its password is masked."""
    code = f"import uriverse as uv; print(repr({call})); print({call}.replace(hash='a').uri)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "whatwg.URL('http://u:***@h/')\nhttp://u:p@h/#a\n"


@pytest.mark.parametrize(
    "use",
    [
        *("copy.copy(url)", "copy.deepcopy(url)", "f'{url:>9}'", "pickle.loads(pickle.dumps(url))"),
        *("url.__replace__()", "url.search_params", "url.uri"),
    ],
)
def test_each_method_imports_what_it_needs(use: str) -> None:
    """Alone, in an interpreter of its own."""
    code = f"import copy, pickle, uriverse as uv; url = uv.normalize('http://h', edition='whatwg'); print({use})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ("" if "params" in use else "http://h/")
