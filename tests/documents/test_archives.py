"""Web archives, mailboxes and directory trees: their documents one by one, in bounded memory."""

from __future__ import annotations

import gzip
import io
import os
import random
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from support.mails import BY_ID
from uriverse.documents import FoundReference, links
from uriverse.documents import gzip as gunzip
from uriverse.documents.sources.files import matching
from uriverse.documents.sources.warc import CONTENT_TYPES, NO_HEAD
from uriverse.documents.sources.warc_records import Records, is_response, target

HTML = ("Content-Type", "text/html")


def archive(*records: tuple[str, str, bytes, list[tuple[str, str]]], compress: bool = True) -> bytes:
    """An archive of records: kind, URI, content, header fields."""
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=compress)
    writer.write_record(writer.create_warcinfo_record("x.warc", {"software": "tests"}))
    for kind, uri, content, headers in records:
        http = StatusAndHeaders("200 OK", headers, protocol="HTTP/1.1") if kind == "response" else None
        payload = io.BytesIO(content if http is None else http.to_ascii_bytes() + content)
        record = writer.create_warc_record(
            uri,
            kind,
            payload,
            length=len(payload.getvalue()),
            warc_content_type="application/http" if http else dict(headers).get("Content-Type", "text/plain"),
        )
        writer.write_record(record)
    return out.getvalue()


LONG = ("response", "http://h/", b"<a href=x>" + b" " * 20_000, [HTML])
PAGE = ("response", "http://h/d/p", b"<a href=x>", [HTML])


def read(data: bytes) -> list[FoundReference]:
    return list(links(io.BytesIO(data)))


@pytest.mark.parametrize("compress", [True, False])
def test_records_of_every_kind(compress: bool) -> None:
    """Responses with their fields, resources and conversions by type; what was not retrieved holds nothing."""
    zipped = gzip.compress(b"<a href=z>")
    data = archive(
        PAGE,
        ("response", "http://h/m", b"", [("Location", "/moved"), HTML]),
        ("response", "http://h/l/", b"<a href=y>", [HTML, ("Content-Location", "/loc/")]),
        ("response", "http://h/z/", zipped, [HTML, ("Content-Encoding", "gzip")]),
        ("response", "http://h/i", b"\x89PNG", [("Content-Type", "image/png"), ("Link", "<up>; rel=up")]),
        ("resource", "http://h/s/s.css", b"a { b: url(c) }", [("Content-Type", "text/css")]),
        ("conversion", "http://h/t", b"see http://t/1", [("Content-Type", "text/plain")]),
        ("request", "http://h/q", b"GET / HTTP/1.1\r\nReferer: no\r\n\r\n", [HTML]),
        ("metadata", "http://h/q", b"<a href=no>", [HTML]),
        ("response", "http://h/e", BY_ID, [("Content-Type", "message/rfc822")]),
        compress=compress,
    )
    assert [(row.source, row.resolved) for row in read(data)] == [
        ("<stream>, record 2", "http://h/d/x"),
        ("<stream>, record 3", "http://h/moved"),
        ("<stream>, record 4", "http://h/loc/"),
        ("<stream>, record 4", "http://h/loc/y"),
        ("<stream>, record 5", "http://h/z/z"),
        ("<stream>, record 6", "http://h/up"),
        ("<stream>, record 7", "http://h/s/c"),
        ("<stream>, record 8", "http://t/1"),
        ("<stream>, record 11, part 1", "cid:foo4@foo1@bar.net"),
    ]


@pytest.mark.parametrize("compress", [True, False])
def test_an_archive_that_is_cut_short(compress: bool) -> None:
    """Wherever it is cut, what stands before is read; a cut inside of a page is told, in gzip any cut is."""
    data = archive(PAGE, PAGE, compress=compress)
    whole = read(data)
    assert len(whole) == 2
    for end in range(10, len(data)):
        rows = list(links(io.BytesIO(data[:end]), format="warc"))
        found = [row for row in rows if row.reference is not None]
        assert found == whole[: len(found)]
    assert any(row.error == "cannot be read wholly: 4 octets of it are missing" for row in read(data[:-8])) != compress
    cut = read(data[:-8])
    assert not compress or cut[-1].error == "cannot be read wholly: its compression is cut short"


def test_an_archive_that_was_compressed_as_a_whole() -> None:
    """One gzip member with many records; damage in it ends it."""
    data = gzip.compress(archive(PAGE, PAGE, compress=False))
    assert len(read(data)) == 2
    damaged = bytearray(data)
    damaged[len(data) // 2] ^= 255
    (*_, last) = links(io.BytesIO(bytes(damaged)), format="warc")
    assert last.error is not None and last.error.startswith("cannot be read")


def test_a_broken_head_ends_only_its_record() -> None:
    """A response that is none, and one that the crawler cut, are told; what follows is read."""
    good = archive(PAGE, compress=False)
    broken = good.replace(b"HTTP/1.1 200 OK", b"HTTQ/1.1 200 OK")
    cut = good.replace(b"WARC-Type: response", b"WARC-Truncated: length\r\nWARC-Type: response")
    rows = read(broken + cut + good)
    assert [(row.source, row.reference) for row in rows] == [
        ("<stream>, record 2", None),
        ("<stream>, record 4", None),
        ("<stream>, record 4", "x"),
        ("<stream>, record 6", "x"),
    ]
    assert [row.error for row in rows[1:3]] == [
        "cannot be read wholly: it was cut short when it was archived (length)",
        None,
    ]


def test_a_head_that_ends_after_its_record_is_refused() -> None:
    """ISO 28500: a record's content has as many octets as its length says; the next record is read."""
    page = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
    heads = (b"HTTP/1.1 200 OK\r\nLocation: /x", b"HTTP/1.1 200 OK\r\nLocation: /y\r\n\r\n")
    rows = read(b"".join(page % (len(head), head) for head in heads))
    assert [(row.source, row.reference, row.error) for row in rows] == [
        ("<stream>, record 1", None, "cannot be read: the head of the response does not end"),
        ("<stream>, record 2", "/y", None),
    ]


def test_what_is_no_archive(tmp_path: Path) -> None:
    for name in ("x.warc", "x.warc.gz"):
        (tmp_path / name).write_bytes(b"<a href=x>")
        (row,) = links(tmp_path / name)
        assert row.error is not None and row.error.startswith("cannot be read wholly: after record 0, ")
    (tmp_path / "x.mbox").write_bytes(b"\n<a href=x>")
    (row,) = links(tmp_path / "x.mbox")
    assert row.error == "cannot be read: it is not a mailbox: a mailbox begins with a line 'From '"


MAIL = b"From: a@b\nContent-Type: text/html\nContent-Location: http://h/\n\n<a href=x>\n"


def test_a_mailbox() -> None:
    """Messages begin after an empty line; ">From " is undone; the base of each is its own."""
    box = b"From a@b Sat Jan  3 01:05:34 1996\n" + MAIL + b">From <a href=y>\nFrom z\n\n"
    box += b"From c@d Sat Jan  3 01:05:34 1996\nTo: x@y\n\nhttp://t/1\n\nFrom e\n\n"
    assert [(row.source, row.element, row.resolved) for row in read(box)] == [
        ("<stream>, message 1", "Content-Location", "http://h/"),
        ("<stream>, message 1", "a", "http://h/x"),
        ("<stream>, message 1", "a", "http://h/y"),
        ("<stream>, message 2", "bare", "http://t/1"),
    ]


def repeated(first: bytes, again: bytes, times: int) -> io.BufferedReader:
    """A long stream that is in no memory."""

    class Long(io.RawIOBase):
        def __init__(self) -> None:
            self.left: Iterator[bytes] = iter(filter(None, [first, *[again] * times]))
            self.rest = b""

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            self.rest = self.rest or next(self.left, b"")
            size = min(len(buffer), len(self.rest))
            buffer[:size], self.rest = self.rest[:size], self.rest[size:]
            return size

    return io.BufferedReader(Long())


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (archive(), archive(LONG)),
        (
            archive(compress=False),
            archive(("response", "http://h/", b"<a href=x>" + b" " * 20_000, [HTML]), compress=False),
        ),
        (b"", b"From a 1996\nContent-Type: text/html\n\n<a href=http://h/>" + b" " * 20_000 + b"\n\n"),
    ],
    ids=["warc.gz", "warc", "mbox"],
)
def test_memory_does_not_grow_with_an_archive(first: bytes, again: bytes) -> None:
    """Five times the records, the same memory."""

    def peak(times: int) -> tuple[int, int]:
        tracemalloc.start()
        count = sum(row.reference is not None for row in links(repeated(first, again, times)))
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return count, highest

    peak(5)
    few, many = peak(40), peak(200)
    assert (few[0], many[0]) == (40, 200)
    assert many[1] < few[1] * 1.5 + 100_000


def test_a_directory_tree(tmp_path: Path) -> None:
    """Documents by name or by how they begin, in order; files have their own URIs; pictures and pipes are left out."""
    (tmp_path / "b" / "c d").mkdir(parents=True)
    (tmp_path / "b" / "c d" / "p.html").write_text("<a href=x>")
    (tmp_path / "b" / "page").write_text("<!doctype html><a href=y>")
    (tmp_path / "b" / "notes").write_text("see http://t/1")
    (tmp_path / "b" / "x.gif").write_bytes(b"GIF89a")
    (tmp_path / "b" / "program").write_bytes(b"\x7fELF\2\1\0<a href=z>")
    (tmp_path / "a.css").write_text("a { b: url(c) }")
    (tmp_path / "m.eml").write_bytes(BY_ID)
    os.mkfifo(tmp_path / "pipe.html")
    (tmp_path / "b" / "up").symlink_to(tmp_path, target_is_directory=True)
    rows = list(links(tmp_path))
    assert [(row.source.removeprefix(f"{tmp_path}/"), row.resolved) for row in rows] == [
        ("a.css", f"{tmp_path.as_uri()}/c"),
        ("m.eml, part 1", "cid:foo4@foo1@bar.net"),
        ("b/notes", "http://t/1"),
        ("b/page", f"{tmp_path.as_uri()}/b/y"),
        ("b/c d/p.html", f"{tmp_path.as_uri()}/b/c%20d/x"),
    ]
    based = {row.source.removeprefix(f"{tmp_path}/"): row.resolved for row in links(tmp_path / "b", base="http://h/r/")}
    assert (based["b/page"], based["b/c d/p.html"]) == ("http://h/r/y", "http://h/r/c%20d/x")


def test_a_directory_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a row, and the others are read."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b.html").write_text("<a href=x>")
    scan = os.scandir

    def refusing(path: str) -> object:
        if Path(path).name == "a":
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert [(row.reference, row.error) for row in links(tmp_path)] == [
        ("x", None),
        (None, "cannot be read: Permission denied"),
    ]


def test_links_that_lead_to_themselves(tmp_path: Path) -> None:
    """A link to itself has a row; links that lead back are not followed, neither in a directory nor by a pattern."""
    (tmp_path / "a.html").write_text("<a href=x>")
    (tmp_path / "loop.html").symlink_to("loop.html")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "b.html").write_text("<a href=y>")
    for name in ("back", "again"):
        (tmp_path / "d" / name).symlink_to(tmp_path, target_is_directory=True)
    read_ = sorted((row.source.removeprefix(f"{tmp_path}/"), row.reference or row.error) for row in links(tmp_path))
    assert [row for row in read_ if "loop" not in row[0]] == [("a.html", "x"), ("d/b.html", "y")]
    loops = [error for name, error in read_ if name == "loop.html"]
    assert loops in ([], ["cannot be read: Too many levels of symbolic links"])
    for pattern in ("**/*.html", "**/**/**/*.html", "*/../**/*.html"):
        found = list(matching(f"{tmp_path}/{pattern}"))
        names = [each.removeprefix(f"{tmp_path}/") for each in found if isinstance(each, str)]
        expected = ["a.html", "d/b.html"] if not pattern.startswith("*/..") else names
        assert names == expected
        assert len(found) == len(set(map(str, found))) <= 12
        assert "cannot be read: Too many levels of symbolic links" in [
            each.error for each in found if isinstance(each, FoundReference)
        ]


def test_what_a_pattern_matches(tmp_path: Path) -> None:
    """As shells have it: hidden names are not matched; a pipe, which would block, has a row."""
    for name in ("a.html", ".hidden.html", "b.txt"):
        (tmp_path / name).write_text("x")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "c.html").write_text("x")
    (tmp_path / "d" / "e").mkdir(parents=True)
    (tmp_path / "d" / "e" / "f.html").write_text("x")
    os.mkfifo(tmp_path / "pipe.html")

    def names(pattern: str) -> list[str]:
        found = matching(f"{tmp_path}/{pattern}")
        return [each.removeprefix(f"{tmp_path}/") for each in found if isinstance(each, str)]

    assert names("*.html") == ["a.html"]
    assert names("**/*.html") == ["a.html", "d/e/f.html"]
    assert names("**") == ["a.html", "b.txt", "d", "d/e", "d/e/f.html"]
    assert names("d/*/f.html") == ["d/e/f.html"]
    assert names(".*.html") == [".hidden.html"]
    assert names("[ab].*") == ["a.html", "b.txt"]
    assert names("*.none") == ["*.none"]
    assert names("a.html") == ["a.html"]
    (row,) = (each for each in matching(f"{tmp_path}/p*.html") if isinstance(each, FoundReference))
    assert row.error == "cannot be read: it is neither a file nor a directory"


def test_patterns_under_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative pattern gives relative names."""
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.html").write_text("x")
    monkeypatch.chdir(tmp_path)
    assert list(matching("**/*.html")) == list(matching("*/a.html")) == ["d/a.html"]
    assert list(matching("**")) == ["d", "d/a.html"]


def chunked(body: bytes) -> bytes:
    return archive(("response", "http://h/", body, [HTML, ("Transfer-Encoding", "chunked")]), compress=False)


@pytest.mark.parametrize(
    ("body", "references", "error"),
    [
        (b"a\r\n<a href=x>\r\n0\r\n\r\n", ["x"], None),
        (b"<a href=x>", ["x"], None),
        (b"ffff\r\n<a href=x>", ["x"], "a chunk says that it has 65535 octets, and 10 are there"),
        (b"a\r\n<a href=x>\r\n<a href=y>", ["x", "y"], "its chunks do not end where they say, at octet 15"),
        (b"3\r\n<a href=x>\r\n0\r\n\r\n", None, "its chunks do not end where they say, at octet 6"),
        (b"a\r\n<a href=x>\r\n", ["x"], "its last chunk is missing"),
    ],
)
def test_chunks_that_lie(body: bytes, references: list[str] | None, error: str | None) -> None:
    """Nothing is lost without a row: what follows a wrong size is kept as it is."""
    found = read(chunked(body))
    assert references is None or [row.reference for row in found if row.reference is not None] == references
    told = [row.error for row in found if row.reference is None]
    assert told == ([] if error is None else [f"cannot be read wholly: {error}"])


def test_a_record_that_is_longer_than_it_says() -> None:
    """What stands between two records and belongs to none has a row."""
    data = archive(PAGE, PAGE, compress=False)
    size = data[data.rindex(b"Content-Length: ") :].split()[1]
    lies = data.replace(b"Content-Length: " + size, b"Content-Length: %d" % (int(size) - 4))
    assert "incomplete" in {row.problem for row in read(lies)}


HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: <up>;\r\n rel=up\r\n\r\n<a href=x>"


def arc(version: int, *records: tuple[str, str, bytes]) -> bytes:
    """An ARC file of records: URI, type, content; the fields of version 2 stand before the length."""
    names = "URL IP-address Archive-date Content-type {}Archive-length"
    extra, called = (
        ("", "") if version == 1 else ("200 - - 19970102 x.arc ", "Result-code Checksum Location Offset Filename ")
    )
    about = f"{version} 0 InternetArchive\n{names.format(called)}\n\n".encode()
    given = (("filedesc://x.arc", "text/plain", about), *records)
    return b"".join(
        f"{uri} 192.0.2.1 19970102030405 {kind} {extra}{len(content)}\n".encode() + content + b"\n"
        for uri, kind, content in given
    )


OLD = arc(
    1, ("http://h/d/p", "text/html", HTTP), ("dns:h", "text/dns", b"h. 1 IN A"), ("http://h/b", "text/html", HTTP)
)
FOLDED = (
    b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/d/p\r\nContent-Type: application/http;\r\n"
    b"\tmsgtype=response\r\nno field\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
) % (len(HTTP), HTTP)
WRITTEN = archive(
    PAGE,
    ("resource", "http://h/s.css", b"a { b: url(c) }", [("Content-Type", "text/css")]),
    ("response", "<http://h/z/>", b"<a href=z>", [HTML, ("A", "b: c ")]),
    ("response", "http://h/\xe9", b"\r\n\r\n<a href=y>\r\n", [HTML, ("Link", "<up>; rel=up")]),
    compress=False,
)


@pytest.mark.parametrize("data", [OLD, FOLDED, WRITTEN, WRITTEN * 2], ids=["arc", "folded", "warc", "twice"])
def test_records_are_those_that_warcio_reads(data: bytes) -> None:
    """Another reader of archives gives the same types, targets, fields of responses and contents."""

    def short(value: str | None) -> str:
        return " ".join((value or "").strip("<>").split())

    theirs = []
    for record in ArchiveIterator(io.BytesIO(data), arc2warc=True):
        fields = [(name, short(value)) for name, value in record.http_headers.headers] if record.http_headers else []
        uri = record.rec_headers.get_header("WARC-Target-URI")
        if record.rec_type in CONTENT_TYPES:
            theirs.append((record.rec_type, short(uri), fields, record.raw_stream.read()))
    ours = []
    records = Records(io.BytesIO(data), 1 << 16)
    for fields in records:
        assert isinstance(fields, dict)
        if fields["warc-type"] in CONTENT_TYPES:
            response = records.response() if is_response(fields, target(fields)) else NO_HEAD
            assert not isinstance(response, str)
            http = [(name, short(value)) for name, value in response[0]]
            ours.append((fields["warc-type"], short(target(fields)), http, records.read(1 << 20)))
    assert ours == theirs


def test_the_second_version_of_arc() -> None:
    """Five fields more; warcio takes them for a part of the URL."""
    data = arc(2, ("http://h/d/p", "text/html", HTTP), ("http://h/b", "text/html", HTTP))
    assert [row.resolved for row in read(data)] == ["http://h/d/up", "http://h/d/x", "http://h/up", "http://h/x"]


def test_what_follows_a_damaged_record_is_read() -> None:
    """Whatever is wrong with a record, the one before is read; so is the one after, or a row says what is missing."""
    first, last = (archive(("response", f"http://h/{n}/", b"<a href=x>", [HTML]), compress=False) for n in "ac")
    chance = random.Random(3986)
    pieces = (
        *(b"", b"\r\n", b"\n", b" ", b"\t", b"\0", b"\xff", b"x", b"1"),
        *(b"\r\n\r\n", b"WARC/1.0\r\n", b"A: b\r\n", b":"),
    )
    followed = 0
    for _ in range(600):
        damaged = bytearray(FOLDED)
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.randrange(len(damaged))
            damaged[at : at + chance.choice((0, 0, 1, 2, 40))] = chance.choice(pieces)
        rows = read(first + bytes(damaged) + last)
        targets = [row.resolved for row in rows if row.reference is not None]
        assert targets[0] == "http://h/a/x", damaged
        followed += "http://h/c/x" in targets
        # A length that ends where a later record ends takes that one in, and nothing shows that it is wrong.
        said = any(row.problem for row in rows) or b"Content-Length: %d\r" % len(HTTP) not in damaged
        assert "http://h/c/x" in targets or said, damaged
    assert followed > 580


ONE, TWO = gzip.compress(b"one" * 50_000), gzip.compress(b"two")
WHOLE = b"one" * 50_000 + b"two"


@pytest.mark.parametrize("engine", [zlib, gunzip.ENGINE], ids=lambda engine: engine.__name__)
@pytest.mark.parametrize(
    ("data", "octets", "is_damaged"),
    [
        (ONE + TWO, WHOLE, False),
        (ONE + TWO + bytes(512), WHOLE, False),
        (ONE + bytes(512) + TWO, WHOLE, False),
        (ONE + TWO[:-5], WHOLE, True),
        (ONE + TWO + b"not gzip", WHOLE, True),
        (ONE + b"", WHOLE[:-3], False),
        (b"", b"", False),
    ],
)
def test_both_decompressors_give_the_same(
    monkeypatch: pytest.MonkeyPatch, engine: object, data: bytes, octets: bytes, is_damaged: bool
) -> None:
    """The one of the extra "coding", and the standard library's: RFC 1952, section 2.2, members one after the other."""
    assert gunzip.ENGINE is not zlib, "the tests have the extra"
    monkeypatch.setattr(gunzip, "ENGINE", engine)
    found, trouble = gunzip.expanded(data, 1 << 20)
    assert (found, trouble is not None) == (octets, is_damaged)


@pytest.mark.parametrize("engine", [zlib, gunzip.ENGINE], ids=lambda engine: engine.__name__)
def test_damage_never_gives_other_octets_unsaid(monkeypatch: pytest.MonkeyPatch, engine: object) -> None:
    monkeypatch.setattr(gunzip, "ENGINE", engine)
    rng, reported = random.Random(1952), 0
    for _ in range(300):
        data = bytearray(ONE + TWO + ONE)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        found, trouble = gunzip.expanded(bytes(data), 1 << 20)
        assert trouble is not None or found == WHOLE + WHOLE[:-3]
        reported += trouble is not None
    assert reported > 200, "the rest is in fields of the members' heads that the octets do not depend on"


class Pieces(io.RawIOBase):
    """A stream that gives seven octets at a time."""

    def __init__(self, data: bytes) -> None:
        self._stream = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def read(self, size: int = 7) -> bytes:
        return self._stream.read(min(size, 7))


@pytest.mark.parametrize("engine", [zlib, gunzip.ENGINE], ids=lambda engine: engine.__name__)
@pytest.mark.parametrize("from_end", [8, 4], ids=["checksum", "size"])
def test_what_precedes_a_damage_does_not_depend_on_how_much_is_read_at_once(
    monkeypatch: pytest.MonkeyPatch, engine: object, from_end: int
) -> None:
    """RFC 1952, section 2.3.1: CRC32 and ISIZE, four octets each, follow a member's data."""
    monkeypatch.setattr(gunzip, "ENGINE", engine)
    data = bytearray(archive(PAGE, PAGE))
    data[-from_end] ^= 1
    whole, again = (list(links(stream, format="warc")) for stream in (io.BytesIO(data), Pieces(bytes(data))))
    assert [row.resolved for row in whole] == ["http://h/d/x", "http://h/d/x", None]
    assert "its compression is damaged" in str(whole[-1].error)
    assert whole == again


@pytest.mark.parametrize("engine", [zlib, gunzip.ENGINE], ids=lambda engine: engine.__name__)
def test_all_that_can_be_decompressed_before_a_damage_is_given(monkeypatch: pytest.MonkeyPatch, engine: object) -> None:
    """It is what zlib gives from one octet at a time, wherever the damage is."""
    monkeypatch.setattr(gunzip, "ENGINE", engine)
    chance = random.Random(1952)
    text = b" ".join(b"%d" % chance.randrange(10**6) for _ in range(20_000))
    member = gzip.compress(text)
    damages = 0
    for _ in range(12):
        data = bytearray(member)
        data[chance.randrange(10, len(data))] ^= 1 << chance.randrange(8)
        one_by_one, octets, is_damaged = zlib.decompressobj(31), bytearray(), False
        try:
            for octet in data:
                octets += one_by_one.decompress(bytes((octet,)))
        except zlib.error:
            is_damaged = True
        damages += is_damaged
        assert gunzip.expanded(bytes(data), 1 << 20)[0] == octets
    assert damages > 8
    # Of a member that is longer than what is kept, the octets of the last call are lost.
    monkeypatch.setattr(gunzip, "KEPT", 0)
    member = member[:-8] + bytes(8)
    octets, trouble = gunzip.expanded(member, 1 << 20)
    assert text.startswith(octets) and 0 < len(octets) < len(text) and trouble is not None


def test_a_response_without_content_does_not_begin_in_what_follows_its_record() -> None:
    """ISO 28500, section 4: the block has Content-Length octets."""
    head = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/\r\nContent-Length: 0\r\n\r\n"
    data = head + b"HTTP/1.1 200 OK\r\n\r\n"
    whole, again = (list(links(stream, format="warc")) for stream in (io.BytesIO(data), Pieces(data)))
    assert "it does not begin as an HTTP response" in str(whole[0].error)
    assert whole == again
