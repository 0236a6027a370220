"""HTTP responses, fetched from a real server: redirects, header fields, what the libraries give, raw octets."""

from __future__ import annotations

import io
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import requests

from support.local_server import Answer, serving
from uriverse.documents import FoundReference, links

HTML = ("Content-Type", "text/html; charset=iso-8859-1")


def redirect(location: str) -> Answer:
    return Answer(headers=(("Location", location),), status=302)


ANSWERS = {
    "/one": redirect("/two/"),
    "/two/": redirect("three?a#f"),
    "/two/three": Answer(b"<a href=x><a href='#s'><img src='\xe9'>", (HTML,)),
    "/located": Answer(b"<a href=x>", (HTML, ("Content-Location", "/d/e"))),
    "/based": Answer(b"<a href=x>", (HTML, ("Content-Location", "l"), ("Content-Base", "http://b/b/"))),
    "/unfit": Answer(b"<a href=x>", (HTML, ("Content-Location", "l/"), ("Content-Base", "http://[b"))),
    "/embedded": Answer(b"<base href=e/><a href=x>", (HTML, ("Content-Location", "/d/"))),
    "/link": Answer(
        b"<base href=/none/>",
        (HTML, ("Link", '<a,;>; rel="x;y, z"; anchor="#b", <c>;rel=next'), ("Link", "<d>"), ("Refresh", "5; url=e")),
    ),
    "/image": Answer(b"\x89PNG\r\n<a href=x>", (("Content-Type", "image/png"), ("Link", "<y>"))),
    "/sheet": Answer(b"a { b: url(c) }", (("Content-Type", "text/css"),)),
    "/untyped": Answer(b"<a href=x>", ()),
    "/octets.json": Answer(b'["http://j/"]', (("Content-Type", "application/octet-stream"),)),
    "/parts": Answer(
        b"--b\nContent-Type: text/html\n\n<a href=x>\n--b--", (("Content-Type", "multipart/mixed; boundary=b"),)
    ),
    "/lie": Answer(b"<a href=\xe9>", (("Content-Type", "text/html; charset=utf-8"),)),
}


@pytest.fixture(scope="module")
def root() -> Iterator[str]:
    with serving(ANSWERS) as address:
        yield address


def by_requests(uri: str) -> Any:
    with requests.Session() as session:
        session.trust_env = False
        return session.get(uri, timeout=10)


def by_httpx(uri: str) -> Any:
    return httpx.get(uri, follow_redirects=True, trust_env=False)


def by_urllib(uri: str) -> Any:
    return urllib.request.build_opener(urllib.request.ProxyHandler({})).open(uri, timeout=10)


LIBRARIES = [by_requests, by_httpx, by_urllib]
Fetch = Callable[[str], Any]


def read(fetch: Fetch, uri: str, **options: Any) -> list[FoundReference]:
    response = fetch(uri)
    try:
        return list(links(response, **options))
    finally:
        response.close()


@pytest.mark.parametrize("fetch", LIBRARIES)
def test_a_chain_of_redirects(fetch: Fetch, root: str) -> None:
    """RFC 3986, section 5.1.3: the last URI is the base; redirects have rows where the library keeps them."""
    rows = read(fetch, f"{root}one")
    *moved, link, fragment, image = rows
    assert (link.base, link.base_rule) == (f"{root}two/three?a", "retrieval")
    assert [link.resolved, fragment.resolved] == [f"{root}two/x", f"{root}two/three?a#s"]
    assert (image.reference, image.valid) == ("é", False)
    if fetch is not by_urllib:
        assert [(row.source, row.element, row.reference, row.resolved) for row in moved] == [
            (f"{root}one", "Location", "/two/", f"{root}two/"),
            (f"{root}two/", "Location", "three?a#f", f"{root}two/three?a#f"),
        ]


@pytest.mark.parametrize("fetch", LIBRARIES)
@pytest.mark.parametrize(
    ("path", "target", "rule"),
    [
        ("located", "{root}d/x", "entity"),
        ("based", "http://b/b/x", "entity"),
        ("unfit", "{root}l/x", "entity"),
        ("embedded", "{root}d/e/x", "embedded"),
        ("untyped", "{root}x", "retrieval"),
        ("sheet", "{root}c", "retrieval"),
        ("octets.json", "http://j/", "retrieval"),
        ("parts", "{root}x", "retrieval"),
    ],
)
def test_the_base_of_the_content(fetch: Fetch, root: str, path: str, target: str, rule: str) -> None:
    """Content-Base goes before Content-Location, an unfit one counts as none, BASE before both."""
    *_, row = read(fetch, root + path)
    assert (row.resolved, row.base_rule) == (target.format(root=root), rule)


@pytest.mark.parametrize("fetch", LIBRARIES)
def test_references_in_fields(fetch: Fetch, root: str) -> None:
    """Link's targets and anchors, without the base that the content embeds; Refresh as HTML reads it."""
    rows = [row for row in read(fetch, f"{root}link") if row.element != "base"]
    assert sorted((row.element, row.attribute or "", row.reference, row.resolved) for row in rows) == [
        ("Link", "", "a,;", f"{root}a,;"),
        ("Link", "", "c", f"{root}c"),
        ("Link", "", "d", f"{root}d"),
        ("Link", "anchor", "#b", f"{root}link#b"),
        ("Refresh", "", "e", f"{root}e"),
    ]


@pytest.mark.parametrize("fetch", LIBRARIES)
def test_content_that_no_reader_has(fetch: Fetch, root: str) -> None:
    """A picture's fields are read, not the picture, and a row says so."""
    field, picture = read(fetch, f"{root}image")
    assert (field.reference, picture.error) == ("y", "cannot be read: no reader takes its type: image/png")


@pytest.mark.parametrize("fetch", LIBRARIES)
def test_what_the_caller_says_goes_first(fetch: Fetch, root: str) -> None:
    """A base in place of the retrieval URI, a format in place of the type."""
    (row,) = read(fetch, f"{root}untyped", base="http://h/")
    assert row.resolved == "http://h/x"
    link, row = read(fetch, f"{root}image", format="text")
    assert (link.element, row.error) == ("Link", "cannot be read: it is a PNG image")


@pytest.mark.parametrize("fetch", LIBRARIES)
def test_a_charset_that_lies(fetch: Fetch, root: str) -> None:
    """The page is read and a row tells."""
    row, lie = read(fetch, f"{root}lie")
    assert row.reference == "\ufffd"
    assert lie.error == "its charset is not UTF-8, as it says: octet 0xe9 at 8"


def test_a_response_that_breaks_off(root: str) -> None:
    """An error of the library becomes a row."""
    response = httpx.Response(200, request=httpx.Request("GET", root), stream=Broken())
    (row,) = links(response)
    assert row.error == "cannot be read: ReadError: the line is cut"


class Broken(httpx.SyncByteStream):
    def __iter__(self) -> Iterator[bytes]:
        raise httpx.ReadError("the line is cut")


RAW = (
    b"HTTP/1.1 301 Moved\r\nLocation: /b/\r\n\r\n"
    b"HTTP/2 200\r\ncontent-type: text/html\r\nLink: <l>;\r\n  rel=x\r\n\r\n<a href=x>HTTP/1.1"
)


def test_a_response_as_octets() -> None:
    """As `curl --include --location` writes it; from a file it has no retrieval URI unless it is told."""
    rows = list(links(io.BytesIO(RAW), base="http://h/a"))
    assert [(row.element, row.resolved) for row in rows] == [
        ("Location", "http://h/b/"),
        ("Link", "http://h/b/l"),
        ("a", "http://h/b/x"),
    ]
    assert [row.resolved for row in links(io.BytesIO(RAW))] == [None, None, None]
    (row,) = links(io.BytesIO(b"HTTP/1.1"), format="http")
    assert row.error == "cannot be read: it is not an HTTP response"
    assert list(links(io.BytesIO(b"HTTP/1.1 204 None\n\n"))) == []


def of_fields(*fields: str, content: str = "<a href=x>", **options: Any) -> list[FoundReference]:
    head = "".join(f"{field}\r\n" for field in ("Content-Type: text/html", *fields))
    data = f"HTTP/1.1 200 OK\r\n{head}\r\n{content}".encode()
    return list(links(io.BytesIO(data), base="http://h/d/p", **options))


@pytest.mark.parametrize("name", ["Location", "Content-Location", "Content-Base", "SourceMap", "Refresh"])
def test_white_space_within_a_field_is_not_taken_out(name: str) -> None:
    """RFC 9110, section 5.5: white space around a value is not part of it; within, it is, and no URI has it."""
    row = of_fields(f"{name}:  {'0; url=' if name == 'Refresh' else ''}/a b \t")[0]
    assert (row.element, row.reference, row.valid, row.problem) == (name, "/a b", False, "syntax")


@pytest.mark.parametrize(
    ("fields", "base"),
    [
        (["Base: <URL:http://b/c/>"], "http://b/c/"),
        (["BASE: <url:http://b/ c/>"], "http://b/c/"),
        (["Content-Base: <URL:http://b/c/>"], "http://b/c/"),
        (["Content-Base: <http://b/c/>"], "http://b/c/"),
        (['Content-Base: "http://b/c/"'], "http://b/c/"),
        (["Base: <URL:http://b/>", "Content-Base: http://c/"], "http://c/"),
        (["Base: <URL:http://b/>", "Content-Location: c/"], "http://b/"),
        (["Base: http://b/c/"], "http://h/d/p"),
        (["Base: of the year"], "http://h/d/p"),
    ],
)
def test_the_base_field(fields: list[str], base: str) -> None:
    """RFC 1808, section 3.1: Base = "Base" ":" "<URL:" absoluteURL ">"; another Base field is not that one."""
    assert of_fields(*fields)[-1].base == base


def test_the_location_is_relative_to_the_base_of_its_head() -> None:
    """RFC 2068, section 14.15: "interpreted relative to any Content-Base URI supplied in the response"."""
    rows = of_fields("Content-Base: http://b/c/", "Content-Location: d")
    assert [row.resolved for row in rows if row.element == "Content-Location"] == ["http://b/c/d"]


def test_codings_of_a_response_as_octets() -> None:
    """Chunks and compression are taken off; what is damaged has a row, and nothing is lost."""
    chunked = "Transfer-Encoding: chunked"
    (row,) = of_fields(chunked, content="5\r\n<a hr\r\n5\r\nef=x>\r\n0\r\n\r\n".replace("5\r\n<a hr", "5\r\n<a hr"))
    assert row.reference == "x"
    lie, row = of_fields(chunked, content="5\r\n<a hr\r\nfff\r\nef=x>")
    assert (row.reference, lie.problem) == ("x", "incomplete")
    assert lie.error == "cannot be read wholly: a chunk says that it has 4095 octets, and 5 are there"
    (row,) = of_fields(chunked, content="<a href=x>")
    assert row.reference == "x"
    (row,) = of_fields("Content-Encoding: compress", content="<a href=x>")
    assert row.error == "cannot be read wholly: its content coding is not known: 'compress'"
