"""The pipeline of a data platform in each engine: host, domain, a query parameter and canonical form, deduplicated.

    python benches/platforms.py [--rows N] [--peers N] [--report FILE]

A Parquet file of 20 row groups is read by Polars (both engines; natively, and by functions of Python as before), DuckDB
(one thread and two), pandas, and Spark where it is installed. Each program is a process of its own, so the memory is
its own; the answers are compared. `--peers` is how many rows regular expressions, w3lib and tldextract get.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from harness import head, options, write

ROW_GROUPS = 20
# The workers of Spark are otherwise the first python3 of the path.
ENVIRONMENT = {"PYSPARK_PYTHON": sys.executable, **os.environ}
SQL = (
    "select distinct uri_canonical(url, 'dedupe') as form, uri_host(url) as host, uri_domain(url) as domain,"
    " uri_query_value(url, 'utm_source') as source from pages"
)
CHILD = """
import resource, sys, time
sys.path[:0] = [sys.argv[1]]
import platforms
name, path = sys.argv[2:]
run = platforms.PROGRAMS[name](path)
best = []
for _ in range(2):
    wall, used = time.perf_counter(), time.process_time()
    table = run()
    best.append((time.perf_counter() - wall, time.process_time() - used))
wall, used = map(min, zip(*best))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
count, digest = platforms.answer(table)
import json; print(json.dumps([count, digest, wall, used, memory]))
"""


def answer(table: Any) -> tuple[int, str]:
    """The number of rows, and a digest that is the same in any order of them."""
    rows = pa.table(table)
    total = 0
    for batch in rows.select(["form", "host", "domain", "source"]).to_batches():
        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            total += int.from_bytes(hashlib.blake2b(repr(row).encode(), digest_size=8).digest())
    return rows.num_rows, f"{total % 2**64:016x}"


def polars(engine: str, native: bool, repeated: bool = False) -> Any:
    """A lazy query; with `repeated` three columns of the same host."""

    def program(path: str) -> Any:
        import polars as pl

        import uriverse.columns.polars as adapter

        adapter.IS_NATIVE = native  # type: ignore[misc]
        url = adapter.UriExpressions(pl.col("url"))
        query = pl.scan_parquet(path).select(
            form=url.canonical("dedupe"), host=url.host(), domain=url.domain(), source=url.query_value("utm_source")
        )
        if repeated:
            query = pl.scan_parquet(path).select(
                form=url.host(), host=url.host() + "a", domain=url.host() + "b", source=url.host() + "c"
            )
        return lambda: query.unique().collect(engine=engine).to_arrow()  # type: ignore[call-overload]

    return program


def duckdb(threads: int) -> Any:
    """SQL on the file."""

    def program(path: str) -> Any:
        import duckdb as engine

        from uriverse.columns.duckdb import register

        con = engine.connect()
        con.execute(f"set threads = {threads}; set enable_progress_bar = false")
        register(con)
        con.execute(f"create view pages as select * from read_parquet('{path}')")
        return lambda: con.execute(SQL).to_arrow_table()

    return program


def pandas(path: str) -> Any:
    """A frame."""
    import pandas as pd

    import uriverse.columns.pandas  # noqa: F401 (it registers the accessor)

    def run() -> Any:
        url = pd.read_parquet(path)["url"].uri  # type: ignore[attr-defined]
        form, source = url.canonical("dedupe"), url.query_value("utm_source")
        frame = {"form": form, "host": url.host(), "domain": url.domain(), "source": source}
        return pa.Table.from_pandas(pd.DataFrame(frame).drop_duplicates(), preserve_index=False)

    return run


def spark(path: str) -> Any:
    """SQL on the file, in a local session."""
    from pyspark.sql import SparkSession

    from uriverse.columns.spark import register

    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    register(session)
    session.read.parquet(path).createOrReplaceTempView("pages")
    return lambda: session.sql(SQL).toArrow()


def single_calls(path: str) -> Any:
    """A call for each row."""
    import uriverse as uv

    def row(text: str) -> tuple[Any, ...]:
        try:
            form = uv.canonical(text, profile="dedupe")
        except ValueError:
            form = None
        if not uv.is_valid(text):
            return form, None, None, None
        parsed = uv.parse(text)
        values = [value for name, value in uv.query_pairs(parsed.query or "") if name == "utm_source"]
        return form, parsed.host, uv.hosts.domain(parsed), next(iter(values), None)

    def run() -> Any:
        rows = {row(text) for text in pq.read_table(path)["url"].to_pylist()}
        return pa.table(
            dict(zip(["form", "host", "domain", "source"], map(list, zip(*rows, strict=True)), strict=True))
        )

    return run


def today(path: str) -> Any:
    """Regular expressions, w3lib and tldextract, row by row."""
    import re
    from urllib.parse import parse_qs, urlsplit

    import tldextract
    from w3lib.url import canonicalize_url, url_query_cleaner

    extract = tldextract.TLDExtract(suffix_list_urls=())
    host_of = re.compile(r"^(?:[^:/?#]+:)?//([^/?#:]*)")

    def row(text: str) -> tuple[Any, ...]:
        match = host_of.match(text)
        host = match[1] if match else None
        try:
            form = canonicalize_url(url_query_cleaner(text, ["utm_source"], remove=True))
        except ValueError:
            return None, host, None, None
        domain = extract.extract_str(host or "").top_domain_under_public_suffix
        return form, host, domain, parse_qs(urlsplit(text).query).get("utm_source", [None])[0]

    def run() -> Any:
        rows = {row(text) for text in pq.read_table(path)["url"].to_pylist()}
        return pa.table(
            dict(zip(["form", "host", "domain", "source"], map(list, zip(*rows, strict=True)), strict=True))
        )

    return run


PROGRAMS = {
    "Polars, in memory, by Python": polars("in-memory", False),
    "Polars, in memory, native": polars("in-memory", True),
    "Polars, streaming, by Python": polars("streaming", False),
    "Polars, streaming, native": polars("streaming", True),
    "DuckDB, one thread": duckdb(1),
    "DuckDB, two threads": duckdb(2),
    "pandas": pandas,
    "Spark": spark,
    "single calls": single_calls,
    "regular expressions, w3lib, tldextract": today,
    "the host four times, in memory, by Python": polars("in-memory", False, True),
    "the host four times, in memory, native": polars("in-memory", True, True),
    "the host four times, streaming, by Python": polars("streaming", False, True),
    "the host four times, streaming, native": polars("streaming", True, True),
}


def urls(rows: int) -> pa.Table:
    """Web addresses: hosts, paths and parameters repeat, most rows do not."""
    texts = (
        f"https://www.Shop{row % 4999}.example.co.uk/a/{row % 9973}/index.html?utm_source=n{row % 7}&b={row}&a=%7e#f"
        if row % 50
        else f"http://[::1/{row}"
        if row % 100
        else f"//h{row % 99}.example/a b?utm_source=x"
        for row in range(rows)
    )
    return pa.table({"url": pa.array(texts, pa.string())})


def main() -> None:
    """Run each program in a process, compare the answers and print a table."""
    parser = options(__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--peers", type=int, default=50_000)
    parser.add_argument("--only", nargs="*", default=list(PROGRAMS))
    chosen = parser.parse_args()
    lines = [*head("A data platform's pipeline", "polars", "duckdb", "pandas", "pyspark", "w3lib", "tldextract"), ""]
    lines += ["| program | rows | wall, s | processor, s | memory, MB | rows of the answer | digest |"]
    lines += ["|---|--:|--:|--:|--:|--:|---|"]
    with tempfile.TemporaryDirectory() as folder:
        paths = {rows: f"{folder}/{rows}.parquet" for rows in {chosen.rows, chosen.peers}}
        for rows, path in paths.items():
            pq.write_table(urls(rows), path, row_group_size=rows // ROW_GROUPS)
        for name in chosen.only:
            rows = chosen.peers if name in ("single calls", "regular expressions, w3lib, tldextract") else chosen.rows
            command = [sys.executable, "-c", CHILD, str(Path(__file__).parent), name, paths[rows]]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
            if done.returncode:
                lines.append(f"| {name} | {rows:,} | {done.stderr.strip().splitlines()[-1]} | | | | |")
                continue
            count, digest, wall, used, memory = json.loads(done.stdout.splitlines()[-1])
            lines.append(f"| {name} | {rows:,} | {wall:.2f} | {used:.2f} | {memory} | {count:,} | {digest} |")
            print(lines[-1], flush=True)
    write(chosen.report, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
