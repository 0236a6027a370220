"""Compressed documents open to a bounded number of octets: alone, in archives, and in each other."""

from __future__ import annotations

import base64
import gzip
import io
import zipfile
import zlib
from collections.abc import Callable

import brotli
import pytest
import zstandard

from uriverse.documents import Document, FoundReference, Limits, links
from uriverse.documents.coding import decoded
from uriverse.documents.limits import DEFAULT

# Little can be said shorter than white space; the link at its end shows that it was read.
PAGE = b"<a href=x>"


def blank(size: int) -> bytes:
    return b" " * (size - len(PAGE)) + PAGE


NUMBERS = b"".join(b"<p>%d</p>" % (at * at % 9973) for at in range(500)) + PAGE


def record(content: bytes, type: str = "text/html", coding: str = "") -> bytes:
    """A WARC record of a response (ISO 28500, section 6.3)."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {type}\r\nContent-Encoding: {coding}\r\n\r\n".encode()
    fields = b"WARC-Type: response\r\nWARC-Target-URI: http://h/\r\nContent-Type: application/http\r\n"
    length = b"Content-Length: %d\r\n\r\n" % (len(head) + len(content))
    return b"WARC/1.0\r\n" + fields + length + head + content + b"\r\n\r\n"


def read(name: str, data: bytes, limits: Limits = DEFAULT) -> list[FoundReference]:
    """The rows of a file."""
    stream = io.BytesIO(data)
    stream.name = name  # type: ignore[attr-defined]
    return list(links(stream, limits=limits))


def errors(rows: list[FoundReference]) -> list[str]:
    return [row.error or "" for row in rows if row.reference is None]


CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda data: brotli.compress(data, quality=5),
    "zstd": zstandard.compress,
    "gzip": gzip.compress,
    "deflate": zlib.compress,
}


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("format", ["warc", "http"])
def test_a_coding_opens_to_a_thousand_times_its_octets(coding: str, format: str) -> None:
    """RFC 7932, 8878, 1952 and 1950 let brotli and zstd open to a hundred thousand times, deflate to 1,032 times."""
    compress = CODINGS[coding]
    for size, is_read in ((4_000, True), (3_000_000, False)):
        body = compress(blank(size))
        assert (len(body) * 1000 > size) is is_read
        data = record(body, coding=coding)
        rows = read(f"x.{format}", data if format == "warc" else data.partition(b"\r\n\r\n")[2][:-4])
        limit = f"it opens to more than {1000 * len(body)} octets: the limit is 1000 for each octet read"
        assert errors(rows) == ([] if is_read else [f"cannot be read wholly: {limit}"])
        assert [row.reference for row in rows if row.reference] == (["x"] if is_read else [])


@pytest.mark.parametrize("outer", [bytes, gzip.compress])
def test_all_records_of_an_archive_open_together(outer: Callable[[bytes], bytes]) -> None:
    """To as many times the octets of the file as one, or to the limit of a document."""
    limits = Limits(octets=100_000, compression=10)
    body, opened = gzip.compress(NUMBERS), len(NUMBERS)
    assert opened < 10 * len(body)
    data = outer(record(body, coding="gzip") * 300)
    rows = read("x.warc", data, limits)
    count = sum(row.reference == "x" for row in rows)
    most = max(100_000, 10 * len(data))
    if outer is bytes:
        assert (count, errors(rows)) == (300, [])
    else:
        assert most - 2 * opened < count * opened <= most
        assert len(errors(rows)) == 300 - count


@pytest.mark.parametrize("type", ["text/html", "message/rfc822"])
def test_what_is_in_a_record_has_its_share(type: str) -> None:
    """A gzip, or a mail with one, in each record of a compressed archive."""
    page = gzip.compress(NUMBERS)
    mail = b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(page)
    data = gzip.compress(record(page if type == "text/html" else mail, type) * 200)
    limits = Limits(octets=200_000, compression=10)
    count = sum(row.reference == "x" for row in read("x.warc", data, limits))
    assert 0 < count * len(NUMBERS) <= max(200_000, 10 * len(data)) < 200 * len(NUMBERS)
    few = read("x.warc", gzip.compress(record(gzip.compress(blank(50_000)), "text/html") * 2))
    assert ([row.reference for row in few], errors(few)) == (["x", "x"], [])


def test_archives_in_archives_share_what_they_open() -> None:
    """Each level may open to a hundred times the one around it: all together to a thousand times the outermost."""
    data = record(gzip.compress(blank(20_000)), coding="gzip") * 10
    for _ in range(2):
        data = record(gzip.compress(data * 10), "application/warc")
    rows = list(links(Document("x.warc", data)))
    assert sum(row.reference == "x" for row in rows) * 20_000 <= 1000 * len(data) < 20_000_000
    assert any("it opens to more than" in error for error in errors(rows))


def test_the_files_of_a_publication_open_together() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as container:
        container.writestr("mimetype", "application/epub+zip")
        for number in range(8):
            container.writestr(f"{number}.html", blank(5_000))
    data = target.getvalue()
    assert 20 * len(data) < 8 * 5_000
    rows = read("x.epub", data, Limits(compression=20))
    assert 0 < sum(row.reference == "x" for row in rows) < 8
    assert errors(rows)[-1] == f"cannot be read: the documents in x.epub are longer than {20 * len(data)} octets"
    assert errors(read("x.epub", data)) == []


def test_a_content_has_few_codings() -> None:
    """Each may copy the whole content."""
    assert decoded(PAGE, "", ", ".join(["identity"] * 10), 100) == (PAGE, None)
    assert decoded(PAGE, "", ", ".join(["identity"] * 11), 100) == (b"", "it has more than 10 content codings")
