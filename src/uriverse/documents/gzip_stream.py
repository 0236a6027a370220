"""Gzip read as a stream (RFC 1952): any number of members, in bounded memory, and damage is told instead of raised.

What comes before the damage is read, as from a file that ends there; `trouble` says why it ended.
"""

from __future__ import annotations

import zlib
from typing import IO, Final

PIECE: Final = 1 << 16
MAGIC: Final = b"\x1f\x8b"


class Gunzip:
    """The octets that a gzip stream holds.

    Attributes:
        trouble: why the stream ended before its end, or None.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self.trouble: str | None = None
        self._stream = stream
        self._given = b""
        self._member = zlib.decompressobj(31)
        self._begun = False

    def read(self, size: int = PIECE) -> bytes:
        """Read at least one octet and at most `size`; b"" is the end."""
        while self.trouble is None:
            given = self._given or self._stream.read(PIECE)
            if not given:
                if self._begun:
                    self.trouble = "its compression is cut short"
                break
            self._begun = True
            try:
                out = self._member.decompress(given, size)
            except zlib.error as failure:
                self.trouble = f"its compression is damaged: {failure}"
                break
            self._given = self._member.unconsumed_tail
            if self._member.eof:
                # RFC 1952, section 2.2: the next member, if there is one; zeros may fill the last block of a tape.
                self._given = self._member.unused_data.lstrip(b"\0")
                self._member, self._begun = zlib.decompressobj(31), bool(self._given)
            if out:
                return out
        return b""
