"""The kernels on one column in memory, compared with common alternatives.

    python benches/columns.py [--rows N] [--rounds N] [--report FILE] [--picture docs/columns.svg]

One core unless a contender says otherwise; the alternatives do not validate. The picture shows the figures of the
report.
"""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

os.environ.setdefault("POLARS_MAX_THREADS", "1")

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

import uriverse as uv
from columnar import Task, Work, drawn, measure, report, urls
from harness import head, options, write
from uriverse import columns as uc
from uriverse.audit import findings

APPENDIX_B = r"^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"
NAMED = (
    r"^(?:(?P<scheme>[^:/?#]+):)?(?://(?P<host>[^/?#]*))?(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?"
)
FIVE = ["scheme", "host", "path", "query", "fragment"]


def tasks(texts: list[str]) -> list[Task]:
    """Return the tasks."""
    column = pa.array(texts)
    series = pl.Series("url", column)
    frame = pd.Series(column, dtype=pd.ArrowDtype(pa.string()))
    few = texts[:20_000]
    some, untidy = pa.array(few), pa.array([text.replace(".org/", ".org:81/%41") for text in few])
    repeated = pa.array(few[:2000] * 10).dictionary_encode()
    lines = [f"At 12:30 the page {text} was read." if n % 5 == 0 else "A line without." for n, text in enumerate(few)]
    prose = pa.array(lines)
    con = duckdb.connect()
    con.execute("set threads = 1")
    con.register("arrow", pa.table({"url": column}))
    con.execute("create table pages as select url from arrow")
    house = uv.Edition.from_grammar("house = URI-reference\nsegment = *( pchar / %xA0-D7FF )\n", start="house")
    groups = f"unnest(regexp_extract(url, '{APPENDIX_B}', {FIVE}))"

    def chunks() -> None:
        for at in range(0, len(column), 65_536):
            uc.parse(column.slice(at, 65_536), want=FIVE, threads=1)

    def task(name: str, *works: Work) -> Task:
        return Task(name, works, len(texts))

    return [
        task(
            "Five components, validated",
            Work("uriverse, one thread", lambda: uc.parse(column, want=FIVE, threads=1)),
            Work("uriverse, two threads", lambda: uc.parse(column, want=FIVE, threads=2)),
            Work("uriverse, in chunks of 64k", chunks, "one after the other, as in a stream"),
            Work("uriverse, in chunks, all kept", lambda: [
                uc.parse(column.slice(at, 65_536), want=FIVE, threads=1) for at in range(0, len(column), 65_536)
            ], "small results that all need fresh memory, and no huge pages"),
            Work("Polars extract_groups", lambda: series.str.extract_groups(NAMED), "not validated"),
            Work("pyarrow extract_regex", lambda: pc.extract_regex(column, NAMED), "not validated"),
            Work("DuckDB regexp_extract", lambda: con.sql(f"select {groups} from pages").to_arrow_table(),
                 "not validated"),
        ),
        task(
            "The host",
            Work("uriverse, one thread", lambda: uc.host(column, threads=1)),
            Work("uriverse, two threads", lambda: uc.host(column, threads=2)),
            Work("Polars extract", lambda: series.str.extract(r"^(?:[^:/?#]+:)?//([^/?#]*)"), "not validated"),
            Work("Polars extract, Appendix B", lambda: series.str.extract(APPENDIX_B, 2), "not validated"),
            Work("Polars split", lambda: series.str.splitn("/", 4).struct[2], "not validated, absolute URLs only"),
            Work("DuckDB regexp_extract", lambda: con.sql(
                "select regexp_extract(url, '^(?:[^:/?#]+:)?//([^/?#]*)', 1) from pages").to_arrow_table(),
                "not validated"),
        ),
        task(
            "Validity",
            Work("uriverse rfc3986", lambda: uc.is_valid(column, threads=1)),
            *(Work(f"uriverse {name}", lambda name=name: uc.is_valid(column, edition=name, threads=1))
              for name in ("rfc2396", "rfc1738", "rfc1808")),
            Work("uriverse, a grammar of one's own", lambda: uc.is_valid(column, edition=house, threads=1)),
        ),
        task(
            "Text to text",
            Work("uriverse normalize", lambda: uc.normalize(column, threads=1)),
            Work("uriverse resolve", lambda: uc.resolve(column, "http://a/b/c", threads=1)),
            Work("uriverse query_value", lambda: uc.query_value(column, "id", threads=1)),
            Work("uriverse decode", lambda: uc.decode(column, threads=1)),
            Work("uriverse agreement", lambda: uc.agreement(column, threads=1), "whether our parsers agree"),
        ),
        Task(
            "The references in lines of text, one in five with a URL",
            (
                Work("uriverse find", lambda: uc.find(prose)),
                Work("uriverse.find in a list", lambda: [list(uv.find(line)) for line in lines]),
            ),
            len(lines),
        ),
        Task(
            "The findings of an audit",
            (
                Work("uriverse audit", lambda: uc.audit(some)),
                Work("uriverse audit, as a dictionary", lambda: uc.audit(repeated), "every value ten times"),
                Work("uriverse audit, no URL plain", lambda: uc.audit(untidy), "each with a port and an escape"),
                Work("uriverse.audit.findings in a list", lambda: [findings(text) for text in few]),
            ),
            len(few),
        ),
        Task(
            "One at a time",
            (
                Work("uriverse column", lambda: uc.host(pa.array(few), threads=1), "with the way from a list"),
                Work("uriverse.parse in a list", lambda: [uv.parse(text).host for text in few]),
                Work("urlsplit in a list", lambda: [urlsplit(text).hostname for text in few], "not validated"),
                Work("pandas apply urlsplit", lambda: frame[: len(few)].map(lambda text: urlsplit(text).hostname),
                     "not validated"),
            ),
            len(few),
        ),
    ]  # fmt: skip


def main() -> None:
    """Measure and print."""
    arguments = options(__doc__, rounds=5)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--picture", type=Path)
    given = arguments.parse_args()
    texts = urls(given.rows)
    table = tasks(texts)
    measure(table, given.rounds)
    length = sum(map(len, texts)) / len(texts)
    said = f"{len(texts):,} URLs of {length:.0f} characters, out of cache, medians of {given.rounds} rounds in turn."
    lines = [*head("Columns", "uriverse", "polars", "duckdb", "pyarrow", "pandas"), said, "", report(table)]
    write(given.report, "\n".join(lines))
    if given.picture is not None:
        foot = f"URLs of {length:.0f} characters in memory, one core unless it says two; {date.today()}"
        given.picture.write_text(drawn(table[:3], "Million rows a second", f"Million rows a second. {foot}"), "utf-8")


if __name__ == "__main__":
    main()
