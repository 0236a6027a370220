"""Decode documents from octets to text. Only this module does so.

The order of precedence is: the byte order mark, the charset of the transport (MIME's and HTTP's `charset` parameter),
the document's own declaration, UTF-8. Labels are those of the Encoding Standard (section 4.2: "latin1" is windows-1252,
"gb2312" is GBK), then Python's charsets. An unknown or wrong charset gives an error row, and the document is still
read.
"""

from __future__ import annotations

import codecs
import re

from uriverse._core import python_charset, whatwg_decode
from uriverse.ground.lean_typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uriverse.documents.document import Document

# HTML Standard, section 13.2.3.2: the prescanned part of a page.
PRESCANNED: Final = 1024
# Encodings in which an octet of US-ASCII always means its own character.
ASCII_IS_ITSELF: Final = frozenset({"UTF-8", "windows-1252"})
# Unicode Standard, section 2.13: the byte order mark; UTF-32's begins like UTF-16's.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# XML 1.0, Appendix F.1: how a document in UTF-16 or UTF-32 without a mark begins.
_XML_BEGINS: Final = (
    (b"\0\0\0<", "utf-32-be"),
    (b"<\0\0\0", "utf-32-le"),
    (b"\0<\0?", "utf-16-be"),
    (b"<\0?\0", "utf-16-le"),
)
# CSS Syntax Level 3, section 3.2: the octets that name the encoding of a style sheet.
_CHARSET: Final = re.compile(rb'@charset "([^"\x80-\xff]{1,64})";')
SURROGATE: Final = re.compile("[\ud800-\udfff]")
# HTML Standard, section 13.2.3.2, "get an XML encoding".
_XML_ENCODING: Final = re.compile(rb"""<\?xml[^>]*?encoding[\x00-\x20]*=[\x00-\x20]*(["'])([^\x00-\x20"']*)\1""")
# XML 1.0, section 4.3.3: the declaration's encoding. The transport's charset outranks it (RFC 7303, section 3).
_DECLARED: Final = re.compile(rb"""(<\?xml\s[^>]{0,200}?)(\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)'))""")


def decode(data: bytes, label: str | None = None) -> tuple[str, str | None]:
    """Decode octets; return the text, and an error about the charset or None.

    Invalid octets become lone surrogates in UTF-8, and replacement characters in other charsets.

    `label` is the charset if there is no byte order mark; UTF-8 is used if it is unknown.

    >>> decode(b"\\xef\\xbb\\xbfa"), decode(b"\\xff\\xfea\\0"), decode(b"\\x80", "latin1"), decode(b"a", "hex")
    (('a', None), ('a', None), ('€', None), ('a', "its charset is not known: 'hex'"))
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "surrogateescape" if name == "utf-8" else "replace"), None
    if label is None:
        return data.decode("utf-8", "surrogateescape"), None
    decoded = whatwg_decode(data, label) if label.isascii() else None
    if decoded is None:
        return _by_python(data, label)
    name, text, error_at = decoded
    if name == "UTF-8" and error_at is not None:
        text = data.decode("utf-8", "surrogateescape")
    return text, None if error_at is None else _charset_error(label, data, error_at)


def _by_python(data: bytes, label: str) -> tuple[str, str | None]:
    """Decode octets by a charset that the Encoding Standard does not have."""
    try:
        return data.decode(python_charset(label)), None
    except UnicodeDecodeError as failure:
        return data.decode(label, "replace"), _charset_error(label, data, failure.start)
    except Exception:  # codecs may raise any error for invalid names and octets
        return data.decode("utf-8", "surrogateescape"), f"its charset is not known: {label!r}"


def _charset_error(label: str, data: bytes, at: int) -> str:
    return f"its charset is not {label}, as it says: octet {data[at]:#04x} at {at}"


def decode_style_sheet(data: bytes) -> str:
    """Decode a style sheet by its byte order mark, else its `@charset`, else UTF-8.

    CSS Syntax: an `@charset` that says UTF-16 is wrong, because it was itself read as ASCII; it means UTF-8. Invalid
    octets become U+FFFD.
    """
    rule = _CHARSET.match(data)
    name = rule[1].decode("ascii").strip().lower() if rule else "utf-8"
    text = decode(data, "utf-8" if name.startswith("utf-16") else name)[0]
    return SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def in_utf_8(document: Document) -> tuple[Document, str | None]:
    """Return the document in UTF-8 with a byte order mark, for readers of text, and an error or None.

    A byte order mark outranks the transport's charset (CSS Syntax, section 3.2; Encoding Standard, "decode").
    """
    data = document.data
    if document.format != "xml" and data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return document, None
    text, reason = decode(data, document.encoding)
    if document.format == "xml":
        data = _DECLARED.sub(lambda match: match[1] + b" " * len(match[2]), text.encode("utf-8", "surrogateescape"), 1)
    else:
        data = text.encode("utf-8", "surrogateescape")
    return document._replace(data=codecs.BOM_UTF8 + data, encoding="utf-8"), reason


def declared(data: bytes) -> str | None:
    """The encoding of an XML document by its first octets or declaration; None if XML parsers support it.

    >>> declared(b"<?xml version='1.0' encoding='Shift_JIS'?>"), declared(b"<?xml version='1.0' encoding='UTF-8'?>")
    ('Shift_JIS', None)
    """
    for begins, name in (*_MARKS[1:], *_XML_BEGINS):
        if data.startswith(begins):
            return name
    match = _DECLARED.match(data.removeprefix(codecs.BOM_UTF8))
    name = "" if match is None else (match[3] or match[4] or b"").decode("ascii", "replace")
    return None if name.lower() in ("", "utf-8", "utf-16") else name


def xml_encoding(data: bytes) -> str | None:
    """The encoding that an XML declaration gives a page of HTML (HTML Standard, section 13.2.3.2), or None.

    A declaration of UTF-16 was itself read as US-ASCII, so it means UTF-8.

    >>> xml_encoding(b'<?xml version="1.0" encoding="Windows-1251"?>'), xml_encoding(b"<?xml encoding='UTF-16'?>")
    ('windows-1251', 'UTF-8')
    """
    match = _XML_ENCODING.match(data, 0, PRESCANNED)
    encoding = None if match is None else whatwg_decode(b"", match[2].decode("ascii", "replace"))
    if encoding is None:
        return None
    return "UTF-8" if encoding[0].startswith("UTF-16") else encoding[0]


def utf_8_error(data: bytes) -> str | None:
    """The error if octets are not UTF-8, or None."""
    try:
        data.decode()
    except UnicodeDecodeError as failure:
        return _charset_error("UTF-8", data, failure.start)
    return None
