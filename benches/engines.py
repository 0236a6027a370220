"""The kernels inside common engines, compared with each engine's own functions, with the engine's overhead.

    python benches/engines.py [--rows N] [--rounds N] [--spark] [--report FILE]

The overhead is the time in the engine less the kernel's on the same rows. A file is read and written, from text to
Parquet. `--spark` starts a local session (a JVM).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Before Polars starts its threads; the file is another process, with all cores.
ALL_CORES = dict(os.environ)
os.environ["POLARS_MAX_THREADS"] = "1"

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa

import uriverse.columns.pandas
import uriverse.columns.polars  # noqa: F401 (it registers the namespace)
from columnar import KERNEL, Task, Work, measure, report, urls
from columns import APPENDIX_B, FIVE, NAMED
from harness import head, options, write
from uriverse import columns as uc
from uriverse.columns.duckdb import register

READ_ALONE = """
import sys
from uriverse import columns as uc
from uriverse.columns.files.inputs import TableFile
from uriverse.columns.files.reading import read, schema_of
source = TableFile(sys.argv[1], "text", ["url"])
for piece in read(source, schema_of(source)):
    uc.parse(piece.rows.column(0), want=["scheme", "host", "path", "query", "fragment", "valid", "error"])
"""
HOST = r"^(?:[^:/?#]+:)?//([^/?#]*)"
# An expression for each part.
EACH = [r"^([^:/?#]+):", HOST, r"^(?:[^:/?#]+:)?(?://[^/?#]*)?([^?#]*)", r"^[^?#]*\?([^#]*)", "#(.*)$"]


def in_memory(texts: list[str]) -> list[Task]:
    """Return tasks on one core; DuckDB's results are counted in SQL, so that only the functions differ."""
    column = pa.array(texts)
    frame = pl.DataFrame({"url": pl.Series(column)}).lazy()
    series = pd.Series(column, dtype=pd.ArrowDtype(pa.string()))
    con = duckdb.connect()
    register(con, want=FIVE)
    con.execute("set threads = 1")
    con.register("arrow", pa.table({"url": column}))
    con.execute("create table pages as select url from arrow")

    def sql(*expressions: str) -> Callable[[], Any]:
        sums = ", ".join(f"sum(length({expression}))" for expression in expressions)
        return lambda: con.execute(f"select {sums} from pages").fetchall()

    def five(expression: str) -> Callable[[], Any]:
        sums = ", ".join(f"sum(length(p.{name}))" for name in FIVE)
        return lambda: con.execute(f"select {sums} from (select {expression} as p from pages)").fetchall()

    def select(expression: pl.Expr) -> Callable[[], Any]:
        return lambda: frame.select(expression.alias("found")).collect()

    def task(name: str, *works: Work) -> Task:
        return Task(name, works, len(texts))

    return [
        task("Polars: the host",
            Work("uriverse expression", select(pl.col("url").uri.host())),
            Work(KERNEL, lambda: uc.host(column, threads=1)),
            Work("str.extract", select(pl.col("url").str.extract(HOST)), "not validated"),
            Work("str.extract, Appendix B", select(pl.col("url").str.extract(APPENDIX_B, 2)), "not validated"),
            Work("str.splitn", select(pl.col("url").str.splitn("/", 4).struct[2]), "not validated"),
        ),
        task("Polars: five components",
            Work("uriverse expression", select(pl.col("url").uri.parse(
                want=["scheme", "host", "path", "query", "fragment"]))),
            Work(KERNEL, lambda: uc.parse(column, want=FIVE, threads=1)),
            Work("str.extract_groups", select(pl.col("url").str.extract_groups(NAMED)), "not validated"),
        ),
        task("DuckDB: the host",
            Work("uri_host", sql("uri_host(url)")),
            Work(KERNEL, lambda: uc.host(column, threads=1)),
            Work("the engine without a function", sql("url")),
            Work("regexp_extract", sql(f"regexp_extract(url, '{HOST}', 1)"), "not validated"),
            Work("regexp_extract, Appendix B", sql(f"regexp_extract(url, '{APPENDIX_B}', 2)"), "not validated"),
        ),
        task("DuckDB: five components",
            Work("uri_parse", five("uri_parse(url)")),
            Work(KERNEL, lambda: uc.parse(column, want=FIVE, threads=1)),
            Work("one regexp_extract", five(f"regexp_extract(url, '{APPENDIX_B}', {FIVE})"), "not validated"),
            Work("five of them", sql(*(f"regexp_extract(url, '{part}', 1)" for part in EACH)), "not validated"),
        ),
        task("DuckDB: validity",
            Work("uri_is_valid", lambda: con.execute("select count(*) from pages where uri_is_valid(url)").fetchall()),
            Work(KERNEL, lambda: uc.is_valid(column, threads=1)),
        ),
        task("pandas: the host",
            Work("series.uri.host()", lambda: series.uri.host()),
            Work(KERNEL, lambda: uc.host(column, threads=1)),
            Work("str.extract", lambda: series.str.extract(HOST), "not validated"),
            Work("str.split", lambda: series.str.split("/", n=3).list[2], "not validated, absolute URLs only"),
        ),
    ]  # fmt: skip


def files(texts: list[str], folder: Path) -> list[Task]:
    """Return the task of converting a text file to Parquet, with each contender's default threads."""
    source = folder / "urls.txt"
    source.write_text("\n".join(texts) + "\n")
    target = folder / "out.parquet"
    command = ["-m", "uriverse.cli", "table", str(source), "--want", "scheme,host,path,query,fragment"]
    groups = f"unnest(regexp_extract(url, '{APPENDIX_B}', {FIVE}))"
    read = f"read_csv('{source}', columns={{'url': 'VARCHAR'}}, delim='\t', quote='', escape='', header=false)"

    def by_duckdb() -> None:
        con = duckdb.connect()
        con.execute(f"copy (select url, {groups} from {read}) to '{target}' (format parquet, compression zstd)")
        con.close()

    by_polars = (
        "import sys, polars as pl; source, target, named = sys.argv[1:];"
        "lines = pl.scan_csv(source, has_header=False, new_columns=['url'], separator='\\t', quote_char=None);"
        "parts = lines.with_columns(pl.col('url').str.extract_groups(named).alias('parts')).unnest('parts');"
        "parts.sink_parquet(target)"
    )

    def run(*command: str) -> None:
        subprocess.run([sys.executable, *command], check=True, capture_output=True, env=ALL_CORES)

    works = (
        Work("uriverse table", lambda: run(*command, "--to", str(target)), "validated; its start included"),
        Work("DuckDB with regexp_extract", by_duckdb, "not validated"),
        Work("Polars with extract_groups", lambda: run("-c", by_polars, str(source), str(target), NAMED),
             "not validated; its start included"),
    )  # fmt: skip
    few = ["-m", "uriverse.cli", "table", str(source), "--want", "host", "--to", str(folder / "out.csv")]

    def host_by_duckdb() -> None:
        con = duckdb.connect()
        host = f"regexp_extract(url, '{APPENDIX_B}', 2)"
        con.execute(f"copy (select url, {host} as host from {read}) to '{folder / 'out.csv'}' (format csv)")
        con.close()

    hosts = (
        Work("uriverse table", lambda: run(*few), "validated; its start included"),
        Work("DuckDB with regexp_extract", host_by_duckdb, "not validated"),
    )
    alone = (
        Work("the start of uriverse table", lambda: run("-m", "uriverse.cli", "table", "--help")),
        Work("read and parse, nothing written", lambda: run("-c", READ_ALONE, str(source)), "the start included"),
    )
    return [
        Task("A file: text to Parquet, five components", works, len(texts)),
        Task("A file: text to CSV, the host", hosts, len(texts)),
        Task("A file: what the parts take", alone, len(texts)),
    ]


def spark(texts: list[str], folder: Path) -> list[Task]:
    """Return tasks in a local session on one core; results are counted in SQL."""
    from pyarrow import parquet
    from pyspark.sql import SparkSession

    from uriverse.columns.spark import register as register_spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "65536")
    column = pa.array(texts)
    parquet.write_table(pa.table({"url": column}), folder / "urls.parquet")
    session.read.parquet(str(folder / "urls.parquet")).cache().createOrReplaceTempView("pages")
    session.sql("select count(url) from pages").collect()
    register_spark(session)

    def sql(*expressions: str) -> Callable[[], Any]:
        sums = ", ".join(f"sum(length({expression}))" for expression in expressions)
        return lambda: session.sql(f"select {sums} from (select url, uri_parse(url) as p from pages)").collect()

    def built_in(*parts: str) -> Callable[[], Any]:
        sums = ", ".join(f"sum(length(parse_url(url, '{part}')))" for part in parts)
        return lambda: session.sql(f"select {sums} from pages").collect()

    def one() -> Any:
        return session.sql("select sum(length(uri_host(url))) from pages").collect()

    def task(name: str, *works: Work) -> Task:
        return Task(name, works, len(texts))

    return [
        task(
            "Spark: the host",
            Work("uri_host", one),
            Work(KERNEL, lambda: uc.host(column, threads=1)),
            Work("the engine without a function", lambda: session.sql("select sum(length(url)) from pages").collect()),
            Work("parse_url", built_in("HOST")),
        ),
        task(
            "Spark: three parts",
            Work("uri_parse", sql("p.host", "p.path", "p.query")),
            Work(KERNEL, lambda: uc.parse(column, threads=1), "all that uri_parse gives"),
            Work("parse_url", built_in("HOST", "PATH", "QUERY")),
        ),
    ]


def main() -> None:
    """Measure and print."""
    arguments = options(__doc__, rounds=5)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--spark", action="store_true")
    given = arguments.parse_args()
    texts = urls(given.rows)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tasks = files(texts, folder)
        measure(tasks, given.rounds)
        # From here on all contenders use one core.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        others = in_memory(texts) + (spark(texts, folder) if given.spark else [])
        measure(others, given.rounds)
        tasks = others + tasks
    said = (
        f"{len(texts):,} URLs of {sum(map(len, texts)) / len(texts):.0f} characters, medians of {given.rounds} rounds"
    )
    lines = head("Engines", "uriverse", "polars", "duckdb", "pandas", "pyarrow", "pyspark")
    lines += [f"{said} in turn. Each engine has one core, but for the file.", "", report(tasks)]
    write(given.report, "\n".join(lines))


if __name__ == "__main__":
    main()
