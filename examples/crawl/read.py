"""From web archives and access logs to Parquet: what was fetched, and every reference, a file for each input.

A row is a URL that was met: the page where (null in a log), that page's number in its archive from 1 on (0 in a log),
how (`fetched`, `link`, `log`, `referrer`), and the URL. An input's file is written under another name until it is
whole, so a run that was killed goes on with the inputs whose file is missing.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from uriverse.documents import Document, links, opened

SCHEMA = pa.schema({"page": pa.string(), "number": pa.int64(), "source": pa.string(), "url": pa.string()})
# How many octets of pages are in memory at a time, in each process.
BATCH = 8 << 20
LOG_LINE = re.compile(
    r'(?P<host>\S+):(?P<port>\d+) \S+ \S+ \S+ \[[^]]*\] "[A-Z]+ (?P<target>\S+) [^"]*" (?P<status>\d{3}) \S+ '
    r'"(?P<referrer>[^"]*)"'
)


def met_in_archive(path: Path) -> Iterator[pa.RecordBatch]:
    """The pages of an archive, and where a browser goes from each of them."""
    pages: list[Document] = []
    before = size = 0
    for page in opened(path):
        # A record that is damaged, or without a reader, is a row with the reason.
        if not isinstance(page, Document):
            continue
        pages.append(page._replace(name=str(before + len(pages) + 1)))
        size += len(page.data)
        if size >= BATCH:
            yield from met_in_pages(pages, before)
            before, size, pages = before + len(pages), 0, []
    yield from met_in_pages(pages, before)


def met_in_pages(pages: Sequence[Document], before: int) -> Iterator[pa.RecordBatch]:
    """The pages themselves, and their links. A document's name is its number, which is what rows have as `source`."""
    urls = pa.array([page.uri for page in pages], pa.string())
    yield batch(urls, pa.array(range(before + 1, before + 1 + len(pages)), pa.int64()), "fetched", urls)
    for rows in links(*pages).to_arrow():
        # Where a browser goes, if the document is one for browsers; robots do not follow every link.
        targets = pc.coalesce(rows["browser"], rows["resolved"])
        found = pc.and_(pc.is_valid(targets), rows["follow"])
        # A frame within page 7 is named "7, srcdoc 1".
        names = pc.extract_regex(rows["source"].filter(found), "^(?P<number>[0-9]+)")
        numbers = pc.cast(pc.struct_field(names, "number"), pa.int64())
        yield batch(rows["page"].filter(found), numbers, "link", targets.filter(found))


def batch(pages: pa.Array, numbers: pa.Array, source: str, urls: pa.Array) -> pa.RecordBatch:
    """Rows of one source."""
    return pa.record_batch([pages, numbers, pa.repeat(source, len(urls)), urls], schema=SCHEMA)


def met_in_log(path: Path, many: int = 100_000) -> Iterator[pa.RecordBatch]:
    """The pages that were visited and exist, and where the visitors came from, from Apache's `vhost_combined`."""
    rows: list[tuple[str, str]] = []
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            rows += visit(line)
            if len(rows) >= many:
                yield log_batch(rows)
                rows = []
    yield log_batch(rows)


def visit(line: str) -> Iterator[tuple[str, str]]:
    """What a line of a log gives: the page that was visited, and where the visitor came from."""
    found = LOG_LINE.match(line)
    if found is None or found["status"] != "200":
        return
    scheme, port = ("https", "") if found["port"] == "443" else ("http", f":{found['port']}")
    yield "log", f"{scheme}://{found['host']}{port}{found['target']}"
    if found["referrer"] not in {"", "-"}:
        yield "referrer", found["referrer"]


def log_batch(rows: Iterable[tuple[str, str]]) -> pa.RecordBatch:
    """Rows of a log, which has no pages to number."""
    return pa.RecordBatch.from_pylist(
        [{"page": None, "number": 0, "source": source, "url": url} for source, url in rows], SCHEMA
    )


def part_of(folder: Path, path: Path) -> Path:
    """The file for an input. Its name changes with the input's path, size and time of change."""
    state = path.stat()
    known = f"{path.resolve()} {state.st_size} {state.st_mtime_ns}".encode()
    return folder / f"{path.name}-{hashlib.sha256(known).hexdigest()[:16]}.parquet"


def read_one(path: Path, part: Path) -> None:
    """Read an input into its file."""
    unfinished = part.with_suffix(f".{os.getpid()}.unfinished")
    batches = met_in_archive(path) if "warc" in path.name else met_in_log(path)
    with pq.ParquetWriter(unfinished, SCHEMA, compression="zstd") as writer:
        for each in batches:
            writer.write_batch(each)
    unfinished.replace(part)


def read(folder: Path, paths: Sequence[Path], jobs: int | None = None) -> list[Path]:
    """Read the inputs that have no file yet, several at a time; all files, in the order of the inputs."""
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob("*.unfinished"):
        left.unlink()
    parts = [part_of(folder, path) for path in paths]
    if missing := {part: path for part, path in zip(parts, paths, strict=True) if not part.exists()}:
        with ProcessPoolExecutor(min(jobs or os.cpu_count() or 1, len(missing)), get_context("spawn")) as pool:
            list(pool.map(read_one, missing.values(), missing))
    return parts
