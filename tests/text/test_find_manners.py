"""The manners of `find`: arguments, sources, what a match is, and that the edition has the last word."""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import uriverse as uv
from uriverse.text import LeftOut, Match
from uriverse.text.characters import QUOTES
from uriverse.text.schemes import registered

TEXT = "é see <http://a/b> and (ftp://h/c), é."


def finds(text: Any, **options: Any) -> list[str]:
    return [str(match.uri) for match in uv.find(text, **options)]


def test_a_match_is_a_value() -> None:
    """It has its place, its text and its URI, compares, copies and pickles."""
    first, second = uv.find(TEXT)
    assert first == Match((7, 17), "http://a/b", uv.URI("http://a/b"), "", "bracketed")
    assert second == Match((24, 33), "ftp://h/c", uv.URI("ftp://h/c"), "),", "bracketed")
    assert pickle.loads(pickle.dumps(first)) == first
    assert copy.deepcopy(first) == first
    assert {first, second, first} == {first, second}


def test_every_kind_of_source_gives_the_same() -> None:
    """Spans count characters in text, octets in octets."""
    octets = TEXT.encode()
    expected = list(uv.find(TEXT))
    assert list(uv.find(io.StringIO(TEXT))) == expected
    for source in (octets, bytearray(octets), memoryview(octets), io.BytesIO(octets)):
        found = list(uv.find(source))
        assert [match[1:] for match in found] == [match[1:] for match in expected]
        assert [octets[slice(*match.span)].decode() for match in found] == [match.text for match in expected]


def test_a_path_is_a_file_and_a_str_is_a_text(tmp_path: Path) -> None:
    """A path's octets are read; the name of a file is a text without references."""
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT.encode())
    assert finds(path) == ["http://a/b", "ftp://h/c"]
    assert finds(str(path)) == []
    with path.open("rb") as file, path.open(encoding="utf-8") as text:
        assert finds(file) == finds(text) == ["http://a/b", "ftp://h/c"]
    with pytest.raises(FileNotFoundError):
        finds(tmp_path / "none")


@pytest.mark.parametrize(("opener", "closer"), [(opener, closer) for opener in QUOTES for closer in QUOTES[opener]])
def test_only_a_closing_mark_ends_a_quotation(opener: str, closer: str) -> None:
    """At the end of the text, too: what no mark closes is found as it is outside quotations."""
    assert [match.how for match in uv.find(f"{opener}http://a/b{closer}")] == ["quoted"]
    assert [match.how for match in uv.find(f"{opener}http://a/b")] == ["bare"]


def test_it_is_lazy() -> None:
    """A stream is read as matches are asked for."""

    class Endless(io.RawIOBase):
        pieces = 0

        def read(self, size: int = -1) -> bytes:
            self.pieces += 1
            return b"text and http://a/b and text " * (size // 29)

    stream = Endless()
    matches = uv.find(stream)
    assert next(matches).span == (9, 19)
    assert stream.pieces <= 2


@pytest.mark.parametrize("source", ["", b"", io.StringIO(), io.BytesIO()])
def test_nothing_is_in_nothing(source: Any) -> None:
    assert finds(source) == []


def test_the_edition_decides() -> None:
    """What an edition refuses ends a reference, or makes it none."""
    assert finds("http://[::1]/a") == ["http://[::1]/a"]
    assert finds("http://[::1]/a", edition="rfc2396") == []
    assert finds("http://h/~a#b", edition="rfc1738") == ["http://h/"]
    assert finds("http://h/a#b and HTTP://h", edition="rfc1738") == ["http://h/a", "HTTP://h"]
    assert finds("http://h/?a[1]=2", edition="rfc2732") == ["http://h/?a[1]=2"]
    assert finds("http://h/?a[1]=2") == ["http://h/?a"]


@pytest.mark.parametrize("edition", list(uv.EDITIONS))
def test_every_edition_can_be_asked(edition: Any) -> None:
    """Whatever the edition, what is found is a URI by it."""
    for match in uv.find(TEXT + " mailto:a@b.example?c=d, urn:a:b. http://[1::]/ http://h/a%zz", edition=edition):
        assert uv.is_valid(str(match.uri), edition=edition)
        assert match.uri.scheme is not None


def test_an_edition_of_ones_own() -> None:
    (match,) = uv.find("<http://a/b>", edition=uv.EDITIONS["rfc2396"])
    assert str(match.uri) == "http://a/b"


def test_schemes() -> None:
    """Registered ones and any before "//"; any; or those that are named."""
    text = "http://a/ foo://b/ foo:c mailto:d@e"
    assert finds(text) == ["http://a/", "foo://b/", "mailto:d@e"]
    assert finds(text, schemes="any") == ["http://a/", "foo://b/", "foo:c", "mailto:d@e"]
    assert finds(text, schemes={"FOO"}) == finds(text, schemes="FOO") == ["foo://b/", "foo:c"]
    assert finds(text, schemes=()) == []


def test_wrong_arguments_are_reported() -> None:
    """At the call, not at the first match."""
    words = "one of registered, any or the name of a scheme, or a collection of names"
    with pytest.raises(ValueError, match=f"schemes must be {words}, not 'http,https'"):
        uv.find("", schemes="http,https")
    with pytest.raises(ValueError, match="hyphens must be one of keep, drop, not 'both'"):
        uv.find("", hyphens="both")  # type: ignore[arg-type]
    with pytest.raises(uv.UnknownEditionError):
        uv.find("", edition="rfc9999")  # type: ignore[arg-type]


def test_longest() -> None:
    """A run that is longer holds no reference and no part of one; white space doesn't count it as one."""
    assert finds("http://a/" + "b" * 91, max_length=100) == ["http://a/" + "b" * 91]
    assert finds("http://a/" + "b" * 92, max_length=100) == []
    assert finds("http://a/" + "b" * 92 + "http://c/ http://d/", max_length=100) == ["http://d/"]
    assert finds("<http://a/" + " b" * 60 + "> http://d/", max_length=100) == ["http://a/", "http://d/"]


def test_octets_that_are_no_utf_8() -> None:
    """They end a reference; in the lenient mode they are its, each as a triplet."""
    text = b"http://a/\xe9t\xe9 http://b/"
    assert finds(text) == ["http://a/", "http://b/"]
    assert finds(text, lenient=True) == ["http://a/%E9t%E9", "http://b/"]
    assert [match.lenient for match in uv.find(text, lenient=True)] == [True, False]


def test_lone_surrogates_end_a_reference() -> None:
    """No URI has them, and they have no UTF-8; those that stand for octets are octets."""
    assert finds("http://a/\ud800 http://b/", lenient=True) == ["http://a/", "http://b/"]
    assert finds("http://a/\udce9", lenient=True) == ["http://a/%E9"]


def test_the_registry_is_the_libraries() -> None:
    """One list of schemes in the whole package."""
    from uriverse import schemes

    assert registered() == set(schemes.registry())


def test_find_loads_with_the_first_use() -> None:
    """`import uriverse` doesn't load the search."""
    import subprocess
    import sys

    code = (
        "import sys, uriverse; print('uriverse.text' in sys.modules);"
        "uriverse.find; print('uriverse.text' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\nTrue\n"


@pytest.mark.parametrize("kind", [str, str.encode, lambda text: io.BytesIO(text.encode()), io.StringIO])
def test_what_is_too_long_is_said(kind: Callable[[str], Any]) -> None:
    """Its place, in the units of the spans; what stands before and after it is found."""
    matches = uv.find(kind("é http://a/ http://b/" + "c" * 600_000 + " http://d/"), max_length=1000)
    assert [str(match.uri) for match in matches] == ["http://a/", "http://d/"]
    assert matches.left_out == [LeftOut(12 if kind in (str, io.StringIO) else 13, "too long")]


@pytest.mark.parametrize("kind", [str, str.encode, lambda text: io.BytesIO(text.encode()), io.StringIO])
def test_a_host_that_goes_on_beyond_ascii_is_said(kind: Callable[[str], Any]) -> None:
    """A part of a host is another host, so no part is a reference by an edition of US-ASCII; others have the whole."""
    text = "a https://bücher.de/ http://a@例.jp/ x://пример.рф http://h/ö http://h에서 http://ä http://"
    matches = uv.find(kind(text))
    assert [(str(match.uri), match.cut) for match in matches] == [
        ("http://h/", "outside US-ASCII"),
    ]
    places = [text.index(each) for each in ("https://b", "http://a@", "x://", "http://h에", "http://ä")]
    if kind is not str and kind is not io.StringIO:
        places = [len(text[:place].encode()) for place in places]
    assert matches.left_out == [LeftOut(place, "outside US-ASCII") for place in places]
    for options in ({"edition": "rfc3987"}, {"lenient": True}):
        found = uv.find(kind(text), **options)  # type: ignore[arg-type]
        assert len(list(found)) == 6 and found.left_out == []


def test_a_form_is_near_its_colon() -> None:
    """The longest local part that XMPP allows, percent-encoded, and one character more."""
    longest = "xmpp:" + "%41" * 1023
    assert finds(f"{longest}@h") == [f"{longest}@h"]
    assert finds(f"{longest}A@h") == []
