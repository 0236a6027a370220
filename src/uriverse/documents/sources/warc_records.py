"""Records of web archives, one after the other (ISO 28500; before it the ARC file format, versions 1 and 2).

    WARC/1.0 CRLF                          http://h/ 192.0.2.1 19970101000000 text/html 54 LF
    WARC-Type: response CRLF
    Content-Length: 54 CRLF
    CRLF
    HTTP/1.1 200 OK ...                    HTTP/1.1 200 OK ...
    CRLF CRLF                              LF

A record's content is read as it is asked for, and what is not is passed over. Where a length is wrong, or octets belong
to no record, a word says so, and reading goes on at the next line that begins a record of WARC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Final, NamedTuple

Fields = tuple[tuple[str, str], ...]

NO_RECORD: Final = "what follows is not a record"
END_OF_RECORD: Final = b"\r\n\r\n"
PIECE: Final = 1 << 16
_END_OF_HEAD: Final = re.compile(rb"\r?\n\r?\n")
_VERSION: Final = re.compile(rb"WARC/[0-9]\.[0-9]{1,3}\r?\n")
_NEXT: Final = re.compile(rb"\n" + _VERSION.pattern)
_LINE_BREAKS: Final = re.compile(rb"[\r\n]*+")


class Trouble(NamedTuple):
    """What is wrong.

    Attributes:
        reason: in words.
        between: whether it stands after the record, and not in it.
    """

    reason: str
    between: bool = False


class Records:
    """Reads records one after the other.

    Attributes:
        number: how many were begun. The content that `read` and `response` give is the last one's.

    Args:
        stream: the archive, without its compression.
        longest_head: how many octets a head may have.
    """

    def __init__(self, stream: IO[bytes], longest_head: int) -> None:
        self.number: int = 0
        self._stream = stream
        self._longest_head = longest_head
        self._too_long = f"a head is longer than {longest_head} octets"
        self._held = b""
        self._at = 0
        self._left = 0

    def __iter__(self) -> Iterator[dict[str, str] | Trouble]:
        """Yield each record's own fields, of each the first value by its name in lower case, and what is wrong."""
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
            known = length.isascii() and length.isdigit() and len(length) < 16
            self._left = int(length) if known else 0
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
            yield Trouble("it is longer than its length says" if known else f"its length is not known: {length!r}")
            if not self._seek():
                return

    def read(self, size: int) -> bytes:
        """Read so many octets of the record's content, fewer at its end."""
        size = min(size, self._left)
        self._hold(size)
        found = self._held[self._at : self._at + size]
        self._at += len(found)
        self._left -= len(found)
        return found

    def response(self) -> Fields | str:
        """The fields of the HTTP response that the record's content begins with, or why there is none."""
        self._hold(min(self._left, 5))
        if not self._held.startswith(b"HTTP/", self._at):
            return "it does not begin as an HTTP response"
        left = self._left
        end = self._end_of_head(min(left, self._longest_head))
        if end is None:
            return self._too_long if left > self._longest_head else "the head of the response does not end"
        head = self._held[self._at : end[0]]
        self._left -= end[1] - self._at
        self._at = end[1]
        return parsed(head)

    def _fields(self) -> dict[str, str] | str | None:
        """The fields of the record that begins here, or what is wrong with it; None at the end."""
        if not self._hold(16) and self._at == len(self._held):
            return None
        if _VERSION.match(self._held, self._at):
            end = self._end_of_head(self._longest_head)
            if end is None:
                too_long = len(self._held) - self._at > self._longest_head
                return self._too_long if too_long else "a head is cut short"
            head, self._at = self._held[self._at : end[0]], end[1]
            return first_values(parsed(head))
        line = self._end_of_line()
        fields = None if line is None else of_arc(self._held[self._at : line])
        if line is None or fields is None:
            return NO_RECORD
        self._at = line
        return fields

    def _end_of_head(self, longest: int) -> tuple[int, int] | None:
        """Where the empty line after a head begins and ends; None if there is none within so many octets."""
        looked_at = 0
        while True:
            start, stop = self._at + looked_at, self._at + longest + 4
            end = self._held.find(b"\r\n\r\n", start, stop)
            # Nearly every head ends so; another end may stand before it.
            if end >= 0 and self._held.find(b"\n\n", start, end) < 0 and self._held.find(b"\n\r\n", start, end + 2) < 0:
                return end, end + 4
            found = _END_OF_HEAD.search(self._held, start, stop)
            if found:
                return found.span()
            size = len(self._held) - self._at
            looked_at = max(0, size - 3)
            if size > longest + 4 or not self._hold(size + 1):
                return None

    def _end_of_line(self) -> int | None:
        """Where the line that begins here ends; None if it is longer than a head may be."""
        while True:
            at = self._held.find(b"\n", self._at, self._at + self._longest_head) + 1
            if at:
                return at
            size = len(self._held) - self._at
            if size > self._longest_head or not self._hold(size + 1):
                return None

    def _pass_line_breaks(self) -> bool:
        """Pass over the line breaks that stand here; False if they are more octets than a head may have."""
        passed = 0
        if self._hold(1) and self._held[self._at] not in b"\r\n":
            return True
        while passed <= self._longest_head and self._hold(1):
            found = _LINE_BREAKS.match(self._held, self._at)
            passed += found.end() - self._at if found else 0
            self._at = found.end() if found else self._at
            if self._at < len(self._held):
                return True
        return passed <= self._longest_head

    def _seek(self) -> bool:
        """Go to the next line that begins a record of WARC; False if there is none."""
        while True:
            found = _NEXT.search(self._held, self._at)
            if found:
                self._at = found.start() + 1
                return True
            self._at = max(self._at, len(self._held) - 16)
            if not self._hold(len(self._held) - self._at + 1):
                return False

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


def of_arc(line: bytes) -> dict[str, str] | None:
    """The fields of a record of an ARC file, by WARC's names; None if the line begins none.

    Version 1: URL, IP address, date, type, length; in version 2 five others stand before the length. The first record
    describes the file.

    >>> of_arc(b"http://h/ 192.0.2.1 19970101000000 text/html 54\\n")["warc-target-uri"]
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


def parsed(head: bytes) -> Fields:
    """The fields of a head after its first line; what is no field is passed over, and folded lines are put together.

    >>> parsed(b"WARC/1.0\\r\\nWARC-Type: response\\r\\nA: b\\r\\n c")
    (('WARC-Type', 'response'), ('A', 'b c'))
    """
    try:
        text = head.decode()
    except UnicodeDecodeError:
        text = head.decode("latin-1")
    fields: list[tuple[str, str]] = []
    for line in text.replace("\r\n", "\n").split("\n")[1:]:
        if line.startswith((" ", "\t")):
            if fields:
                fields[-1] = (fields[-1][0], f"{fields[-1][1]} {line.strip()}")
            continue
        name, colon, value = line.partition(":")
        if colon:
            fields.append((name.strip(), value.strip()))
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
