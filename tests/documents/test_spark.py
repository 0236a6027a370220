"""Spark gives the rows that the embedded run gives, one partition a file, on a real session."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import Any

import pytest
from warcio.warcwriter import WARCWriter

from support import single
from uriverse.documents import FoundReference, links
from uriverse.documents.spark import links as links_on_spark

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning", "ignore::DeprecationWarning"),
]

PAGES = (
    b"<base href=/b/><a href=c>x</a><img srcset='a 1x, b 2x'><a href='d e'>y</a>",
    "<meta charset=utf-8><a href='é'>x</a><form action=''></form>".encode(),
    b"<p>no reference",
    b"<a href='//h/a'>x</a>" * 50,
)


def archive(name: str, *, compress: bool = True) -> bytes:
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=compress)
    for at, page in enumerate(PAGES):
        content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: <l>; rel=next\r\n\r\n" + page
        target = f"http://{name}.example/{at}/page"
        kind = "application/http; msgtype=response"
        record = writer.create_warc_record(
            target, "response", io.BytesIO(content), length=len(content), warc_content_type=kind
        )
        writer.write_record(record)
    return out.getvalue()


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    """A folder of archives: whole, plain, cut short, empty, in a folder of its own, and what is no document."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.warc.gz").write_bytes(archive("a"))
    (tmp_path / "b.warc").write_bytes(archive("b", compress=False))
    (tmp_path / "c.warc.gz").write_bytes(archive("c")[:-200])
    (tmp_path / "d.warc.gz").write_bytes(gzip.compress(b""))
    (tmp_path / "deep" / "e.warc.gz").write_bytes(archive("e"))
    (tmp_path / "f.html").write_bytes(b"<a href='\xff'>x</a><a href=g>y</a>")
    (tmp_path / "g.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return tmp_path


def rows(frame: Any) -> list[FoundReference]:
    return [FoundReference(*row) for row in frame.collect()]


def test_a_folder_of_archives(spark: Any, crawl: Path) -> None:
    """Row for row, in order, damage included."""
    embedded = list(links(str(crawl)))
    assert rows(links_on_spark(spark, str(crawl))) == embedded
    assert {row.source.rpartition("/")[2].partition(",")[0] for row in embedded} == {
        *("a.warc.gz", "b.warc", "c.warc.gz", "e.warc.gz", "f.html")
    }
    assert [row.error for row in embedded if row.reference is None and "cut short" in (row.error or "")]


def test_a_partition_a_file(spark: Any, crawl: Path) -> None:
    """No two files share a partition, and no file has two."""
    from pyspark.sql.functions import spark_partition_id

    frame = links_on_spark(spark, crawl)
    assert frame.rdd.getNumPartitions() == 7
    pairs = frame.select(spark_partition_id(), "source").distinct().collect()
    files = {(partition, source.partition(",")[0]) for partition, source in pairs}
    assert len(files) == len({partition for partition, _ in files}) == len({source for _, source in files}) == 5


def test_what_is_asked_for_is_asked_of_every_file(spark: Any, crawl: Path) -> None:
    """Base, edition and format; a file that is not there, and one that is no archive."""
    names = [str(crawl / "f.html"), str(crawl / "none.warc"), str(crawl / "deep")]
    asked = {"base": "http://h/x/", "edition": "rfc1808"}
    embedded = list(links(*names, **asked))
    assert rows(links_on_spark(spark, *names, **asked)) == embedded
    assert "http://h/x/g" in {row.resolved for row in embedded}
    assert [row.error for row in rows(links_on_spark(spark, str(crawl / "g.png"), format="warc"))] == [
        row.error for row in links(str(crawl / "g.png"), format="warc")
    ]


def test_an_edition_of_ones_own(spark: Any, crawl: Path) -> None:
    """It goes to the workers with the task."""
    edition = single.house()
    page = str(crawl / "f.html")
    assert rows(links_on_spark(spark, page, edition=edition)) == list(links(page, edition=edition))


def test_files_at_uris(spark: Any, crawl: Path) -> None:
    """What `pyarrow.fs` opens gives the same rows under the URI's name."""
    root = crawl.as_uri()

    def renamed(row: FoundReference) -> FoundReference:
        return row._replace(source=row.source.replace(str(crawl), root))

    found = rows(links_on_spark(spark, root))
    assert sorted(found, key=str) == sorted(map(renamed, links(str(crawl))), key=str)
    assert rows(links_on_spark(spark, f"{root}/a.warc.gz")) == [renamed(row) for row in links(str(crawl / "a.warc.gz"))]
    (missing,) = rows(links_on_spark(spark, f"{root}/none.warc"))
    assert missing.source == f"{root}/none.warc" and missing.error.startswith("cannot be read:")
    (unknown,) = rows(links_on_spark(spark, "nowhere://h/a"))
    assert unknown.error.startswith("cannot be read:")


def test_nothing_gives_no_rows(spark: Any, tmp_path: Path) -> None:
    """A frame with the same columns."""
    frame = links_on_spark(spark, tmp_path)
    assert frame.collect() == []
    assert tuple(frame.columns) == FoundReference._fields
