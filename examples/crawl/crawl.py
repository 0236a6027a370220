"""From web archives and access logs to a crawler's frontier: each page once, and counts for each domain.

    python examples/crawl/crawl.py OUT                        # an archive that the example writes
    python examples/crawl/crawl.py OUT my.warc.gz access.log  # your own
    python examples/crawl/crawl.py OUT --engine spark         # the same query on Spark

OUT gets `frontier.csv`, `domains.csv`, `growth.csv`, and `index.html` with two plots. A file whose name has "warc" in
it is an archive; any other is a log in Apache's format `vhost_combined`.
"""

import argparse
import csv
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import archive
import plots
import pyarrow as pa
from warcio.archiveiterator import ArchiveIterator

from uriverse.documents import Document, links

HERE = Path(__file__).resolve().parent
# A reference that was met: at which page of the archives (0: in a log), where, and its URL.
Met: TypeAlias = tuple[int, str, str]
SCHEMA = pa.schema({"page": pa.int32(), "source": pa.string(), "url": pa.string()})
# What an engine gives for a query: the names of the columns, and the rows.
Answer: TypeAlias = tuple[list[str], list[tuple[Any, ...]]]
QUERIES = ("frontier", "domains", "growth")

LOG_LINE = re.compile(
    r'(?P<host>\S+):(?P<port>\d+) \S+ \S+ \S+ \[[^]]*\] "[A-Z]+ (?P<target>\S+) [^"]*" (?P<status>\d{3}) \S+ '
    r'"(?P<referrer>[^"]*)"'
)


def read_archive(path: Path, first: int) -> Iterator[Met]:
    """What an archive tells: the pages that were fetched, numbered from `first` on, and the references in them."""
    with path.open("rb") as stream:
        responses = (record for record in ArchiveIterator(stream) if record.rec_type == "response")
        for number, record in enumerate(responses, first):
            url = record.rec_headers.get_header("WARC-Target-URI")
            yield number, "fetched", url
            for row in links(Document(url, record.content_stream().read(), uri=url)):
                # Where a browser goes, in a page: pages are written for browsers.
                target = row.browser or row.resolved
                if target is not None:
                    yield number, "link", target


def read_log(path: Path) -> Iterator[Met]:
    """What a log tells: the pages that were visited and exist, and where the visitors came from."""
    for line in path.read_text("utf-8", errors="replace").splitlines():
        found = LOG_LINE.match(line)
        if found is None or found["status"] != "200":
            continue
        scheme, port = ("https", "") if found["port"] == "443" else ("http", f":{found['port']}")
        yield 0, "log", f"{scheme}://{found['host']}{port}{found['target']}"
        if found["referrer"] not in {"", "-"}:
            yield 0, "referrer", found["referrer"]


def read(paths: Sequence[Path]) -> pa.Table:
    """Everything that was met in archives and logs."""
    rows: list[Met] = []
    for path in paths:
        first = 1 + max((page for page, _, _ in rows), default=0)
        rows.extend(read_archive(path, first) if "warc" in path.name else read_log(path))
    columns = zip(*rows, strict=True) if rows else ([], [], [])
    return pa.table([pa.array(list(column)) for column in columns], schema=SCHEMA) if rows else SCHEMA.empty_table()


def sql(name: str) -> str:
    """The text of a query."""
    return (HERE / f"{name}.sql").read_text("utf-8")


def on_duckdb(met: pa.Table) -> dict[str, Answer]:
    """The queries on DuckDB, in this process."""
    import duckdb

    from uriverse.columns.duckdb import register

    with duckdb.connect() as connection:
        register(connection)
        connection.register("met", met)
        connection.execute(sql("forms"))
        answers = {}
        for name in QUERIES:
            cursor = connection.execute(sql(name))
            answers[name] = ([column[0] for column in cursor.description], cursor.fetchall())
        return answers


def on_spark(met: pa.Table) -> dict[str, Answer]:
    """The same queries on Spark, on two threads of this machine."""
    from pyspark.sql import SparkSession

    from uriverse.columns.spark import register

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    register(spark)
    rows = list(zip(*(column.to_pylist() for column in met.columns), strict=True))
    spark.createDataFrame(rows, "page int, source string, url string").createOrReplaceTempView("met")
    spark.sql(sql("forms"))
    answers = {}
    for name in QUERIES:
        frame = spark.sql(sql(name))
        answers[name] = (frame.columns, [tuple(row) for row in frame.collect()])
    return answers


ENGINES: dict[str, Callable[[pa.Table], dict[str, Answer]]] = {"duckdb": on_duckdb, "spark": on_spark}


def main() -> None:
    """Run the pipeline."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder for the answers")
    parser.add_argument("inputs", type=Path, nargs="*", help="WARC files and logs; the example's own if none is given")
    parser.add_argument("--engine", choices=ENGINES, default="duckdb")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    met = read(given.inputs or archive.write(given.out))
    answers = ENGINES[given.engine](met)
    for name, (columns, rows) in answers.items():
        with (given.out / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(columns)
            writer.writerows(rows)
    fetched = sum(source == "fetched" for source in met.column("source").to_pylist())
    plots.write(given.out / "index.html", answers["domains"][1], answers["growth"][1], fetched)
    references = met.num_rows - fetched
    print(f"{fetched:,} pages fetched, {references:,} references: {len(answers['frontier'][1]):,} pages wait in")
    print(f"{given.out / 'frontier.csv'}; {given.out / 'index.html'} shows them")


if __name__ == "__main__":
    main()
