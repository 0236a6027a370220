"""The octets of a file of lines for the readers: decompressed, UTF-8, without a byte order mark.

    urls.txt.gz  ─ codec ─▶  octets  ─ encoding ─▶  UTF-8  ─ lines ─▶  LF, if the file has only CR

The encoding is UTF-8 unless the caller or a byte order mark says otherwise. UTF-16 without a mark is recognized by its
NULs and refused. Invalid octets in other encodings are percent-encoded, as `as_text` does for UTF-8.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from pathlib import Path

import pyarrow as pa

from uriverse._core import Column
from uriverse.ground.lean_typing import Any, Final

CODECS: Final = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2"}
# The length of the head, to detect the encoding, the line ends and the heading.
HEAD: Final = 64 << 10
_MARKS: Final = (
    (codecs.BOM_UTF8, None),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class BadFile(ValueError):
    """A file that cannot be read, with the position."""


def _triplets(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "".join(f"%{octet:02X}" for octet in error.object[error.start : error.end]), error.end


def _stand_ins(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "".join(map(_stand_in, error.object[error.start : error.end])), error.end


def _stand_in(octet: int) -> str:
    return chr(0x10FF00 + octet)


PERCENT: Final = "uriverse.percent"
codecs.register_error(PERCENT, _triplets)
STAND_INS: Final = "uriverse.stand-ins"
codecs.register_error(STAND_INS, _stand_ins)
# The stand-ins of octets 128 to 255 in UTF-8.
_STAND_IN: Final = re.compile(rb"\xf4\x8f[\xbe\xbf][\x80-\xbf]")


class StandIns:
    """Encode invalid octets as UTF-8 for a reader that only accepts UTF-8, and decode them again.

    Each invalid octet becomes a private-use character, U+10FF80 to U+10FFFF. If a text has such a character itself, its
    octets are encoded in the same way, so nothing is lost.
    """

    def __init__(self) -> None:
        self.has_any = False
        # An incomplete character at the end of the last chunk.
        self._begun = b""

    def put(self, octets: bytes, final: bool) -> bytes:
        """Encode octets to UTF-8."""
        octets = self._begun + octets
        if octets.isascii():
            self._begun = b""
            return octets
        texts, start = list[str](), 0
        for match in _STAND_IN.finditer(octets):
            texts += [octets[start : match.start()].decode("utf-8", STAND_INS), *map(_stand_in, match[0])]
            start = match.end()
        text, used = codecs.utf_8_decode(octets[start:], STAND_INS, final)
        self._begun = octets[start + used :]
        encoded = "".join((*texts, text)).encode()
        self.has_any |= encoded != octets[: start + used]
        return encoded

    def taken(self, column: Any) -> Any:
        if not self.has_any:
            return column
        return pa.array([None if text is None else self.octets(text) for text in column.to_pylist()], pa.binary())

    @staticmethod
    def octets(text: bytes) -> bytes:
        return _STAND_IN.sub(lambda match: bytes([ord(match[0].decode()) - 0x10FF00]), text)


def is_stream(name: str) -> bool:
    """Whether a name is a named pipe, or "-", standard input: it is opened and read once, and has no size."""
    return name == "-" or Path(name).is_fifo()


class Octets:
    """A file-like object for Arrow's readers; "-" is standard input.

    Args:
        name: the file.
        encoding: Python's name of the encoding; by default UTF-8, or another by the byte order mark.
        ends: whether to replace CR by LF in a file without LF. Arrow's CSV reader supports CR itself.
    """

    closed = False

    def __init__(self, name: str, encoding: str | None, *, ends: bool) -> None:
        self._name = name
        self._size = 0
        if is_stream(name):
            stream = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115 (closed at its end)
            self._file = pa.PythonFile(stream, mode="r")
        else:
            Path(name).open("rb").close()
            self._file, self._size = pa.OSFile(name), os.path.getsize(name)
        self._codec = CODECS.get(Path(name).suffix)
        self._stream = self._file if self._codec is None else pa.CompressedInputStream(self._file, self._codec)
        self._decoder: codecs.IncrementalDecoder | None = None
        self._is_cr = self._is_whole = False
        raw = self._raw(HEAD)
        mark, marked = next(((mark, name) for mark, name in _MARKS if raw.startswith(mark)), (b"", None))
        if encoding is None and not mark:
            self._refuse_nuls(raw)
        encoding = marked if mark else encoding
        if encoding is not None and codecs.lookup(encoding).name != "utf-8":
            self._decoder = codecs.getincrementaldecoder(encoding)(PERCENT)
        head = self._decoded(raw.removeprefix(mark))
        # A CR at the end of the head may be half of CR LF.
        self._is_cr = ends and b"\n" not in head and b"\r" in (head if len(raw) < HEAD else head[:-1])
        self._buffer = head.replace(b"\r", b"\n") if self._is_cr else head

    def _refuse_nuls(self, raw: bytes) -> None:
        for encoding, nuls in (("utf-16-le", raw[1:8:2]), ("utf-16-be", raw[:8:2])):
            if len(nuls) > 1 and not any(nuls):
                raise BadFile(
                    f"{self._name} looks like UTF-16 without a byte order mark: --encoding {encoding} reads it"
                )

    def _raw(self, size: int) -> bytes:
        try:
            octets: bytes = self._stream.read(size)
        except OSError as error:
            if self._codec is None:
                raise
            raise BadFile(f"{self._name}: its {self._codec} stream is cut off or damaged: {error}") from None
        self._is_whole = not octets
        if self._is_whole and self._name != "-":
            self.close()
        return octets

    def _decoded(self, raw: bytes) -> bytes:
        if self._decoder is not None:
            raw = self._decoder.decode(raw, final=self._is_whole).encode("utf-8", "surrogatepass")
        return raw.replace(b"\r", b"\n") if self._is_cr else raw

    def peek(self, size: int) -> bytes:
        """The next octets without consuming them, at least `size` unless the file ends."""
        while len(self._buffer) < size and not self._is_whole:
            self._buffer += self._decoded(self._raw(size - len(self._buffer)))
        return self._buffer

    def read(self, size: int) -> bytes:
        """The next octets, at most `size`; b"" at the end."""
        octets = self.peek(size)
        self._buffer = octets[size:]
        return octets[:size]

    def done(self) -> float:
        """The fraction of the file that has been read, from 0 to 1."""
        if self._file.closed:
            return 1.0
        return self._file.tell() / self._size if self._size else 0.0

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()


def are_octets(data_type: Any) -> bool:
    """Whether a type is one of Arrow's types of octets."""
    kinds = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary, pa.types.is_binary_view)
    return any(is_one(data_type) for is_one in kinds)


def text_or_octets(column: Any) -> Any:
    """Convert octets to strings if all are UTF-8."""
    if pa.types.is_string(column.type):
        # Early return: a cast imports `pyarrow.compute` (30 ms of processor time) even for an equal type.
        return column
    try:
        return column.cast(pa.string())
    except pa.ArrowInvalid:
        return column.cast(pa.binary())


def as_text(column: Any) -> Any:
    """Convert octets to strings; invalid octets are percent-encoded."""
    column = text_or_octets(column)
    if pa.types.is_string(column.type):
        return column
    return pa.array(
        [None if text is None else text.decode("utf-8", PERCENT) for text in column.to_pylist()], pa.string()
    )


def scalar(text: str) -> Any:
    """A pyarrow scalar from buffers; from a Python object pyarrow would import pandas to check for missing values."""
    return Column([text]).to_pyarrow(views=False)[0]
