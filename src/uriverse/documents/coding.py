"""Decode HTTP's transfer and content codings (RFC 9112, section 7; RFC 9110, section 8.4).

An archive stores a response as transferred, or as decoded by the crawler, with the same header fields. So content whose
first octets do not match its fields is not decoded. Damage after that is reported, and the rest is kept undecoded.
"""

from __future__ import annotations

import io
import re
import zlib
from _collections_abc import Callable

from uriverse.documents.gzip import CHUNK, MAGIC, PIECE, expanded
from uriverse.ground.lean_typing import Final

# RFC 9112, section 7.1: chunk-size [ chunk-ext ] CRLF. 16 digits count any content.
_CHUNK: Final = re.compile(rb"([0-9A-Fa-f]{1,16})[ \t]*(?:;[^\r\n]{0,4096})?\r?\n")
_LINE_BREAK: Final = re.compile(rb"\r?\n")
# RFC 8878, section 3.1.1.
ZSTD: Final = b"\x28\xb5\x2f\xfd"
# Each coding may copy the whole content; servers use one, seldom two.
MAX_CODINGS: Final = 10
_NEEDED: Final = "its content coding {!r} needs the extra 'coding': pip install brotli zstandard isal"


def decoded(data: bytes, transfer: str, content: str, largest: int) -> tuple[bytes, str | None]:
    """The decoded content, and the error, or None.

    >>> decoded(b"3\\r\\nabc\\r\\n0\\r\\n\\r\\n", "chunked", "", 100)
    (b'abc', None)
    >>> decoded(b"3\\r\\nabc\\r\\nffff\\r\\ndef", "chunked", "", 100)
    (b'abcdef', 'a chunk says that it has 65535 octets, and 3 are there')
    """
    if not transfer and not content:
        return data, None
    reason = None
    if "chunked" in _names(transfer):
        data, reason = _without_chunks(data)
    names = _names(content)
    if len(names) > MAX_CODINGS:
        return b"", f"it has more than {MAX_CODINGS} content codings"
    for name in reversed(names):
        if name not in CODINGS:
            return b"", f"its content coding is not known: {name!r}"
        data, trouble = CODINGS[name](data, largest)
        reason = reason or trouble
    return data, reason


def _names(field: str) -> list[str]:
    return [name.strip().lower() for name in field.split(",")]


def _without_chunks(data: bytes) -> tuple[bytes, str | None]:
    """The content of chunks, and the error, or None."""
    if _CHUNK.match(data) is None:
        return data, None
    pieces: list[bytes] = []
    at = 0
    while chunk := _CHUNK.match(data, at):
        size, start = int(chunk[1], 16), chunk.end()
        if size == 0:
            return b"".join(pieces), None
        at = start + size
        pieces.append(data[start:at])
        if at > len(data):
            return b"".join(pieces), f"a chunk says that it has {size} octets, and {len(data) - start} are there"
        end = _LINE_BREAK.match(data, at)
        if end is None:
            break
        at = end.end()
    pieces.append(data[at:])
    wrong = "its last chunk is missing" if at == len(data) else f"its chunks do not end where they say, at octet {at}"
    return b"".join(pieces), wrong


def _inflated(data: bytes, largest: int) -> tuple[bytes, str | None]:
    """RFC 9110, section 8.4.1.2: "deflate" is the zlib format; some senders omit the zlib header."""
    for window in (zlib.MAX_WBITS, -zlib.MAX_WBITS):
        stream = zlib.decompressobj(window)
        try:
            out = stream.decompress(data, largest + 1)
        except zlib.error:
            continue
        if len(out) > largest:
            return b"", f"it is longer than {largest} octets"
        return out, None if stream.eof else "its compression is cut short"
    return data, None


def _gunzipped(data: bytes, largest: int) -> tuple[bytes, str | None]:
    return expanded(data, largest) if data.startswith(MAGIC) else (data, None)


def _unbrotlied(data: bytes, largest: int) -> tuple[bytes, str | None]:
    """RFC 7932. The decoder's output is bounded per call. The format has no magic number."""
    try:
        import brotli
    except ModuleNotFoundError:
        return b"", _NEEDED.format("br")
    stream, whole, octets = brotli.Decompressor(), io.BytesIO(), data
    try:
        while not stream.is_finished():
            piece = stream.process(octets, output_buffer_limit=PIECE)
            octets = b""
            if whole.tell() + len(piece) > largest:
                return b"", f"it is longer than {largest} octets"
            whole.write(piece)
            if not piece and stream.can_accept_more_data():
                break
    except brotli.error:
        return (whole.getvalue(), "its compression is damaged") if whole.tell() else (data, None)
    return whole.getvalue(), None if stream.is_finished() else "its compression is cut short"


def _unzstded(data: bytes, largest: int) -> tuple[bytes, str | None]:
    """RFC 8878: frames one after the other. RFC 9659, section 3: a window of a content coding has 8 MB at most."""
    if not data.startswith(ZSTD):
        return data, None
    try:
        import zstandard
    except ModuleNotFoundError:
        return b"", _NEEDED.format("zstd")
    whole = io.BytesIO()
    try:
        while data:
            stream = zstandard.ZstdDecompressor(max_window_size=1 << 23).decompressobj(write_size=PIECE)
            for at in range(0, len(data), CHUNK):
                piece = stream.decompress(data[at : at + CHUNK])
                if whole.tell() + len(piece) > largest:
                    return b"", f"it is longer than {largest} octets"
                whole.write(piece)
                if stream.eof:
                    break
            if not stream.eof:
                return whole.getvalue(), "its compression is cut short"
            data = stream.unused_data + data[at + CHUNK :]
    except zstandard.ZstdError as failure:
        return whole.getvalue(), f"its compression is damaged: {failure}"
    return whole.getvalue(), None


def _unchanged(data: bytes, largest: int) -> tuple[bytes, str | None]:
    del largest
    return data, None


# IANA, "HTTP Content Coding Registry": the decoder of each coding; RFC 9110, section 8.4.1.3, for "x-gzip".
CODINGS: Final[dict[str, Callable[[bytes, int], tuple[bytes, str | None]]]] = {
    "": _unchanged,
    "identity": _unchanged,
    "gzip": _gunzipped,
    "x-gzip": _gunzipped,
    "deflate": _inflated,
    "br": _unbrotlied,
    "zstd": _unzstded,
}
