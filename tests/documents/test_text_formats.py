"""Plain text, style sheets, Markdown and JSON: their references as the rows that `uriverse links` shows."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from support.vectors import Case, cases
from uriverse.documents import Document, FoundReference, links
from uriverse.documents.encodings import decode, decode_style_sheet
from uriverse.documents.rows import Places


def read(data: bytes | str, format: str, base: str | None = "http://h/d/", **options: Any) -> list[FoundReference]:
    octets = data.encode() if isinstance(data, str) else data
    return list(links(io.BytesIO(octets), base=base, format=format, **options))


def brief(rows: list[FoundReference]) -> list[tuple[object, ...]]:
    return [(row.line, row.column, row.element, row.attribute, row.reference, row.resolved) for row in rows]


# ---- plain text


def test_the_references_of_a_text() -> None:
    """Where each begins, how it is delimited, and the URI."""
    text = 'é under "http://a/b",\r\nfrom <ftp://h.\n  com/rfc/>.\rSee URL:http://c/d.'
    assert brief(read(text, "text")) == [
        (1, 10, "quoted", None, "http://a/b", "http://a/b"),
        (2, 7, "bracketed", None, "ftp://h.com/rfc/", "ftp://h.com/rfc/"),
        (4, 5, "URL:", None, "http://c/d", "http://c/d"),
    ]


def test_a_text_has_no_abbreviations_where_there_is_a_base() -> None:
    """RFC 2396, Appendix F: only "where there is no defined base URL"."""
    assert read("www.example.com and a/b and //h/x", "text") == []


def test_the_row_shows_the_base_that_was_not_needed() -> None:
    """The same rows as of every format."""
    (row,) = read("http://a/b", "text")
    assert (row.base, row.base_rule, row.kind, row.valid, row.error) == (
        "http://h/d/",
        "retrieval",
        "absolute",
        True,
        None,
    )
    (row,) = read("http://a/b#c", "text", base=None, edition="rfc2396")
    assert (row.base, row.resolved) == (None, "http://a/b#c")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-be"])
def test_marks_of_order(encoding: str) -> None:
    """A byte order mark tells the encoding."""
    text = "é http://a/b" if encoding != "utf-16-be" else "\ufeffé http://a/b"
    assert brief(read(text.encode(encoding), "text"))[0][:5] == (1, 3, "bare", None, "http://a/b")


IN_A_CHARSET = {
    "text": "http://h/é",
    "icalendar": "BEGIN:VCALENDAR\nURL:http://h/é\nEND:VCALENDAR",
    "markdown": "[a](http://h/é)",
    "css": "a { background: url(http://h/é) }",
    "xml": "<a href='http://h/é'/>",
    "json": '{"url": "http://h/é"}',
    "playlist": "#EXTM3U\nhttp://h/é\n",
}


@pytest.mark.parametrize("format", IN_A_CHARSET)
def test_the_charset_of_the_transport_is_that_of_the_octets(format: str) -> None:
    """RFC 2046, section 4.1.2: the parameter "charset" of a media type."""
    document = Document("page", IN_A_CHARSET[format].encode("latin-1"), format=format, encoding="latin-1")
    assert [row.reference for row in links(document, edition="rfc3987")] == ["http://h/é"]


def test_octets_that_are_no_text_stay() -> None:
    """Latin-1 without a mark is read, its letters as ends of references."""
    assert [row.reference for row in read("Café http://a/é".encode("latin-1"), "text")] == ["http://a/"]


def test_decoding() -> None:
    """An encoding that nobody knows is UTF-8."""
    assert decode(b"a\xff", "no-such-encoding") == ("a\udcff", "its charset is not known: 'no-such-encoding'")
    assert decode(b"a\xe9", "latin-1") == ("aé", None)
    assert decode_style_sheet('@charset "latin-1"; é'.encode("latin-1")) == '@charset "latin-1"; é'
    assert decode_style_sheet('@charset "utf-16"; é'.encode()) == '@charset "utf-16"; é'
    assert decode_style_sheet('@charset "x\0"; é'.encode()) == '@charset "x\0"; é'


def test_places() -> None:
    """CR, LF and CR LF end lines; columns count characters."""
    places = Places("a\r\nbé\rc\n")
    assert [places.place(at) for at in (0, 3, 4, 6, 8)] == [(1, 1), (2, 1), (2, 2), (3, 1), (4, 1)]


# ---- style sheets


def test_the_references_of_a_style_sheet() -> None:
    """Each has its token's place and name; the base is the sheet's own. A namespace is a name (CSS Namespaces, 3)."""
    sheet = "@import 'a.css';\np { background: url( b.png ), image-set('c' 1x) } /* url(d) */ @namespace \"urn:x\";"
    assert brief(read(sheet, "css", base="http://h/css/s.css")) == [
        (1, 9, "@import", None, "a.css", "http://h/css/a.css"),
        (2, 17, "url", None, "b.png", "http://h/css/b.png"),
        (2, 41, "image-set", None, "c", "http://h/css/c"),
    ]


# ---- Markdown


@pytest.mark.parametrize(("edition", "case"), list(cases("markdown")), ids=lambda value: str(value)[:60])
def test_the_examples_of_commonmark(edition: str, case: Case) -> None:
    """The references are those of the specification, as they are written."""
    assert edition == "rfc3986"
    assert [row.reference for row in read(case["text"], "markdown")] == case["references"]


def test_the_references_of_a_document() -> None:
    """Lines of blocks and of line breaks in them; HTML by its own reader."""
    text = (
        "# [a](b)\n\nText\n<http://c/> and\n![i](j.png) [k][l]\n\n"
        '<p>\n<img src="m">\n</p>\n\nIn <a href="n">line</a>.\n\n[l]: o "t"\n'
    )
    assert brief(read(text, "markdown", base="http://h/d/x.md")) == [
        (1, None, "link", "href", "b", "http://h/d/b"),
        (4, None, "autolink", "href", "http://c/", "http://c/"),
        (5, None, "image", "src", "j.png", "http://h/d/j.png"),
        (5, None, "link", "href", "o", "http://h/d/o"),
        (8, None, "img", "src", "m", "http://h/d/m"),
        (11, None, "a", "href", "n", "http://h/d/n"),
    ]


def test_footnotes() -> None:
    """GitHub, GitLab and Pandoc have them: a label that begins with "^" is no link, and text follows it."""
    text = "a[^1]\n\n[^1]: [link](https://h/1).\n[^n]: <https://h/2>\n\n[^2]: https://h/3\n\n[c]: d\n\n[c]"
    links_alone, with_hints = (read(text, "markdown", hints=hints) for hints in (False, True))
    assert [row.reference for row in links_alone] == ["https://h/1", "https://h/2", "d"]
    assert [row.reference for row in with_hints] == ["https://h/1", "https://h/2", "https://h/3", "d"]


def test_notebooks() -> None:
    """nbformat: the source of a cell is a text or its lines. A Markdown cell has links, any other is text."""
    cells = [
        {"cell_type": "markdown", "source": ["# a\n", "[b](c.md) ![d](attachment:e.png)"]},
        {"cell_type": "code", "source": "x = 'http://h/1'", "outputs": [{"text": "http://h/2"}]},
        {"cell_type": "raw"},
        {"cell_type": "code", "input": ["# http://h/3"]},
    ]
    for notebook in ({"nbformat": 4, "cells": cells}, {"nbformat": 3, "worksheets": [{"cells": cells}]}):
        rows = list(links(Document("a.ipynb", json.dumps(notebook).encode(), "http://h/n/a.ipynb")))
        assert [(row.source, row.line, row.resolved) for row in rows] == [
            ("a.ipynb, cell 1", 2, "http://h/n/c.md"),
            ("a.ipynb, cell 1", 2, "attachment:e.png"),
            ("a.ipynb, cell 2", 1, "http://h/1"),
            ("a.ipynb, cell 4", 1, "http://h/3"),
        ]


@pytest.mark.parametrize("data", [b"", b"[]", b'{"cells": 1}', b'{"worksheets": 1}', b"[" * 100_000])
def test_what_is_no_notebook(data: bytes) -> None:
    (row,) = links(Document("a.ipynb", data))
    assert row.problem == "unreadable" and row.error is not None


def test_what_a_browser_would_not_follow_is_shown() -> None:
    """A reader of references drops nothing; the edition judges."""
    (script, spaced) = read("[a](javascript:alert) [b](<c d>)", "markdown")
    assert (script.reference, script.resolved, script.valid) == ("javascript:alert", "javascript:alert", True)
    assert (spaced.reference, spaced.valid) == ("c d", False)


# ---- JSON


def test_every_string_that_is_a_uri() -> None:
    """Each with its pointer (RFC 6901), in the text's order; a member that comes twice gives two rows."""
    value = (
        '{"a/b": ["http://a/", 1, "no", {"~": "urn:x:y"}], "": "mailto:c@h", "d": "12:30", "d": "ftp://d", "e": "a: b"}'
    )
    assert [(row.element, row.attribute, row.reference) for row in read(value, "json")] == [
        ("string", "/a~1b/0", "http://a/"),
        ("string", "/a~1b/3/~0", "urn:x:y"),
        ("string", "/", "mailto:c@h"),
        ("string", "/d", "ftp://d"),
    ]


def test_a_json_text_may_be_one_string() -> None:
    """The pointer of the whole is empty."""
    (row,) = read('"http://a/\\u00e9"', "json")
    assert (row.reference, row.valid, row.problem) == ("http://a/é", False, "syntax")
    (row,) = read('"http:\\/\\/a\\/"', "json")
    assert (row.attribute, row.reference) == ("", "http://a/")


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (["xsd:string", "C:/x", "T:12", "lint:fix", "a:b", "see http://h/", "http://h/ x", "INFO:root:x"], []),
        (
            ["HTTPS://h/x|y", "git+ssh://h/x", "tel:+1", "data:,x"],
            ["HTTPS://h/x|y", "git+ssh://h/x", "tel:+1", "data:,x"],
        ),
        ({"$ref": "#/$defs/a", "ref": "#/b", "$schema": "s.json"}, ["#/$defs/a", "s.json"]),
        ({"@id": "x", "a": {"@id": "_:b0"}, "@context": ["c", {"@vocab": "v#"}]}, ["x", "c", "v#"]),
        ({"start_url": "/?s=pwa", "icons": [{"src": "i.png", "type": "image/png"}]}, ["/?s=pwa", "i.png"]),
        ({"home_page_url": "/", "items": [{"id": "1", "content_html": "<p><a href=a>b</a>"}]}, ["/", "a"]),
        ({"_links": {"self": {"href": "/orders"}, "find": {"href": "?q"}}}, ["/orders", "?q"]),
    ],
)
def test_a_string_is_a_reference_by_its_key_or_as_a_whole_url(value: object, found: list[str]) -> None:
    """What merely has a colon is none."""
    assert [row.reference for row in read(json.dumps(value), "json")] == found
    assert [row.reference for row in read(json.dumps(value), "json", edition="whatwg")] == found


def test_json_lines() -> None:
    """Each line is a text; one that is none gives a row that says so."""
    rows = read('{"a": "http://a/"}\n\n"http://b/"\nnot json\n["http://c/"]\n', "json")
    assert [(row.line, row.attribute, row.reference) for row in rows] == [
        (1, "/a", "http://a/"),
        (3, "", "http://b/"),
        (4, None, None),
        (5, "/0", "http://c/"),
    ]
    assert rows[2].error == "cannot be read: it is not JSON: Expecting value: line 1 column 1 (char 0)"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32-be"])
def test_encodings_of_json(encoding: str) -> None:
    """RFC 4627, section 3, tells them by their zero octets."""
    assert [row.reference for row in read('["é", "http://a/"]'.encode(encoding), "json")] == ["http://a/"]


def test_damaged_json_says_where() -> None:
    """One row, with the line and column of the fault."""
    (row,) = read('{"a":\n "http://a/",}', "json")
    assert (row.line, row.reference) == (2, None)
    assert row.error is not None and row.error.startswith("cannot be read: it is not JSON: ")
    (row,) = read("", "json")
    assert row.error is not None


def test_deep_and_long_json() -> None:
    """Depth and long numbers are no fault of the reader's."""
    (row,) = read("[" * 100_000 + "]" * 100_000, "json")
    assert row.error == "cannot be read: its values are nested too deep"
    assert [row.reference for row in read("[" + "1" * 100_000 + ', NaN, "http://a/"]', "json")] == ["http://a/"]
    assert len(read(json.dumps(["http://a/"] * 10_000), "json")) == 10_000


# ---- all of them


@pytest.mark.parametrize(
    ("module", "format", "library"),
    [("markdown_it", "markdown", "markdown-it-py"), ("pypdf", "pdf", "'pypdf[crypto]'")],
)
def test_without_the_library_it_is_named(module: str, format: str, library: str) -> None:
    """The library says what brings the parser."""
    code = (
        f"import sys; sys.modules['{module}'] = None\n"
        "import io; from uriverse.documents import links\n"
        f"print(*(row.error for row in links(io.BytesIO(b'x'), format='{format}')))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.endswith(f"needs the extra '{format}': pip install {library}\n")


def test_an_address_that_is_cut_says_so() -> None:
    """As a match does: why, and what follows."""
    (row,) = read("see https://ja.wikipedia.org/wiki/日本語 now".encode(), "text")
    assert (row.reference, row.cut, row.trimmed) == ("https://ja.wikipedia.org/wiki/", "outside US-ASCII", "日本語")
    (row,) = read(b"see https://h/a{id}.", "text")
    assert (row.reference, row.cut, row.trimmed) == ("https://h/a", "excluded", "{id}")
    (row,) = read(b"see https://h/a.", "text")
    assert (row.reference, row.cut, row.trimmed) == ("https://h/a", None, ".")


def test_a_host_that_is_cut_has_a_row_without_a_reference() -> None:
    """Half of a host is another host: nothing of it is a reference, and the place is not passed over in silence."""
    text = "a\nsee https://пример.рф/ or http://h/".encode()
    found, left_out = read(text, "text")
    assert (found.reference, found.problem) == ("http://h/", None)
    assert (left_out.line, left_out.column, left_out.reference, left_out.problem) == (2, 5, None, "incomplete")
    assert [row.reference for row in links(Document("t", text, format="text"), lenient=True)] == [
        "https://xn--e1afmkfd.xn--p1ai/",
        "http://h/",
    ]


def test_the_options_govern_how_references_are_found_in_text() -> None:
    """An IRI is found whole by the editions that have it; `lenient` maps it; `schemes` says what counts."""
    text = Document("t", "https://ja.wikipedia.org/wiki/日本語 foo:bar urn:a:b".encode(), format="text")
    whole = "https://ja.wikipedia.org/wiki/日本語"
    for edition in ("rfc3987", "whatwg"):
        found = [row.reference for row in links(text, edition=edition)]
        assert found == [whole, "urn:a:b"]
    encoded = "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E"
    assert [row.reference for row in links(text, lenient=True)] == [encoded, "urn:a:b"]
    assert [row.reference for row in links(text, schemes=["foo"])] == ["foo:bar"]
    found_whatwg = next(links(text, edition="whatwg"))
    assert (found_whatwg.resolved, found_whatwg.cut) == (encoded, None)


def test_lines_that_were_folded_are_put_together() -> None:
    """RFC 5545, section 3.1; RFC 3676, section 4.1."""
    calendar = b"BEGIN:VCALENDAR\r\nATTACH:ftp://example.com/pub/\r\n sounds/bell-01.aud\r\nEND:VCALENDAR\r\n"
    for document in (Document("x.ics", calendar), Document("x", calendar)):
        assert [row.reference for row in links(document)] == ["ftp://example.com/pub/sounds/bell-01.aud"]
    head = b"A: b\nContent-Type: text/plain; format=flowed; delsp=yes\n\n"
    mail = head + b"> http://h/a/ \n> b/ \n>c x\nhttp://h/ \n\nd\n-- \ne"
    assert [row.reference for row in links(Document("x", mail, format="mime"))] == ["http://h/a/b/c", "http://h/"]
    flowed = mail.replace(b"delsp=yes", b"delsp=no")
    assert [row.reference for row in links(Document("x", flowed, format="mime"))] == ["http://h/a/", "http://h/"]


@pytest.mark.parametrize("text", [b"> " * 20_000 + b"[a](b)", b"- " * 5_000 + b"[a](b)", b"[" * 5_000 + b"[a](b)"])
def test_markdown_that_is_nested_too_deep_says_so(text: bytes) -> None:
    """The parser passes over it."""
    rows = read(b"[first](x)\n\n" + text, "markdown")
    assert rows[0].reference == "x"
    assert {row.problem for row in rows if row.problem} == {"incomplete"}
    assert any("nested deeper than 100 levels" in (row.error or "") for row in rows)


def test_markdown_nested_by_99_levels_is_read() -> None:
    """Quotations within quotations, brackets within brackets; of one level more the row names the line, if known."""
    for around in (b"> ", b"["):
        (row,) = read(around * 99 + b"[a](b)", "markdown")
        assert row.reference == "b"
    for around, where in ((b"> ", " at line 3"), (b"- ", " at line 3"), (b"[", "")):
        (row,) = read(b"a\n\n" + around * 100 + b"[a](b)", "markdown")
        assert row.error == f"cannot be read wholly: something{where} is nested deeper than 100 levels"


def test_no_reference_of_a_text_is_too_long() -> None:
    """`find` reads streams and has a limit; a document has one of its own."""
    long = "http://h/" + "x" * (1 << 21)
    (row,) = read(long.encode(), "text")
    assert row.reference == long
