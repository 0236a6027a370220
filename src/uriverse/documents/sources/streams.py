"""Read the documents of an open file: detect its format, and read it whole or as an archive.

Only one document of an archive is in memory at a time. Errors become rows.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from importlib import import_module
from io import BytesIO
from typing import IO, Final, TypeAlias, cast

from uriverse.documents.document import Document
from uriverse.documents.formats import FORMATS, HEAD, Format, detect_format
from uriverse.documents.gzip import MAGIC, Gunzip
from uriverse.documents.limits import Limits
from uriverse.documents.opening import Opening
from uriverse.documents.rows import FoundReference, guarded, incomplete, unreadable

MANY: Final = 1 << 20
Watch = Callable[[int], object]


# The function `documents` of an archive's module, which yields its documents and error rows. Only one document is in
# memory at a time, but an EPUB as a whole. Only messages of a mailbox have the URI.
Archive: TypeAlias = Callable[[IO[bytes], str, str | None, Limits, Opening], Iterator[Document | FoundReference]]


def archived(
    format: Format, stream: IO[bytes], head: bytes, name: str, uri: str | None, limits: Limits, opening: Opening
) -> Iterator[Document | FoundReference]:
    """Yield the documents in an archive, which may be gzipped; then an error row if the gzip is damaged."""
    zipped = Gunzip(stream, opening.take) if head.startswith(MAGIC) else None
    opened = stream if zipped is None else cast(IO[bytes], zipped)
    yield from cast(Archive, import_module(format.module).documents)(opened, name, uri, limits, opening)
    if zipped is not None and zipped.trouble is not None:
        yield incomplete(name, zipped.trouble)


def documents_of_stream(
    stream: IO[bytes],
    name: str,
    base: str | None,
    format: str | None,
    watch: Watch | None,
    limits: Limits,
    *,
    own: str | None = None,
) -> Iterator[Document | FoundReference]:
    """Yield the documents of an open file.

    `own` is its own URI, used if `base` is None and files of its format are usually not saved from elsewhere.
    """

    def documents() -> Iterator[Document | FoundReference]:
        is_known = format is not None and not FORMATS[format].archive
        head = b"" if is_known else stream.read(HEAD)
        row = FORMATS[format or detect_format(name, head)]
        uri = base if base is not None or row.saved else own
        reopened = Begun(head, stream, watch)
        begun = cast(IO[bytes], reopened)
        if row.archive:
            opening = Opening.of_archive(limits, lambda: reopened.octets)
            yield from archived(row, begun, head, name, uri, limits, opening)
            return
        largest = limits.octets // row.cost
        size = _size(stream)
        if size > largest:
            data = None
        elif type(stream) is BytesIO and watch is None and stream.tell() == len(head):
            # `getvalue` does not copy.
            data = stream.getvalue()
            stream.seek(0, os.SEEK_END)
        elif is_known and size:
            data = _whole(stream if watch is None else begun, largest, size + 1)
        elif watch is None and size and stream.seekable():
            # Seek back and read again: joining chunks would copy everything.
            stream.seek(-len(head), os.SEEK_CUR)
            data = _whole(stream, largest, size + 1)
        else:
            data = _whole(begun, largest)
        if data is None:
            yield unreadable(name, f"it is longer than {largest} octets")
        else:
            yield Document(name, data, uri, row.name)

    return guarded(name, documents)


def _size(stream: IO[bytes]) -> int:
    """The size of a regular file or of octets in memory; 0 if unknown."""
    if type(stream) is BytesIO:
        return len(stream.getvalue())
    try:
        status = os.fstat(stream.fileno())
    except (AttributeError, OSError, ValueError):
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def _whole(stream: IO[bytes], largest: int, chunk: int = MANY) -> bytes | None:
    """The rest of a stream, or None if it is longer than `largest`; read in chunks."""
    pieces: list[bytes] = []
    size = 0
    while piece := stream.read(chunk):
        size += len(piece)
        if size > largest:
            return None
        pieces.append(piece)
    return b"".join(pieces)


class Begun:
    """A binary stream whose head was already read: returns the head again, then the rest. Reports reads to `watch`."""

    def __init__(self, head: bytes, stream: IO[bytes], watch: Watch | None) -> None:
        self.octets: int = 0
        self._head = head
        self._stream = stream
        self._watch = watch

    def read(self, size: int) -> bytes:
        """Read at most `size` octets: of the head, until it is used up, then of the stream."""
        if self._head:
            chunk, self._head = self._head[:size], self._head[size:]
        else:
            chunk = self._stream.read(size)
        return self._reported(chunk)

    def readline(self, size: int) -> bytes:
        """Read a line, but at most `size` octets."""
        at = self._head.find(b"\n", 0, size) + 1
        if at or len(self._head) >= size:
            at = at or size
            chunk, self._head = self._head[:at], self._head[at:]
        else:
            chunk, self._head = self._head + self._stream.readline(size - len(self._head)), b""
        return self._reported(chunk)

    def _reported(self, chunk: bytes) -> bytes:
        self.octets += len(chunk)
        if self._watch is not None:
            self._watch(len(chunk))
        return chunk
