"""Write the first texts of guided fuzzing into a folder: what the vectors and the tests of documents have.

python fuzz/guided/seeds.py html target/guided/html
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "documents")]


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


def vectors(folder: str = ".") -> Iterator[bytes]:
    """Yield the texts of the vectors."""
    for path in sorted((ROOT / "vectors" / folder).rglob("*.json")):
        for text in strings(json.loads(path.read_text("utf-8"))):
            yield text.encode("utf-8", "replace")


def seeds(target: str) -> Iterator[bytes]:
    """Yield the texts for a target."""
    if target == "text":
        yield from vectors()
        yield from (text + b"\nhttp://a/b/c/d;p?q" for text in vectors("resolve"))
    elif target == "pdf":
        import test_pdf

        yield from (test_pdf.damaged(count) for count in (0, 1, 3))
        here = test_pdf.link(A=test_pdf.action(test_pdf.text("x")))
        yield test_pdf.document([here], [here], base="http://b/")
    else:
        import test_archives_fuzzed
        import test_readers_fuzzed
        import test_start_tags

        format = "html" if target == "pages" else target
        pieces: Any = {**test_readers_fuzzed.PIECES, **test_archives_fuzzed.PIECES}[format]
        octets = [piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogatepass") for piece in pieces]
        yield from octets
        yield b"".join(octets)
        if format == "html":
            yield from (test_start_tags.page(seed).encode() for seed in range(200))
            yield from vectors("markdown")
        else:
            yield from test_archives_fuzzed.WHOLE


if __name__ == "__main__":
    for seed in seeds(sys.argv[1]):
        Path(sys.argv[2], hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
