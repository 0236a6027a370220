"""Tables to files: text, CSV, JSON lines and Parquet, by pyarrow.

A file is whole or not there (`uriverse.output`). A suffix of compression after the format's own (`parts.csv.gz`)
compresses it. CSV has no lists and structs: those are written as JSON.
"""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, cast

import pyarrow as pa
import pyarrow.compute as pc

from uriverse.columns.files import CODECS, Format
from uriverse.output import whole_file


class Writer(Protocol):
    """Takes tables of one schema, one after the other."""

    def write(self, table: Any) -> None:
        """Append the rows."""

    def close(self) -> None:
        """Write what is left."""


class JsonLines:
    """One JSON object a line. Strings are escaped column by column; there is no object per row."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, table: Any) -> None:
        """Append the rows."""
        parts: list[Any] = []
        for number, name in enumerate(table.column_names):
            parts += [("," if number else "{") + json.dumps(name) + ":", _as_json(table.column(name))]
        if table.num_rows:
            lines = pc.binary_join_element_wise(*parts, "}\n", "")
            joined = pc.binary_join(pa.ListArray.from_arrays([0, len(lines)], pa.concat_arrays(lines.chunks)), "")
            self._file.write(joined[0].as_buffer())

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _as_json(column: Any) -> Any:
    """Each value as JSON writes it, null as null."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if pa.types.is_integer(column.type) or pa.types.is_boolean(column.type):
        return pc.fill_null(column.cast(pa.string()), "null")
    if pa.types.is_temporal(column.type):
        column = column.cast(pa.string())
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return _each_as_json(column)
    escaped = pc.replace_substring(pc.replace_substring(column, "\\", "\\\\"), '"', '\\"')
    if pc.any(pc.match_substring_regex(escaped, "[\\x00-\\x1f]")).as_py():
        return _each_as_json(column)
    quoted = pc.binary_join_element_wise('"', escaped.cast(pa.string()), '"', "")
    return pc.fill_null(quoted, "null")


def _each_as_json(column: Any) -> Any:
    """Each value by itself: what JSON has no word for is written as its text, and NaN as null."""
    return pa.chunked_array([pa.array([_json(value) for value in column.to_pylist()], pa.string())])


def _json(value: object) -> str:
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "null"
    return json.dumps(value, default=_described)


def _described(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


class Csv:
    """Comma- or tab-separated values, with a heading."""

    def __init__(self, file: Any, schema: Any, delimiter: str) -> None:
        from pyarrow import csv

        plain = pa.schema({field.name: pa.string() if _is_nested(field.type) else field.type for field in schema})
        self._file = file
        self._writer = csv.CSVWriter(file, plain, write_options=csv.WriteOptions(delimiter=delimiter))

    def write(self, table: Any) -> None:
        """Append the rows."""
        for number, field in enumerate(table.schema):
            if _is_nested(field.type):
                column = table.column(number)
                texts = pc.if_else(column.is_valid(), _each_as_json(column), pa.scalar(None, pa.string()))
                table = table.set_column(number, field.name, texts)
        self._writer.write(table)

    def close(self) -> None:
        """Write what is left and close the file."""
        self._writer.close()
        self._file.close()


def _is_nested(data_type: Any) -> bool:
    return bool(pa.types.is_nested(data_type))


class Lines:
    """The first column, one value a line; null is an empty line."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, table: Any) -> None:
        """Append the rows."""
        for text in table.column(0).to_pylist():
            self._file.write(("" if text is None else str(text)).encode() + b"\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class WholeFile:
    """A file that is written beside its final name and takes that name when it is closed without an error.

    One piece is written while the next is read and parsed; a third waits.
    """

    def __init__(self, name: str, kind: Format, schema: Any) -> None:
        self._stack = ExitStack()
        self._part = self._stack.enter_context(whole_file(name))
        try:
            self._writer = self._begin(kind, schema, CODECS.get(Path(name).suffix))
        except BaseException as error:
            self._stack.__exit__(type(error), error, error.__traceback__)
            raise
        self._behind = ThreadPoolExecutor(1)
        self._pending: Future[None] | None = None

    def _begin(self, kind: Format, schema: Any, codec: str | None) -> Writer:
        if kind == "parquet":
            from pyarrow import parquet

            return cast("Writer", parquet.ParquetWriter(self._part, schema, compression="zstd"))
        file = pa.OSFile(str(self._part), "wb")
        if codec is not None:
            file = pa.CompressedOutputStream(file, codec)
        if kind in {"csv", "tsv"}:
            return Csv(file, schema, "\t" if kind == "tsv" else ",")
        return JsonLines(file) if kind == "jsonl" else Lines(file)

    def write(self, table: Any) -> None:
        """Append the rows; what went wrong with those before is raised."""
        self._wait()
        self._pending = self._behind.submit(self._writer.write, table)

    def _wait(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._behind.shutdown(cancel_futures=kind is not None)
            self._writer.close()
            if kind is None:
                self._wait()
        except BaseException as failure:
            self._stack.__exit__(type(failure), failure, failure.__traceback__)
            raise
        # Without an error the file takes its name.
        self._stack.__exit__(kind, error, trace)
