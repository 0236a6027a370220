"""Spark gives the rows that the embedded run gives, of files and of tables, on a real session."""

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
    # Spark's arrays are lists; the link types of a row are a tuple.
    cells = ([tuple(cell) if isinstance(cell, list) else cell for cell in row] for row in frame.collect())
    return [FoundReference(*row) for row in cells]


def test_a_folder_of_archives(spark: Any, crawl: Path) -> None:
    """Row for row, in order, damage included."""
    embedded = list(links(str(crawl)))
    assert rows(links_on_spark(spark, str(crawl))) == embedded
    assert {row.source.rpartition("/")[2].partition(",")[0] for row in embedded} == {
        *("a.warc.gz", "b.warc", "c.warc.gz", "e.warc.gz", "f.html")
    }
    assert [row.error for row in embedded if row.reference is None and "cut short" in (row.error or "")]


def test_files_share_partitions_by_their_octets(spark: Any, crawl: Path) -> None:
    """Small files share one, in order; a file that fills a partition stands alone; Spark's settings count."""
    from pyspark.sql.functions import spark_partition_id

    (crawl / "e.txt").write_text("http://h/ " + "word " * 2_000_000)
    assert links_on_spark(spark, crawl).rdd.getNumPartitions() < 8
    try:
        spark.conf.set("spark.sql.files.maxPartitionBytes", "1MB")
        spark.conf.set("spark.sql.files.openCostInBytes", "300k")
        frame = links_on_spark(spark, crawl)
        pairs = frame.select(spark_partition_id().alias("at"), "source").distinct().collect()
        assert rows(frame) == list(links(crawl))
    finally:
        spark.conf.unset("spark.sql.files.maxPartitionBytes")
        spark.conf.unset("spark.sql.files.openCostInBytes")
    parts: dict[int, set[str]] = {}
    for at, source in pairs:
        parts.setdefault(at, set()).add(source.partition(",")[0].rpartition("/")[2])
    assert [parts[at] for at in sorted(parts)] == [
        {"a.warc.gz", "b.warc", "c.warc.gz"},
        {"e.txt"},
        {"f.html", "e.warc.gz"},
    ]


def test_many_small_files_make_few_partitions(spark: Any) -> None:
    """Spark's rule, `FilePartition.maxSplitBytes`: starting a task costs more than reading a hundred files."""
    from uriverse.documents.sources.files import File
    from uriverse.documents.spark import packed

    def packs(files: int, octets: int) -> list[int]:
        made = packed(spark, [(File(str(number)), octets) for number in range(files)])
        assert [int(name) for pack in made for name, *_ in pack] == list(range(files))
        return [len(pack) for pack in made]

    assert spark.sparkContext.defaultParallelism == 2
    assert packs(400, 1000) == [200, 200]  # a half for each core
    assert max(packs(50_000, 16_000)) == (128 << 20) // (16_000 + (32 << 10))
    assert max(packs(10_000, 1 << 17)) == (128 << 20) // ((128 + 32) << 10)
    assert packs(20, 1 << 30) == [1] * 20  # archives stand alone
    spark.conf.set("spark.sql.files.openCostInBytes", "4MB")
    try:
        assert set(packs(320, 1)) == {32}  # 128 MiB over 4 MiB
    finally:
        spark.conf.unset("spark.sql.files.openCostInBytes")


def test_the_names_go_as_data(spark: Any, tmp_path: Path) -> None:
    """A task gets its own names: what is sent with every task does not grow with the list."""
    from pyspark.serializers import CloudPickleSerializer

    from uriverse.documents.spark import Options, _reader

    for number in range(50):
        (tmp_path / f"{number:02}.html").write_text(f"<a href={number}>")
    frame = links_on_spark(spark, tmp_path)
    assert [row.reference for row in rows(frame)] == [str(number) for number in range(50)]
    closure = _reader(None, Options())
    assert len(CloudPickleSerializer().dumps(closure)) < 5000


def test_patterns(spark: Any, crawl: Path) -> None:
    assert rows(links_on_spark(spark, f"{crawl}/**/*.warc.gz")) == [
        row for name in ("a", "c", "d", "deep/e") for row in links(f"{crawl}/{name}.warc.gz")
    ]


def test_a_table_of_documents(spark: Any) -> None:
    """Binary or strings, with a base, a type and a name; the other columns are kept."""
    frame = spark.createDataFrame(
        [
            (1, bytearray(b"<a href=x><a href='y z'>"), "http://h/d/", "text/html"),
            (2, bytearray("<a href=\u00e9>".encode("latin-1")), "http://h/l/", "text/html; charset=iso-8859-1"),
            (3, bytearray(b"a { b: url(c) }"), "http://h/s.css", None),
            (4, bytearray(b"\x89PNG"), "http://h/p", "image/png"),
            (5, None, "http://h/n", "text/html"),
        ],
        "id int, body binary, url string, content_type string",
    )
    found = links_on_spark(frame, content="body", base="url", type="content_type")
    assert found.columns == ["id", "url", "content_type", *FoundReference._fields]
    assert [(row.id, row.url, row.source, row.reference, row.resolved, row.valid) for row in found.collect()] == [
        (1, "http://h/d/", "http://h/d/", "x", "http://h/d/x", True),
        (1, "http://h/d/", "http://h/d/", "y z", None, False),
        (2, "http://h/l/", "http://h/l/", "\u00e9", None, False),
        (3, "http://h/s.css", "http://h/s.css", "c", "http://h/c", True),
    ]
    texts = spark.createDataFrame([("p", "<meta charset=utf-16><a href='\u00e9'>")], "id string, text string")
    (row,) = links_on_spark(texts, content="text", name="id", default_base="http://d/").collect()
    assert (row.source, row.reference, row.base_rule) == ("p", "\u00e9", "default")
    with pytest.raises(ValueError, match="the table has no column 'none'; it has id, text"):
        links_on_spark(texts, content="none")
    with pytest.raises(ValueError, match="rename line"):
        links_on_spark(texts.withColumnRenamed("id", "line"), content="text")
    with pytest.raises(ValueError, match="rename Line"):
        links_on_spark(texts.withColumnRenamed("id", "Line"), content="text")
    (row,) = links_on_spark(texts.withColumnRenamed("id", "source"), content="text", prefix="link_").collect()
    assert (row.source, row.link_source, row.link_reference) == ("p", "<document>", "\u00e9")
    with pytest.raises(ValueError, match="rename link_line, or give the fields a prefix"):
        links_on_spark(texts.withColumnRenamed("id", "link_line"), content="text", prefix="link_")
    with pytest.raises(ValueError, match="documents are binary or strings; the column 'n' is int"):
        links_on_spark(spark.createDataFrame([(5,)], "n int"), content="n")


def test_columns_are_kept_whatever_their_names_and_types_are(spark: Any) -> None:
    """Dots, spaces and backticks mean something to Spark's SQL, and not here."""
    from pyspark.sql.types import IntegerType, StringType, StructField, StructType

    inner = StructType([StructField("x y", IntegerType()), StructField("z:w", StringType())])
    fields = [
        StructField("a.b", StringType(), nullable=False),
        StructField("c`d", inner),
        StructField("the page", StringType()),
    ]
    frame = spark.createDataFrame([("http://h/", (1, "s"), "<a href=x>")], StructType(fields))
    found = links_on_spark(frame, content="the page", base="a.b", format="html")
    assert found.schema.fields[:2] == fields[:2]
    (row,) = found.collect()
    assert (row["a.b"], row["c`d"], row.resolved) == ("http://h/", (1, "s"), "http://h/x")


def test_the_files_that_spark_reads(spark: Any, crawl: Path) -> None:
    """Spark's own source of binary files is a table of documents."""
    frame = spark.read.format("binaryFile").load(str(crawl / "f.html"))
    found = links_on_spark(frame, content="content", base="path").collect()
    assert [row.reference for row in found] == [row.reference for row in links(crawl / "f.html")][: len(found)]
    assert {row.length for row in found} == {(crawl / "f.html").stat().st_size}


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
    frame = links_on_spark(spark, tmp_path)
    assert frame.collect() == []
    assert tuple(frame.columns) == FoundReference._fields
