"""The kernels and ClickHouse's URL functions (chDB) on one list of URLs: times on one thread, and agreement of answers.

    pip install chdb
    python benches/clickhouse.py [--rows N] [--rounds N] [--file URLS] [--report FILE]

ClickHouse's functions split texts without validation. So each is compared with the lenient `split` and with the
validating kernel. Its table is in memory, its answers are discarded (`format Null`); ours are complete Arrow columns.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time_ns
from typing import Any

import pyarrow as pa
from chdb import session

from columnar import Task, Work, measure, report, urls
from harness import head, options, write
from uriverse import columns as uc

FIVE = ["scheme", "host", "path", "query", "fragment"]


def split(*want: str) -> tuple[str, Callable[[Any], Any]]:
    """The lenient split of one component, or of several."""

    def run(column: Any) -> Any:
        columns = uc.split(column, want=want, threads=1)  # type: ignore[arg-type]
        return columns if want[1:] else columns.field(want[0])

    return "split", run


# The expressions for ClickHouse, then ours, lenient and validated. The answers of our first one are compared.
ASKED: tuple[tuple[str, str, tuple[tuple[str, Callable[[Any], Any]], ...]], ...] = (
    ("host", "domain(url)", (split("host"), ("host", lambda c: uc.host(c, threads=1)))),
    ("path", "path(url)", (split("path"), ("path", lambda c: uc.path(c, threads=1)))),
    ("scheme", "protocol(url)", (split("scheme"), ("scheme", lambda c: uc.scheme(c, threads=1)))),
    ("five parts", "protocol(url), domain(url), path(url), queryString(url), fragment(url)",
     (split(*FIVE), ("parse", lambda c: uc.parse(c, want=FIVE, threads=1)))),  # type: ignore[arg-type]
    ("one parameter", "extractURLParameter(url, 'id')", (("query_value", lambda c: uc.query_value(c, "id", threads=1)),)),
    ("names of parameters", "extractURLParameterNames(url)", (("query_names", uc.query_names),)),
    ("a parameter less", "cutURLParameter(url, 'id')", (("with_pairs", lambda c: uc.with_pairs(c, remove="id", threads=1)),)),
    ("decoded", "decodeURLComponent(url)", (("decode", lambda c: uc.decode(c, threads=1)),)),
    ("top-level domain", "topLevelDomain(url)", (("tld", lambda c: uc.tld(c, threads=1)),)),
    ("without www", "cutWWW(url)", (("without_www", lambda c: uc.without_www(c, threads=1)),)),
    ("levels", "URLHierarchy(url)", (("hierarchy", uc.hierarchy),)),
)  # fmt: skip


def agreement(theirs: list[Any], ours: list[Any]) -> str:
    """Return the number of equal answers; null equals "", since ClickHouse's functions return no null."""
    same = sum((a or None) == (b or None) for a, b in zip(theirs, ours, strict=True))
    return f"same as ours in {same / len(ours):.2%} of the rows"


def tasks(texts: list[str]) -> list[Task]:
    """Return the tasks, each for both contenders."""
    column = pa.array(texts, pa.string())
    engine = session.Session()
    engine.query("set max_threads = 1")
    pages = pa.table({"url": column})  # noqa: F841 (chDB reads the variable)
    engine.query("create database bench")
    engine.query("create table bench.pages (url String) engine = Memory")
    engine.query("insert into bench.pages select url from Python(pages)")
    made = []
    for name, asked, ours in ASKED:
        note = "" if name == "five parts" else _judged(engine, asked, ours[0][1](column).to_pylist())
        theirs = Work(
            "ClickHouse", lambda asked=asked: engine.query(f"select {asked} from bench.pages format Null"), note
        )
        works = [Work(f"uriverse {word}", lambda run=run: run(column)) for word, run in ours]
        made.append(Task(name, (*works, theirs), len(texts)))
    return made


def _judged(engine: Any, asked: str, ours: list[Any]) -> str:
    theirs = engine.query(f"select {asked} as found from bench.pages", "ArrowTable")["found"]
    # It declares UTF-8, but splits characters.
    octets = theirs.cast(pa.list_(pa.binary()) if pa.types.is_list(theirs.type) else pa.binary()).to_pylist()
    return agreement([_text(value) for value in octets], ours)


def _text(value: Any) -> Any:
    if isinstance(value, list):
        return [_text(item) for item in value]
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def main() -> None:
    """Measure and report."""
    parser = options(__doc__, rounds=7)
    parser.add_argument("--rows", type=int, default=500_000)
    parser.add_argument("--file", type=Path, help="a list of URLs, repeated until there are enough rows")
    arguments = parser.parse_args()
    texts = arguments.file.read_text("utf-8", "replace").split("\n") if arguments.file else urls(arguments.rows)
    texts = (texts * (arguments.rows // len(texts) + 1))[: arguments.rows]
    all_tasks = tasks(texts)
    # Process time of all threads, since ClickHouse works in its own.
    measure(all_tasks, arguments.rounds, process_time_ns)
    source = "a list of real URLs, repeated" if arguments.file else "generated"
    unit = "nanoseconds of processor time a row, one thread"
    lines = head("ClickHouse's URL functions", "uriverse", "chdb", "pyarrow")
    lines += [f"{len(texts):,} rows, {source}; {arguments.rounds} rounds; {unit}.", "", report(all_tasks)]
    write(arguments.report, "\n".join(lines))


if __name__ == "__main__":
    main()
