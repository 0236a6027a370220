"""`missing_targets` within a mail, an EPUB and a web archive: what is not in it is missed."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from test_archives import archive

from support import command
from uriverse.documents import missing_targets
from uriverse.documents.containers import container_of

CONTAINER = """<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/a.opf"/><rootfile full-path="none.opf"/></rootfiles></container>"""
PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><body>{}</body></html>'
BOOK = {
    "META-INF/container.xml": CONTAINER,
    "OEBPS/a.opf": '<package xmlns="http://www.idpf.org/2007/opf"><item href="a b.xhtml"/></package>',
    "OEBPS/a b.xhtml": PAGE.format(
        "<p id='x'/><a href='#x'/><a href='#y'/><a href='c.xhtml#z'/><a href='c.xhtml#q'/><a href='d.xhtml'/>"
        "<img src='../i.png'/><img src='j.png'/><a href='http://h/'/>"
    ),
    "OEBPS/c.xhtml": PAGE.format("<p id='z'/>"),
    "i.png": "\x89PNG\r\n",
}


def lost(*sources: Path) -> list[tuple[str, str | None, str | None]]:
    return [(row.source.rpartition("/")[2], row.reference, row.problem) for row in missing_targets(*sources)]


def test_a_book(tmp_path: Path) -> None:
    """EPUB 3.3, 4.2.5: a path leads to a file of the container; one that is not there is missing."""
    with zipfile.ZipFile(tmp_path / "a, b.epub", "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        for name, content in BOOK.items():
            book.writestr(name, content.encode("latin-1"))
    expected = [
        ("container.xml", "none.opf", "no-file"),
        ("a b.xhtml", "#y", "no-anchor"),
        ("a b.xhtml", "c.xhtml#q", "no-anchor"),
        ("a b.xhtml", "d.xhtml", "no-file"),
        ("a b.xhtml", "j.png", "no-file"),
    ]
    assert lost(tmp_path / "a, b.epub") == expected
    assert lost(tmp_path) == expected


def test_an_unpacked_book(tmp_path: Path) -> None:
    """EPUB 3.3, 4.2.6.3.1: a full-path is relative to the root directory, not to META-INF."""
    for name, content in BOOK.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, "latin-1")
    missed = [reference for source, reference, _ in lost(tmp_path) if source == "container.xml"]
    assert missed == ["none.opf"]


MAIL = """Content-Type: multipart/related; boundary=B

--B
Content-Type: text/html

<p id=a><a href="#a"><a href="#b"><img src="cid:x@y"><img src="cid:q@y"><a href=c.html><a href=http://h/>
--B
Content-Type: image/png
Content-ID: <x@y>

x
--B
Content-Type: text/html
Content-Location: http://h/page

<a href="#a"><a id=d href="page#d"><a href="/other">
--B--
"""


def test_a_mail(tmp_path: Path) -> None:
    """RFC 2392: cid: leads to a part; RFC 2557, 5: without a base, thismessage:/ is this message. Other URLs do not."""
    mail = tmp_path / "m.eml"
    mail.write_text(MAIL)
    parts = ("m.eml, part 1", "m.eml, part 3")
    assert lost(mail) == [
        (parts[0], "#b", "no-anchor"),
        (parts[0], "cid:q@y", "no-file"),
        (parts[0], "c.html", "no-file"),
        (parts[1], "#a", "no-anchor"),
    ]
    result = command.run("links", "--broken", str(mail))
    assert (result.exit_code, result.stderr.splitlines()[-1].partition(",")[0]) == (
        1,
        "4 references lead nowhere (2 no-anchor",
    )


def test_a_web_archive(tmp_path: Path) -> None:
    """A target on a host that the archive has, without a record of any kind, is missing; another host is elsewhere."""
    html = [("Content-Type", "text/html")]
    page = b"<a href=b.html#x><a href=b.html#y><a href=c.png><a href=d><a href=e><a href=http://other/>"
    path = tmp_path / "a.warc.gz"
    path.write_bytes(
        archive(
            ("response", "http://h/a.html", page, html),
            ("response", "http://h/b.html", b"<p id=x>", html),
            ("resource", "http://h/c.png", b"\x89PNG", [("Content-Type", "image/png")]),
            ("revisit", "http://h/d", b"", html),
        )
    )
    assert lost(path) == [
        ("a.warc.gz, record 2", "b.html#y", "no-anchor"),
        ("a.warc.gz, record 2", "e", "no-file"),
    ]


@pytest.mark.parametrize(
    ("source", "container"),
    [("m.eml", "m.eml"), ("m.eml, part 1", "m.eml"), ("m.eml, part 2, part 1", "m.eml"), ("n.eml, part 1", None)],
)
def test_the_container_of_a_row(
    source: str, container: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longest beginning of its source that is a file with parts."""
    monkeypatch.chdir(tmp_path)
    Path("m.eml").write_text(MAIL)
    assert container_of(source) == (None if container is None else (container, "mime"))
    Path("p, q.html").write_text("<p>")
    assert container_of("p, q.html") is None
