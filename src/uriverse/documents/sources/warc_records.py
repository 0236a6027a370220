"""Records of a web archive that are written as ISO 28500 has them, read without warcio, in a third of its time.

    WARC/1.0 CRLF
    WARC-Type: response CRLF            fields, each on a line of its own
    Content-Length: 54 CRLF
    CRLF
    HTTP/1.1 200 OK ...                 as many octets as Content-Length says
    CRLF CRLF

Nearly all records are so. At the first one that is not (an ARC file, a folded field, a wrong length) `next` returns
None, and `rest` is the archive from there on, which warcio reads with all that it knows about what writers do.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO, Final, NamedTuple

Fields = tuple[tuple[str, str], ...]

VERSIONS: Final = (b"WARC/1.0\r\n", b"WARC/1.1\r\n")
STATUS: Final = (b"HTTP/1.0 ", b"HTTP/1.1 ")
END_OF_HEAD: Final = b"\r\n\r\n"
END_OF_RECORD: Final = b"\r\n\r\n"
# A longer head, and a longer record, are left to warcio, which reads them in pieces.
LONGEST_HEAD: Final = 1 << 13
LONGEST: Final = 1 << 23
PIECE: Final = 1 << 16


class Record(NamedTuple):
    """A record in memory.

    Attributes:
        fields: its own fields: of each the first value, by its name in lower case.
        http: the fields of the response that it holds; none if it is another record.
        content: its content, after the response's head.
    """

    fields: dict[str, str]
    http: Fields
    content: bytes


class TooLong(Exception):
    """A head is longer than the limit."""


class Records:
    """Reads records one after the other.

    Args:
        stream: the archive, without its compression.
        longest_head: how long a head may be.
    """

    def __init__(self, stream: IO[bytes], longest_head: int) -> None:
        self._stream = stream
        self._limit = longest_head
        self._longest_head = min(longest_head, LONGEST_HEAD)
        self._held = b""
        self._at = 0
        self._is_begun = False

    def next(self) -> Record | None:
        """The next record; None at the end, and where warcio has to read on."""
        if not self._hold(1) or not self._held.startswith(VERSIONS, self._at):
            return None
        end = self._end_of_head()
        read = None if end is None else parsed(self._held[self._at : end])
        if end is None or read is None:
            return None
        fields = first_values(read)
        length = fields.get("content-length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 9):
            return None
        head = end + len(END_OF_HEAD) - self._at
        size = head + int(length)
        if int(length) > LONGEST or not self._hold(size + len(END_OF_RECORD)):
            return None
        if not self._held.startswith(END_OF_RECORD, self._at + size):
            return None
        record = _record(fields, self._held[self._at + head : self._at + size], self._longest_head)
        if record is not None:
            self._at += size + len(END_OF_RECORD)
            self._is_begun = True
        return record

    def rest(self) -> IO[bytes]:
        """What follows the last record, without the empty lines between.

        Raises:
            TooLong: if these are longer than a head may be.
        """
        passed = 0
        while self._is_begun and self._hold(1) and self._held[self._at] in b"\r\n":
            self._at += 1
            passed += 1
            if passed > self._limit:
                raise TooLong(f"a head is longer than {self._limit} octets")
        return _Begun(self._held[self._at :], self._stream)  # type: ignore[return-value]

    def _end_of_head(self) -> int | None:
        """Where the empty line after the head begins, or None."""
        size = 0
        while True:
            end = self._held.find(END_OF_HEAD, self._at, self._at + self._longest_head)
            if end >= 0:
                return end
            size = len(self._held) - self._at
            if size > self._longest_head or not self._hold(size + 1):
                return None

    def _hold(self, size: int) -> bool:
        """Read on until so many octets are held; False if the archive has less."""
        held = len(self._held) - self._at
        if held < size:
            pieces = [self._held[self._at :]]
            while held < size and (piece := self._stream.read(PIECE)):
                pieces.append(piece)
                held += len(piece)
            self._held, self._at = b"".join(pieces), 0
        return held >= size


class _Begun:
    """A stream with octets before it."""

    def __init__(self, held: bytes, stream: IO[bytes]) -> None:
        self._held = BytesIO(held)
        self._stream = stream

    def read(self, size: int) -> bytes:
        """Read what is held, then the rest."""
        return self._held.read(size) or self._stream.read(size)


def _record(fields: dict[str, str], block: bytes, longest_head: int) -> Record | None:
    """A record; None if it holds a response whose head is written in another way."""
    if " " in (target(fields) or ""):
        return None
    if not is_response(fields):
        return Record(fields, (), block)
    end = block.find(END_OF_HEAD, 0, longest_head)
    http = parsed(block[:end]) if end >= 0 and block.startswith(STATUS) else None
    return Record(fields, http, block[end + len(END_OF_HEAD) :]) if http else None


def parsed(head: bytes) -> Fields | None:
    """The fields of a head after its first line; None if a line is no field or is folded.

    >>> parsed(b"WARC/1.0\\r\\nWARC-Type: response")
    (('WARC-Type', 'response'),)
    """
    try:
        text = head.decode()
    except UnicodeDecodeError:
        return None
    lines = text.split("\r\n")
    if text.count("\n") != len(lines) - 1:
        return None
    fields = []
    for line in lines[1:]:
        name, colon, value = line.rstrip().partition(":")
        if not colon or name[:1] in (" ", "\t"):
            return None
        fields.append((name.rstrip(" \t"), value.lstrip()))
    return tuple(fields)


def first_values(fields: Fields) -> dict[str, str]:
    """Of each field the first value, by its name in lower case."""
    return {name.lower(): value for name, value in reversed(fields)}


def target(fields: dict[str, str]) -> str | None:
    """The URI that a record's content was retrieved from, or None.

    Early writers put angle brackets around it, as the grammar of WARC 1.0 has them.
    """
    found = fields.get("warc-target-uri")
    return None if found is None else found.removeprefix("<").removesuffix(">")


def is_response(fields: dict[str, str]) -> bool:
    """Whether a record's content is a response with its head; a response to a DNS query, say, is not."""
    if fields.get("warc-type") != "response":
        return False
    retrieved = target(fields) or ""
    return fields.get("content-type", "").startswith("application/http") or retrieved.lower().startswith(
        ("http:", "https:")
    )
