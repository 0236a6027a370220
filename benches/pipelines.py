"""Every pipeline compared with its peers, in one table with the goals.

    pip install fastwarc selectolax chdb can_ada
    python benches/pipelines.py [--urls FILE] [--tree DIR] [--only NAME ...] [--share 0.1] [--report FILE]

The inputs are made here: archives and a tree of pages by `web_scale.py`, URLs by `inputs.py`. `--urls` names real URLs, one a
line, and `--tree` a folder of real pages in place of the generated ones. Contenders do the same work in turn in one process, their
answers are compared first, and a figure is the least processor time of the turns, that of other processes they started
included. The rows named native come from `benches/native`, which cargo builds first.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import inputs
import links as pages_of_a_megabyte
import web_scale
from columnar import Task, Work, measure
from harness import Contender, head, measured, options, write

sys.path.append(str(Path(__file__).parents[1] / "tests"))
ROOT = Path(__file__).parents[1]
PEERS = ["fastwarc", "selectolax", "turbohtml", "isal", "polars", "duckdb", "chdb", "pyarrow", "can_ada"]
# An archive with pages of real sizes, and one with pages that are lists of links to other hosts.
REAL, LISTS = {}, {"median": 14_000, "linked": 80, "own": 0.0}
PARTS = ["scheme", "host", "path"]


@dataclass(frozen=True)
class Row:
    """A row of the table.

    Attributes:
        task: the contenders, ours first; their figures are nanoseconds for each of `task.rows`.
        peer: the contender whose time, divided by ours, is to be at least `goal`; None asks that ours takes at most
            `goal` nanoseconds.
    """

    task: Task
    goal: float
    peer: str | None = None

    def line(self) -> str:
        """Return the row as Markdown."""
        least = {work.name: min(work.figures) for work in self.task.works}
        (ours, own), *others = least.items()
        now = own if self.peer is None else least[self.peer] / own
        met = now <= self.goal if self.peer is None else now >= self.goal
        unit = "ns" if self.peer is None else f"times {self.peer}"
        shown = "; ".join(f"{name} {figure:,.0f}" for name, figure in others)
        decimals = 0 if self.peer is None else 2
        return (
            f"| {self.task.name} | {self.goal:g} {unit} | {'' if met else '**'}{now:,.{decimals}f}{'' if met else '**'} "
            f"| {ours} {own:,.0f} | {shown} |"
        )


def spent() -> int:
    """Return the processor time of this process and its ended children, in nanoseconds."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time_ns() + int((children.ru_utime + children.ru_stime) * 1e9)


def same(what: str, ours: Any, theirs: Any) -> None:
    """Exit if answers differ."""
    if ours != theirs:
        sys.exit(f"{what}: the answers differ")


def command(*arguments: str, stdout: Path | None = None) -> None:
    """Run the command in this process, so that its start is not measured; exit code 1 is allowed."""
    from uriverse.cli.commands import uriverse

    with (stdout or Path(os.devnull)).open("w") as out, contextlib.redirect_stdout(out):
        code = uriverse.main(arguments, standalone_mode=False)
    if code not in (0, 1, None):
        sys.exit(f"{arguments} failed")


def of_archives(folder: Path, share: float) -> Iterator[Row]:
    """Measure links of an archive on one core, and FastWARC with lexbor, bare and with `urljoin`."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from selectolax.lexbor import LexborHTMLParser

    from uriverse.documents import links

    def bare(path: Path) -> Iterator[tuple[str, str]]:
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
                page = LexborHTMLParser(record.reader.read())
                base = record.headers["WARC-Target-URI"]
                yield from ((base, node.attributes["href"] or "") for node in page.css("[href]"))

    for name, count, shape in (("real sizes", 300, REAL), ("many distinct URLs", 600, LISTS)):
        path = folder / f"{len(name)}.warc.gz"
        web_scale.write_archive(path, max(1, int(count * share)), 0, **shape)
        found = [row.resolved for row in links(path)]
        same(f"archive, {name}", found, [urljoin(*each) for each in bare(path)])
        works = (
            Work("uriverse, columns", lambda path=path: [batch.num_rows for batch in links(path).to_arrow()]),
            Work(
                "uriverse links --parquet",
                lambda path=path: command("links", str(path), "--parquet", f"{path}.parquet", "--processes", "1"),
            ),
            Work("FastWARC and lexbor", lambda path=path: sum(1 for _ in bare(path))),
            Work("the same and urljoin", lambda path=path: sum(1 for each in bare(path) if urljoin(*each))),
        )
        yield Row(Task(f"archive, {name}: a link", works, len(found)), 1, "FastWARC and lexbor")


def of_pages() -> Iterator[Row]:
    """Measure links of a page of a megabyte, and the bare parser."""
    import turbohtml

    for name, words in (("prose", pages_of_a_megabyte.PROSE[:1100]), ("dense", "A few words.")):
        data = pages_of_a_megabyte.page(1_000_000, words)
        count = pages_of_a_megabyte.columns(data, "html")
        same(f"page, {name}", count, len(pages_of_a_megabyte.soup(data, "lxml")))
        works = (
            Work("uriverse, columns", lambda data=data: pages_of_a_megabyte.columns(data, "html")),
            Work("turbohtml.parse", lambda data=data: turbohtml.parse(data)),
        )
        yield Row(Task(f"page, {name}: a link", works, count), 0.5, "turbohtml.parse")


def of_trees(folder: Path, share: float, tree: Path | None) -> Iterator[Row]:
    """Measure links of a tree with each output, on all cores, including the start of workers."""
    import json

    import polars as pl
    from pyarrow import parquet

    if tree is None:
        tree = folder / "tree"
        tree.mkdir()
        shape = {"median": 10_000, "linked": 35}
        for number, (_, page) in enumerate(web_scale.pages(1, max(8, int(6_000 * share)), **shape)):
            (tree / f"{number:05}.html").write_bytes(page)
    to = {name: folder / f"tree.{name}" for name in ("parquet", "csv", "jsonl")}

    def run(name: str) -> None:
        options = ["--parquet", str(to[name])] if name == "parquet" else [f"--{name.removesuffix('l')}"]
        with (folder / "out").open("wb") if name == "parquet" else to[name].open("wb") as out:
            subprocess.run([*web_scale.URIVERSE, "links", str(tree), *options], stdout=out, stderr=out, check=False)

    for name in to:
        run(name)
    rows = parquet.read_table(to["parquet"])
    expected = rows["resolved"].to_pylist()
    read = pl.read_csv(to["csv"], columns=["resolved"], infer_schema=False)["resolved"].to_list()
    same("tree, CSV", [each or "" for each in expected], [each or "" for each in read])
    with to["jsonl"].open() as lines:
        same("tree, JSON lines", expected, [json.loads(line)["resolved"] for line in lines])
    by_parquet = Work("Parquet", lambda: run("parquet"))
    works = {name: Work(name, lambda name=name: run(name)) for name in ("csv", "jsonl")}
    started = time.perf_counter()
    before = spent()
    run("parquet")
    busy = (spent() - before) / 1e9 / (time.perf_counter() - started)
    # 9 s on two cores for 2.99 million references.
    yield Row(Task(f"tree, Parquet, {busy:.1f} cores busy: a link", (by_parquet,), rows.num_rows), 6_000)
    for name, work in works.items():
        yield Row(Task(f"tree, {name}: a link", (work, by_parquet), rows.num_rows), 0.77, "Parquet")


def of_tables(folder: Path, share: float) -> Iterator[Row]:
    """Measure three parts of URLs, from CSV and from Parquet to Parquet."""
    import duckdb
    import polars as pl

    count = int(1_000_000 * share)
    to = folder / "parts.parquet"
    duckdb.execute(
        f"copy (select host || path as url from ({web_scale.targets(0, count)})) to '{folder}/urls.csv' (format csv, header)"
    )
    duckdb.execute(f"copy (from '{folder}/urls.csv') to '{folder}/urls.parquet' (compression zstd)")

    def ours(source: Path) -> None:
        command("table", str(source), "--want", ",".join(PARTS), "--quiet", "--to", str(to))

    def by_polars(source: Path) -> None:
        frame = pl.scan_csv(source) if source.suffix == ".csv" else pl.scan_parquet(source)
        cut = pl.col("url").str.splitn("/", 4)
        parts = [cut.struct[0].str.strip_suffix(":"), cut.struct[2], "/" + cut.struct[3].str.splitn("?", 2).struct[0]]
        frame.with_columns(part.alias(name) for part, name in zip(parts, PARTS, strict=True)).sink_parquet(to)

    def by_duckdb(source: Path) -> None:
        # The path is the text between host and query.
        path = "'/' || split_part(substr(url, length(split_part(url, '/', 3)) + 10), '?', 1)"
        parts = f"split_part(url, ':', 1) as scheme, split_part(url, '/', 3) as host, {path} as path"
        duckdb.execute(f"copy (select url, {parts} from '{source}') to '{to}' (compression zstd)")

    for source in (folder / "urls.csv", folder / "urls.parquet"):
        runs = {"uriverse table": ours, "Polars splitn": by_polars, "DuckDB split_part": by_duckdb}
        answers = []
        for run in runs.values():
            run(source)
            answers.append(duckdb.execute(f"select sum(hash(url, scheme, host, path)::hugeint) from '{to}'").fetchall())
        same(f"table, {source.suffix}", answers, [answers[0]] * 3)
        works = tuple(Work(name, lambda run=run, source=source: run(source)) for name, run in runs.items())
        name = f"table, {source.suffix[1:]} to Parquet: a row"
        yield Row(Task(name, works, count), 2, "Polars splitn")
        yield Row(Task(name, works, count), 4, "DuckDB split_part")


def of_duckdb(texts: list[str]) -> Iterator[Row]:
    """Measure a host and a domain in DuckDB, on one core."""
    import duckdb
    import pyarrow as pa

    from uriverse.columns.duckdb import register

    con = duckdb.connect()
    register(con)
    con.execute("set threads = 1")
    con.register("arrow", pa.table({"url": texts}))
    con.execute("create table pages as select url from arrow")

    def run(expression: str) -> Any:
        return con.execute(f"select sum(length({expression})) from pages").fetchall()

    short = r"regexp_extract(url, '^[^:/?#]+://([^/?#:]*)', 1)"
    # The regular expression takes what is not valid, and a userinfo for a host.
    judged = "uri_is_valid(url) and not contains(url, '@')"
    differing = f"select count(*) from pages where {judged} and uri_host(url) <> {short}"
    same("DuckDB, the host", con.execute(differing).fetchall(), [(0,)])
    for name, goal in (("host", 100), ("domain", 140)):
        works = (
            Work(f"uri_{name}", lambda name=name: run(f"uri_{name}(url)")),
            Work("regexp_extract", lambda: run(short)),
            Work("no function", lambda: run("url")),
        )
        yield Row(Task(f"DuckDB uri_{name}", works, len(texts)), goal)


def of_clickhouse(texts: list[str]) -> Iterator[Row]:
    """Measure ClickHouse's functions, which do not validate, and the validating kernels."""
    import pyarrow as pa

    import clickhouse
    from uriverse import columns as uc

    goals = {"host": 24, "scheme": 14, "path": 18, "five parts": 42, "one parameter": 24, "decoded": 13.5}
    column = pa.array(texts)
    # The lower bound of a validating kernel.
    bound = Work("validity alone", lambda: uc.is_valid(column, threads=1))
    for task in clickhouse.tasks(texts):
        if task.name in goals:
            *ours, theirs = task.works
            works = (*reversed(ours), theirs, *([] if task.name == "decoded" else [bound]))
            yield Row(Task(f"column, {task.name}; {theirs.note}", works, task.rows), goals[task.name])


def of_columns(texts: list[str]) -> Iterator[Row]:
    """Measure canonical forms, and the audit of URLs without findings."""
    import pyarrow as pa

    import uriverse as uv
    from uriverse import columns as uc

    column = pa.array(texts)
    for profile in ("dedupe", "surt"):
        found = uc.canonical(column[:1000], profile=profile).to_pylist()
        same(profile, found, [uv.canonical(text, profile=profile) for text in texts[:1000]])
        work = Work("uriverse", lambda profile=profile: uc.canonical(column, profile=profile, threads=1))
        yield Row(Task(f"column, canonical form {profile}", (work,), len(texts)), 200)
    quiet = [text for text in texts if not uv.audit.findings(text)]
    plain = pa.array(quiet)
    yield Row(Task("column, audit plain", (Work("uriverse", lambda: uc.audit(plain)),), len(quiet)), 150)


def of_url_standard(texts: list[str]) -> Iterator[Row]:
    """Measure `URL(s)` of mutated URLs, and Ada."""
    import can_ada

    from support.url_peers import mutated
    from uriverse.whatwg import URL, can_parse

    randomness = random.Random(1)
    changed = [mutated(text, randomness) for text in texts]
    for name, chosen in (("mutated", changed), ("as they are", texts)):
        both = [text for text in chosen if can_parse(text) and can_ada.can_parse(text)]
        # The Ada of can_ada is older than "^" in the path percent-encode set.
        equal = [text for text in both if "^" not in text]
        same(f"URL Standard, {name}", [str(URL(text)) for text in equal], [can_ada.parse(text).href for text in equal])
        statements = {"URL(s)": "URL(s)", "can_ada": "parse(s)"}
        names = {"URL": URL, "parse": can_ada.parse}
        rows = measured(
            [Contender(who, statement, names) for who, statement in statements.items()],
            equal,
            rounds=max(8, min(60, len(equal) // 500)),
            clock=time.thread_time_ns,
        )
        # Rounds have different slices, so their minimum would be meaningless.
        works = tuple(Work(row.contender.name, lambda: None, figures=[row.median]) for row in rows)
        yield Row(Task(f"URL Standard, {name}", works, len(equal)), 5.5, "can_ada")


def of_native(texts: list[str], folder: Path) -> Iterator[Row]:
    """Measure the same without an interpreter, from the tables of `benches/native`."""
    file = folder / "urls.txt"
    file.write_text("\n".join(texts) + "\n")
    manifest = ["--manifest-path", str(ROOT / "benches" / "native" / "Cargo.toml")]
    run = ["cargo", "run", "--quiet", "--release", *manifest, "--", str(file), "9"]
    printed = subprocess.run(run, stdout=subprocess.PIPE, text=True, check=True).stdout
    for name, goal, peer in (
        ("a URL that owns its text", 2, "ada-url"),
        ("of texts that the parser changes", 220, None),
    ):
        table = printed[printed.index(name) :].split("##")[0]
        found = re.findall(r"^\| (\S+) \| ([\d.]+) \|.*\| (\d+) \|$", table, re.MULTILINE)
        same(f"native, {name}", len({accepted for _, _, accepted in found}), 1)
        works = tuple(Work(crate, lambda: None, figures=[float(time)]) for crate, time, _ in found)
        yield Row(Task(f"native, {name}", works, len(texts)), goal, peer)


def main() -> None:
    """Measure, and print the table."""
    parser = options(__doc__, rounds=5, urls=True)
    parser.add_argument("--tree", type=Path)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="archives, pages, trees, tables, duckdb, ...")
    parser.add_argument("--share", type=float, default=1.0, help="of the pages and rows; default: %(default)s")
    given = parser.parse_args()
    web = inputs.texts(given.urls)
    texts = list(islice((text for _ in iter(int, 1) for text in web), int(400_000 * given.share)))
    lines = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts: dict[str, Callable[[], Iterable[Row]]] = {
            "archives": lambda: of_archives(folder, given.share),
            "pages": of_pages,
            "trees": lambda: of_trees(folder, given.share, given.tree),
            "tables": lambda: of_tables(folder, given.share),
            "duckdb": lambda: of_duckdb(texts),
            "clickhouse": lambda: of_clickhouse(texts),
            "columns": lambda: of_columns(texts),
            "whatwg": lambda: of_url_standard(web[:20_000]),
            "native": lambda: of_native(web[:20_000], folder),
        }
        for part, rows in parts.items():
            if given.only and part not in given.only:
                continue
            for row in rows():
                if not row.task.works[0].figures:
                    measure([row.task], given.rounds, spent)
                lines.append(row.line())
                print(lines[-1], file=sys.stderr)
    source = "real URLs" if given.urls else "generated URLs"
    first = [
        *head("Pipelines", *PEERS),
        f"{source}; least of {given.rounds} turns, nanoseconds of processor time. What misses is **bold**; *times* is",
        "the peer's time divided by ours.\n",
        "| work | goal | now | ours, ns | others, ns |\n|---|--:|--:|--:|---|",
    ]
    write(given.report, "\n".join(first + lines))


if __name__ == "__main__":
    main()
