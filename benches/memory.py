"""Memory of a parsed reference beyond its text: bytes an object, ours and the peers'.

    python benches/memory.py [FILE of URLs, one a line]

Each peer runs in a process of its own, which holds every text and then every parsed object; what the process grew by,
divided by the number of objects, is the figure. It counts what the allocator keeps, whoever allocated it.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
from pathlib import Path

from inputs import generated

PEERS = {
    "uriverse.parse": "import uriverse; parse = uriverse.parse",
    "uriverse.split": "import uriverse; parse = uriverse.split",
    "can_ada": "import can_ada; parse = can_ada.parse",
    "pydantic-core Url": "from pydantic_core import Url as parse",
    "uritools": "from uritools import urisplit as parse",
    "urllib, uncached": "from urllib.parse import urlsplit; parse = getattr(urlsplit, '__wrapped__', urlsplit)",
    "yarl, uncached": "import yarl; yarl.cache_clear(); parse = lambda text: yarl.URL(text)",
    "Appendix B regex": "import re; parse = re.compile(r'^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#(.*))?').match",
    "the text alone": "parse = lambda text: None",
}
COUNT = 100_000


def resident() -> int:
    """The bytes that the process holds in memory."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def measure(name: str, source: str | None) -> float:
    """Bytes an object, in this process."""
    namespace: dict[str, object] = {}
    exec(PEERS[name], namespace)
    parse = namespace["parse"]
    assert callable(parse)
    urls = generated(1000) if source is None else Path(source).read_text("utf-8-sig").split()
    texts = [f"{urls[number % len(urls)]}#{number}" for number in range(COUNT)]
    warm = [parse(text) for text in texts[:100]]
    gc.collect()
    held: list[object] = [None] * COUNT
    before = resident()
    for number, text in enumerate(texts):
        held[number] = parse(text)
    return (resident() - before) / len(held) if warm else 0.0


def main() -> None:
    """One process a peer; print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("source", nargs="?")
    arguments.add_argument("--peer", help=argparse.SUPPRESS)
    chosen = arguments.parse_args()
    if chosen.peer:
        print(measure(chosen.peer, chosen.source))
        return
    print("| parsed by | bytes an object, beyond its text |\n|---|--:|")
    for name in PEERS:
        command = [sys.executable, __file__, *([chosen.source] if chosen.source else []), "--peer", name]
        figure = float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        print(f"| {name} | {figure:.0f} |")


if __name__ == "__main__":
    main()
