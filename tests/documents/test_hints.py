"""Hints: what a crawler wants besides links; off by default, each with its class."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support import command
from support.strategies import examples
from uriverse.documents import Document, Limits, links
from uriverse.documents.readers.hints import classes

BASE = "http://h/d/page"
HEAD = "HTTP/1.1 200 OK\r\n{}\r\nContent-Type: text/plain\r\n\r\nx"
# The format, a document, and its hints as class, element and reference.
HINTS = [
    ("html", "<meta property=og:image content=' a.png '>", "open-graph meta a.png"),
    ("html", "<meta name=Twitter:Player content=/p>", "open-graph meta /p"),
    ("html", "<meta property=twitter:image content=p>", "open-graph meta p"),
    ("html", "<meta property=og:title content=p><meta property=og:image content=''>", ""),
    ("html", "<meta name=msapplication-TileImage content=t.png>", "tile meta t.png"),
    (
        "html",
        "<meta name=any content=http://m.example/><meta name=b content='at http://m/'>",
        "meta meta http://m.example/",
    ),
    (
        "html",
        "<meta itemprop=image content=/i.png><data itemprop=u value=./v>",
        "microdata meta /i.png, microdata data ./v",
    ),
    ("html", "<p about=me resource=[f:a] vocab=http://v.example/>", "rdfa p me, rdfa p http://v.example/"),
    ("html", "<p typeof='f:P http://t.example/T' resource=_:b>", "rdfa p http://t.example/T"),
    ("html", "<img data-src=l.png data-srcset='a.png 1x, b.png 2x'>", "lazy img l.png, lazy img a.png, lazy img b.png"),
    ("html", "<template><i data-src=t></i></template>", "lazy i t"),
    ("html", "<i data-a=/zz data-b=12 data-c=./x data-d='xsd:string'>", "data i /zz, data i ./x"),
    ("html", "<a attributionsrc='/r http://s.example/'>", "attribution a /r, attribution a http://s.example/"),
    ("html", "<amp-img src=a.png srcset='b.png 2x'>", "component amp-img a.png, component amp-img b.png"),
    ("html", "<object><param name=Movie value=f.swf><param name=q value=g></object>", "plug-in param f.swf"),
    (
        "html",
        '<script type=application/ld+json>{"@id": "#me", "image": "/l.png", "name": "a/b"}</script>',
        "json-ld script #me, json-ld script /l.png",
    ),
    (
        "html",
        '<script type=importmap>{"imports": {"a": "./a.js", "b": "b"}, "scopes": {"/s/": {"c": "/c.js"}}}</script>',
        "import-map script ./a.js, import-map script /c.js",
    ),
    (
        "html",
        '<script type=speculationrules>{"prefetch": [{"urls": ["n"], "where": {"href_matches": "/*"}}]}</script>',
        "speculation-rules script n",
    ),
    (
        "html",
        "<script type=module>import a from './m.js'; import\"/z.js\"; import('../l.js'); import b from 'c'</script>",
        "module script ./m.js, module script /z.js, module script ../l.js",
    ),
    ("html", "<script>import './m.js' // http://h/</script><style>/* http://h/ */</style>", ""),
    ("html", "<noframes><a href=nf>see</a></noframes>", "noframes a nf"),
    ("html", "<p>see <b>http://b.example/x</b>.", "text b http://b.example/x"),
    ("html", "<p><b>http://b.example/<p>x", "text b http://b.example/"),
    (
        "xhtml",
        '<html xmlns="http://www.w3.org/1999/xhtml"><script/><p data-src="q">http://b.example/<i/>zz</p></html>',
        "lazy p q, text p http://b.example/",
    ),
    ("http", HEAD.format("X-Pingback: /pb"), "pingback X-Pingback /pb"),
    ("http", HEAD.format('Speculation-Rules: "/r.json"'), "speculation-rules Speculation-Rules /r.json"),
    (
        "http",
        HEAD.format('Reporting-Endpoints: a="/a", b="/b"'),
        "report Reporting-Endpoints /a, report Reporting-Endpoints /b",
    ),
    ("http", HEAD.format('Report-To: {"endpoints": [{"url": "/t"}]}, {"endpoints": []}'), "report Report-To /t"),
    (
        "http",
        HEAD.format("Content-Security-Policy: img-src 'self'; Report-URI /c http://r.example/"),
        "report Content-Security-Policy /c, report Content-Security-Policy http://r.example/",
    ),
    ("http", HEAD.format("X-SourceMap: a.map"), "source-map X-Sourcemap a.map"),
    ("http", HEAD.format('Link: <a>; rel=preload; imagesrcset="b 1x, c 2x"'), "preload Link b, preload Link c"),
    (
        "json",
        '{"scope": "/app/", "shortcuts": [{"url": "./new"}], "url": "no"}',
        "manifest string /app/, manifest string ./new",
    ),
    ("json", '{"logo": "/l.png", "sameAs": ["../me"], "image": "a b"}', "schema string /l.png, schema string ../me"),
    ("markdown", "at https://a.example/x_y, [at http://b.example](c) `http://d`", "text bare https://a.example/x_y"),
    ("markdown", "[x]\n\n[x]: used\n[y]: unused", "definition definition unused"),
]


@pytest.mark.parametrize(("format", "text", "wanted"), HINTS)
def test_hints(format: str, text: str, wanted: str) -> None:
    """They have their class, are resolved as links are, and change no other row."""
    document = Document("page", text.encode(), BASE, format)
    plain, rows = list(links(document)), list(links(document, hints=True))
    found = [f"{row.hint} {row.element} {row.reference}" for row in rows if row.hint is not None]
    assert ", ".join(found) == wanted
    assert [row for row in rows if row.hint is None] == plain
    assert all(row.resolved for row in rows)


def test_every_class_has_an_example() -> None:
    assert {each.split()[0] for _, _, wanted in HINTS for each in wanted.split(", ") if each} == classes()


def test_the_command_has_hints_only_if_they_are_asked_for(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<base href=http://h/><a href=x data-src=y>http://t/</a>")
    asked = [json.loads(line) for line in command.run("links", str(page), "--hints", "--json").stdout.splitlines()]
    assert [(row["resolved"], row["hint"]) for row in asked[1:]] == [
        ("http://h/x", None),
        ("http://h/y", "lazy"),
        ("http://t/", "text"),
    ]
    assert command.run("links", str(page), "--get", "{resolved}{hint}").stdout.count("lazy") == 0


PIECES = [
    *(
        "<script type=importmap>",
        "<script type=module>",
        "<script type=application/ld+json>",
        "</script>",
        "<noframes>",
    ),
    *(
        "<script type=speculationrules>",
        '{"imports":',
        '{"urls":["a",1,null]}',
        '"./a"',
        "}",
        "[" * 2000,
        "import '/b'",
    ),
    *(
        *("<meta property=og:image content=", "<p about=", "<p data-x=", "<i>", "http://h/", "\0", "&#xd800;"),
        "<template>",
    ),
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@examples(200)
def test_no_content_stops_the_hints(page: str) -> None:
    """The wall around readers would make a row of an exception; there is none."""
    for row in links(Document("page", page.encode(), BASE, "html"), hints=True):
        assert row.reference is not None or "nested too deep" in (row.error or "")


PLAYLIST = """#EXTM3U
#EXT-X-KEY:METHOD=AES-128,URI="k.key?a,b",IV=0x1
#EXTINF:9.0,title http://no.example/
seg.ts
#EXT-X-DATERANGE:ID="a",X-ASSET-URI="/ad.m3u8"
# a comment
http://o.example/x.ts\r
"""


def test_playlists() -> None:
    """RFC 8216, 4.1 and 4.2: lines, and attributes of tags in quotation marks."""
    rows = links(io.BytesIO(PLAYLIST.encode()), base="http://h/d/m.m3u8")
    assert [(row.line, row.column, row.element, row.resolved) for row in rows] == [
        (2, 32, "EXT-X-KEY", "http://h/d/k.key?a,b"),
        (4, 1, "line", "http://h/d/seg.ts"),
        (5, 38, "EXT-X-DATERANGE", "http://h/ad.m3u8"),
        (7, 1, "line", "http://o.example/x.ts"),
    ]


def publication(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as container:
        container.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        for name, data in files.items():
            container.writestr(name, data, zipfile.ZIP_DEFLATED)
    return path


def test_epub(tmp_path: Path) -> None:
    """EPUB 3.3, 4.2.5: paths are relative to the file that has them, and those of META-INF to the root."""
    files = {
        "META-INF/container.xml": b'<c xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        b'<rootfile full-path="O/p.opf"/></c>',
        "O/p.opf": b'<package xmlns="http://www.idpf.org/2007/opf"><item href="t/1.xhtml"/></package>',
        "O/t/1 a.xhtml": b'<html xmlns="http://www.w3.org/1999/xhtml"><title/><a href="../x.png#a">x</a></html>',
        "O/x.png": b"",
    }
    book = publication(tmp_path / "book", **files)
    rows = list(links(book, skipped=True))
    assert [row.resolved for row in rows] == [
        "thismessage:/O/p.opf",
        "thismessage:/O/t/1.xhtml",
        "thismessage:/O/x.png#a",
        None,
    ]
    assert rows[2].source == f"{book}, O/t/1 a.xhtml"
    assert rows[3].problem == "skipped"


def test_a_path_of_a_publication_begins_no_authority(tmp_path: Path) -> None:
    """ZIP's APPNOTE, 4.4.17.1: a path in the file "MUST NOT contain a drive or device letter, or a leading slash"."""
    page = b'<html xmlns="http://www.w3.org/1999/xhtml"><title/><a href="x">x</a></html>'
    book = publication(tmp_path / "book", **{"//evil.example/a.xhtml": page})
    assert [row.resolved for row in links(book)] == ["thismessage:/evil.example/x"]


def test_a_publication_expands_within_the_limit(tmp_path: Path) -> None:
    book = publication(tmp_path / "book", **{"a.txt": b"http://h/ " + b" " * 900, "b.txt": b" " * 900, "c.txt": b""})
    (first, last) = links(book, limits=Limits(octets=1200))
    assert (first.resolved, last.source) == ("http://h/", f"{book}, b.txt")
    assert last.problem == "unreadable"
    damaged = Document("book", book.read_bytes()[:-40], None, "epub")
    assert [row.problem for row in links(damaged)] == ["unreadable"]


@pytest.mark.parametrize(
    ("format", "data", "count"),
    [
        ("playlist", b"#EXT-X-A:" + b"A" * 10**6, 0),
        ("http", b"HTTP/1.1 200 OK\r\nSpeculation-Rules: " + b'"\\' * 300_000 + b"\r\n\r\nx", 1),
        ("html", b"<script type=module>" + b"from (" * 150_000, 0),
    ],
)
def test_each_octet_is_looked_at_once(format: str, data: bytes, count: int) -> None:
    """With a second look for each octet these would take hours."""
    rows = [row for row in links(Document("page", data, BASE, format), hints=True) if row.reference is not None]
    assert len(rows) == count
