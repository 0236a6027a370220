"""What do the links of a page cost beside parsing it, and beside what people write today?

Two pages of a megabyte: *prose* has a reference every 700 octets, as long pages have; *dense* one every 100, as a list of
products has. *warc* is an archive of a hundred smaller pages. The bare cost is that of the parser that the library
stands on (of warcio and the parser, for the archive), with nothing looked at; the peers are BeautifulSoup with urljoin,
on each of its parsers, asked for `href` and `src` alone. All run by turns in one process, and the least processor time of each counts;
answers are compared first.

    python benches/links.py
"""

import argparse
import gc
import io
import platform
import sys
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import turbohtml

from uriverse.documents import links

BASE = "http://www.example.org/a/b/c"
PROSE = "Words that say something about the matter, as they do, and go on to the end of the line. " * 13


def page(size: int, words: str) -> bytes:
    items = []
    at = 0
    while size > 0:
        items.append(
            f'<div class="item"><p>{words}</p><a class="more" href="../item/{at}?page={at % 9}">more</a>'
            f'<img src="/img/{at}.png" alt="a picture"></div>\n'
        )
        size -= len(items[-1])
        at += 1
    return ("<!doctype html><html><head><meta charset=utf-8></head><body>" + "".join(items)).encode()


def archive(pages: int) -> bytes:
    from warcio.warcwriter import WARCWriter

    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True)
    for at in range(pages):
        content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page(20_000, PROSE)
        record = writer.create_warc_record(
            f"{BASE}{at}", "response", io.BytesIO(content), length=len(content), warc_content_type="application/http"
        )
        writer.write_record(record)
    return out.getvalue()


def ours(data: bytes, format: str) -> list[str | None]:
    return [row.resolved for row in links(io.BytesIO(data), base=BASE, format=format)]


def soup(parser: str) -> Callable[[bytes], list[str]]:
    from bs4 import BeautifulSoup

    def run(data: bytes) -> list[str]:
        tree = BeautifulSoup(data, parser)
        return [
            urljoin(BASE, str(element[name]))
            for element in tree.find_all(True)
            for name in ("href", "src")
            if element.get(name)
        ]

    return run


def bare_warc(data: bytes) -> int:
    from warcio.archiveiterator import ArchiveIterator

    count = 0
    for record in ArchiveIterator(io.BytesIO(data)):
        turbohtml.parse(record.content_stream().read())
        count += 1
    return count


def by_turns(runs: dict[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            gc.collect()
            begun = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - begun)
    return best


def shown(title: str, times: dict[str, float], bare: str, ours_name: str, counted: int) -> None:
    print(f"\n{title}, {counted} references")
    for name, seconds in sorted(times.items(), key=lambda pair: pair[1]):
        print(
            f"  {name:28} {seconds * 1e3:9.1f} ms   {seconds / times[bare]:7.2f} x bare   {seconds / times[ours_name]:7.2f} x ours"
        )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=7)
    rounds = arguments.parse_args().rounds
    print(f"{platform.platform()}, Python {platform.python_version()}, {time.strftime('%Y-%m-%d')}")
    for title, words in (("prose", PROSE[:1100]), ("dense", "A few words.")):
        data = page(1_000_000, words)
        answer = ours(data, "html")
        runs: dict[str, Callable[[], Any]] = {
            "turbohtml, parse alone": lambda data=data: turbohtml.parse(data),
            "uriverse links": lambda data=data: ours(data, "html"),
        }
        for parser in ("lxml", "html.parser"):
            try:
                run = soup(parser)
                right = run(data) == answer
            except Exception as missing:
                print(f"{parser}: {missing}", file=sys.stderr)
                continue
            label = f"BeautifulSoup, {parser}" + ("" if right else " (wrong)")
            runs[label] = lambda data=data, run=run: run(data)
        shown(title, by_turns(runs, rounds), "turbohtml, parse alone", "uriverse links", len(answer))
    data = archive(100)
    runs = {"warcio and turbohtml alone": lambda: bare_warc(data), "uriverse links": lambda: ours(data, "warc")}
    shown("warc", by_turns(runs, rounds), "warcio and turbohtml alone", "uriverse links", len(ours(data, "warc")))


if __name__ == "__main__":
    main()
