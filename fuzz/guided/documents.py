"""The laws of documents, on octets that Atheris finds by coverage of the readers: `pages`, `warc`, `pdf` and others.

python fuzz/guided/documents.py warc -max_total_time=600 target/guided/warc    (fuzz/guided/run does so)

Whatever a reader is given, rows come, each whole, and nothing is raised. What is read once more, in pieces, has the
same rows. What is taken from the tags of a page is what the parser finds.
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
    rows = list(links(io.BytesIO(data), base="http://h/d/", format=format, limits=LIMITS))
    assert all(map(is_whole, rows))
    assert rows == list(links(Pieces(data), base="http://h/d/", format=format, limits=LIMITS))
    if target == "pages":
        test_start_tags.is_taken(data)


if __name__ == "__main__":
    target = sys.argv.pop(1)
    atheris.Setup(sys.argv, lambda data: check(target, data))
    atheris.Fuzz()
