"""From octets to text for formats that are plain text: the mark at the front tells, else it is UTF-8."""

from __future__ import annotations

import codecs
import re
from typing import Final

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


def decode(data: bytes, encoding: str = "utf-8") -> str:
    """Decode octets; what the encoding does not know becomes a lone surrogate, or the replacement character.

    Args:
        data: the octets.
        encoding: what counts where no mark tells another; an unknown one is read as UTF-8.

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
