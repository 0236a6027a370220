"""Mailboxes in one file (RFC 4155, and the "mboxrd" way of quoting): one message after another, read as a stream.

A message begins with a line "From " at the file's beginning or after an empty line. In its body, a line that begins
with ">"s and "From " had one ">" put before it when it was stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Final

from uriverse.documents.document import Document
from uriverse.documents.references import FoundReference

_QUOTED: Final = re.compile(rb"^>(>*From )", re.M)


def documents(stream: IO[bytes], name: str, uri: str | None) -> Iterator[Document | FoundReference]:
    """Yield the messages of a mailbox.

    Args:
        stream: the file; no more than one message of it is in memory.
        name: what its rows call it; a message is called by its number besides.
        uri: where the mailbox was retrieved from, which is where every message was.
    """
    number, lines, after_empty = 0, list[bytes](), True
    for line in iter(stream.readline, b""):
        if after_empty and line.startswith(b"From "):
            if lines:
                yield _message(lines, f"{name}, message {number}", uri)
            number, lines = number + 1, []
        elif number == 0 and line.strip():
            yield FoundReference(name, error="cannot be read: it is no mailbox, which begins with a line 'From '")
            return
        elif number:
            lines.append(line)
        after_empty = line in (b"\n", b"\r\n")
    if number:
        yield _message(lines, f"{name}, message {number}", uri)


def _message(lines: list[bytes], name: str, uri: str | None) -> Document:
    return Document(name, _QUOTED.sub(rb"\1", b"".join(lines)), uri, "mime")
