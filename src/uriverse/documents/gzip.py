"""Read gzip as a stream (RFC 1952): any number of members, in bounded memory. Damage is reported, not raised.

A damaged stream ends at the damage, and `trouble` has the reason. A decompressor that raises an error gives none of
the octets that precede the damage in that call, so `_before_damage` decompresses the member again. Only this module
decompresses gzip: web archives read the stream, `expanded` decompresses a whole document, `beginning` the first octets
of a file.

>>> import gzip, io
>>> stream = Gunzip(io.BytesIO(gzip.compress(b"a") + gzip.compress(b"b")))
>>> stream.read(), stream.read(), stream.read(), stream.trouble
(b'a', b'b', b'', None)
"""

from __future__ import annotations

import io
import zlib
from _collections_abc import Callable
from typing import IO

from uriverse.ground.lean_typing import Any, Final

try:
    # The extra "coding": the same interface, three times as fast.
    from isal import isal_zlib

    ENGINE: Any = isal_zlib
except ImportError:
    ENGINE = zlib

MAGIC: Final = b"\x1f\x8b"
PIECE: Final = 1 << 16
# The input chunk of the decompressor. Unused input is copied at the end of each member, which may be only 20 octets.
CHUNK: Final = 1 << 14
# The input of a member that is kept, to decompress it again. Of a longer one, the octets of the last call are lost.
KEPT: Final = 1 << 20


class Gunzip(io.RawIOBase):
    """The decompressed octets of a gzip stream.

    `take` is called with the size of each piece, and returns why the stream must end, or None.
    """

    def __init__(self, stream: IO[bytes], take: Callable[[int], str | None] = lambda _: None) -> None:
        self.trouble: str | None = None
        self._take = take
        self._stream = stream
        self._unused = b""
        self._member = ENGINE.decompressobj(31)
        self._begun = False
        # Of the member: its input before this chunk, and the number of octets read from it.
        self._input = bytearray()
        self._octets = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read into a buffer, for `io.BufferedReader`."""
        piece = self.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

    def read(self, size: int = PIECE) -> bytes:
        """Read at least one octet and at most `size`; b"" is the end."""
        while self.trouble is None:
            chunk = self._unused or self._stream.read(CHUNK)
            if not chunk:
                if self._begun:
                    self.trouble = "its compression is cut short"
                break
            self._begun = True
            try:
                out: bytes = self._member.decompress(chunk, size)
            except ENGINE.error as failure:
                self.trouble = f"its compression is damaged: {failure}"
                out = self._before_damage(chunk, size)
                self._take(len(out))
                return out
            self._unused = self._member.unconsumed_tail
            self._octets += len(out)
            if self._member.eof:
                # RFC 1952, section 2.2: the next member, if there is one; padding zeros may follow.
                self._unused = self._member.unused_data.lstrip(b"\0")
                self._member, self._begun = ENGINE.decompressobj(31), bool(self._unused)
                self._input, self._octets = bytearray(), 0
            elif len(self._input) <= KEPT:
                self._input += chunk[: len(chunk) - len(self._unused)]
            if out:
                self.trouble = self._take(len(out))
                return out
        return b""

    def _before_damage(self, chunk: bytes, size: int) -> bytes:
        """At most `size` octets that precede the damage in this chunk and were not read."""
        if len(self._input) > KEPT:
            return b""
        again, passed, octets = zlib.decompressobj(31), self._octets, bytearray()
        try:
            for piece in (bytes(self._input), *(chunk[at : at + 1] for at in range(len(chunk)))):
                while piece and len(octets) < size:
                    out = again.decompress(piece, PIECE)
                    piece = again.unconsumed_tail
                    octets += out[passed:]
                    passed = max(0, passed - len(out))
        except zlib.error:
            pass  # the same damage
        return bytes(octets[:size])


def expanded(data: bytes, largest: int) -> tuple[bytes, str | None]:
    """The octets of a whole gzip file, and the error if they are incomplete, or None."""
    stream = Gunzip(io.BytesIO(data))
    whole = io.BytesIO()
    while piece := stream.read():
        if whole.tell() + len(piece) > largest:
            return b"", f"it is longer than {largest} octets"
        whole.write(piece)
    return whole.getvalue(), stream.trouble


def beginning(head: bytes) -> bytes:
    """Decompress the first octets of a gzip file as far as possible; other octets are returned unchanged."""
    return Gunzip(io.BytesIO(head)).read() if head.startswith(MAGIC + b"\x08") else head
