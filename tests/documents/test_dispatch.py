"""From sources to rows: files, streams, what cannot be read, and the base that a file has by itself."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
from pathlib import Path

import pytest

from support import command
from uriverse.documents import FORMATS, links
from uriverse.documents.document import Document
from uriverse.documents.formats import detect_format, format_by_content, format_by_type
from uriverse.documents.sources.files import file_uri


def test_a_file_is_its_own_base(tmp_path: Path) -> None:
    """Without --base and BASE the file's URI is the retrieval URI, encoded as a URI must be."""
    page = tmp_path / "a b é#.html"
    page.write_text("<a href=x>")
    (row,) = links(page)
    assert row.source == str(page)
    assert row.base == f"{tmp_path.as_uri()}/a%20b%20%C3%A9%23.html"
    assert row.resolved == f"{tmp_path.as_uri()}/x"
    assert row.base_rule == "retrieval"


def test_a_relative_name_gives_an_absolute_uri(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row keeps the name as it was given; the base is absolute."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.html").write_text("<a href=x>")
    (row,) = links("p.html")
    assert (row.source, row.resolved) == ("p.html", f"{tmp_path.as_uri()}/x")
    assert file_uri(Path("q/../p.html")) == f"{tmp_path.as_uri()}/p.html"


def test_a_given_base_is_the_retrieval_uri(tmp_path: Path) -> None:
    """--base says where the page came from, in place of the file's own URI."""
    page = tmp_path / "p.html"
    page.write_text("<base href=d/><a href=x>")
    assert [row.resolved for row in links(page, base="http://a/b/c")] == ["http://a/b/d/", "http://a/b/d/x"]


def test_what_cannot_be_read_becomes_a_row(tmp_path: Path) -> None:
    """A missing file, a directory, a name that no file can have, octets that are no text: the run goes on."""
    (tmp_path / "x.gif").write_bytes(b"GIF89a\x00\x01")
    good = tmp_path / "good.html"
    good.write_text("<a href=x>")
    found = list(links(tmp_path / "none.html", "a\0b", tmp_path / "x.gif", good))
    assert [row.error for row in found] == [
        "cannot be read: No such file or directory",
        "cannot be read: embedded null byte",
        "cannot be read: it is a GIF image",
        None,
    ]
    for row in found[:-1]:
        assert not row.valid
        assert row.source
        assert row[1:-11] == (None,) * 9


def test_a_stream_that_fails_becomes_a_row() -> None:
    """An error while reading is told like one while opening."""

    class Broken(io.BytesIO):
        name = "broken"

        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, f"Input/output error after {size}")

    (row,) = links(Broken())
    assert (row.source, row.error) == ("broken", "cannot be read: Input/output error after 4096")


@pytest.mark.parametrize("data", ["\ufeff<a href=x>".encode("utf-16-be"), b"\0<a href=x>", b"GI<a href=x>"])
def test_any_octet_may_be_text(data: bytes) -> None:
    """Only what begins as another format is no page; NUL octets are in pages too."""
    (row,) = links(io.BytesIO(data), base="http://a/")
    assert row.resolved == "http://a/x"


def test_rows_come_while_the_rest_waits() -> None:
    """A generator: a source is opened when its turn comes."""
    found = links(io.BytesIO(b"<a href=x><a href=y>"), "/no/such/file", base="http://a/")
    assert next(found).resolved == "http://a/x"
    assert next(found).resolved == "http://a/y"
    assert next(found).error == "cannot be read: No such file or directory"


def test_formats_are_detected_by_name() -> None:
    """What has no known suffix is read by how it begins: as HTML if it does so like a page, else as text."""
    assert {detect_format(name, b"<p>") for name in ("a.HTML", "b.htm", "index", "page.php", "x.y")} == {"html"}
    assert {detect_format(name, b"<x@y.z>") for name in ("index", "x.y", "README", "a.rst", "b.csv")} == {"text"}
    names = ("a.txt", "b.MD", "c.css", "sitemap.xml.gz", "d.rss", "e.jsonl", "f.pdf", "g.eml", "h.warc.gz", "i.mbox")
    formats = ["text", "markdown", "css", "xml", "xml", "json", "pdf", "mime", "warc", "mbox"]
    assert [detect_format(name, b"") for name in names] == formats
    assert all(name == format.name for name, format in FORMATS.items())


@pytest.mark.parametrize(
    ("head", "format"),
    [
        (b"WARC/1.0\r\n", "warc"),
        (gzip.compress(b"WARC/1.0\r\n" * 99, mtime=0)[:40], "warc"),
        (gzip.compress(b"<a>", mtime=0), "html"),
        (b"\x1f\x8b\x08damaged", None),
        (b"filedesc://x", "warc"),
        (b"%PDF-1.7", "pdf"),
        (b"HTTP/1.1 200 OK\r\n", "http"),
        (b"From a@b Sat Jan  3 01:05:34 1996\n", "mbox"),
        (b"Subject: x\nX-Y: z\n  folded\n\n", "mime"),
        (b"Subject: x", "text"),
        (b"A: b\nC: d\n\n", "text"),
        (b"\xef\xbb\xbf\n<?xml version='1.0'?><feed>", "xml"),
        (b"<?xml version='1.0'?><!DOCTYPE html><HTML>", "html"),
        (b' {"a": 1}', "json"),
        (b"see http://h/", "text"),
        (b"<a href=x>", "html"),
        (b"<rss version='2.0'>", "xml"),
        (b"hello <a href=x>", "html"),
        (b"http://h/ and http://i/, not <a href=http://j/>", "text"),
        (b"See `text <https://h.example/x>`_", "text"),
        (b"GIF89a", None),
        (b"", "text"),
    ],
)
def test_formats_are_detected_by_how_they_begin(head: bytes, format: str | None) -> None:
    """Where the name tells none: octets that are no text have no format."""
    assert format_by_content(head) == format


@pytest.mark.parametrize(
    "name", ["README", "a.rst", "a.adoc", "a.org", "a.csv", "a.py", "a.tex", "METADATA", "a.unknown"]
)
def test_a_text_with_angle_brackets_is_text(name: str, tmp_path: Path) -> None:
    """In `<https://h.example/x>` there is no tag. A directory and its files give the same rows."""
    (tmp_path / name).write_text("Mail <me@h.example>, see `text <https://h.example/x>`_ and https://h.example/z\n")
    rows = list(links(str(tmp_path / name)))
    assert [row.reference for row in rows] == ["https://h.example/x", "https://h.example/z"]
    assert list(links(tmp_path)) == rows


@pytest.mark.parametrize("name", ["a.mdx", "a.qmd", "a.Rmd", "a.MD"])
def test_the_relatives_of_markdown(name: str) -> None:
    """MDX, Quarto and R Markdown have the links of Markdown."""
    assert [row.reference for row in links(Document(name, b"import x\n\n[a](b.md) <https://h/>"))] == [
        "b.md",
        "https://h/",
    ]


def test_octets_that_are_no_text_have_no_reader(tmp_path: Path) -> None:
    """A directory passes them over; a file that was named says why it is not read."""
    (tmp_path / "a.bin").write_bytes(b"\0\1http://h/ \2")
    assert [row.problem for row in links(tmp_path, skipped=True)] == ["skipped"]
    (row,) = links(tmp_path / "a.bin")
    assert (row.problem, row.error) == ("unreadable", "cannot be read: it is no text, and no reader takes .bin")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"hello", "read as text"),
        (b"<p>hello", "read as html"),
        (b"<x xmlns='urn:q'><loc>http://h/</loc></x>", "the root element 'x' in the namespace 'urn:q' is of no known"),
        (b"<rss><channel/></rss>", "read as xml"),
    ],
)
def test_no_reference_is_never_the_whole_answer(data: bytes, words: str, tmp_path: Path) -> None:
    """The format may have been guessed wrongly, and a namespace may be unknown: the last line says which."""
    page = tmp_path / ("a.xml" if b"xmlns" in data else "page")
    page.write_bytes(data)
    assert words in command.run("links", str(page)).stderr


@pytest.mark.parametrize(
    ("media_type", "name", "format"),
    [
        ("TEXT/HTML", "x.css", "html"),
        ("text/plain", "", "text"),
        ("text/plain", "x.md", "markdown"),
        ("text/plain", "x.y", "text"),
        ("text/x-other", "x.md", "text"),
        ("application/octet-stream", "x.md", "markdown"),
        ("application/octet-stream", "x", None),
        ("image/svg+xml", "", "xml"),
        ("application/problem+json", "", "json"),
        ("multipart/mixed", "", "mime"),
        ("image/png", "x.html", None),
    ],
)
def test_formats_are_detected_by_media_type(media_type: str, name: str, format: str | None) -> None:
    """A type that says something is believed."""
    assert format_by_type(media_type, name) == format


def test_a_document_without_a_uri_of_its_own() -> None:
    """A document of a mail or an archive comes as octets, a name and perhaps a URI."""
    document = Document("part 2", b"<a href='#s'>", "http://a/b#x")
    (row,) = links(document, edition="rfc2396")
    assert (row.source, row.resolved) == ("part 2", "http://a/b#s")
    (row,) = links(Document("part 3", b"<a href='#s'>"), edition="rfc2396")
    assert (row.resolved, row.error) == (None, "there is no base to resolve it against")
    (row,) = links(Document("part 4", b"<a href='#s'>", "not a uri"), edition="rfc2396")
    assert row.resolved is None


def test_without_the_parser_the_extra_is_named() -> None:
    """A row says which extra brings the parser, and what other readers read is not lost."""
    code = (
        "import sys; sys.modules['turbohtml'] = None\n"
        "import io; from uriverse.documents import links\n"
        "print(*(row.error for row in links(io.BytesIO(b'<p>x'), io.BytesIO(b'<p>y'))), sep='\\n')"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "cannot be read: reading HTML needs the extra 'html': pip install turbohtml\n" * 2


def test_the_parser_loads_with_the_first_page() -> None:
    """Importing `uriverse.documents` loads no parser."""
    code = "import sys, uriverse.documents; print('turbohtml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ('[package]\nname = "x"\nhomepage = "http://h/"\n', "text"),
        ('[[package]]\nhomepage = "http://h/"\n', "text"),
        ("[12] Smith, J.: http://h/", "text"),
        ("[2026-11-22 10:00] GET http://h/", "text"),
        ("{\\rtf1 http://h/}", "text"),
        ("[http://h/]", "text"),
        ('["http://h/"]', "json"),
        ('\n {"a": "<p>"}', "json"),
        ('{"a": 1}\n{"a": 2}\n', "json"),
        ("[" * 5000, "json"),
        ('["' + "x" * 5000 + '"]', "json"),
        ("[" + "true, " * 5000 + "true]", "json"),
        ("[12345, " * 5000, "json"),
        ("[package] " * 5000, "text"),
    ],
)
def test_a_bracket_does_not_make_json(text: str, format: str) -> None:
    """What is not one of the known formats is text: TOML, RTF and lists of references begin with brackets too."""
    assert detect_format("x.toml", text.encode()[:4096]) == format
