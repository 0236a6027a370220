"""Rows as Arrow record batches, with one schema for Parquet files and Spark.

Only this module converts rows to columns; it needs pyarrow (the extra `arrow`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

from uriverse._core import Column, LinkRows
from uriverse.documents.rows import FoundReference
from uriverse.ground import extras

pyarrow: Final = extras.pyarrow()

_TYPES: Final = {
    "line": pyarrow.int64(), "column": pyarrow.int64(), "valid": pyarrow.bool_(), "follow": pyarrow.bool_(),
    "rel": pyarrow.list_(pyarrow.string()),
}  # fmt: skip


def schema(fields: Sequence[str] = FoundReference._fields) -> Any:
    """The Arrow schema of rows, or of some of their fields.

    `line` and `column` are int64, `valid` and `follow` bool, `rel` is a list of strings, the rest are strings.

    >>> str(schema(["line", "valid", "error"]).types)
    '[DataType(int64), DataType(bool), DataType(string)]'
    """
    return pyarrow.schema([(name, _TYPES.get(name, pyarrow.string())) for name in fields])


def gathered(rows: Iterable[Any], fields: Sequence[str] = FoundReference._fields) -> Iterator[Any]:
    """Group rows into record batches, pass record batches through, and keep only `fields`.

    Octets that are not UTF-8 (lone surrogates in a row) become U+FFFD, because Arrow's strings are UTF-8.
    """
    names = list(fields)
    pending = LinkRows()
    for row in rows:
        is_row = isinstance(row, FoundReference)
        if is_row:
            pending.append(row)
        if pending.is_full or (len(pending) and not is_row):
            yield pyarrow.record_batch(pending.finish()).select(names)
        if not is_row:
            yield row.select(names)
    if len(pending):
        yield pyarrow.record_batch(pending.finish()).select(names)


def reader(columns: Iterable[Column]) -> Any:
    """A reader of record batches from struct columns of rows (`Options.columns`)."""
    return pyarrow.RecordBatchReader.from_batches(schema(), map(pyarrow.record_batch, columns))


def written(columns: Iterable[Column]) -> bytes:
    """Struct columns of rows in Arrow's streaming format."""
    # Rows of a page repeat its name and base, so compression shrinks them to a tenth.
    packing = "lz4" if pyarrow.Codec.is_available("lz4") else None
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, schema(), options=pyarrow.ipc.IpcWriteOptions(compression=packing)) as stream:
        for batch in map(pyarrow.record_batch, columns):
            stream.write_batch(batch)
    return cast(bytes, sink.getvalue().to_pybytes())


def read(data: memoryview) -> Iterator[Any]:
    """Yield the batches that `written` wrote."""
    with pyarrow.ipc.open_stream(pyarrow.py_buffer(data)) as stream:
        yield from stream
