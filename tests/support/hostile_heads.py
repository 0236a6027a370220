"""Documents whose header fields say anything: charsets, codings, types and lengths, in mails, responses, archives.

Every document is made from a seed. It stands between two good ones if its format holds several.
"""

from __future__ import annotations

import encodings.aliases
import gzip
import re
import zlib
from collections.abc import Iterator
from random import Random

from uriverse.documents import FORMATS, Document, FoundReference, links

BODIES = (
    *(b"<a href=http://h/x>", b"see http://h/x, or", b"[a](http://h/x)", b'{"a": "http://h/x"}', b"\xff\xfe<\0a\0"),
    *(b"<?xml version='1.0' encoding='hex'?><r href='x'/>", b"<rss><link>http://h/x</link></rss>", b"%PDF-1.4\nxref"),
    *(b"", b"\0" * 9, bytes(range(256)), gzip.compress(b"<a href=x>"), zlib.compress(b"<a href=x>"), b"3\r\nabc\r\n0"),
    *(b"PGEgaHJlZj14Pg==", b"=3D=\r\n=", b"begin 666 x\n#0V%T\n`\nend\n", b"--b\n\n<a href=x>\n--b--", b"WARC/1.0\r\n"),
    *(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=rot13\r\n\r\n<a href=x>",
        b"From a 1996\n\nx",
        b"\x1b$B\x1b(J",
    ),
)
ODD = (
    "",
    " ",
    "\t",
    '"',
    "''",
    ";",
    "=",
    ",",
    "%00",
    "\0",
    "\x7f",
    "é",
    "\udcff",
    "9" * 30,
    "-1",
    "1e9",
    "x" * 300,
    "*",
)
CHARSETS = (
    *sorted({*encodings.aliases.aliases.values(), *encodings.aliases.aliases}),
    *("idna", "punycode", "undefined", "unicode_escape", "replacement", "x-user-defined", "mbcs", "oem", "klingon"),
    *("utf-8", "latin1", "shift_jis", "iso-2022-kr", "utf-16", "utf-7", *ODD),
)
CODINGS = (
    "chunked",
    "gzip",
    "x-gzip",
    "deflate",
    "br",
    "zstd",
    "identity",
    "compress",
    "gzip, gzip",
    "chunked, gzip",
    *ODD,
)
TRANSFERS = ("base64", "quoted-printable", "7bit", "binary", "x-uuencode", "uue", "hex", "zlib", "rot13", *ODD)
TYPES = (
    *(
        *("text/html", "text/plain", "text/css", "text/markdown", "application/xml", "application/xhtml+xml"),
        "image/svg+xml",
    ),
    *("application/json", "application/pdf", "application/mbox", "application/warc", "message/rfc822", "message/http"),
    *("multipart/mixed; boundary=b", "multipart/related", "message/external-body; url=x", "application/octet-stream"),
    *("html", "text/html, text/html", "unknown/unknown", "*/*", "text/", "/", "image/png", "application/gzip", *ODD),
)
LENGTHS = ("0", "3", "99999999999999999999", "-5", "0x10", "1,1", *ODD)
FIELDS = {
    "Content-Type": TYPES,
    "Content-Transfer-Encoding": TRANSFERS,
    "Content-Encoding": CODINGS,
    "Transfer-Encoding": CODINGS,
    "Content-Length": LENGTHS,
    "Content-Disposition": (
        "attachment; filename=x.html",
        "inline; filename*=hex''%41",
        "filename*0*=utf-7''%ff",
        *ODD,
    ),
    "Content-Location": ("x", "cid:a", "http://[", "=?hex?q?=41?=", *ODD),
    "Content-Base": ("http://h/", "=?rot13?b?QQ==?=", *ODD),
    "Content-ID": ("<a>", *ODD),
    "Link": ("<x>; rel=y", "<", *ODD),
    "Location": ("x", "http://[", *ODD),
    "Subject": ("=?hex?q?=41?=", *ODD),
    "List-Help": ("<=?zlib?b?////?=>", *ODD),
    "From": ("a@b", *ODD),
}
GOOD = b"<a href=http://good/>"


def fields(random: Random, line_end: bytes = b"\n") -> bytes:
    """Some fields, each with a value of its own kind, of another or of a charset."""
    found = []
    for name in random.sample(list(FIELDS), random.randint(1, 5)):
        value = random.choice(FIELDS[name] if random.random() < 0.9 else random.choice(list(FIELDS.values())))
        if name == "Content-Type" and random.random() < 0.7:
            quote = random.choice(("", '"', "'"))
            name_of_charset = random.choice(("charset", "charset*", "CHARSET", "charset*0*"))
            value += f"; {name_of_charset}={quote}{random.choice(CHARSETS)}{quote}"
        found.append(f"{name}: {value}".encode("utf-8", "surrogateescape").replace(b"\n", b"") + line_end)
    return b"".join(found)


def hostile(random: Random, format: str) -> bytes:
    """A file of a format with one hostile document in it; between two good ones if the format holds several."""
    body = random.choice(BODIES)
    if format == "mime":
        return fields(random) + b"\n" + body
    if format == "http":
        return b"HTTP/1.1 200 OK\r\n" + fields(random, b"\r\n") + b"\r\n" + body
    if format == "mhtml":
        parts = (
            b"Content-Type: text/html\n\n" + GOOD,
            fields(random) + b"\n" + body,
            b"Content-Type: text/html\n\n" + GOOD,
        )
        return (
            b"Content-Type: multipart/related; boundary=zz\n"
            + b"".join(b"\n--zz\n" + part for part in parts)
            + b"\n--zz--\n"
        )
    if format == "mbox":
        good = b"From a 1996\nContent-Type: text/html\n\n" + GOOD + b"\n\n"
        return good + b"From b 1996\n" + fields(random) + b"\n" + body.replace(b"\nFrom ", b"\n>From ") + b"\n\n" + good
    return _warc(random, body)


def _warc(random: Random, body: bytes) -> bytes:
    good = record(b"response", b"application/http", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + GOOD)
    head = fields(random, b"\r\n")
    if random.random() < 0.5:
        bad = record(b"response", b"application/http", b"HTTP/1.1 200 OK\r\n" + head + b"\r\n" + body)
    else:
        kind = re.search(rb"Content-Type: ([^\r\n]*)", head)
        bad = record(b"resource", kind[1] if kind else b"text/html", body)
    records = (good, bad, good)
    return b"".join(map(gzip.compress, records) if random.random() < 0.3 else records)


def record(kind: bytes, media_type: bytes, block: bytes) -> bytes:
    """A record of a web archive."""
    head = b"WARC/1.0\r\nWARC-Type: %b\r\nWARC-Target-URI: http://h/\r\nContent-Type: %b\r\n" % (kind, media_type)
    return head + b"Content-Length: %d\r\n\r\n" % len(block) + block + b"\r\n\r\n"


def documents(seed: int, count: int) -> Iterator[tuple[str, Document]]:
    """Yield so many hostile documents, each with the name of its container."""
    random = Random(seed)
    containers = ("mime", "mhtml", "mbox", "http", "warc", "headers", "file")
    for _ in range(count):
        container = random.choice(containers)
        if container == "headers":
            pairs = [line.partition(":") for line in fields(random).decode("utf-8", "surrogateescape").splitlines()]
            headers = tuple((name, value) for name, _, value in pairs)
            yield container, Document("x", random.choice(BODIES), "http://h/", headers=headers)
        elif container == "file":
            charset = random.choice((None, *CHARSETS))
            yield container, Document("x", random.choice(BODIES), None, random.choice(list(FORMATS)), charset)
        else:
            format = {"mhtml": "mime"}.get(container, container)
            yield container, Document("x", hostile(random, container), None, format)


def faults(container: str, rows: list[FoundReference]) -> Iterator[str]:
    """Yield what is wrong with the rows of a hostile document."""
    if any(row.reference is None and row.error is None for row in rows):
        yield "a row without a reference and without an error"
    if any("Error: " in (row.error or "") for row in rows):
        yield f"an exception that nobody expected: {[row.error for row in rows]}"
    if container in ("mhtml", "mbox", "warc"):
        good = sum(row.reference == "http://good/" for row in rows)
        if good != 2:
            yield f"{good} of 2 rows of the good documents"


def run(seed: int, count: int) -> list[tuple[str, Document, str]]:
    """Read so many hostile documents; the faults that were found."""
    return [
        (container, document, fault)
        for container, document in documents(seed, count)
        for fault in faults(container, list(links(document)))
    ]
