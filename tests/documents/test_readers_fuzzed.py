"""Every reader of a text format: whatever it is given, rows come, each whole; nothing is raised."""

from __future__ import annotations

import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.linear import takes_linear_time
from support.strategies import examples
from uriverse.documents import FORMATS, links

PIECES = {
    "html": [
        *(
            "<a href='b'>",
            "<base href=",
            "<svg>",
            "</svg>",
            "<template>",
            "</template>",
            "<table>",
            "<style>",
            "url(d)",
        ),
        *(
            "</style>",
            "<object codebase=",
            " data=",
            "'",
            '"',
            ">",
            "<",
            "/",
            "&#",
            "&amp",
            "x",
            " ",
            "\n",
            "\0",
            "<!--",
        ),
        *("<img srcset=", "<meta http-equiv=refresh content=", "-->", "<frameset>", "<html manifest=", "<plaintext>"),
        *("<math>", "</p>", "<select>", "<form action=", "\ufeff", "<meta charset=utf-16>", "<![CDATA[", "url("),
    ],
    "xhtml": [
        *("<html xmlns='http://www.w3.org/1999/xhtml'>", "<p data-src='a'>", "http://b/", "<i/>", "</p>", "</html>")
    ],
    "playlist": ["#EXTM3U\n", "#EXT-X-KEY:", 'URI="a"', ",", "b.ts\n", '"', "\r", "#"],
    "text": ["http://a/", "<", ">", "\n", "URL:", '"', "é", ".", "-\n"],
    "icalendar": ["BEGIN:VCALENDAR\r\n", "ATTACH:http://a/", "\r\n ", "\n\t", "b", ":"],
    "markdown": ["[a](b)", "<http://c/>", "[d]: e\n", "```\n", "<p>", "![", "](", "\n\n", "\\", "&ouml;", "* ", "    "],
    "css": ["url(", "'a'", ")", "@import", "/*", "*/", "{", "}", "\\", '@charset "utf-16";', "é"],
    "xml": [
        *("<a>", "</a>", "<a xml:base='b'>", "<rss>", "<link>", "</link>", "&lt;", "<?xml-stylesheet href='c'?>"),
        *("]]>", "<![CDATA[", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<content type='html'>", "<!DOCTYPE a ["),
        *("\0", " x:href='d'"),
    ],
    "json": ['{"a":', '{"scope":"/a"', '"http://b/"', "[", "]", "}", ",", "\n", "1", "null", '"\\u', "NaN", "\ud800"],
}


def test_every_format_of_text_is_fuzzed() -> None:
    """A new format gets its pieces here, or a test of its own."""
    assert {"pdf", *PIECES} <= {*FORMATS}


@pytest.mark.parametrize("format", PIECES)
@given(data=st.data())
@examples(60)
def test_rows_come(format: str, data: st.DataObject) -> None:
    """Octets of any kind, and the format's own pieces in any order, packed or not."""
    written = st.lists(st.sampled_from(PIECES[format]), max_size=20).map(
        lambda pieces: "".join(pieces).encode("utf-8", "surrogatepass")
    )
    in_utf_16 = written.map(lambda text: text.decode("utf-8", "replace").encode("utf-16"))
    octets = data.draw(st.one_of(st.binary(max_size=60), written, in_utf_16))
    if format == "xml" and data.draw(st.booleans()):
        octets = gzip.compress(octets)
    for row in links(io.BytesIO(octets), base="http://h/d/", format=format, hints=True):
        assert row.source == "<stream>"
        if row.reference is None:
            # docs/links.md: what "cannot be read, is cut short or does not match its declared charset". The octets
            # `00 00 00 3C` at the start declare UTF-32 (XML 1.0, appendix F.1).
            assert row.error is not None and row.problem in {"unreadable", "incomplete", "charset"}
        else:
            assert row.valid == (row.kind is not None)
            assert row.resolved is not None or row.error is not None
        assert row.error is None or "\n" not in row.error


@pytest.mark.parametrize(
    ("format", "before", "unit", "after"),
    [
        ("text", "", "<http://a/", ""),
        ("text", "", "http://a/b ", ""),
        ("css", "", "url(", ""),
        ("css", "@import '", "\\", ""),
        ("xml", "<a>", "<b>", ""),
        ("xml", "<a ", "b='' ", "/>"),
        ("xml", "<a xmlns='http://www.w3.org/2005/Atom'><id>", "x ", "</id></a>"),
        ("xml", "<a>", "<b xml:base='c'/>", "</a>"),
        ("json", "[", '"http://a/",', '"b"]'),
        ("json", "", '"a:b"\n', ""),
        ("json", "", "[", ""),
        ("markdown", "", "[a](b) ", ""),
        ("markdown", "", "<http://a/> ", ""),
        ("markdown", "", "a\n", ""),
        ("markdown", "", "[a]: b\n", ""),
    ],
)
def test_long_documents(format: str, before: str, unit: str, after: str) -> None:
    """One thing, again and again, takes linear time."""

    def read(size: int) -> None:
        data = before + unit * (size // len(unit)) + after
        for row in links(io.BytesIO(data.encode()), base="http://h/", format=format):
            assert row.reference is not None or row.error is not None

    takes_linear_time(read, 30_000)
