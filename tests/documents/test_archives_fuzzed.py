"""Every reader of mails, responses and archives: whatever it is given, rows come, each whole; nothing is raised."""

from __future__ import annotations

import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_archives import LONG, PAGE, archive

from support.linear import takes_linear_time
from support.mails import ABSOLUTE, BY_ID, RELATIVE
from support.strategies import examples
from uriverse.documents import FORMATS, FoundReference, Limits, links
from uriverse.documents.readers.link_header import parse as parse_link

PIECES = {
    "mime": [
        *(b"Content-Type: multipart/related; boundary=b\n", b"Content-Type: text/html\n", b"\n", b"--b\n", b"--b--\n"),
        *(b"Content-Type: message/rfc822\n", b"Content-Location: x\n", b"Content-Base: http://b/\n", b"\xff", b"\0"),
        *(b"Content-Transfer-Encoding: base64\n", b"PGEgaHJlZj14Pg==\n", b"<a href=cid:x>", b"Content-ID: <x>\n"),
        *(b"Content-Type: text/plain; charset*=utf-7''%ff\n", b"List-Help: <=?utf-8?b?////?=>\n", b" folded\n", b"\r"),
        *(b'Content-Type: multipart/mixed; boundary="\n', b"Content-Transfer-Encoding: quoted-printable\n", b"=3D=\n"),
        *(b"Content-Type: ((((\n", b"Content-Type: multipart/digest; boundary=c\n", b"--c\n", b"Subject:\n", b":\n"),
        *(b"Content-Transfer-Encoding: uuencode\n", b"begin 666 x\n", b"#0V%T\n", b"Message-ID: <m>\n"),
        b"<a href=mid:m/x>",
    ],
    "http": [
        *(b"HTTP/1.1 200 OK\r\n", b"HTTP/2 301\n", b"Location: /x\r\n", b"\r\n", b"Link: <a>; rel=b, <c\r\n", b"\xff"),
        *(b"Content-Type: text/html; charset=x\r\n", b"Content-Type: multipart/mixed; boundary=b\r\n", b"--b\r\n"),
        *(b":", b"Content-Location: \xe9\r\n", b"<a href=x>", b"Refresh: 1;url='\r\n", b"\0", b" x\r\n"),
        b"Content-Type\r\n",
    ],
    "mbox": [
        *(b"From a 1996\n", b"\n", b">From \n", b"Content-Type: text/html\n", b"<a href=x>", b"\r\n", b"From "),
        b"\xff",
    ],
    "epub": [
        *(b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"\0" * 8, b"mimetypeapplication/epub+zip", b"a.html"),
        *(b"\x08\0", b"<a href=x>", b"\xff" * 4),
    ],
    "warc": [
        *(b"WARC/1.0\r\n", b"WARC-Type: response\r\n", b"Content-Length: 9\r\n", b"Content-Length: -1\r\n", b"\r\n"),
        *(b"\0", b"Content-Type: application/http\r\n", b"HTTP/1.1 200 OK\r\n", b"WARC-Target-URI: http://h/\r\n"),
        *(b"\xff\xfe", b"Transfer-Encoding: chunked\r\n", b"5\r\n", b"<a href=x>"),
        *(b"filedesc://x 1.1.1.1 1996 text/plain 9\n", b"Content-Encoding: gzip\r\n", b"\x1f\x8b\x08"),
        *(b"WARC-Type: resource\r\n", b"WARC-Type: warcinfo\r\n"),
    ],
}
WHOLE = [ABSOLUTE, RELATIVE, BY_ID, archive(PAGE, LONG), archive(PAGE, PAGE, compress=False)]


def is_whole(row: FoundReference) -> bool:
    return row.error is not None if row.reference is None else row.valid or row.error is not None


def test_every_format_is_fuzzed() -> None:
    """A new format of this kind gets its pieces here."""
    assert {name for name, format in FORMATS.items() if format.saved} == PIECES.keys()


@pytest.mark.parametrize("format", PIECES)
@given(data=st.data())
@examples(150)
def test_rows_come(format: str, data: st.DataObject) -> None:
    """Octets of any kind, and the format's own pieces in any order."""
    written = st.lists(st.sampled_from(PIECES[format]), max_size=25).map(b"".join)
    octets = data.draw(st.one_of(st.binary(max_size=60), written))
    if format == "warc" and data.draw(st.booleans()):
        octets = gzip.compress(octets)
    for row in links(io.BytesIO(octets), format=format):
        assert is_whole(row)


@given(
    whole=st.sampled_from(WHOLE),
    edits=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=8),
    end=st.floats(0, 1),
)
@examples(300)
def test_whole_documents_damaged(whole: bytes, edits: list[tuple[float, int]], end: float) -> None:
    """A few octets changed, and cut off somewhere."""
    octets = bytearray(whole)
    for where, octet in edits:
        octets[min(int(where * len(octets)), len(octets) - 1)] = octet
    for row in links(io.BytesIO(bytes(octets[: int(len(octets) * (1 - end / 2))]))):
        assert is_whole(row)


@given(st.text(alphabet='<>;,="\\ ab*\t\n', max_size=40))
@examples(300)
def test_link_fields_never_fail(field: str) -> None:
    """Any text is read up to where it breaks."""
    for link in parse_link(field):
        assert f"<{link.target}" in field.replace("< ", "<").replace("<\t", "<").replace("<\n", "<") or link.target


DEEP = 20_000


@pytest.mark.slow
def test_a_mail_nested_as_deep_as_a_mail_may_be() -> None:
    """A boundary a level, each inside the one before: the part at the bottom is found. The mail is one of the parts."""
    head = b"".join(b"Content-Type: multipart/mixed; boundary=%x\n\n--%x\n" % (at, at) for at in range(DEEP - 1))
    mail = head + b"Content-Type: text/html\n\n<a href=x>"
    rows = [
        row for row in links(io.BytesIO(mail), format="mime", limits=Limits(parts=DEEP)) if row.reference is not None
    ]
    assert [row.resolved for row in rows] == ["thismessage:/x"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "unit"),
    [
        (b"", b"Content-Type: message/rfc822\n\n"),
        (b"Content-Type: multipart/mixed; boundary=b\n\n", b"--b\nX: y\n"),
        (b"", b"Content-Type: multipart/mixed; boundary=b\n\n--b\n"),
        (b"Content-Type: multipart/mixed; boundary=b\n\n--b\n", b"--c\n"),
        (b"", b"Content-Location: x/\nContent-Type: message/rfc822\n\n"),
        (b"", b"Content-Location: mailto:x\nContent-Type: message/rfc822\n\n"),
        (b"Content-Type: text/html;", b" a=b;"),
        (b"Content-Type: text/html", b"("),
        (b"List-Help: ", b"<a>,"),
        (b"List-Help: ", b"<"),
        (b"Content-Location: ", b"=?utf-8?q?a?= "),
    ],
)
def test_what_would_take_hours_if_it_were_not_linear(before: bytes, unit: bytes) -> None:
    """Depth, many parts, long fields: every row comes."""

    def read(size: int) -> None:
        for row in links(io.BytesIO(before + unit * size + b"\n\n"), format="mime"):
            assert is_whole(row)

    takes_linear_time(read, DEEP)


@pytest.mark.slow
@pytest.mark.parametrize("format", ["mime", "http", "mbox"])
def test_20_mb_in_one_attribute(format: str) -> None:
    """Size is no reason to fail, whatever the page came in."""
    before = {"mime": b"", "http": b"HTTP/1.1 200 OK\n", "mbox": b"From a 1996\n"}[format]
    page = before + b"Content-Type: text/html\n\n<a href='http://h/" + b"x/" * 10_000_000 + b"'>"
    (row,) = links(io.BytesIO(page), format=format)
    assert row.valid
    assert row.resolved is not None and len(row.resolved) == 20_000_009
