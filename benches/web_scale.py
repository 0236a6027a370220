"""What do all links of one public crawl cost? The runbook of docs/scale.md, measured; and a simulated cluster.

    python benches/web_scale.py run DIR [--archives 4] [--pages 37500]      # the runbook, archive by archive
    python benches/web_scale.py rows DIR [--rows 1000000 10000000]          # `uriverse table` by number of rows
    python benches/web_scale.py simulate RUN.json [--cores 100 1000]  # the whole crawl, by the rates of a run

`run` writes archives into DIR: sizes and numbers of links of pages are log-normal, hosts of targets follow Zipf's law.
Each archive is read by `uriverse links`, its targets get canonical forms and keys by `uriverse table`, and DuckDB counts
them by key; what was read is deleted. In the end the counts of all archives are added up. It prints its rates as JSON.
`rows` sends generated URLs through a pipe, so the input takes no disk, and prints a line of JSON for each number of rows.
All times but those named "clock" are processor time of the command alone.
"""

from __future__ import annotations

import argparse
import gzip
import heapq
import json
import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any

import duckdb
import pyarrow.parquet as pq

PAGES, ARCHIVES = 3_000_000_000, 80_000
# A page has 110 kB of HTML on average, half of them fewer than 67, and 90 links, half of them fewer than 55.
OCTETS, LINKS, SPREAD = 67_000, 55, 1.0
HOSTS = 50_000_000
WORDS = "the a of links page archive crawl where which leads another words that stand between two references".split()  # noqa: SIM905
TEXT = " ".join(random.Random(1).choices(WORDS, k=400_000))
URIVERSE = [sys.executable, "-m", "uriverse.cli"]


def targets(first: int, count: int) -> str:
    """The query of so many URLs, each a function of its number: `host` by Zipf's law with the exponent 1, and `path`."""

    def share(salt: int) -> str:
        return f"(hash(i * 31 + {salt}) / 18446744073709551616.0)"

    def segment(salt: int) -> str:
        return f"{WORDS}[1 + (hash(i * 31 + {salt}) % {len(WORDS)})::int] || '-' || pow(3000, {share(salt + 1)})::int"

    query = "case when hash(i * 31 + 6) % 5 = 0 then '?utm_source=x&id=' || hash(i * 31 + 7) % 50 else '' end"
    return (
        f"select 'https://www.site-' || pow({HOSTS}, {share(1)})::int || '.example' as host, "
        f"'/' || {segment(2)} || '/' || {segment(4)} || {query} as path from range({first}, {first + count}) t(i)"
    )


def pages(
    seed: int, count: int, median: int = OCTETS, linked: int = LINKS, own: float = 0.8
) -> Iterator[tuple[str, bytes]]:
    """URLs and contents of generated pages.

    Args:
        median, linked: the octets and the links of half of the pages at most.
        own: the share of links to the page's own host, without scheme and host.
    """
    rng = random.Random(seed)
    # A page takes 1.65 times the median on average; the reader stops where it needs no more.
    batches = duckdb.connect().sql(targets(seed * 10_000_000, 4 * linked * count)).to_arrow_reader(100_000)
    found = (pair for batch in batches for pair in zip(*(column.to_pylist() for column in batch.columns), strict=True))
    for host, path in islice(found, count):
        octets, links = median * rng.lognormvariate(0, SPREAD), max(1, round(linked * rng.lognormvariate(0, SPREAD)))
        between = max(1, round(octets / links) - 60)
        parts = ["<!doctype html><meta charset=utf-8><title>A page</title><body>\n"]
        for other, leads_to in islice(found, links):
            written = leads_to if rng.random() < own else other + leads_to
            at = int(rng.random() * 1_000_000)
            parts.append(f'<p>{TEXT[at : at + between]} <a href="{written}">a link</a>\n')
        yield host + path, "".join(parts).encode()


def write_archive(path: Path, count: int, seed: int, **shape: float) -> int:
    """An archive of generated pages, of a shape that `pages` takes; the octets of their HTML."""
    octets = 0
    with path.open("wb") as stream:
        for url, content in pages(seed, count, **shape):  # type: ignore[arg-type]
            octets += len(content)
            answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + content
            head = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-11-24T00:00:00Z\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
            )
            stream.write(gzip.compress(head.encode() + answer + b"\r\n\r\n", 1))
    return octets


@dataclass(frozen=True)
class Cost:
    """Processor and wall seconds of a command, and its peak memory in MB."""

    processor: float
    clock: float
    memory: float


def cost(command: Sequence[str], stdin: IO[bytes] | int = subprocess.DEVNULL) -> Cost:
    """Run a command; 1, that a page could not be read, is no failure."""
    begun = time.perf_counter()
    running = subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(running.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{command} failed")
    return Cost(used.ru_utime + used.ru_stime, time.perf_counter() - begun, used.ru_maxrss / 1024)


def by_duckdb(query: str) -> list[str]:
    """The command of a query, in a process of its own, on one core."""
    settings = {"threads": 1, "memory_limit": "1GB", "preserve_insertion_order": False}
    # Without the setting it shows its progress on standard output, since `python -c` looks interactive to it.
    code = f"c.execute('set enable_progress_bar = false'); c.execute({query!r})"
    return [sys.executable, "-c", f"import duckdb; c = duckdb.connect(config={settings}); {code}"]


def run(folder: Path, archives: int, count: int) -> dict[str, Any]:
    """The runbook on generated archives; what it took, by row or page, and what was counted."""
    counted = folder / "counted"
    counted.mkdir(parents=True, exist_ok=True)
    rows, keyed = folder / "rows.parquet", folder / "keyed.parquet"
    costs: dict[str, list[Cost]] = {"links": [], "table": [], "count": []}
    html = stored = references = found = 0
    for number in range(archives):
        archive, to = folder / f"{number:05}.warc.gz", counted / f"{number:05}.parquet"
        html += write_archive(archive, count, number)
        stored += archive.stat().st_size
        costs["links"].append(cost([*URIVERSE, "links", str(archive), "--parquet", str(rows), "--processes", "1"]))
        archive.unlink()
        references += pq.read_metadata(rows).num_rows
        wanted = [
            "--column",
            "browser",
            "--want",
            "domain,canonical,canonical_key",
            "--profile",
            "dedupe",
            "--threads",
            "1",
        ]
        costs["table"].append(cost([*URIVERSE, "table", str(rows), *wanted, "--to", str(keyed), "--quiet"]))
        rows.unlink()
        query = (
            f"copy (select key, any_value(canonical) as form, any_value(domain) as domain, count(*) as n "
            f"from '{keyed}' where key is not null group by key) to '{to}' (compression zstd)"
        )
        costs["count"].append(cost(by_duckdb(query)))
        keyed.unlink()
        found += pq.read_metadata(to).num_rows
        print(f"{number + 1} archives, {references:,} references", file=sys.stderr)
    query = (
        f"copy (select key, any_value(form) as form, any_value(domain) as domain, sum(n)::bigint as n "
        f"from '{counted}/*.parquet' group by key) to '{folder}/whole.parquet' (compression zstd)"
    )
    costs["merge"] = [cost(by_duckdb(query))]
    total = "select count(*), sum(n)::bigint from "
    ((distinct, added),) = duckdb.execute(f"{total} '{folder}/whole.parquet'").fetchall()
    ((_, before),) = duckdb.execute(f"{total} '{counted}/*.parquet'").fetchall()
    if added != before:
        sys.exit(f"{before:,} references were counted, and {added:,} added up")
    read = archives * count
    seconds = {name: sum(each.processor for each in several) for name, several in costs.items()}
    return {
        "archives": archives,
        "pages": read,
        "references": references,
        "distinct_in_archive": found,
        "distinct": distinct,
        "html": html / read,
        "stored": stored / read,
        "links": references / read,
        "page_s": seconds["links"] / read,
        "row_s": seconds["table"] / references,
        "count_s": seconds["count"] / references,
        "merge_s": seconds["merge"] / found,
        "left": found / references,
        "count_octets": sum(path.stat().st_size for path in counted.iterdir()) / found,
        **{f"{name}_mb": max(each.memory for each in several) for name, several in costs.items()},
        "clock": sum(each.clock for several in costs.values() for each in several),
    }


def of_rows(folder: Path, count: int) -> dict[str, float]:
    """`uriverse table` over so many generated rows of CSV: processor time, clock, memory and octets written."""
    folder.mkdir(parents=True, exist_ok=True)
    query = f"copy (select host || path as url from ({targets(0, count)})) to '/dev/stdout' (format csv, header)"
    writer = subprocess.Popen(by_duckdb(query), stdout=subprocess.PIPE)
    to = folder / f"{count}.parquet"
    command = [*URIVERSE, "table", "-", "--format", "csv", "--want", "scheme,host,path", "--quiet", "--to", str(to)]
    took = cost(command, writer.stdout or 0)
    written, octets = pq.read_metadata(to).num_rows, to.stat().st_size
    to.unlink()
    if writer.wait() or written != count:
        sys.exit(f"{written:,} rows written of {count:,}")
    return {"rows": count, **asdict(took), "octets": octets}


@dataclass(frozen=True)
class Simulated:
    """Wall hours, core-hours in all and lost, and hours of merging."""

    hours: float
    core_hours: float
    lost: float
    merging: float


def simulate(rates: dict[str, float], cores: int, rng: random.Random, failures: float, slow: float) -> Simulated:
    """Archives go to whichever core is free; a core fails now and then, and its archive is read again by another.

    Args:
        failures: of a core in an hour.
        slow: the share of cores that work at half the speed.
    """
    page = rates["page_s"] + rates["links"] * (rates["row_s"] + rates["count_s"])
    # Archives are cut by size; the pages in one vary by a quarter.
    waiting = [PAGES / ARCHIVES * rng.lognormvariate(-0.03, 0.25) * page for _ in range(ARCHIVES)]
    free = [(0.0, 2.0 if rng.random() < slow else 1.0) for _ in range(cores)]
    heapq.heapify(free)
    lost = worked = end = 0.0
    while waiting:
        at, factor = heapq.heappop(free)
        task = waiting.pop()
        takes = task * factor
        until_failure = rng.expovariate(failures / 3600) if failures else math.inf
        if until_failure < takes:
            lost += until_failure
            waiting.append(task)
            takes = until_failure
        worked += takes
        end = max(end, at + takes)
        heapq.heappush(free, (at + takes, factor))
    merging = PAGES * rates["links"] * rates["left"] * rates["merge_s"] / cores
    return Simulated((end + merging) / 3600, (worked + merging * cores) / 3600, lost / 3600, merging / 3600)


def tables(rates: dict[str, float], several: Sequence[int]) -> Iterator[str]:
    """The crawl by numbers of cores, and by failures and slow cores at the middle one, as Markdown."""
    rows = PAGES * rates["links"]
    counts = rows * rates["left"]
    steps = {"links": PAGES * rates["page_s"], "table": rows * rates["row_s"], "count": rows * rates["count_s"]}
    steps["merge"] = counts * rates["merge_s"]
    archive = PAGES / ARCHIVES * rates["page_s"] + rows / ARCHIVES * (rates["row_s"] + rates["count_s"])
    yield f"{PAGES:,} pages in {ARCHIVES:,} archives: {rows / 1e9:,.0f} thousand million references, "
    stored = PAGES * rates["stored"]
    yield f"{stored / 1e12:,.0f} TB read, {counts * rates['count_octets'] / 1e12:,.1f} TB shuffled. "
    yield f"A core takes {archive:.1f} s for an archive: it reads {stored / ARCHIVES / archive / 1e6:.0f} MB/s. "
    yield f"Of {counts / 1e9:,.0f} thousand million keys of 64 bits {counts**2 / 2**65:,.0f} pairs are equal by chance.\n"
    yield "| step | core-hours | memory of a process, MB |\n|---|--:|--:|"
    for name, seconds in steps.items():
        yield f"| {name} | {seconds / 3600:,.0f} | {rates[f'{name}_mb']:,.0f} |"
    yield f"| all | {sum(steps.values()) / 3600:,.0f} | |"
    yield "\n| cores | failures of a core in an hour | cores at half speed | hours | core-hours | read again, core-hours "
    yield "| merging, hours |\n|--:|--:|--:|--:|--:|--:|--:|"
    normal = [(cores, 0.01, 0.05) for cores in several]
    middle = sorted(several)[(len(several) - 1) // 2]
    for cores, failures, slow in [*normal, (middle, 0, 0), (middle, 0.01, 0.5), (middle, 1, 0.05), (middle, 10, 0.05)]:
        made = simulate(rates, cores, random.Random(cores), failures, slow)
        yield f"| {cores:,} | {failures} | {slow:.0%} | {made.hours:,.2f} | {made.core_hours:,.0f} | {made.lost:,.1f} "
        yield f"| {made.merging:,.3f} |"
    # By Zipf's law with the exponent 1; it is what the largest partition by host would hold.
    share = 1 / (math.log(HOSTS) + 0.5772)
    yield f"\nThe most linked of {HOSTS:,} hosts has {share:.1%} of the references: partitioned by host, one core would "
    yield f"merge for {steps['merge'] * share / 3600:,.1f} hours, whatever the number of cores."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run")
    running.add_argument("folder", type=Path, metavar="DIR")
    running.add_argument("--archives", type=int, default=4)
    running.add_argument("--pages", type=int, default=PAGES // ARCHIVES, help="of each archive; default: %(default)s")
    sending = commands.add_parser("rows")
    sending.add_argument("folder", type=Path, metavar="DIR")
    sending.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 10_000_000])
    simulating = commands.add_parser("simulate")
    simulating.add_argument("rates", type=Path, metavar="RUN.json", help="what `run` printed")
    simulating.add_argument("--cores", type=int, nargs="+", default=[100, 1_000, 10_000, 80_000])
    given = parser.parse_args()
    if given.command == "run":
        print(json.dumps(run(given.folder, given.archives, given.pages), indent=1))
    elif given.command == "rows":
        for count in given.rows:
            print(json.dumps(of_rows(given.folder, count)), flush=True)
    else:
        lines = tables(json.loads(given.rates.read_text()), given.cores)
        print("".join(line if line.endswith(" ") else f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
