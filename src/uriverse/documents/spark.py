"""Spark 4: the rows of `links` for many files, or for a table of documents.

    from uriverse.documents.spark import links
    links(spark, "crawl/").where("not valid").groupBy("error").count()
    links(pages, content="body", base="url", type="content_type")

The driver lists the files but does not read them. Consecutive files share a partition up to the size in Spark's
settings (`packed`); a large archive is a partition of its own. Each task gets its names as data. It reads its files as
streams, like `uriverse.documents.links`, and returns Arrow batches of rows. So a worker has only one batch and one
document in memory. Collecting gives the same rows, in the same order, as `links`.

The workers need uriverse with the readers' extras, pyarrow, and the files: under the same name on every machine, or at
a URI that `pyarrow.fs` opens (`hdfs:`, `s3:`, `gs:`, `file:`).
"""

from __future__ import annotations

import io
import os
import re
from _collections_abc import Callable, Iterable, Iterator
from typing import overload

from uriverse._core import LinkRows
from uriverse.documents.document import Document
from uriverse.documents.formats import HEAD, format_with_type, media_type
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.documents.reading import Options, references
from uriverse.documents.rows import FoundReference, failed, skipped_kind, unreadable
from uriverse.documents.sources.files import File, documents_of_file, documents_of_opened, files, matching
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.extras import Extra
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, cast
from uriverse.ground.records import NamedTuple

with Extra("spark", "pyspark pyarrow", __name__):
    import pyarrow
    from pyarrow import fs

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from uriverse.editions.registry import Standard

# RFC 3986, section 3.1, and "//"; a drive's letter is not a scheme.
_URI: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+://")
_WORDS: Final = {
    "line": "bigint", "column": "bigint", "valid": "boolean", "follow": "boolean", "rel": "array<string>",
}  # fmt: skip
SCHEMA: Final = ", ".join(f"`{name}` {_WORDS.get(name, 'string')}" for name in FoundReference._fields)
# A task's names, which may not be UTF-8.
_NAMES: Final = pyarrow.schema(
    {"name": pyarrow.binary(), "base": pyarrow.string(), "asked_for": pyarrow.bool_(), "error": pyarrow.string()}
)
# The cost of opening a file, in octets: a partition has at most 4,096 files, which take a second if they are small.
# Spark's 4 MiB would allow only 32, and starting a task takes as long as reading 100.
_OPENING: Final = 32 << 10


@overload
def links(
    source: SparkSession,
    *sources: str | os.PathLike[str],
    base: str | None = None,
    default_base: str | None = None,
    edition: Standard = DEFAULT_EDITION,
    format: str | None = None,
    limits: Limits = DEFAULT,
) -> DataFrame: ...
@overload
def links(
    source: DataFrame,
    *,
    content: str,
    base: str | None = None,
    type: str | None = None,
    name: str | None = None,
    prefix: str = "",
    default_base: str | None = None,
    edition: Standard = DEFAULT_EDITION,
    format: str | None = None,
    limits: Limits = DEFAULT,
) -> DataFrame: ...
def links(
    source: Any,
    *sources: str | os.PathLike[str],
    content: str | None = None,
    base: str | None = None,
    type: str | None = None,
    name: str | None = None,
    prefix: str = "",
    default_base: str | None = None,
    edition: Standard = DEFAULT_EDITION,
    format: str | None = None,
    limits: Limits = DEFAULT,
) -> DataFrame:
    """A row for each reference in files, or in the documents of a table, with the fields of `FoundReference`.

    Args:
        source: the session, or a table of documents, whose other columns are kept before the fields.
        sources: with a session, names of files and directories, patterns, or URIs for `pyarrow.fs`.
        content: with a table, the column of the documents: binary, or strings.
        base: the retrieval URI of the files, for a directory the base of its files; by default each file's own URI.
            With a table, the column of retrieval URIs.
        type: with a table, the column of Content-Types.
        name: with a table, the column of the documents' names in rows; by default the column `base`.
        prefix: with a table, a prefix for the names of fields, if a column has the same name.
        default_base: the base of documents without another one.
        edition: the edition that checks and resolves references, an id or your own (it is sent to workers), or "whatwg"
            for the URL Standard.
        format: a name of `FORMATS`; by default detected.
        limits: the limits of a document.

    A file that cannot be read gives one row with its `error`. Lone surrogates become replacement characters.

    Raises:
        ValueError: if a table lacks a column, has one with the name of a field, or the documents are neither binary nor
            strings.
    """
    options = Options(edition, default_base, limits)
    if content is not None:
        return _table_links(source, _Columns(content, base, type, name), prefix, format, options)
    packs = packed(source, [row for name in sources for row in _files_with_sizes(os.fspath(name), base)])
    if not packs:
        return cast("DataFrame", source.createDataFrame([], SCHEMA))
    return cast("DataFrame", _names(source, packs).mapInArrow(_reader(format, options), SCHEMA))


# ---- files

SizedFile = tuple[File | FoundReference, int]
FileRow = tuple[bytes, str | None, bool, str | None]


def packed(spark: SparkSession, sized: list[SizedFile]) -> list[list[FileRow]]:
    """Group the files, in order, into packs of the size of Spark's partitions of files.

    Spark's rule (`FilePartition.maxSplitBytes`): a file costs its size and the cost of opening it; a partition has at
    most a core's share of the total, but at least the cost of opening one file and at most
    `spark.sql.files.maxPartitionBytes`. Opening costs `spark.sql.files.openCostInBytes`, if set, else 32 KiB.
    """
    opening = _setting(spark, "openCostInBytes", _OPENING)
    most = _setting(spark, "maxPartitionBytes", 128 << 20)
    total = sum(size + opening for _, size in sized)
    full = min(most, max(opening, total // max(1, spark.sparkContext.defaultParallelism)))
    packs: list[list[FileRow]] = []
    filled = 0
    for file, size in sized:
        # Files are not split: an archive is read by one task.
        if not packs or filled + size > full:
            packs.append([])
            filled = 0
        packs[-1].append(_file_row(file))
        filled += size + opening
    return packs


def _names(spark: SparkSession, packs: list[list[FileRow]]) -> DataFrame:
    """The names, with a partition for each pack.

    Spark makes each batch of an Arrow table a partition if the table is not inlined in the plan.
    """
    arrow = "spark.sql.execution.arrow.localRelationThreshold"
    setting = spark.conf.get(arrow)
    batches = [pyarrow.record_batch(list(zip(*pack, strict=True)), schema=_NAMES) for pack in packs]
    spark.conf.set(arrow, "0")
    try:
        return cast("DataFrame", spark.createDataFrame(pyarrow.Table.from_batches(batches)))
    finally:
        spark.conf.set(arrow, str(setting))


def _setting(spark: SparkSession, name: str, default: int) -> int:
    """A number in Spark's settings of files; a size has a unit: "128MB", "134217728b", "4m"."""
    text = str(spark.conf.get(f"spark.sql.files.{name}", str(default))).strip().lower()
    match = re.fullmatch(r"(\d+)\s*([kmgt]?)(?:i?b)?", text)
    if match is None:
        return default
    return int(match[1]) << {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}[match[2]]


def _file_row(file: File | FoundReference) -> FileRow:
    if isinstance(file, FoundReference):
        return os.fsencode(file.source), None, True, (file.error or "").removeprefix("cannot be read: ")
    return os.fsencode(file.name), file.base, file.asked_for, None


def _files_with_sizes(source: str, base: str | None) -> Iterator[SizedFile]:
    if not _URI.match(source):
        for name in matching(source):
            for file in (name,) if isinstance(name, FoundReference) else files(name, base):
                yield file, 0 if isinstance(file, FoundReference) else _size(file.name)
        return
    try:
        system, path = fs.FileSystem.from_uri(source)
        info = system.get_file_info(path)
        if info.type != fs.FileType.Directory:
            yield File(source, base), info.size or 0
            return
        entries = system.get_file_info(fs.FileSelector(path, recursive=True))
    except (OSError, ValueError) as failure:
        yield failed(source, failure), 0
        return
    for entry in sorted(entries, key=lambda entry: entry.path):
        if entry.is_file:
            rest = entry.path.removeprefix(path.rstrip("/"))
            file_base = None if base is None else base.rstrip("/") + rest
            yield File(source.rstrip("/") + rest, file_base, asked_for=False), entry.size or 0


def _size(name: str) -> int:
    try:
        return os.stat(name).st_size
    except (OSError, ValueError):
        return 0


def _reader(format: str | None, options: Options) -> Callable[[Iterable[Any]], Iterator[Any]]:
    def read(names: Iterable[Any]) -> Iterator[Any]:
        documents = (
            document
            for batch in names
            for row in batch.to_pylist()
            for document in _documents(row, format, options.limits)
        )
        return map(pyarrow.record_batch, options.columns(documents))

    return read


def _documents(row: dict[str, Any], format: str | None, limits: Limits) -> Iterator[Document | FoundReference]:
    name = os.fsdecode(row["name"])
    if row["error"] is not None:
        yield unreadable(name, row["error"])
        return
    file = File(name, row["base"], row["asked_for"])
    if not _URI.match(name):
        yield from documents_of_file(file, format, None, limits)
        return
    try:
        system, path = fs.FileSystem.from_uri(name)
        # Without `compression=None` Arrow would decompress by the suffix, and the readers do so by the content.
        with io.BufferedReader(cast(io.RawIOBase, system.open_input_stream(path, compression=None))) as stream:
            yield from documents_of_opened(stream, file, format, None, limits, own=name)
    except (OSError, ValueError) as failure:
        yield failed(name, failure)


# ---- tables


class _Columns(NamedTuple):
    content: str
    base: str | None
    type: str | None
    name: str | None


def _table_links(frame: DataFrame, columns: _Columns, prefix: str, format: str | None, options: Options) -> DataFrame:
    from pyspark.sql.types import BinaryType, StringType, StructField, StructType

    for column in filter(None, columns):
        if column not in frame.columns:
            raise ValueError(f"the table has no column {column!r}; it has {', '.join(frame.columns)}")
    type = frame.schema[columns.content].dataType
    if not isinstance(type, (BinaryType, StringType)):
        raise ValueError(f"documents are binary or strings; the column {columns.content!r} is {type.simpleString()}")
    fields = [field for field in frame.schema if field.name != columns.content]
    names = [field.name for field in fields]
    # Spark compares names of columns without case by default.
    field_names = {f"{prefix}{name}".lower() for name in FoundReference._fields}
    clashes = sorted(name for name in names if name.lower() in field_names)
    if clashes:
        raise ValueError(
            f"the table has columns with the names of fields: rename {', '.join(clashes)}, or give the fields a prefix"
        )
    added = [StructField(prefix + field.name, field.dataType, field.nullable) for field in StructType.fromDDL(SCHEMA)]
    schema = StructType([*fields, *added])
    # mapInArrow parses column names as expressions with dots and backticks, so use plain names.
    plain = frame.toDF(*(f"column{at}" for at in range(len(frame.columns))))
    return cast(
        "DataFrame", plain.mapInArrow(_table_reader(frame.columns, columns, names, prefix, format, options), schema)
    )


def _table_reader(
    names: list[str], columns: _Columns, other_names: list[str], prefix: str, format: str | None, options: Options
) -> Callable[[Iterable[Any]], Iterator[Any]]:
    def read(batches: Iterable[Any]) -> Iterator[Any]:
        for plain in batches:
            batch = plain.rename_columns(names)
            kept_columns = batch.select(other_names)
            for links, numbers in _batch_links(batch, columns, format, options):
                yield _with_columns(kept_columns.take(pyarrow.array(numbers, pyarrow.int64())), links, prefix)

    return read


def _batch_links(batch: Any, columns: _Columns, wish: str | None, options: Options) -> Iterator[tuple[Any, list[int]]]:
    """The references of a batch's documents as batches, with the index of each row's document."""

    def cell(column: str | None, at: int) -> str | None:
        value = None if column is None else batch.column(column)[at].as_py()
        return None if value is None else str(value)

    links, numbers = LinkRows(), list[int]()
    context, outer = options.context(links), options.outer
    for at in range(batch.num_rows):
        data = batch.column(columns.content)[at].as_py()
        if data is None:
            continue
        base, media = cell(columns.base, at), cell(columns.type, at)
        name = cell(columns.name, at) or base or "<document>"
        kind, charset = media_type(media or "")
        encoding = "utf-8" if isinstance(data, str) else charset
        data = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
        path = (base or name).partition("#")[0].partition("?")[0]
        format = wish or format_with_type(kind, path, data[:HEAD])
        document = Document(name, data, base, format, encoding)
        rows = (skipped_kind(name, kind or ""),) if format is None else references(document, outer, context)
        for row in rows:
            if isinstance(row, FoundReference) and row.problem != "skipped":
                links.append(row)
            if links.is_full:
                numbers += [at] * (len(links) - len(numbers))
                yield links.finish(), numbers
                numbers = []
        numbers += [at] * (len(links) - len(numbers))
    if numbers:
        yield links.finish(), numbers


def _with_columns(columns: Any, links: Any, prefix: str) -> Any:
    """A batch of rows, with the table's columns first."""
    rows = pyarrow.record_batch(links)
    found_fields = [field.with_name(prefix + field.name) for field in rows.schema]
    arrays, fields = [*columns.columns, *rows.columns], [*columns.schema, *found_fields]
    return pyarrow.record_batch(arrays, schema=pyarrow.schema(fields))
