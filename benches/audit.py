"""The frequency of findings in a list of URLs, and the time of the audit.

    python benches/audit.py                 # a generated list
    python benches/audit.py urls.txt        # a file, one URL a line

Printed: the share of URLs with findings by severity, of all URLs and of the valid ones; the ten most frequent findings;
the first valid URLs with a danger; microseconds a URL for each profile, beside parsing alone.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path

import uriverse as uv
from uriverse.audit import FINDINGS, SEVERITIES, Finding, findings

WORDS = ("about", "archive", "article", "blog", "cart", "docs", "files", "image", "item", "login", "news", "page")
SCHEMES = ("https", "https", "https", "https", "http", "http", "HTTP")
PORTS = (*("",) * 30, ":80", ":8080", ":81")
ENDS = ("", "/", "/", ".html", ".html", ".php", "/%7Euser", "/a%2Fb", "/../x", "/caf%E9")
QUERIES = (*("",) * 9, "?", "?id=1", "?q=a+b&page=2", "?tag[]=a", "?next=https%3A%2F%2Fexample.org%2F", "?token=abc")
SHOWN = 5


def generated(count: int) -> list[str]:
    """Return typical URLs of pages, with common irregularities."""
    choose = random.Random(3986)

    def one() -> str:
        host = f"{choose.choice(('www.', '', 'm.'))}{choose.choice(WORDS)}{choose.randint(1, 99)}.example.com"
        path = "".join(f"/{choose.choice(WORDS)}" for _ in range(choose.randint(0, 5))) + choose.choice(ENDS)
        start = f"{choose.choice(SCHEMES)}://{host}{choose.choice(PORTS)}"
        return start + (path if path.startswith("/") else "/") + choose.choice(QUERIES)

    return [one() for _ in range(count)]


def read(path: Path) -> list[str]:
    text = path.read_text("utf-8-sig", "surrogateescape")
    return [line for line in text.split("\n") if line]


def share(part: int, whole: int) -> str:
    return f"{part:7,} {100 * part / max(whole, 1):7.3f} %"


def report(urls: list[str]) -> None:
    found: Counter[str] = Counter()
    by_severity: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    totals: Counter[bool] = Counter()
    dangerous = []
    for url in urls:
        valid = uv.is_valid(url)
        rows = [row for row in findings(url) if isinstance(row, Finding)]
        totals[valid] += 1
        found.update({row.id for row in rows})
        by_severity[valid].update({row.severity for row in rows} | ({"any"} if rows else set()))
        if valid and any(row.severity == "danger" for row in rows):
            dangerous.append(url)
    for title, kinds in (("all", (True, False)), ("valid", (True,))):
        whole = sum(totals[kind] for kind in kinds)
        print(f"{title}: {whole:,} URLs")
        for severity in ("any", *reversed(SEVERITIES)):
            print(f"  {severity:8}{share(sum(by_severity[kind][severity] for kind in kinds), whole)}")
    print("the most frequent:")
    for name, count in found.most_common(10):
        print(f"  {name:28}{FINDINGS[name].severity:8}{share(count, len(urls))}")
    for url in dangerous[:SHOWN]:
        print(f"  danger in {url[:100]!r}")


def timed(urls: list[str]) -> None:
    print("microseconds a URL:")
    for name in ("parse", "security", "style", "all"):
        best = min(_seconds(urls, name) for _ in range(3))
        print(f"  {name:8} {1e6 * best / len(urls):8.2f}")


def _seconds(urls: list[str], name: str) -> float:
    began = time.process_time()
    if name == "parse":
        for url in urls:
            uv.is_valid(url)
    else:
        for url in urls:
            findings(url, profile=name)
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, help="a file, one URL a line")
    parser.add_argument("--count", type=int, default=20_000, help="how many URLs to generate, or to time")
    arguments = parser.parse_args()
    urls = generated(arguments.count) if arguments.file is None else read(arguments.file)
    report(urls)
    timed(urls[: arguments.count])


if __name__ == "__main__":
    main()
