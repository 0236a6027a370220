"""Spark 4: the rows of many files, one partition a file, as `links` gives them.

    from uriverse.documents.spark import links
    links(spark, "crawl/").where("not valid").groupBy("error").count()

The driver lists the files and reads none. Each task reads its file as a stream, as `uriverse.documents.links` does, and
hands its rows over in batches of Arrow, so that no more than a batch of them and one document are in a worker's memory.
Partitions are in the files' order and rows in their file's, so that what is collected is what `links` yields.

The workers need uriverse with the readers' extras, pyarrow, and the files: under the same name on every machine, or at
a URI that `pyarrow.fs` opens (`hdfs:`, `s3:`, `gs:`, `file:`).
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, cast

from pyarrow import fs

from uriverse.documents import arrow
from uriverse.documents.limits import DEFAULT
from uriverse.documents.reading import rows_of
from uriverse.documents.rows import FoundReference
from uriverse.documents.sources.files import File, documents_of_file, documents_of_opened, files
from uriverse.documents.sources.streams import failed

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from uriverse import Edition, EditionId
    from uriverse.documents.document import Document

# RFC 3986, section 3.1, and "//"; a drive's letter is no scheme.
_URI: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+://")
_WORDS: Final = {"line": "bigint", "column": "bigint", "valid": "boolean"}
SCHEMA: Final = ", ".join(f"`{name}` {_WORDS.get(name, 'string')}" for name in FoundReference._fields)


def links(
    spark: SparkSession,
    *sources: str | os.PathLike[str],
    base: str | None = None,
    edition: EditionId | Edition = "rfc3986",
    format: str | None = None,
) -> DataFrame:
    """A row for each reference in the given files, with the fields of `FoundReference`, one partition a file.

    Args:
        spark: the session.
        sources: names of files and directories, or URIs that `pyarrow.fs` opens.
        base: where the files were retrieved from; None takes each file's own URI. A directory's files stand under it.
        edition: the edition by which references are checked and resolved, an id or your own (it is sent to workers).
        format: a name of `FORMATS`; None tells each document's format from what is known of it.

    A file that cannot be read gives one row with its `error`. Lone surrogates, which stand for octets that were no
    text, are replacement characters here.
    """
    found = [each for source in sources for each in _files(os.fspath(source), base)]
    if not found:
        return spark.createDataFrame([], SCHEMA)
    # As many partitions as numbers: each has one.
    return spark.range(0, len(found), 1, len(found)).mapInArrow(_reader(found, edition, format), SCHEMA)


def _files(source: str, base: str | None) -> Iterator[File | FoundReference]:
    if not _URI.match(source):
        yield from files(source, base)
        return
    try:
        system, path = fs.FileSystem.from_uri(source)
        if system.get_file_info(path).type != fs.FileType.Directory:
            yield File(source, base)
            return
        entries = system.get_file_info(fs.FileSelector(path, recursive=True))
    except (OSError, ValueError) as failure:
        yield failed(source, failure)
        return
    for entry in sorted(entries, key=lambda entry: entry.path):
        if entry.is_file:
            rest = entry.path.removeprefix(path.rstrip("/"))
            yield File(source.rstrip("/") + rest, None if base is None else base.rstrip("/") + rest, asked_for=False)


def _reader(
    found: list[File | FoundReference], edition: EditionId | Edition, format: str | None
) -> Callable[[Iterable[Any]], Iterator[Any]]:
    def read(numbers: Iterable[Any]) -> Iterator[Any]:
        schema = arrow.schema()
        for batch in numbers:
            for number in batch.column(0).to_pylist():
                yield from arrow.batches(_rows(found[number], edition, format), schema)

    return read


def _rows(file: File | FoundReference, edition: EditionId | Edition, format: str | None) -> Iterator[FoundReference]:
    if isinstance(file, FoundReference):
        yield file
        return
    yield from rows_of(_documents(file, format), edition=edition)


def _documents(file: File, format: str | None) -> Iterator[Document | FoundReference]:
    if not _URI.match(file.name):
        yield from documents_of_file(file, format, None, DEFAULT)
        return
    try:
        system, path = fs.FileSystem.from_uri(file.name)
        # Compression is for the readers to see.
        with io.BufferedReader(cast(io.RawIOBase, system.open_input_stream(path, compression=None))) as stream:
            yield from documents_of_opened(stream, file, format, None, DEFAULT, own=file.name)
    except (OSError, ValueError) as failure:
        yield failed(file.name, failure)
