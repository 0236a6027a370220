"""Check the statements about trurl in docs/editing.md by running it on each row of the page's table.

    python tools/try_trurl.py /usr/bin/trurl

Exits with 1 if an answer differs. A test checks our side of the table without trurl.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parent.parent / "docs" / "editing.md"


class Row(NamedTuple):
    """A row of the table.

    Attributes:
        text: the input in shell syntax.
        trurl, uriverse: the options.
        answer: the output of `uriverse edit`.
        other: the output of trurl, empty if it refuses the text.
    """

    text: str
    trurl: str
    uriverse: str
    answer: str
    other: str


def rows(page: str) -> Iterator[Row]:
    """Return the rows of the page's table of options."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" |")]
        if line.startswith("| `") and len(cells) == 5:
            text, trurl, uriverse, answer, other = (cell.replace("` `", "\n").strip("`") for cell in cells)
            yield Row(text, trurl, uriverse, answer, "" if other == "refused" else other or answer)


def main() -> int:
    """Compare, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trurl", help="the path of the program")
    program = parser.parse_args().trurl
    wrong = 0
    for row in rows(PAGE.read_text("utf-8")):
        texts = [text for text in shlex.split(row.text) if text]
        done = subprocess.run(
            [program, *texts, *shlex.split(row.trurl)], capture_output=True, encoding="utf-8", check=False
        )
        if done.stdout.rstrip("\n") != row.other:
            wrong += 1
            print(f"{row.text} {row.trurl}: {done.stdout.rstrip()!r}, not {row.other!r}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
