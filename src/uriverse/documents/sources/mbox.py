"""Mailboxes in one file (RFC 4155, with "mboxrd" quoting), read as a stream of messages.

A message begins with a line "From " at the start of the file or after an empty line. Body lines that begin with any
number of ">" and "From " were stored with one more ">".
"""

from __future__ import annotations

import re
from _collections_abc import Iterator
from io import BufferedReader, RawIOBase
from typing import IO

from uriverse.documents.document import Document
from uriverse.documents.limits import Limits
from uriverse.documents.opening import Opening
from uriverse.documents.rows import FoundReference, unreadable
from uriverse.ground.lean_typing import Final

_QUOTED: Final = re.compile(rb"^>(>*From )", re.M)
# Longer lines are read in chunks of this size.
LINE: Final = 1 << 16


def documents(
    stream: IO[bytes], name: str, uri: str | None, limits: Limits, opening: Opening
) -> Iterator[Document | FoundReference]:
    """Yield the messages of a mailbox."""
    number, lines, size, after_empty, at_start = 0, list[bytes](), 0, True, True
    # A compressed mailbox is a raw stream, which would read a line octet by octet.
    lines_of = BufferedReader(stream, LINE) if isinstance(stream, RawIOBase) else stream
    for line in iter(lambda: lines_of.readline(LINE), b""):
        if after_empty and line.startswith(b"From "):
            if lines:
                yield _message(lines, size, f"{name}, message {number}", uri, limits, opening)
            number, lines, size = number + 1, [], 0
        elif number == 0 and line.strip():
            yield unreadable(name, "it is not a mailbox: a mailbox begins with a line 'From '")
            return
        elif number:
            size += len(line)
            if size <= limits.octets:
                lines.append(line)
        after_empty = at_start and line in (b"\n", b"\r\n")
        at_start = line.endswith(b"\n")
    if number:
        yield _message(lines, size, f"{name}, message {number}", uri, limits, opening)


def _message(
    lines: list[bytes], size: int, name: str, uri: str | None, limits: Limits, opening: Opening
) -> Document | FoundReference:
    if size > limits.octets:
        return unreadable(name, f"it is longer than {limits.octets} octets")
    data = _QUOTED.sub(rb"\1", b"".join(lines))
    return Document(name, data, uri, "mime", opens=opening.share(size, data, "mime"))
