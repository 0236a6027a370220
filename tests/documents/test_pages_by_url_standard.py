"""Pages by the URL Standard: bases, charsets and targets as a browser has them, beside the answer of an edition."""

from __future__ import annotations

import io

import pytest

import uriverse as uv
from uriverse.documents import Document, FoundReference, establish, links


def rows(page: str | bytes, base: str | None = "http://h/dir/page", **options: object) -> list[FoundReference]:
    data = page if isinstance(page, bytes) else page.encode()
    options = {"edition": "whatwg", "format": "html", **options}
    return list(links(io.BytesIO(data), base=base, **options))  # type: ignore[arg-type]  # options of links


def resolved(page: str | bytes, **options: object) -> str | None:
    return rows(page, **options)[-1].resolved


@pytest.mark.parametrize(
    ("markup", "target"),
    [
        ("<base href='/b c/'><a href=x>", "http://h/b%20c/x"),
        ("<base href=/é/><meta charset=utf-8><a href=x>", "http://h/%C3%A9/x"),
        ("<base href='data:,x'><a href=x>", "http://h/dir/x"),
        ("<base href='java\tscript:1'><a href=x>", "http://h/dir/x"),
        ("<base href='http://[bad'><base href=/c/><a href=x>", "http://h/dir/x"),
        ("<base href='mailto:a@b'><a href='#f'>", "mailto:a@b#f"),
        ("<base href='/b#f'><a href=''>", "http://h/b"),
        ("<object codebase=c/ data=1></object>", "http://h/dir/1"),
        ("<base href=/b/><form action=''></form>", "http://h/dir/page"),
        ("<base href=/b/><form><button formaction></button></form>", "http://h/dir/page"),
        ("<base href=/b/><img src=''>", "http://h/b/"),
        ("<base href='/b c/'><iframe srcdoc='<a href=x>'></iframe>", "http://h/b%20c/x"),
    ],
)
def test_bases(markup: str, target: str) -> None:
    """HTML Standard, section 4.2.3, and the form submission algorithm; what a browser does not know has no effect."""
    assert resolved(markup) == target


@pytest.mark.parametrize(
    ("charset", "reference", "target"),
    [
        ("windows-1251", "?ж#ж", "http://h/dir/page?%E6#%D0%B6"),
        ("windows-1251", "ж", "http://h/dir/%D0%B6"),
        ("windows-1251", "ws://h/?ж", "ws://h/?%D0%B6"),
        ("windows-1251", "foo:?ж", "foo:?%D0%B6"),
        ("utf-8", "?ж", "http://h/dir/page?%D0%B6"),
    ],
)
def test_queries_take_the_charset_of_the_page(charset: str, reference: str, target: str) -> None:
    """URL Standard, query state: the encoding counts in queries of special URLs that are not ws or wss."""
    page = f"<meta charset={charset}><a href='{reference}'>".encode(charset)
    assert resolved(page) == target
    assert rows(page, edition="rfc3986")[-1].browser == target


def test_a_style_sheet_does_not() -> None:
    """CSS Values Level 4, section 4.5: its URLs are parsed without an encoding."""
    page = "<meta charset=windows-1251><p style='background: url(?ж)'><style>p { background: url(?ж) }</style>"
    assert [row.resolved for row in rows(page.encode("cp1251"))] == ["http://h/dir/page?%D0%B6"] * 2


def test_valid_is_what_an_author_may_write() -> None:
    """Section 4.3; what is not valid has a target all the same, and the error says what was repaired."""
    good, repaired, refused = rows("<a href='../x?y'><a href='a\\b'><a href='http://a:b/'>")
    assert good[9:12] == ("relative-path", True, None)
    assert (repaired.valid, repaired.problem, repaired.resolved) == (False, "syntax", "http://h/dir/a/b")
    assert repaired.error == 'invalid-reverse-solidus at 1: "\\" is used instead of "/"'
    assert (refused.valid, refused.problem, refused.resolved) == (False, "syntax", None)
    assert refused.error == "port-invalid at 9: the port holds something other than digits"


def test_what_has_no_base() -> None:
    """A relative reference is valid and says what it misses; so it is against an opaque path."""
    absolute, relative = rows("<a href='http://h'><a href=b>", base=None)
    assert (absolute.resolved, absolute.error) == ("http://h/", None)
    assert (relative.valid, relative.problem, relative.error) == (
        True,
        "unresolved",
        "there is no base to resolve it against",
    )
    assert rows("<a href=b>", base="mailto:a@b")[0].problem == "unresolved"


def test_both_answers_stand_side_by_side() -> None:
    """By an edition `resolved` is its target and `browser` the URL Standard's; by the URL Standard they are one."""
    page = "<a href='HTTP://h:80/%2e%2E/'><a href='a b'><a href='http://['><a href=c>"
    by_edition = [(row.resolved, row.browser) for row in rows(page, edition="rfc3986")]
    assert by_edition == [
        ("HTTP://h:80/%2e%2E/", "http://h/"),
        (None, "http://h/dir/a%20b"),
        (None, None),
        ("http://h/dir/c", "http://h/dir/c"),
    ]
    assert [row.browser for row in rows(page)] == [row.resolved for row in rows(page)]
    assert [row.browser for row in rows(page)] == [browser for _, browser in by_edition]


def test_other_formats_take_it_as_well() -> None:
    """Targets are those of a browser; `browser` is for pages, and running text is cut by RFC 3986."""
    sheet = Document("s.css", b"p { background: url('a b') }", "http://h/", "css")
    text = Document("t.txt", b"see http://H/%7e, please", None, "text")
    data = Document("d.json", b'{"a": "HTTP://h", "b": "not a URL"}', None, "json")
    xml = Document(
        "x.xml", b"<a xml:base='b c/' xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='d'/>", "http://h/", "xml"
    )
    found = [(row.resolved, row.browser) for row in links(sheet, text, data, edition="whatwg")]
    assert found == [("http://h/a%20b", None), ("http://h/%7e", None), ("http://h/", None)]
    assert [row.resolved for row in links(xml, edition="whatwg")][-1] == "http://h/b%20c/d"


def test_establish_by_the_url_standard() -> None:
    """Each layer is parsed against the one around it; what the parser refuses is kept with the reason."""
    base = establish(retrieval="HTTP://h:80/x#f", entities=["a b/", "http://["], edition="whatwg")
    assert (base.text, base.rule, base.clause) == ("http://h/a%20b/", "entity", "5.1.2")
    assert base.refused[0].reason == 'IPv6-unclosed at 8: the IPv6 address has no "]"'
    assert isinstance(base.uri, uv.whatwg.URL)
    assert establish(embedded="a", edition="whatwg").refused[0].reason == "it is relative, and no base encloses it"


@pytest.mark.parametrize("base", ["http://h/d/p.html", "https://h:8/?q", "ftp://h/"])
def test_where_a_browser_goes_is_what_the_parser_of_the_url_standard_says(base: str) -> None:
    """Of relative references, too: those that both standards resolve alike, and those that one of them rewrites."""
    paths = ("", "a", "../a", "/a/./b", "a'b", "/x/%2e%2e/y", "%2E%2E/z", "a/", "..")
    references = [path + rest for path in paths for rest in ("", "?b", "?b'c", "#d", "?'#'", "?/../")]
    page = "".join(f'<a href="{each}"></a>' for each in references).encode()
    rows = list(links(Document("p.html", page, base)))
    assert [(row.reference, row.browser) for row in rows] == [
        (each, str(uv.whatwg.URL(each, base=base))) for each in references
    ]
