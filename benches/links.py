"""The cost of a page's links, compared with parsing the page and with BeautifulSoup.

python benches/links.py --report benches/reports/2026-11-23-links.md

Two pages of a megabyte: *prose* has a reference every 700 octets, as long pages have; *dense* one every 70, as a list
of products has. *archive* is a WARC of a hundred pages, gzip. The bare cost is that of the parser that the library
stands on (of warcio and the parser, for the archive), with nothing looked at; the peers are BeautifulSoup with urljoin,
on each of its parsers, asked for `href` and `src` alone. All run by turns in one process; a figure is the median of
the processor's time over the rounds, and answers are compared first.

*Floor* is what the library cannot go below with this parser in Python: parse, walk, read the attributes and the place
of each element that has a reference; then the targets; then the rows, each alone.
"""

import gc
import io
import statistics
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import turbohtml
from bs4 import BeautifulSoup
from warcio.archiveiterator import ArchiveIterator
from warcio.warcwriter import WARCWriter

import uriverse as uv
from harness import head, options, write
from uriverse._core import target
from uriverse.documents import FoundReference, links

BASE = "http://www.example.org/a/b/c"
PROSE = "Words that say something about the matter, as they do, and go on to the end of the line. " * 13
PARSE, OURS, COLUMNS = "bare: parsed, nothing looked at", "uriverse links", "uriverse links, to_arrow"
# The goals: columns of a page and of an archive cost at most so many bare parses; rows are at least so many times
# faster than BeautifulSoup.
PAGE, ARCHIVE, FASTER = 2.0, 1.5, 5.0

Runs = dict[str, Callable[[], Any]]


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


def columns(data: bytes, format: str) -> int:
    return sum(batch.num_rows for batch in links(io.BytesIO(data), base=BASE, format=format).to_arrow())


def soup(data: bytes, parser: str) -> list[str]:
    found = BeautifulSoup(data, parser).find_all(True)
    return [urljoin(BASE, str(each[name])) for each in found for name in ("href", "src") if each.get(name)]


def bare_archive(data: bytes) -> int:
    records = ArchiveIterator(io.BytesIO(data))
    return sum(turbohtml.parse(record.content_stream().read()) is not None for record in records)


def walked(data: bytes) -> list[tuple[str, str, str, tuple[int, int]]]:
    found = []
    for element in turbohtml.parse(data).iter_elements():
        attributes = element.attrs
        if attributes:
            for name, value in attributes.items():
                if name in ("href", "src"):
                    found.append((element.tag, name, value, element.position))
    return found


def floors(data: bytes) -> Runs:
    found, base = walked(data), uv.URI(BASE)
    row = (None, 1, 1, "a", "href", "x", BASE, "retrieval", "y", "relative-path", True, None, None)
    return {
        "floor: parsed and walked": lambda: walked(data),
        "floor: the targets": lambda: [target(reference, base) for _, _, reference, _ in found],
        "floor: the rows": lambda: [tuple.__new__(FoundReference, (at, *row[1:])) for at in range(len(found))],
    }


def by_turns(runs: Runs, rounds: int) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            gc.collect()
            begun = time.process_time()
            run()
            times[name].append(time.process_time() - begun)
    return {name: statistics.median(each) for name, each in times.items()}


def table(title: str, times: dict[str, float], references: int, most: float) -> list[str]:
    bare, own, columns = times[PARSE], times[OURS], times[COLUMNS]
    lines = [
        f"\n## {title}: {references:,} references\n",
        "| | ms | times bare | times ours |",
        "|---|--:|--:|--:|",
        *(
            f"| {name} | {seconds * 1e3:,.1f} | {seconds / bare:,.2f} | {seconds / own:,.2f} |"
            for name, seconds in sorted(times.items(), key=lambda pair: pair[1])
        ),
        f"\nColumns at most {most} times bare: {'holds' if columns <= most * bare else 'does not hold'}, "
        f"{columns / bare:.2f}.",
    ]
    soups = [seconds for name, seconds in times.items() if name.startswith("BeautifulSoup")]
    if soups:
        ratio = min(soups) / own
        held = "holds" if ratio >= FASTER else "does not hold"
        lines.append(f"At least {FASTER} times faster than BeautifulSoup and urljoin: {held}, {ratio:.1f}.")
    return lines


def main() -> None:
    chosen = options(__doc__, rounds=9).parse_args()
    out = [
        *head("Links of documents", "uriverse", "turbohtml", "beautifulsoup4", "lxml", "warcio"),
        f"Medians of {chosen.rounds} rounds of processor time, contenders in turn, one process.",
    ]
    for title, words in (("prose, a page of 1 MB", PROSE[:1100]), ("dense, a page of 1 MB", "A few words.")):
        data = page(1_000_000, words)
        answer = ours(data, "html")
        runs: Runs = {
            PARSE: lambda data=data: turbohtml.parse(data),
            OURS: lambda data=data: ours(data, "html"),
            COLUMNS: lambda data=data: columns(data, "html"),
            **floors(data),
        }
        for name in ("lxml", "html.parser"):
            right = "" if soup(data, name) == answer else ", wrong"
            runs[f"BeautifulSoup and urljoin, {name}{right}"] = lambda data=data, name=name: soup(data, name)
        out += table(title, by_turns(runs, chosen.rounds), len(answer), PAGE)
    data = archive(100)
    runs = {
        PARSE: lambda: bare_archive(data),
        OURS: lambda: ours(data, "warc"),
        COLUMNS: lambda: columns(data, "warc"),
    }
    out += table("archive, 100 pages of 20 kB", by_turns(runs, chosen.rounds), len(ours(data, "warc")), ARCHIVE)
    write(chosen.report, "\n".join(out))


if __name__ == "__main__":
    main()
