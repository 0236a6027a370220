"""Few octets that stand for many: each bomb is read in bounded memory, and what is over a limit has a row.

Each runs in a process of its own with a limit on its memory. The time of a run is not measured; a bomb that goes off
runs into the timeout of `run_limited`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from support.limited import run_limited

HEAD = """
import collections, gzip, io, json, zlib
from uriverse.documents import Document, Limits, links
WIDE = Limits(output=1 << 40)
def read(data, name="bomb", **options):
    tell(links(Document(name, data, "http://h/d/p", options.pop("format", None)), **options))
def tell(rows):
    count, longest, last, problems = 0, 0, None, collections.Counter()
    for row in rows:
        count += row.reference is not None
        longest = max(longest, len(row.resolved or ""))
        if row.problem:
            problems[row.problem] += 1
            last = row.error
    print(json.dumps([count, longest, dict(problems), last]))
"""


def read(code: str, megabytes: int = 700) -> tuple[int, int, dict[str, int], str | None]:
    """Run the code that makes a bomb and reads it: how many references, the longest target, problems, the last one."""
    answer: Any = json.loads(run_limited(HEAD + code, megabytes=megabytes))
    count, longest, problems, last = answer
    return count, longest, problems, last


def test_bases_that_are_relative_to_each_other() -> None:
    """XML Base, section 4.1: each is read against the one around it, so that the sum grows with the square.

    The document's own URI is the first of a thousand.
    """
    count, longest, problems, last = read(
        'read(gzip.compress(b"<r>" + b"<a xml:base=\'0123456789/\' href=\'x\'>" * 3_000), format="xml", limits=WIDE)'
    )
    assert (count, longest < 20_000) == (6_000, True)
    assert problems == {"base": 2_001, "incomplete": 1}
    assert last is not None and "not well-formed" in last


@pytest.mark.parametrize(
    ("around", "format"),
    [
        ("<r xml:base='http://h/{}/'>", "xml"),
        ("<base href='http://h/{}/'>", "html"),
        ("Content-Base: http://h/{}/\\nContent-Type: text/html\\n\\n", "mime"),
        ("HTTP/1.1 200 OK\\nContent-Base: http://h/{}/\\nContent-Type: text/html\\n\\n", "http"),
    ],
)
def test_a_long_base_of_many_references(around: str, format: str) -> None:
    """Each target is as long as the base: a base has a limit."""
    page = f'"{around}".format("x" * 1_000_000).encode() + b"<a href=\'y\'/>" * 2_500'
    code = f'read({page}, format="{format}", limits=WIDE)'
    count, longest, problems, _ = read(code)
    assert count >= 2_500
    assert longest <= 1_000_010
    assert problems["base"] == 1
    code = code.replace("1_000_000", "60_000")
    count, longest, problems, _ = read(code)
    assert (count, longest) == (2_501, 60_011)
    assert "base" not in problems


def test_entities_that_are_relative_to_each_other() -> None:
    """RFC 2557, section 5: a Content-Location is read against those around it."""
    head = r"Content-Location: 0123456789/\nContent-Type: message/rfc822\n\n"
    code = f'read(b"{head}" * 2_000, format="mime", limits=WIDE)'
    count, longest, problems, _ = read(code)
    assert (count, longest < 20_000) == (2_000, True)
    assert problems["base"] == 1_001


@pytest.mark.parametrize(
    "make",
    [
        'b"WARC/1.0\\r\\n" + b"a: b\\r\\n" * 4_000_000',
        'b"WARC/1.0\\r\\n" + b"a" * 20_000_000',
        'b"WARC/1.0\\r\\na: b\\r\\n" + b"\\tc\\r\\n" * 4_000_000',
        'b"WARC/1.0\\r\\nContent-Length: 0\\r\\n\\r\\n" + b"\\r\\n" * 10_000_000',
    ],
)
def test_heads_of_an_archive(make: str) -> None:
    """A head has a limit: as a line, as lines, folded, and the empty lines between records."""
    count, _, problems, said = read(f'read(gzip.compress({make}, 1), "x.warc.gz")')
    assert (count, problems) == (0, {"incomplete": 1})
    assert said is not None and "a head is longer than 65536 octets" in said


def test_the_head_of_a_response_in_an_archive() -> None:
    """It has the same limit, and the record after it is read."""
    code = """
def record(content):
    head = b"WARC/1.0\\r\\nWARC-Type: response\\r\\nWARC-Target-URI: http://h/\\r\\n"
    head += b"Content-Type: application/http\\r\\n"
    return head + b"Content-Length: %d\\r\\n\\r\\n" % len(content) + content + b"\\r\\n\\r\\n"
page = record(b"HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n<a href=x>")
long = record(b"HTTP/1.1 200 OK\\r\\n" + b"a: b\\r\\n" * 1_000_000)
read(page + long + page, "x.warc")
"""
    count, _, problems, last = read(code)
    assert (count, problems) == (2, {"unreadable": 1})
    assert last == "cannot be read: a head is longer than 65536 octets"


@pytest.mark.parametrize("name", ["x.xml", "x.warc.gz"])
def test_a_gzip_of_many_empty_members(name: str) -> None:
    """RFC 1952, section 2.2: members follow each other; 2 MB hold 100,000 of 20 octets."""
    count, _, problems, _ = read(f'read(gzip.compress(b"") * 100_000 + gzip.compress(b"<a href=\'x\'/>"), "{name}")')
    assert (count, problems) == ((1, {}) if name == "x.xml" else (0, {"incomplete": 1}))


@pytest.mark.parametrize("members", [1, 1000])
def test_a_gzip_that_expands(members: int) -> None:
    """A thousand octets for each: the limit of a document holds for what it expands to."""
    code = f'read(gzip.compress(b" " * (140_000_000 // {members}), 1) * {members}, "x.xml")'
    assert read(code)[2:] == ({"unreadable": 1}, "cannot be read: it is longer than 134217728 octets")


def test_content_of_an_archive_that_expands() -> None:
    """A content coding of HTTP has the same limit."""
    code = """
body = gzip.compress(b" " * 140_000_000, 1)
content = b"HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\nContent-Encoding: gzip\\r\\n\\r\\n" + body
head = b"WARC/1.0\\r\\nWARC-Type: response\\r\\nWARC-Target-URI: http://h/\\r\\nContent-Type: application/http\\r\\n"
read(head + b"Content-Length: %d\\r\\n\\r\\n" % len(content) + content + b"\\r\\n\\r\\n", "x.warc")
"""
    assert read(code)[2:] == ({"incomplete": 1}, "cannot be read wholly: it is longer than 134217728 octets")


PDF = """
from pypdf import PdfWriter
from pypdf.generic import *
def name(text): return NameObject("/" + text)
def of(**entries): return DictionaryObject({name(key): value for key, value in entries.items()})
writer = PdfWriter()
action = of(S=name("URI"), URI=TextStringObject("http://a/"))
def link(): return writer._add_object(of(Type=name("Annot"), Subtype=name("Link"), A=action))
def written():
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
"""


@pytest.mark.parametrize("list_is_shared", [True, False])
def test_pages_that_share_their_annotations(list_is_shared: bool) -> None:
    """ISO 32000-2, 12.5.2: an annotation is of one page, so that 300 pages have no more than there are."""
    code = (
        PDF
        + f"""
links_ = ArrayObject(link() for _ in range(300))
shared = writer._add_object(links_)
for _ in range(300 if {list_is_shared} else 20):
    page = writer.add_blank_page(9, 9)
    page[name("Annots")] = shared if {list_is_shared} else links_
read(written(), "x.pdf")
"""
    )
    assert read(code)[0] == 300


def test_a_page_tree_whose_branches_meet() -> None:
    """Thirty nodes with the same two kids each are a thousand million pages to one who counts them so."""
    code = (
        PDF
        + """
page = writer.add_blank_page(9, 9)
page[name("Annots")] = ArrayObject([link()])
node = page.indirect_reference
for _ in range(30):
    node = writer._add_object(of(Type=name("Pages"), Kids=ArrayObject([node, node]), Count=NumberObject(2)))
writer.root_object[name("Pages")] = node
read(written(), "x.pdf")
"""
    )
    assert read(code)[0] == 1


@pytest.mark.parametrize(
    "make",
    [
        'b"Content-Type: multipart/mixed; boundary=b\\n\\n" + b"--b\\n\\n" * 5_000',
        'b"Content-Type: message/rfc822\\n\\n" * 5_000',
    ],
)
def test_parts_of_a_message(make: str) -> None:
    """A part takes a thousand times the memory of its five octets: there is a limit, by default of 100,000."""
    code = f"""
assert Limits().parts == 100_000
rows = list(links(Document("m", {make}, format="mime"), limits=Limits(parts=4_000)))
print(json.dumps([len(rows), 0, {{rows[0].problem: 1}}, rows[0].error]))
"""
    _, _, problems, said = read(code)
    assert (problems, said) == ({"incomplete": 1}, "cannot be read wholly: it has more than 4000 parts")


def test_documents_in_documents() -> None:
    """Each is read by a reader in a reader: there is a limit, and no stack overflows."""
    level = r"Content-Type: application/http\n\nHTTP/1.1 200 OK\nContent-Type: message/rfc822\n\n"
    _, _, problems, last = read(f'read(b"{level}" * 5_000, format="mime")')
    assert (problems, last) == ({"unreadable": 1}, "cannot be read: more than 50 documents are nested")


def test_pages_in_attributes() -> None:
    """`srcdoc` in `srcdoc`: each level escapes the quotation marks of those inside."""
    code = """
page = "<a href=x>"
for _ in range(60):
    page = "<iframe srcdoc='" + page.replace("&", "&amp;").replace("'", "&#39;") + "'></iframe>"
read(page.encode(), format="html")
"""
    _, _, problems, last = read(code)
    assert (problems, last) == ({"unreadable": 1}, "cannot be read: more than 50 documents are nested")


def test_markdown_has_a_smaller_limit() -> None:
    """Its parser takes sixteen times as much for an octet."""
    code = 'read(b"a\\n\\n" * 3_000_000, "x.md")'
    assert read(code)[2:] == ({"unreadable": 1}, "cannot be read: it is longer than 8388608 octets")


def test_a_mailbox_with_a_long_message() -> None:
    """A message in a mailbox has the limit of a document, also if it is one line; the next one is read."""
    code = """
class Long(io.RawIOBase):
    def __init__(self, pieces): self.pieces, self.rest = iter(pieces), b""
    def readable(self): return True
    def readinto(self, buffer):
        self.rest = self.rest or next(self.pieces, b"")
        size = min(len(buffer), len(self.rest))
        buffer[:size], self.rest = self.rest[:size], self.rest[size:]
        return size
def pieces():
    yield b"From a 1996\\n\\n"
    for _ in range(100): yield b"x" * 1_000_000
    yield b"\\n\\nFrom b 1996\\nContent-Type: text/html\\n\\n<a href=x>"
rows = list(links(io.BufferedReader(Long(pieces())), limits=Limits(octets=1 << 20)))
print(json.dumps([len(rows), 0, {rows[0].problem: 1}, rows[1].reference]))
"""
    assert read(code, megabytes=100) == (2, 0, {"unreadable": 1}, "x")


def test_a_document_of_too_many_references() -> None:
    """The limit of rows holds for a document and all that is in it."""
    code = 'read(b"<a href=x>" * 1000, format="html", limits=Limits(references=10))'
    last = "cannot be read wholly: it holds more than 10 references"
    assert read(code) == (10, len("http://h/d/x"), {"incomplete": 1}, last)


@pytest.mark.parametrize(("count", "length", "output"), [(3_000, 1, 1 << 22), (7_000, 100, 1 << 26)])
def test_the_octets_of_its_rows(count: int, length: int, output: int) -> None:
    """A document gives 64 MB of rows, or 64 times its own octets if that is more, as objects and as columns alike."""
    code = f"""
limits = Limits() if {output} == 1 << 26 else Limits(output={output})
data = b"<a xml:base='%b/'>" % (b"b" * {length}) * {count}
rows = list(links(Document("bomb", data, "http://h/d/p", "xml"), limits=limits))
table = links(Document("bomb", data, "http://h/d/p", "xml"), limits=limits).to_arrow().read_all()
octets = sum(len(value) for row in rows for value in row if isinstance(value, str))
assert table["resolved"].to_pylist() == [row.resolved for row in rows]
assert {output} <= octets < {output} + (1 << 19), octets
tell(rows)
"""
    _, _, problems, last = read(code, megabytes=1500)
    problems.pop("base", None)
    assert problems == {"incomplete": 1}
    assert last == f"cannot be read wholly: it holds references that make more than {output} octets"


def test_a_large_document_may_give_more() -> None:
    """64 times its own octets."""
    code = 'read(b"<base href=\'http://h/" + b"x" * 2000 + b"/\'>" + b"<a href=x>" * 2000, format="html", limits=LOW)'
    code = "LOW = Limits(output=1000, growth=64)\n" + code
    count, _, problems, last = read(code)
    assert problems == {"incomplete": 1}
    assert last == f"cannot be read wholly: it holds references that make more than {64 * 22024} octets"
    assert count < 2000


def test_a_document_that_does_not_fit() -> None:
    """Where there is no memory for a document, it has a row, and the next one is read."""
    code = """
import os, tempfile
with tempfile.NamedTemporaryFile(suffix=".html") as large, tempfile.NamedTemporaryFile(suffix=".html") as small:
    large.truncate(1_000_000_000)
    small.write(b"<a href=x>"); small.flush()
    rows = list(links(large.name, small.name, limits=Limits(octets=1 << 40)))
    refused = list(links(large.name))
print(json.dumps([len(rows), 0, {rows[0].error: 1, refused[0].error: 1}, rows[1].reference]))
"""
    assert read(code, megabytes=400) == (
        2,
        0,
        {
            "cannot be read: there is not enough memory for it": 1,
            "cannot be read: it is longer than 134217728 octets": 1,
        },
        "x",
    )
