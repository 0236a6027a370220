"""Mailboxes in one file (RFC 4155, and the "mboxrd" way of quoting): one message after another, read as a stream.

A message begins with a line "From " at the file's beginning or after an empty line. In its body, a line that begins
with ">"s and "From " had one ">" put before it when it was stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Final

from uriverse.documents.document import Document
from uriverse.documents.limits import Limits
from uriverse.documents.rows import FoundReference, unreadable

_QUOTED: Final = re.compile(rb"^>(>*From )", re.M)
# How much of a line is read at once; a longer one comes in pieces.
LINE: Final = 1 << 16


def documents(stream: IO[bytes], name: str, uri: str | None, limits: Limits) -> Iterator[Document | FoundReference]:
    """Yield the messages of a mailbox.

    Args:
        stream: the file; no more than one message of it is in memory.
        name: what its rows call it; a message's number is added to it.
        uri: where the mailbox was retrieved from, which is where every message was.
        limits: how much a message may cost; a longer one has a row.
    """
    number, lines, size, after_empty, at_start = 0, list[bytes](), 0, True, True
    for line in iter(lambda: stream.readline(LINE), b""):
        if after_empty and line.startswith(b"From "):
            if lines:
                yield _message(lines, size, f"{name}, message {number}", uri, limits)
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
        yield _message(lines, size, f"{name}, message {number}", uri, limits)


def _message(lines: list[bytes], size: int, name: str, uri: str | None, limits: Limits) -> Document | FoundReference:
    if size > limits.octets:
        return unreadable(name, f"it is longer than {limits.octets} octets")
    return Document(name, _QUOTED.sub(rb"\1", b"".join(lines)), uri, "mime")
