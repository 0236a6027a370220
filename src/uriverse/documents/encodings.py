"""Charsets: from octets to text, and what a charset that came with a document says about it.

A byte order mark in a document outranks everything. A charset that came with the document (MIME's and HTTP's `charset`
parameter) comes next, then what the document says itself, then UTF-8. A charset that does not fit the octets is told
in a row, and the document is read all the same.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uriverse.documents.document import Document

# Unicode Standard, section 2.13: the byte order mark; UTF-32's begins like UTF-16's.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# CSS Syntax Level 3, section 3.2: the octets that name the encoding of a style sheet.
_CHARSET: Final = re.compile(rb'@charset "([^"\x80-\xff]{1,64})";')
# Codecs of Python that turn text into text. They are not charsets.
NO_CHARSETS: Final = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"})
# XML 1.0, section 4.3.3: the declaration's encoding, which what came with the document outranks (RFC 7303, section 3).
_DECLARED: Final = re.compile(r"""(<\?xml[^>]{0,200}?)(\sencoding\s*=\s*(?:"[^"]*"|'[^']*'))""")


def decode(data: bytes, encoding: str = "utf-8") -> str:
    """Decode octets. Octets that the encoding does not know become lone surrogates, or replacement characters.

    Args:
        data: the octets.
        encoding: the encoding if no mark says another; an unknown one is read as UTF-8.

    >>> decode(b"\\xef\\xbb\\xbfa"), decode(b"\\xff\\xfea\\0")
    ('a', 'a')
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "surrogateescape" if name == "utf-8" else "replace")
    try:
        return data.decode(encoding, "surrogateescape" if encoding == "utf-8" else "replace")
    except (LookupError, ValueError):
        return data.decode("utf-8", "surrogateescape")


def decode_style_sheet(data: bytes) -> str:
    """Decode a style sheet: its mark, else its `@charset`, else UTF-8.

    CSS Syntax: an `@charset` that says UTF-16 is a lie, since it was read as ASCII, and means UTF-8.
    """
    named = _CHARSET.match(data)
    name = named[1].decode("ascii").strip().lower() if named else "utf-8"
    return decode(data, "utf-8" if name.startswith("utf-16") else name)


def in_utf_8(document: Document) -> tuple[Document, str | None]:
    """Return the document in UTF-8 with a byte order mark, which every reader of text knows, and what is wrong or None.

    A mark in the document outranks what came with it (CSS Syntax, section 3.2; Encoding Standard, "decode").
    """
    name = document.encoding or ""
    if document.data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b"\x1f\x8b")):
        return document, None
    if not is_text_encoding(name):
        return document, f"its charset is not known: {name!r}"
    reason = lie(document.data, name)
    text = document.data.decode(name, "surrogateescape" if is_like_ascii(name) else "replace")
    if document.format == "xml":
        text = _DECLARED.sub(lambda match: match[1] + " " * len(match[2]), text, count=1)
    # What the charset does not know comes through as it is, and the readers of UTF-8 treat it as they do.
    octets = text.encode("utf-8", "surrogateescape" if is_like_ascii(name) else "replace")
    return document._replace(data=codecs.BOM_UTF8 + octets, encoding="utf-8"), reason


def lie(data: bytes, name: str) -> str | None:
    """Why the octets are not in a charset, or None."""
    try:
        data.decode(name)
    except UnicodeDecodeError as failure:
        octet = data[failure.start]
        return f"its charset is not {name}, as it says: octet {octet:#04x} at {failure.start}"
    except (LookupError, ValueError):
        return f"its charset is not known: {name!r}"
    return None


def is_text_encoding(name: str) -> bool:
    """Whether a name is that of a charset that Python knows; it has codecs of other kinds too."""
    try:
        if codecs.lookup(name).name in NO_CHARSETS:
            return False
        b"".decode(name)
    except (LookupError, ValueError):
        return False
    return True


def is_like_ascii(name: str) -> bool:
    """Whether octets that a charset does not know can be kept as they are."""
    return codecs.lookup(name).name in ("utf-8", "ascii")
