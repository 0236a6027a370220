"""What do all links of one public crawl cost? Rates measured here, and a simulated cluster that reads the crawl.

    python benches/web_scale.py measure DIR [--archives 4] [--pages 2000]   # rates of this machine, as JSON
    python benches/web_scale.py simulate [--rates FILE] [--cores 100 1000 10000]

`measure` writes archives into DIR: pages whose sizes and numbers of links are log-normal, as those of the web are, and
whose targets' hosts follow Zipf's law. It reads them by `uriverse links`, gives their rows canonical forms and keys, and
counts distinct keys by DuckDB. `simulate` cuts the crawl as a cluster would: a task reads an archive and counts its own
targets by key; the counts go to the partition of the key, and are added up there. Machines fail, some are slow, and
archives differ in size; what is lost is read again.
"""

from __future__ import annotations

import argparse
import heapq
import io
import json
import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

PAGES, ARCHIVES = 3_000_000_000, 80_000
# A page has 110 kB of HTML on average, half of them fewer than 67, and 90 links, half of them fewer than 55.
OCTETS, LINKS, SPREAD = 67_000, 55, 1.0
HOSTS = 50_000
WORDS = [
    "the",
    "a",
    "of",
    "links",
    "page",
    "archive",
    "crawl",
    "where",
    "which",
    "leads",
    "another",
    "words",
    "that",
    "stand",
    "between",
    "two",
    "references",
]


@dataclass(frozen=True)
class Rates:
    """What one core does, in seconds; and what an archive of 37,500 pages gives."""

    page: float  # reading a page of an archive, with its links resolved and checked and written to Parquet
    row: float  # a row's canonical form, key and registrable domain
    combined: float  # counting a row's key within its archive
    merged: float  # adding one count to those of its key
    links: float  # rows of a page
    distinct: float  # the share of an archive's rows that are left when equal targets are counted together
    shuffled: float  # octets of such a count: key, form and count, compressed


def host(rng: random.Random) -> str:
    # Zipf's law with the exponent 1, drawn by its inverse.
    return f"www.site-{int(HOSTS ** rng.random())}.example"


def url(rng: random.Random, of_host: str) -> str:
    path = "/".join(f"{rng.choice(WORDS)}-{int(3000 ** rng.random())}" for _ in range(rng.randint(1, 3)))
    return f"https://{of_host}/{path}" + (f"?utm_source=x&id={rng.randrange(50)}" if rng.random() < 0.2 else "")


def page(rng: random.Random, own: str) -> bytes:
    octets, links = OCTETS * rng.lognormvariate(0, SPREAD), max(1, round(LINKS * rng.lognormvariate(0, SPREAD)))
    between = max(1, round(octets / links / 6))
    parts = ["<!doctype html><meta charset=utf-8><title>A page</title><body>\n"]
    for _ in range(links):
        target = url(rng, own if rng.random() < 0.8 else host(rng))
        written = "/" + target.split("/", 3)[3] if own in target else target
        parts.append(f'<p>{" ".join(rng.choices(WORDS, k=between))} <a href="{written}">a link</a>\n')
    return "".join(parts).encode()


def write_archive(path: Path, pages: int, seed: int) -> int:
    """An archive of generated pages; the octets of their HTML."""
    from warcio.warcwriter import WARCWriter

    rng, octets = random.Random(seed), 0
    with path.open("wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        for _ in range(pages):
            own = host(rng)
            content = page(rng, own)
            octets += len(content)
            payload = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + content
            record = writer.create_warc_record(
                url(rng, own),
                "response",
                io.BytesIO(payload),
                length=len(payload),
                warc_content_type="application/http",
            )
            writer.write_record(record)
    return octets


def measure(folder: Path, archives: int, pages: int) -> Rates:
    """Rates by processor time, on archives that are written into a folder."""
    import duckdb
    import pyarrow.dataset

    from uriverse import columns

    folder.mkdir(parents=True, exist_ok=True)
    octets = sum(write_archive(folder / f"{at}.warc.gz", pages, at) for at in range(archives))
    before = os.times()
    command = [
        sys.executable,
        "-m",
        "uriverse.cli",
        "links",
        str(folder),
        "--into",
        str(folder / "rows"),
        "--part",
        "1",
    ]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    after = os.times()
    reading = after.children_user + after.children_system - before.children_user - before.children_system
    found = pyarrow.dataset.dataset(folder / "rows").to_table(columns=["browser"]).combine_chunks()["browser"].chunk(0)
    begun = time.process_time()
    forms, keys = columns.canonical(found, profile="dedupe"), columns.key(found, profile="dedupe")
    columns.domain(found)
    row = (time.process_time() - begun) / len(found)
    table = pyarrow.table({"key": keys, "form": forms})
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.register("met", table)
        begun = time.process_time()
        connection.execute(
            "create table counted as select key, any_value(form) as form, count(*) as n from met group by key"
        )
        combined = (time.process_time() - begun) / len(found)
        begun = time.process_time()
        connection.execute("create table merged as select key, sum(n) as n from counted group by key")
        (left,) = connection.execute("select count(*) from counted").fetchone() or (0,)
        merged = (time.process_time() - begun) / left
        connection.execute(f"copy counted to '{folder / 'counted.parquet'}' (format parquet, compression zstd)")
    stored = sum(path.stat().st_size for path in folder.glob("*.warc.gz"))
    print(
        f"{archives * pages:,} pages, {octets / archives / pages:,.0f} octets of HTML and "
        f"{stored / archives / pages:,.0f} of archive each",
        file=sys.stderr,
    )
    return Rates(
        page=reading / archives / pages,
        row=row,
        combined=combined,
        merged=merged,
        links=len(found) / archives / pages,
        distinct=left / len(found),
        shuffled=(folder / "counted.parquet").stat().st_size / left,
    )


@dataclass(frozen=True)
class Run:
    """What a simulated run took: hours by the clock, core-hours in all and of what was lost, slowest partition's hours."""

    hours: float
    core_hours: float
    lost: float
    merging: float


def tasks(rates: Rates, rng: random.Random) -> Iterator[float]:
    """Seconds of each archive's task: its pages read, their rows given forms and counted."""
    row = rates.row + rates.combined
    for _ in range(ARCHIVES):
        # Archives are cut by size; the pages in one vary by a quarter.
        yield PAGES / ARCHIVES * rng.lognormvariate(-0.03, 0.25) * (rates.page + rates.links * row)


def simulate(rates: Rates, cores: int, rng: random.Random, failures: float, slow: float) -> Run:
    """Archives go to whichever core is free; a core fails now and then, and its archive is read again by another.

    Args:
        failures: of a core in an hour.
        slow: the share of cores that work at half the speed.
    """
    waiting = list(tasks(rates, rng))
    free = [(0.0, 2.0 if rng.random() < slow else 1.0) for _ in range(cores)]
    heapq.heapify(free)
    lost = worked = end = 0.0
    while waiting:
        at, factor = heapq.heappop(free)
        task = waiting.pop()
        takes = task * factor
        until_failure = rng.expovariate(failures / 3600)
        if until_failure < takes:
            lost += until_failure
            waiting.append(task)
            takes = until_failure
        worked += takes
        end = max(end, at + takes)
        heapq.heappush(free, (at + takes, factor))
    counts = PAGES * rates.links * rates.distinct
    merging = counts * rates.merged / cores
    return Run((end + merging) / 3600, (worked + merging * cores) / 3600, lost / 3600, merging / 3600)


def largest_share(hosts: int) -> float:
    """The share of the most linked host, by Zipf's law with the exponent 1: what a partition by host would hold."""
    return 1 / (math.log(hosts) + 0.5772)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("folder", type=Path, metavar="DIR")
    measuring.add_argument("--archives", type=int, default=4)
    measuring.add_argument("--pages", type=int, default=2000, help="of each archive; default: %(default)s")
    simulating = commands.add_parser("simulate")
    simulating.add_argument("--rates", type=Path, required=True, help="what `measure` printed")
    simulating.add_argument("--cores", type=int, nargs="+", default=[100, 1_000, 10_000])
    simulating.add_argument("--failures", type=float, default=0.01, help="of a core in an hour; default: %(default)s")
    simulating.add_argument(
        "--slow", type=float, default=0.05, help="share of cores at half speed; default: %(default)s"
    )
    given = parser.parse_args()
    if given.command == "measure":
        print(json.dumps(asdict(measure(given.folder, given.archives, given.pages)), indent=1))
        return
    read = json.loads(given.rates.read_text())
    rates = Rates(**{each.name: read[each.name] for each in fields(Rates)})
    rows = PAGES * rates.links
    print(f"{PAGES:,} pages, {rows:.3g} rows, {rows * rates.distinct * rates.shuffled / 1e12:.1f} TB shuffled.\n")
    print("| cores | hours | core-hours | lost and read again | merging, hours | one host's partition, hours |")
    print("|--:|--:|--:|--:|--:|--:|")
    for cores in given.cores:
        run = simulate(rates, cores, random.Random(cores), given.failures, given.slow)
        by_host = largest_share(100_000_000) * rows * rates.distinct * rates.merged / 3600
        print(
            f"| {cores:,} | {run.hours:,.1f} | {run.core_hours:,.0f} | {run.lost:,.1f} | {run.merging:,.2f} | "
            f"{by_host:,.1f} |"
        )


if __name__ == "__main__":
    main()
