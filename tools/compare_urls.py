"""Compare `uriverse.whatwg` with other implementations on mutated URLs, and explain each difference.

python tools/compare_urls.py --count 1000000                     ada-url and url-py
python tools/compare_urls.py --node DIRECTORY --report FILE      and the npm package whatwg-url, installed there
python tools/compare_urls.py --api --count 1000000               Node's own URL and URLSearchParams, setters too

It exits with 1 if a difference has no explanation (`tests/support/url_peers.py`, `node_urls.py`).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support import node_urls  # noqa: E402  # the tests' folder is on the path from here on
from support.url_peers import (  # noqa: E402  # the tests' folder is on the path from here on
    Answer,
    Case,
    ada,
    ada_is_known,
    cases,
    ours,
    rust,
    rust_is_known,
    whatwg_url_is_known,
)

AT_ONCE = 20_000
SHOWN = 20
# Reads one case a line, and writes one answer a line.
SCRIPT = """
const { URL } = require("whatwg-url");
require("readline").createInterface({ input: process.stdin }).on("line", line => {
  const [text, base] = JSON.parse(line);
  let href = null;
  try { href = base === null ? new URL(text).href : new URL(text, base).href } catch {}
  console.log(JSON.stringify(href));
});
"""


def by_node(directory: Path, some: Iterable[Case]) -> Iterator[Answer]:
    """Return the answers of the npm package in a directory."""
    lines = "".join(json.dumps(case) + "\n" for case in some)
    done = subprocess.run(
        ["node", "-e", SCRIPT], cwd=directory, input=lines, capture_output=True, text=True, check=True
    )
    yield from map(json.loads, done.stdout.splitlines())


def compare_api(count: int, seed: int) -> int:
    """Compare the public API with Node's, print each class of differences, and return the exit code."""
    explained: Counter[str] = Counter()
    unexplained = []
    found = node_urls.questions(count, seed)
    while some := list(islice(found, AT_ONCE)):
        for question, their in zip(some, node_urls.by_node(some), strict=True):
            our = node_urls.ours(question)
            if our == their:
                continue
            why = node_urls.explanation(question, our, their)
            if why is None:
                unexplained.append((question, our, their))
            else:
                explained[why] += 1
    differing = f"{explained.total():,} differences with an explanation, {len(unexplained)} without"
    print(f"{count:,} questions, seed {seed}; {differing}")
    for why, number in explained.most_common():
        print(f"{number:8,} {why}")
    for each in unexplained[:SHOWN]:
        print(*each)
    return 1 if unexplained else 0


def main() -> int:
    """Compare, print the differences, and return the exit code."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", type=int, default=1_000_000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--node", type=Path)
    arguments.add_argument("--report", type=Path)
    arguments.add_argument("--api", action="store_true")
    given = arguments.parse_args()
    if given.api:
        return compare_api(given.count, given.seed)
    peers = {f"ada-url {version('ada-url')}": ada_is_known, f"url-py {version('url-py')}": rust_is_known}
    if given.node is not None:
        package = json.loads((given.node / "node_modules" / "whatwg-url" / "package.json").read_text("utf-8"))
        peers[f"whatwg-url {package['version']}"] = whatwg_url_is_known
    explained: Counter[str] = Counter()
    unexplained: dict[str, list[tuple[str, Answer, Answer, Answer]]] = {name: [] for name in peers}
    accepted = 0
    found = cases(given.count, given.seed)
    while some := list(islice(found, AT_ONCE)):
        answers = [[ada(*case) for case in some], [rust(*case) for case in some]]
        if given.node is not None:
            answers.append(list(by_node(given.node, some)))
        our = [ours(*case) for case in some]
        accepted += sum(answer is not None for answer in our)
        for (name, is_known), theirs in zip(peers.items(), answers, strict=True):
            for (text, base), mine, their in zip(some, our, theirs, strict=True):
                if mine == their:
                    continue
                if is_known(text, base, mine, their):
                    explained[name] += 1
                else:
                    unexplained[name].append((text, base, mine, their))
    lines = [
        f"{given.count:,} mutated URLs, seed {given.seed}; {accepted:,} have a URL",
        "",
        "| implementation | differences with an explanation | without |",
        "|---|--:|--:|",
        *(f"| {name} | {explained[name]:,} | {len(unexplained[name]):,} |" for name in peers),
    ]
    print("\n".join(lines))
    for name, differences in unexplained.items():
        for each in differences[:SHOWN]:
            print(name, each)
    if given.report is not None:
        given.report.write_text("\n".join(["# Other implementations of the URL Standard", "", *lines, ""]), "utf-8")
    return 1 if any(unexplained.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
