"""Which format a document has, told by its media type, by its name, or by how it begins.

A media type that came with the document is believed where it says more than "octets" (RFC 9110, section 8.3). A name is
believed next; the first octets tell where neither does, and pages are what remains.
"""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uriverse.documents.dispatch import Format

# How much of a document is looked at.
HEAD: Final = 4096

# MIME Sniffing Standard, section 6, and RFC 8878: how formats begin that hold no references, or that people give by
# mistake.
SIGNATURES: Final[dict[bytes, str]] = {
    b"%PDF-": "a PDF document",
    b"GIF8": "a GIF image",
    b"\x89PNG\r\n": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"RIFF": "an image or sound (RIFF)",
    b"\x1f\x8b\x08": "compressed (gzip)",
    b"\x28\xb5\x2f\xfd": "compressed (zstd)",
    b"PK\x03\x04": "a ZIP archive",
    b"OggS\x00": "a film or sound (Ogg)",
    b"\x1aE\xdf\xa3": "a film (Matroska)",
    b"wOFF": "a font",
    b"wOF2": "a font",
}

# Media types by the format that reads them; RFC 6839: a suffix such as "+xml" tells the syntax.
TYPES: Final[dict[str, str]] = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
    "text/css": "css",
    "text/xml": "xml",
    "application/xml": "xml",
    "application/json": "json",
    "text/json": "json",
    "application/jsonl": "json",
    "application/x-ndjson": "json",
    "application/json-seq": "json",
    "application/pdf": "pdf",
    "message/rfc822": "mime",
    "message/global": "mime",
    "multipart/related": "mime",
    "application/x-mimearchive": "mime",
    "application/mbox": "mbox",
    "application/warc": "warc",
    "message/http": "http",
    "application/http": "http",
}
SUFFIXES: Final = {"+xml": "xml", "+json": "json"}
# Types that say no more than that there are octets; then the name tells.
SAY_NOTHING: Final = frozenset({"", "application/octet-stream", "binary/octet-stream", "application/x-unknown"})

# RFC 5322, section 2.2: a field's name is any printable character but a colon.
_FIELDS: Final = re.compile(rb"(?:[!-9;-~]+[ \t]*:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2,}")
_OF_MAIL: Final = re.compile(
    rb"^(?:Received|Return-Path|Delivered-To|From|To|Date|Subject|Message-ID|MIME-Version)[ \t]*:", re.I | re.M
)
_FROM_LINE: Final = re.compile(rb"From [^\r\n]*[0-9]{4}[^\r\n]*\r?\n")
_STATUS_LINE: Final = re.compile(rb"HTTP/[0-9](?:\.[0-9])? [0-9]{3}[ \r\n]")


def told_by_type(media_type: str, name: str = "") -> str | None:
    """The format of a media type, or None where no reader has it.

    >>> told_by_type("application/atom+xml"), told_by_type("image/png")
    ('xml', None)
    """
    kind = media_type.lower()
    if kind in SAY_NOTHING:
        return told_by_suffix(name)
    if kind in TYPES:
        return TYPES[kind]
    for suffix, format in SUFFIXES.items():
        if kind.endswith(suffix):
            return format
    if kind.startswith("multipart/"):
        return "mime"
    if kind.startswith("text/"):
        return (told_by_suffix(name) if kind == "text/plain" else None) or "text"
    return None


def told_by_suffix(name: str) -> str | None:
    """The format whose files end as the name does, or None."""
    from uriverse.documents.dispatch import FORMATS

    lower = name.lower()
    return next((each.name for each in FORMATS.values() if lower.endswith(each.suffixes)), None)


def told_by_content(head: bytes) -> str | None:
    """The format that the first octets tell, or None where they tell none."""
    if head.startswith(b"\x1f\x8b\x08"):
        head = _expanded(head)
        return "warc" if head.startswith((b"WARC/", b"filedesc://")) else None
    if head.startswith((b"WARC/", b"filedesc://")):
        return "warc"
    if head.startswith(b"%PDF-"):
        return "pdf"
    if _STATUS_LINE.match(head):
        return "http"
    if _FROM_LINE.match(head):
        return "mbox"
    fields = _FIELDS.match(head)
    if fields and _OF_MAIL.search(fields[0]):
        return "mime"
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\t\n\r ")
    if text.startswith(b"<?xml") and b"<html" not in text.lower():
        return "xml"
    if b"<" in head or not text:
        return None
    if any(head.startswith(begins) for begins in SIGNATURES):
        return None
    return "json" if text[:1] in b"{[" else "text"


def told(name: str, head: bytes) -> str:
    """The format of a document of which the name and the first octets are known; HTML where they tell none."""
    return told_by_suffix(name) or told_by_content(head) or "html"


def no_text(data: bytes, format: Format) -> str | None:
    """What octets are that the format can not be, told by how they begin; None where they may be a document of it.

    A page may hold any octet, NUL too, so only what begins as another format is one.
    """
    others = ((begins, what) for begins, what in SIGNATURES.items() if begins not in format.signatures)
    return next((what for begins, what in others if data.startswith(begins)), None)


def _expanded(head: bytes) -> bytes:
    """What the beginning of a gzip file holds, as far as it goes."""
    try:
        return zlib.decompressobj(31).decompress(head, HEAD)
    except zlib.error:
        return b""
