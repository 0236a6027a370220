"""Spark on a local cluster: the links of many pages compared with the command line, and columns of many URLs.

    python benches/cluster.py [DIR...] [--pages N...] [--urls N...] [--master MASTER] [--rounds N]

A tree is given, or generated: pages of a kilobyte with twenty references each. Spark's own start is measured apart: the
session, and a job that hands two numbers through Python workers to Parquet. The command line's time has its start.
`--urls` gives so many URLs, whose hosts follow Zipf's law, their parts, domain, canonical form and key in one query, and
counts domains by a shuffle. The query runs twice: the second time an executor is killed in the middle. Both answers must
have each row once. `--master 'local-cluster[2,1,1024]'` has two executors, each a process of its own.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.dataset
import pyspark
from pyspark.sql import SparkSession

import uriverse as uv
from harness import machine, versions
from uriverse.columns.spark import register
from uriverse.documents.spark import links

FOLDER = 500  # pages
SHARE = "((xxhash64(id, {}) & 9223372036854775807) / pow(2, 63))"
URL = f"""concat('https://www.site-', cast(pow(50000000, {SHARE.format(1)}) as bigint), '.example/',
    cast(pow(3000, {SHARE.format(2)}) as int), '/', id % 1000, if(id % 5 = 0, '/?utm_source=x&b=2&a=1', ''))"""
COLUMNS = """select id, url, uri_parse(url) as parts, uri_domain(url) as domain, uri_canonical(url, 'dedupe') as form,
    uri_canonical_key(url, 'dedupe') as key from urls"""
COUNTS = "select uri_domain(url) as domain, count(*) as n, sum(id) as ids from urls group by 1"


def seconds(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def generated(root: Path, pages: int) -> Path:
    for number in range(pages):
        folder = root / f"{number // FOLDER:05}"
        if number % FOLDER == 0:
            folder.mkdir(parents=True)
        items = "".join(f'<li><a href="../{number}/{at}.html?of={at}">{at}</a>\n' for at in range(20))
        page = f"<!doctype html><title>{number}</title><ul>\n{items}</ul>\n"
        (folder / f"{number % FOLDER:03}.html").write_text(page)
    return root


def started(master: str, folder: Path) -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # A local cluster starts executors from SPARK_HOME, and they write their logs into a folder there: links to the
    # installed files keep these logs out of it. Nothing listens beyond this machine.
    (folder / "home").mkdir()
    for path in Path(pyspark.__file__).parent.iterdir():
        (folder / "home" / path.name).symlink_to(path)
    os.environ["SPARK_HOME"] = str(folder / "home")
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    return builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()


def processes() -> dict[int, tuple[int, float, str]]:
    """Return for each process its parent, its processor time with that of ended children, and its command."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            used = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
            found[int(folder.name)] = (int(fields[1]), used, (folder / "cmdline").read_text("utf-8", "replace"))
    return found


def descendants() -> dict[int, tuple[int, float, str]]:
    found, own = processes(), {os.getpid()}
    while more := {each for each, (parent, _, _) in found.items() if parent in own} - own:
        own |= more
    return {each: found[each] for each in own if each in found}


def processor() -> float:
    """Return the processor seconds of this process and its descendants."""
    return sum(used for _, used, _ in descendants().values())


def handed_on(batches: Iterable[Any]) -> Iterator[Any]:
    yield from batches


def by_command_line(tree: Path, to: Path) -> None:
    command = [sys.executable, "-m", "uriverse.cli", "links", str(tree), "--parquet", str(to)]
    subprocess.run(command, stdout=subprocess.DEVNULL)  # 1: a page could not be read


def on_spark(spark: SparkSession, tree: Path, to: Path) -> None:
    links(spark, tree).write.parquet(str(to))


def rows_of(written: Path) -> int:
    return int(pyarrow.dataset.dataset(written, format="parquet").count_rows())


def end_an_executor(spark: SparkSession, ended: list[int]) -> None:
    """Kill an executor of this session when a quarter of a stage's tasks are done."""
    tracker = spark.sparkContext.statusTracker()
    while not ended:
        for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
            if stage is not None and stage.numCompletedTasks * 4 >= stage.numTasks:
                found = descendants().items()
                executor = min(pid for pid, (*_, command) in found if "CoarseGrainedExecutorBackend" in command)
                os.kill(executor, signal.SIGKILL)
                ended.append(executor)
                return
        time.sleep(0.05)


def answer(written: Path) -> tuple[int, ...]:
    """Return the number of rows and the sum of their digests, which does not depend on their order."""
    with duckdb.connect(config={"threads": 1, "memory_limit": "1GB"}) as connection:
        columns = ", ".join(name for name, *_ in connection.execute(f"describe from '{written}/*.parquet'").fetchall())
        rows = f"(select hash({columns}) as digest from '{written}/*.parquet')"
        (found,) = connection.execute(f"select count(*), sum(digest) from {rows}").fetchall()
        return tuple(map(int, found))


def check_sample(written: Path) -> None:
    """Check that a thousand rows agree with single calls."""
    with duckdb.connect() as connection:
        query = f"select url, parts.host, domain, form, key from '{written}/*.parquet' using sample 1000"
        for url, host, domain, form, key in connection.execute(query).fetchall():
            own = uv.parse(url).host or ""
            wanted = (
                own,
                uv.hosts.domain(own),
                uv.canonical(url, profile="dedupe"),
                uv.canonical_key(url, profile="dedupe"),
            )
            if (host, domain, form, key) != wanted:
                sys.exit(f"{url}: {(host, domain, form, key)}, by single calls {wanted}")


def urls_on_spark(spark: SparkSession, count: int, folder: Path) -> None:
    """Measure columns and counts of many URLs, undisturbed and with an executor killed; return a table row for each."""
    spark.range(count, numPartitions=max(8, count // 500_000)).selectExpr(
        "id", f"{URL} as url"
    ).createOrReplaceTempView("urls")
    for name, query in (("columns", COLUMNS), ("counts by domain", COUNTS)):
        frame = spark.sql(query)
        plan = io.StringIO()
        with redirect_stdout(plan):
            frame.explain()
        if plan.getvalue().count("ArrowEvalPython") != 1:
            sys.exit(f"more than one Arrow evaluation:\n{plan.getvalue()}")
        answers = []
        for killing in (False, True):
            to = folder / f"{name}-{killing}".replace(" ", "-")
            ended: list[int] = []
            thread = threading.Thread(target=end_an_executor, args=(spark, ended), daemon=True)
            if killing:
                thread.start()
            before = processor()
            took = seconds(partial(frame.write.parquet, str(to)))
            used = processor() - before
            answers.append(answer(to))
            if killing and not ended:
                sys.exit("no executor was killed")
            print(
                f"| {name} | {count:,} | {'one executor' if killing else 'none'} | {answers[-1][0]:,} | {took:.1f} "
                f"| {'' if killing else f'{used:.1f}'} | {count / took:,.0f} |",
                flush=True,
            )
        if answers[0] != answers[1]:
            sys.exit(f"{answers[0]} undisturbed, {answers[1]} with an executor killed")
        if name == "columns":
            check_sample(to)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="*", type=Path, metavar="DIR")
    parser.add_argument(
        "--pages", nargs="*", type=int, default=[], metavar="N", help="generate a tree of so many pages"
    )
    parser.add_argument("--urls", nargs="*", type=int, default=[], metavar="N", help="so many URLs; on a local cluster")
    parser.add_argument("--master", default="local[2]", help='such as "local-cluster[2,1,1024]"; default: %(default)s')
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    spark: list[SparkSession] = []
    with tempfile.TemporaryDirectory(prefix="cluster") as name:
        folder = Path(name)
        session = seconds(lambda: spark.append(started(given.master, folder)))
        numbers = spark[0].range(2, numPartitions=2).mapInArrow(handed_on, "id bigint")
        first = seconds(lambda: numbers.write.parquet(str(folder / "first")))
        print(f"{machine()}; {versions(['pyspark'])}\n")
        print(f"{given.master}: the session {session:.1f} s, its first job {first:.1f} s.\n")
        if given.urls:
            register(spark[0], want=["scheme", "host", "path", "query"])
            print("| query | URLs | killed | rows written | s | processor time, s | URLs a second |")
            print("|---|--:|---|--:|--:|--:|--:|", flush=True)
            for count in given.urls:
                urls_on_spark(spark[0], count, folder / f"urls-{count}")
        trees = [*given.trees, *(generated(folder / f"generated-{pages}", pages) for pages in given.pages)]
        if trees:
            print("| tree | pages | references | command line, s | Spark, s | its processor time, s | pages a second |")
            print("|---|--:|--:|--:|--:|--:|--:|", flush=True)
        for tree in trees:
            pages = sum(1 for _ in tree.rglob("*.html"))
            for turn in range(given.rounds):
                file, directory = folder / f"{tree.name}-{turn}.parquet", folder / f"{tree.name}-{turn}"
                alone = seconds(partial(by_command_line, tree, file))
                before = processor()
                together = seconds(partial(on_spark, spark[0], tree, directory))
                used = processor() - before
                rows = rows_of(file)
                if rows_of(directory) != rows:
                    sys.exit(f"{tree}: {rows} rows by the command line, {rows_of(directory)} on Spark")
                print(
                    f"| {tree.name} | {pages:,} | {rows:,} | {alone:.1f} | {together:.1f} | {used:.1f} "
                    f"| {pages / together:,.0f} |",
                    flush=True,
                )
        # Otherwise late executors write into the folder after it is removed.
        spark[0].stop()


if __name__ == "__main__":
    main()
