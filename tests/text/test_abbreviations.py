"""Abbreviated references (RFC 2396, Appendix F), typed by a user or standing in a text."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from uriverse.text import complete
from uriverse.text.domains import SUFFIXES, is_known, is_name, top_level


@pytest.mark.parametrize(
    ("text", "uri", "heuristic"),
    [
        ("www.w3.org/Addressing/", "http://www.w3.org/Addressing/", "www"),
        ("  www.w3.org/Addressing/\n", "http://www.w3.org/Addressing/", "www"),
        ("www.example.com:80/a?b#c", "http://www.example.com:80/a?b#c", "www"),
        ("ftp.example.com", "ftp://ftp.example.com", "ftp"),
        ("example.com", "http://example.com", "domain"),
        ("example.co.uk?q", "http://example.co.uk?q", "domain"),
        ("xn--bcher-kva.example.com", "http://xn--bcher-kva.example.com", "domain"),
        ("jim@example.com", "mailto:jim@example.com", "e-mail"),
        ("//example.com/a", "http://example.com/a", "network-path"),
        ("//192.0.2.1", "http://192.0.2.1", "network-path"),
        ("http://www.example.com", "http://www.example.com", None),
        ("mailto:jim@example.com", "mailto:jim@example.com", None),
        ("xyz://h/a", "xyz://h/a", None),
    ],
)
def test_completes(text: str, uri: str, heuristic: str | None) -> None:
    """The URI, and the heuristic that was used as part of the answer."""
    found = complete(text)
    assert found is not None
    assert (str(found.uri), found.heuristic, found.text) == (uri, heuristic, text.strip())


@pytest.mark.parametrize(
    "text",
    [
        *("", "www", "index.html", "end.Next", "a/b.com", "../example.com", "xyz:www.example.com", "example.com."),
        *("www.example.com a", "README.md", "1.2.3.4", "example", "jim@", "@example.com", "jim@localhost", "x.com_y"),
        *("ex\u202eample.com", "www.example.com/a b", "//localhost/a", "-a.com", "a-.com", "jim@example.com/a"),
    ],
)
def test_completes_nothing_else(text: str) -> None:
    """What no heuristic takes for an abbreviation is none."""
    assert complete(text) is None


@pytest.mark.parametrize(
    ("text", "uri", "heuristic"),
    [
        ("<www.w3.org/>", "http://www.w3.org/", "www"),
        (" < www.w3.org/Addressing/ >\n", "http://www.w3.org/Addressing/", "www"),
        ('"www.w3.org/Addressing/"', "http://www.w3.org/Addressing/", "www"),
        ("\u201cexample.com\u201d", "http://example.com", "domain"),
        ("<URL:www.w3.org/>", "http://www.w3.org/", "www"),
        ("URL: example.com/a", "http://example.com/a", "domain"),
        ("<jim@example.com>", "mailto:jim@example.com", "e-mail"),
        ("<www.w3.org/\n  Addressing/>", "http://www.w3.org/Addressing/", "www"),
        ("<www.w3.org/ Addressing/>", "http://www.w3.org/Addressing/", "www"),
        ("www.w3.org/\r\n\tAddressing/", "http://www.w3.org/Addressing/", "www"),
        ("<http://www.ics.uci.edu/pub/\nietf/uri/>", "http://www.ics.uci.edu/pub/ietf/uri/", None),
    ],
)
def test_delimiters_and_white_space_go_first(text: str, uri: str, heuristic: str | None) -> None:
    """RFC 3986, Appendix C: "The whitespace should be ignored when the URI is extracted"; then Appendix F."""
    found = complete(text)
    assert found is not None
    assert (str(found.uri), found.heuristic) == (uri, heuristic)


@pytest.mark.parametrize("text", ["<www.w3.org", "www.w3.org>", "<http://a/ http://b/>", "<>", '"', "<URL:>", "''"])
def test_what_is_not_one_delimited_reference(text: str) -> None:
    """Delimiters come in pairs, around one reference."""
    assert complete(text) is None


def test_never_where_a_base_is_defined() -> None:
    """Appendix F: "limits the use of abbreviated URLs to places where there is no defined base URL"."""
    assert complete("www.w3.org/Addressing/", base="http://a/b") is None
    assert complete("www.w3.org/Addressing/", base=uv.URI("http://a/b")) is None


def test_the_edition_has_the_last_word() -> None:
    """A completion is a URI by the edition that was asked for."""
    assert complete("www.example.com/~a") is not None
    assert complete("www.example.com/~a", edition="rfc1738") is None


def test_off_unless_asked_for() -> None:
    """A text's abbreviations are found with `abbreviated` alone."""
    text = "www.w3.org, jim@example.com, //h.com/x, example.com"
    assert list(uv.find(text)) == []
    assert len(list(uv.find(text, abbreviated=True))) == 4


def test_the_list_of_top_level_domains_has_a_source_and_a_date() -> None:
    """The list is a data file that says whose it is and of which day."""
    from importlib.resources import files

    text = files("uriverse.text").joinpath("data/top-level-domains.txt").read_text("utf-8")
    assert "IANA" in text and "2026-10-01" in text
    assert {"com", "org", "uk", "xn--p1ai"} < top_level()
    assert len(top_level()) > 1400
    assert top_level() >= SUFFIXES


@pytest.mark.parametrize(("host", "known"), [("a.com", True), ("A.COM", True), ("end.In", False), ("a.invalid", False)])
def test_known_names(host: str, known: bool) -> None:
    """The last label is a top-level domain, and doesn't begin a sentence."""
    assert is_known(host) is known


@pytest.mark.parametrize(
    ("host", "named"),
    [
        ("a.bc", True),
        ("a.b", False),
        (".bc", False),
        ("a..bc", False),
        ("a.1c", False),
        ("a" * 63 + ".bc", True),
        ("a" * 64 + ".bc", False),
        ("a." * 126 + "b", False),
        ("a." * 125 + "bcd", True),
        ("a." * 126 + "bc", False),
    ],
)
def test_names(host: str, named: bool) -> None:
    """Labels of 63 characters at most, 253 in all."""
    assert is_name(host) is named


@given(st.text(alphabet="abw.w3@/:-com?#% \n<>()", max_size=40))
def test_what_is_completed_is_found(text: str) -> None:
    """A completion stands in the text by itself, is valid, and says by which heuristic."""
    found = complete(text)
    if found is not None:
        assert uv.is_valid(str(found.uri))
        assert str(found.uri).endswith(found.text)
    for match in uv.find(text, abbreviated=True):
        assert uv.is_valid(str(match.uri))
        assert (match.heuristic is None) == str(match.uri).startswith(match.text[:4])


# A text, and what is found in it as an IRI.
INTERNATIONAL = [
    ("siehe bücher.de, dort", ["http://bücher.de"]),
    ("см. пример.рф/путь.", ["http://пример.рф/путь"]),
    ("(www.bücher.example/ä)", ["http://www.bücher.example/ä"]),
    ("почта@пример.рф!", ["mailto:почта@пример.рф"]),
    ("بفضل كتاب.com؟", ["http://كتاب.com"]),
    ("<//उदाहरण.भारत/जल>", ["http://उदाहरण.भारत/जल"]),
    # No known top-level domain, the end of a sentence, a name in a script without spaces, and what is not a name.
    ("т.е. слово.Дело, конец.Рф 例子.中国 見て日本.jp a→.com é..com", []),
]


@pytest.mark.parametrize(("text", "expected"), INTERNATIONAL)
def test_names_of_many_scripts(text: str, expected: list[str]) -> None:
    """As IRIs; with `lenient` as the URIs to which these map; and in the pieces of a file."""
    for source in (text, io.StringIO(text), text.encode()):
        found = list(uv.find(source, abbreviated=True, edition="rfc3987"))
        assert [str(match.uri) for match in found] == expected
        assert all(match.heuristic and not match.lenient for match in found)
    found = list(uv.find(text, abbreviated=True, lenient=True))
    assert [str(match.uri) for match in found] == [str(uv.to_uri(each)) for each in expected]
    assert all(match.lenient for match in found)
    assert all(found.uri.host is None or found.uri.host.isascii() for found in found)
