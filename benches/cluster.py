"""The links of many pages on Spark, beside the command line on the same files: all rows to Parquet, by turns.

    python benches/cluster.py [DIR...] [--pages N...] [--master MASTER] [--rounds N]

A tree is given, or generated: pages of a kilobyte with twenty references each. Spark's own start is measured apart: the
session, and a job that hands two numbers through Python workers to Parquet. The command line's time has its start.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.dataset
from pyspark.sql import SparkSession

from harness import machine, versions
from uriverse.documents.spark import links

FOLDER = 500  # pages


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


def started(master: str) -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    return builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()


def handed_on(batches: Iterable[Any]) -> Iterator[Any]:
    yield from batches


def by_command_line(tree: Path, to: Path) -> None:
    command = [sys.executable, "-m", "uriverse.cli", "links", str(tree), "--parquet", str(to)]
    subprocess.run(command, stdout=subprocess.DEVNULL)  # 1 says that a page could not be read


def on_spark(spark: SparkSession, tree: Path, to: Path) -> None:
    links(spark, tree).write.parquet(str(to))


def rows_of(written: Path) -> int:
    return int(pyarrow.dataset.dataset(written, format="parquet").count_rows())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="*", type=Path, metavar="DIR")
    parser.add_argument(
        "--pages", nargs="*", type=int, default=[], metavar="N", help="generate a tree of so many pages"
    )
    parser.add_argument("--master", default="local[2]", help='such as "local-cluster[2,1,1024]"; default: %(default)s')
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    spark: list[SparkSession] = []
    session = seconds(lambda: spark.append(started(given.master)))
    with tempfile.TemporaryDirectory(prefix="cluster") as name:
        folder = Path(name)
        numbers = spark[0].range(2, numPartitions=2).mapInArrow(handed_on, "id bigint")
        first = seconds(lambda: numbers.write.parquet(str(folder / "first")))
        print(f"{machine()}; {versions(['pyspark'])}\n")
        print(f"{given.master}: the session {session:.1f} s, its first job {first:.1f} s.\n")
        print("| tree | pages | references | command line, s | Spark, s | ratio | pages a second on Spark |")
        print("|---|--:|--:|--:|--:|--:|--:|", flush=True)
        trees = [*given.trees, *(generated(folder / f"generated-{pages}", pages) for pages in given.pages)]
        for tree in trees:
            pages = sum(1 for _ in tree.rglob("*.html"))
            for turn in range(given.rounds):
                file, directory = folder / f"{tree.name}-{turn}.parquet", folder / f"{tree.name}-{turn}"
                alone = seconds(partial(by_command_line, tree, file))
                together = seconds(partial(on_spark, spark[0], tree, directory))
                rows = rows_of(file)
                if rows_of(directory) != rows:
                    sys.exit(f"{tree}: {rows} rows by the command line, {rows_of(directory)} on Spark")
                print(
                    f"| {tree.name} | {pages:,} | {rows:,} | {alone:.1f} | {together:.1f} | {together / alone:.2f} "
                    f"| {pages / together:,.0f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
