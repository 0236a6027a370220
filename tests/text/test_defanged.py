"""Defanged references, on request: the original, at the place of what is written."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.command import run
from uriverse.documents import Document, links
from uriverse.text import SearchOptions

DEFANGED = SearchOptions(defanged=True)
# The forms that reports of malicious sites use, with what stands for them.
FORMS = [
    ("hxxps://evil[.]example/x", "https://evil.example/x"),
    ("hXXp://evil(.)example", "http://evil.example"),
    ("http[:]//evil[dot]example/a[.]b", "http://evil.example/a.b"),
    ("hxxps[://]evil{.}example[:]8080/", "https://evil.example:8080/"),
    ("h**p:[//]evil[.]example[/]x", "http://evil.example/x"),
    ("fxp://evil\\.example", "ftp://evil.example"),
    ("http://evil.example", "http://evil.example"),
]


@pytest.mark.parametrize(("written", "original"), FORMS)
def test_the_original_is_found_where_it_is_written(written: str, original: str) -> None:
    """In a text, in octets and in a document; not without the option."""
    text = f"é seen at {written}, and 1 [.] 2 hxxp"
    (match,) = uv.find(text, options=DEFANGED)
    assert (str(match.uri), match.text, text[slice(*match.span)]) == (original, written, written)
    (in_octets,) = uv.find(text.encode(), options=DEFANGED)
    assert (in_octets[1:], text.encode()[slice(*in_octets.span)]) == (match[1:], written.encode())
    (row,) = links(Document("-", text.encode(), None, "text"), options=DEFANGED)
    assert (row.reference, row.column) == (original, 11)
    assert original == written or original not in [str(match.uri) for match in uv.find(text)]


def test_an_address_is_found_too() -> None:
    """With `abbreviated`."""
    (match,) = uv.find("from me[at]evil[.]com.", abbreviated=True, options=DEFANGED)
    assert (str(match.uri), match.text) == ("mailto:me@evil.com", "me[at]evil[.]com")


PARTS = [
    "hxxp",
    "s",
    "://",
    "[:]//",
    "evil",
    "[.]",
    "(dot)",
    "com",
    " ",
    "\n",
    "é",
    "/x",
    "[at]",
    ".",
    "http://a.example/",
    "\\.",
]


@given(st.lists(st.sampled_from(PARTS), max_size=30).map("".join), st.booleans())
def test_parts_of_a_stream_change_nothing(text: str, abbreviated: bool) -> None:
    """Places are those of the source, whether its text comes at once or in pieces."""

    class Pieces(io.StringIO):
        def read(self, size: int | None = -1) -> str:
            return super().read(min(size or 7, 7))

    whole = list(uv.find(text, abbreviated=abbreviated, options=DEFANGED))
    assert list(uv.find(Pieces(text, newline=""), abbreviated=abbreviated, options=DEFANGED)) == whole
    assert all(text[slice(*match.span)] == match.text for match in whole)


def test_the_command_has_the_word() -> None:
    """A word that is not one is refused with those that are."""
    assert run("find", "--search", "defanged", "-", stdin="hxxp://a[.]example/\n").stdout == "http://a.example/\n"
    assert "defanged" in run("find", "--search", "fangs", "-", stdin="").stderr


def test_a_wrong_option_is_refused() -> None:
    with pytest.raises(TypeError, match="defanged"):
        SearchOptions(defanged="yes")  # type: ignore[arg-type]
