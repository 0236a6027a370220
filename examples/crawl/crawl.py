"""From web archives and access logs to a crawler's frontier, counts for each domain, and the graph of hosts.

    python examples/crawl/crawl.py OUT                        # an archive that the example writes
    python examples/crawl/crawl.py OUT my.warc.gz access.log  # your own
    python examples/crawl/crawl.py OUT --engine spark         # the same queries on Spark

OUT gets `met/`, a Parquet file for each input (`read.py`), then `frontier.csv`, `domains.csv`, `hosts.csv`, `links.csv`
(the graph of hosts), `growth.csv`, and `index.html` with plots. A file whose name has "warc" in it is an archive; any
other is a log in Apache's format `vhost_combined`. A run that was killed goes on with the same command: inputs that
were read are not read again.
"""

import argparse
import csv
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeAlias

import archive
import pyarrow.compute as pc
import pyarrow.parquet as pq
from read import read

HERE = Path(__file__).resolve().parent
# An engine runs a query: the names of the columns, and the rows as they come.
Query: TypeAlias = Callable[[str], tuple[list[str], Iterator[tuple[Any, ...]]]]
TABLES = ("forms", "graph")
QUERIES = ("frontier", "domains", "hosts", "links", "growth")


def sql(name: str) -> str:
    """The text of a query."""
    return (HERE / f"{name}.sql").read_text("utf-8")


def pages_of(part: Path) -> int:
    """How many pages were fetched, by the file of an input."""
    numbers = pq.ParquetFile(part).iter_batches(columns=["number"])
    return max((pc.max(each["number"]).as_py() or 0 for each in numbers), default=0)


def numbered(parts: Sequence[Path]) -> list[tuple[str, int]]:
    """Each file's name, and how many pages the files before it have."""
    return list(zip((part.name for part in parts), accumulate(map(pages_of, parts), initial=0), strict=False))


MET = """
    select page, case when number = 0 then 0 else number + pages_before end as number, source, url
    from {parts} join inputs on inputs.name = {name}
"""


@contextmanager
def on_duckdb(parts: Sequence[Path], memory: str) -> Iterator[Query]:
    """DuckDB in this process; what does not fit into the memory goes to a folder beside the parts."""
    import duckdb

    from uriverse.columns.duckdb import register

    database = parts[0].parent / "unfinished.duckdb"
    database.unlink(missing_ok=True)
    settings: dict[str, str | bool | int | float | list[str]] = {"memory_limit": memory}
    with duckdb.connect(database, config=settings) as connection:
        register(connection)
        connection.execute("create table inputs (name varchar, pages_before bigint)")
        connection.executemany("insert into inputs values (?, ?)", numbered(parts))
        names = ", ".join("'" + str(part).replace("'", "''") + "'" for part in parts)
        scanned = f"read_parquet([{names}], filename = true)"
        connection.execute(f"create view met as {MET.format(parts=scanned, name='parse_filename(filename)')}")
        for name in TABLES:
            connection.execute(f"create table {name} as {sql(name)}")

        def query(text: str) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
            cursor = connection.execute(text)
            rows = (row for many in iter(lambda: cursor.fetchmany(10_000), []) for row in many)
            return [column[0] for column in cursor.description], rows

        yield query
    database.unlink()


@contextmanager
def on_spark(parts: Sequence[Path], memory: str) -> Iterator[Query]:
    """Spark, on two threads of this machine; on a cluster the parts stand where all workers read them."""
    from pyspark.sql import SparkSession

    from uriverse.columns.spark import register

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else the workers run the "python3" of the PATH
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    # Nothing listens beyond this machine.
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    builder = builder.config("spark.driver.memory", memory.lower().removesuffix("b"))
    spark = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    register(spark)
    spark.createDataFrame(numbered(parts), "name string, pages_before bigint").createOrReplaceTempView("inputs")
    spark.read.parquet(*map(str, parts)).select("*", "_metadata.file_name").createOrReplaceTempView("parts")
    spark.sql(MET.format(parts="parts", name="file_name")).createOrReplaceTempView("met")
    for name in TABLES:
        spark.sql(sql(name)).cache().createOrReplaceTempView(name)

    def query(text: str) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
        frame = spark.sql(text)
        return frame.columns, (tuple(row) for row in frame.toLocalIterator())

    yield query
    spark.stop()


ENGINES = {"duckdb": on_duckdb, "spark": on_spark}


def write(path: Path, columns: list[str], rows: Iterator[tuple[Any, ...]]) -> int:
    """Write a query's answer as CSV, which is there whole or not at all; how many rows it has."""
    unfinished = path.with_suffix(".unfinished")
    count = 0
    with unfinished.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        for count, row in enumerate(rows, 1):  # noqa: B007 - it is the number of rows that is wanted
            writer.writerow(row)
    unfinished.replace(path)
    return count


def main() -> None:
    """Run the pipeline."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder for the answers")
    parser.add_argument("inputs", type=Path, nargs="*", help="WARC files and logs; the example's own if none is given")
    parser.add_argument("--engine", choices=ENGINES, default="duckdb")
    parser.add_argument("--jobs", type=int, help="how many inputs are read at a time; default: one for each core")
    parser.add_argument("--memory", default="1GB", help="how much the engine may take; default: %(default)s")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    parts = read(given.out / "met", given.inputs or archive.write(given.out), given.jobs)
    with ENGINES[given.engine](parts, given.memory) as query:
        counts = {name: write(given.out / f"{name}.csv", *query(sql(name))) for name in QUERIES}
    fetched = sum(map(pages_of, parts))
    references = sum(pq.read_metadata(part).num_rows for part in parts) - fetched
    # Here, for the processes that read inputs import this file too, and draw nothing.
    import plots

    plots.write(given.out, fetched)
    print(f"{fetched:,} pages fetched, {references:,} references: {counts['frontier']:,} pages wait in")
    print(f"{given.out / 'frontier.csv'}; {given.out / 'index.html'} shows them")


if __name__ == "__main__":
    main()
