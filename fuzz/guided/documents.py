"""The laws of documents, on octets that Atheris finds by coverage of the readers: `pages`, `warc`, `pdf` and others.

python fuzz/guided/documents.py warc -max_total_time=600 target/guided/warc    (fuzz/guided/run does so)

Whatever a reader is given, rows come, each whole, and nothing is raised. What is read once more, in pieces, has the
same rows, if nothing is damaged. What is taken from the tags of a page is what the parser finds.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "documents")]

with atheris.instrument_imports(include=["uriverse.documents", "pypdf"]):
    import test_start_tags
    from test_archives_fuzzed import is_whole

    from uriverse.documents import Limits, links

LIMITS = Limits(octets=1 << 20)


class Pieces(io.RawIOBase):
    """A stream that gives a few octets at a time."""

    def __init__(self, data: bytes) -> None:
        self._rest = memoryview(data)

    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        """Give at most seven octets."""
        piece = self._rest[: min(7, len(buffer))]
        buffer[: len(piece)] = piece
        self._rest = self._rest[len(piece) :]
        return len(piece)


def check(target: str, data: bytes) -> None:
    """Check the laws on a document."""
    format = "html" if target == "pages" else target
    whole, again = (
        list(links(stream, base="http://h/d/", format=format, limits=LIMITS))
        for stream in (io.BytesIO(data), Pieces(data))
    )
    assert all(map(is_whole, whole)) and all(map(is_whole, again))
    # Of damaged compression, isal gives other octets before it raises an error than zlib, and by the octets at once.
    if all(row.reference is not None for row in [*whole, *again]):
        assert whole == again
    if target == "pages":
        test_start_tags.is_taken(data)


if __name__ == "__main__":
    target = sys.argv.pop(1)
    atheris.Setup(sys.argv, lambda data: check(target, data))
    atheris.Fuzz()
