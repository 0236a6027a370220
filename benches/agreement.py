"""The cost of an agreement: python benches/agreement.py [FILE of URLs, one a line]

Prints microseconds of processor time for one text, and nanoseconds for a row of a column.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import uriverse as uv
from uriverse import columns as uc

TEXTS = {
    "a usual URL": "https://www.example.com/a/b?c=d#e",
    "with userinfo and port": "http://user@example.com:8042/over/there?name=ferret#nose",
    "a backslash": "http://127.0.0.1\\@1.1.1.1/",
}


def best(call: Callable[[], object], times: int) -> float:
    """Return the seconds of processor time of one call, the best of five runs."""
    found = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            call()
        found.append((time.process_time() - start) / times)
    return min(found)


def main(arguments: list[str]) -> None:
    for name, text in TEXTS.items():
        ours = best(lambda text=text: uv.agreement(text).agrees, 2000) * 1e6
        two = best(lambda text=text: uv.agreement(text, parsers=("rfc3986", "whatwg")).agrees, 2000) * 1e6
        parse = best(lambda text=text: uv.whatwg.can_parse(text), 2000) * 1e6
        print(f"{name:24} ours {ours:7.2f} us   two parsers {two:7.2f} us   whatwg.can_parse {parse:7.2f} us")
    texts = Path(arguments[0]).read_text("utf-8").splitlines() if arguments else list(TEXTS.values()) * 10_000
    column = uc.Column(texts)
    print(
        f"column of {len(texts):,}: {best(lambda: uc.agreement(column, threads=1), 3) / len(texts) * 1e9:.0f} ns a row, one thread"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
