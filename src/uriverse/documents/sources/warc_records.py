"""Parse the records of web archives (ISO 28500, and the older ARC file format, versions 1 and 2).

    WARC/1.0 CRLF                          http://h/ 192.0.2.1 19970101000000 text/html 54 LF
    WARC-Type: response CRLF
    Content-Length: 54 CRLF
    CRLF
    HTTP/1.1 200 OK ...                    HTTP/1.1 200 OK ...
    CRLF CRLF                              LF

A record's content is read lazily; unread content is skipped. If a length is wrong, or octets do not belong to a record,
this yields a `Trouble` and continues at the next line that begins a WARC record.
"""

from __future__ import annotations

import re
from _collections_abc import Iterator
from typing import IO

from uriverse._core import head_fields
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import NamedTuple

# The fields of a head, and the first value of each by its name in lower case.
Fields = tuple[tuple[tuple[str, str], ...], dict[str, str]]

NO_RECORD: Final = "what follows is not a record"
END_OF_RECORD: Final = b"\r\n\r\n"
PIECE: Final = 1 << 16
_END_OF_HEAD: Final = re.compile(rb"\r?\n\r?\n")
_VERSION: Final = re.compile(rb"WARC/[0-9]\.[0-9]{1,3}\r?\n")
_NEXT: Final = re.compile(rb"\n" + _VERSION.pattern)
_LINE_BREAKS: Final = re.compile(rb"[\r\n]*+")


class Trouble(NamedTuple):
    """An error in an archive."""

    reason: str
    between: bool = False


class Records:
    """Iterates over records."""

    def __init__(self, stream: IO[bytes], longest_head: int) -> None:
        self.number: int = 0
        self._stream = stream
        self._longest_head = longest_head
        self._too_long = f"a head is longer than {longest_head} octets"
        self._held = b""
        self._at = 0
        self._left = 0

    def __iter__(self) -> Iterator[dict[str, str] | Trouble]:
        """Yield each record's fields (the first value by lower-case name), and errors."""
        while self._hold(1):
            fields = self._fields() if self._pass_line_breaks() else self._too_long
            if fields is None:
                return
            if isinstance(fields, str):
                yield Trouble(fields, between=True)
                if fields is not NO_RECORD or not self._seek():
                    return
                continue
            self.number += 1
            length = fields.get("content-length", "")
            has_length = length.isascii() and length.isdigit() and len(length) < 16
            self._left = int(length) if has_length else 0
            yield fields
            while self._left and self.read(PIECE):
                pass
            if self._held.startswith(END_OF_RECORD, self._at):
                self._at += len(END_OF_RECORD)
                continue
            if self._left:
                yield Trouble(f"{self._left} octets of it are missing")
                return
            if not self._hold(1) or self._held[self._at] in b"\r\n" or _VERSION.match(self._held, self._at):
                continue
            yield Trouble("it is longer than its length says" if has_length else f"its length is not known: {length!r}")
            if not self._seek():
                return

    def read(self, size: int) -> bytes:
        """Read at most `size` octets of the record's content."""
        size = min(size, self._left)
        buffer, at = self._held, self._at
        rest = size - (len(buffer) - at)
        if rest <= 0:
            octets = buffer[at : at + size]
            self._at += size
        else:
            # Views, and one join: each octet is copied once.
            pieces: list[bytes | memoryview] = [memoryview(buffer)[at:]]
            self._held, self._at = b"", 0
            while rest > 0 and (piece := self._stream.read(PIECE)):
                pieces.append(piece)
                rest -= len(piece)
            if rest < 0:
                self._held, self._at = piece, len(piece) + rest
                pieces[-1] = memoryview(piece)[:rest]
            octets = b"".join(pieces)
        self._left -= len(octets)
        return octets

    def response(self) -> Fields | str:
        """Parse the head of the HTTP response in the record's content; return its fields or an error."""
        self._hold(min(self._left, 5))
        if self._left < 5 or not self._held.startswith(b"HTTP/", self._at):
            return "it does not begin as an HTTP response"
        size = self._left
        end = self._end_of_head(min(size, self._longest_head))
        if end is None or end[1] - self._at > size:
            return self._too_long if size > self._longest_head else "the head of the response does not end"
        head = self._held[self._at : end[0]]
        self._left -= end[1] - self._at
        self._at = end[1]
        return head_fields(head)

    def _fields(self) -> dict[str, str] | str | None:
        """The fields of the record that begins here, or an error; None at the end."""
        if not self._hold(16) and self._at == len(self._held):
            return None
        if _VERSION.match(self._held, self._at):
            end = self._end_of_head(self._longest_head)
            if end is None:
                too_long = len(self._held) - self._at > self._longest_head
                return self._too_long if too_long else "a head is cut short"
            head, self._at = self._held[self._at : end[0]], end[1]
            return head_fields(head)[1]
        line = self._end_of_line()
        fields = None if line is None else arc_fields(self._held[self._at : line])
        if line is None or fields is None:
            return NO_RECORD
        self._at = line
        return fields

    def _end_of_head(self, longest: int) -> tuple[int, int] | None:
        """Start and end of the empty line after a head, or None if the next `longest` octets have no empty line."""
        looked_at = 0
        while True:
            start, stop = self._at + looked_at, self._at + longest + 4
            end = self._held.find(b"\r\n\r\n", start, stop)
            # Fast path: nearly every head ends with CR LF CR LF, unless another end precedes it.
            if end >= 0 and self._held.find(b"\n\n", start, end) < 0 and self._held.find(b"\n\r\n", start, end + 2) < 0:
                return end, end + 4
            match = _END_OF_HEAD.search(self._held, start, stop)
            if match:
                return match.span()
            size = len(self._held) - self._at
            looked_at = max(0, size - 3)
            if size > longest + 4 or not self._hold(size + 1):
                return None

    def _end_of_line(self) -> int | None:
        """The end of the line that begins here; None if it is longer than a head may be."""
        while True:
            at = self._held.find(b"\n", self._at, self._at + self._longest_head) + 1
            if at:
                return at
            size = len(self._held) - self._at
            if size > self._longest_head or not self._hold(size + 1):
                return None

    def _pass_line_breaks(self) -> bool:
        """Skip line breaks; False if they are longer than a head may be."""
        passed = 0
        if self._hold(1) and self._held[self._at] not in b"\r\n":
            return True
        while passed <= self._longest_head and self._hold(1):
            match = _LINE_BREAKS.match(self._held, self._at)
            passed += match.end() - self._at if match else 0
            self._at = match.end() if match else self._at
            if self._at < len(self._held):
                return True
        return passed <= self._longest_head

    def _seek(self) -> bool:
        """Seek to the next line that begins a WARC record; return False at the end of the archive."""
        while True:
            match = _NEXT.search(self._held, self._at)
            if match:
                self._at = match.start() + 1
                return True
            self._at = max(self._at, len(self._held) - 16)
            if not self._hold(len(self._held) - self._at + 1):
                return False

    def _hold(self, size: int) -> bool:
        """Fill the buffer to at least `size` octets; False if the archive has less."""
        length = len(self._held) - self._at
        if length < size:
            pieces = [self._held[self._at :]] if length else []
            while length < size and (piece := self._stream.read(PIECE)):
                pieces.append(piece)
                length += len(piece)
            self._held, self._at = b"".join(pieces), 0
        return length >= size


def arc_fields(line: bytes) -> dict[str, str] | None:
    """The fields of an ARC record, by WARC's names; None if the line does not begin a record.

    Version 1: URL, IP address, date, type, length; version 2 has five others before the length. The first record
    describes the file.

    >>> arc_fields(b"http://h/ 192.0.2.1 19970101000000 text/html 54\\n")["warc-target-uri"]
    'http://h/'
    """
    fields = line.decode("utf-8", "replace").split()
    for count in (10, 5):
        if len(fields) >= count and re.fullmatch("[0-9]{8,17}", fields[2 - count]) and fields[-1].isdigit():
            uri = " ".join(fields[: len(fields) - count + 1])
            kind = "warcinfo" if uri.startswith("filedesc:") else "response"
            return {
                "warc-type": kind,
                "warc-target-uri": uri,
                "content-type": fields[3 - count],
                "content-length": fields[-1],
            }
    return None


def target(fields: dict[str, str]) -> str | None:
    """The retrieval URI of a record's content, or None.

    Early writers put it in angle brackets, as in the grammar of WARC 1.0.
    """
    uri = fields.get("warc-target-uri")
    return None if uri is None else uri.removeprefix("<").removesuffix(">")


def is_response(fields: dict[str, str], retrieved: str | None) -> bool:
    """Whether a record's content is an HTTP response with its head; a response to a DNS query is not."""
    if fields.get("warc-type") != "response":
        return False
    return fields.get("content-type", "").startswith("application/http") or (retrieved or "").lower().startswith(
        ("http:", "https:")
    )
