"""Percent-encoded bytes (URL Standard, section 1.3)."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.lean_typing import Literal, TypeAlias

PercentEncodeSet: TypeAlias = Literal[
    "C0 control", "fragment", "query", "special-query", "path", "userinfo", "component",
    "application/x-www-form-urlencoded",
]  # fmt: skip


def percent_encode(text: str, percent_encode_set: PercentEncodeSet, *, encoding: str = "utf-8") -> str:
    """Percent-encode a text after encoding it.

    Args:
        text: the text.
        percent_encode_set: the Standard's name of the set, without "percent-encode set".
        encoding: a label of the Encoding Standard. A character that the encoding does not have becomes its numeric
            character reference.

    Raises:
        ValueError: if there is no such set.
        LookupError: if there is no such encoding.

    >>> from uriverse.whatwg import percent_encode
    >>> percent_encode("Say what‽", "userinfo")
    'Say%20what%E2%80%BD'
    >>> percent_encode("1+1 ≡ 2%20‽", "application/x-www-form-urlencoded", encoding="shift_jis")
    '1%2B1+%81%DF+2%2520%26%238253%3B'
    """
    return _core.whatwg_percent_encode(text, percent_encode_set, encoding=encoding)


def percent_decode(text: str | bytes) -> bytes:
    """Percent-decode bytes, or the UTF-8 of a text. A "%" without two hexadecimal digits stays.

    >>> from uriverse.whatwg import percent_decode
    >>> percent_decode("‽%25%2E%s")
    b'\\xe2\\x80\\xbd%.%s'
    """
    return _core.whatwg_percent_decode(text)
