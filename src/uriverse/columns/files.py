"""Files of texts as a stream of record batches, and back: text, CSV, JSON lines and Parquet, by pyarrow.

A reader holds one batch at a time and says how far it is. A writer's file is whole or not there (`uriverse.output`).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Protocol, Self, TypeAlias, cast

import pyarrow as pa
import pyarrow.compute as pc

from uriverse._core import Column
from uriverse.output import whole_file

Format: TypeAlias = Literal["text", "csv", "tsv", "jsonl", "parquet"]

SUFFIXES: Final[dict[str, Format]] = {
    ".txt": "text",
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}
BLOCK: Final = 8 << 20
ROWS: Final = 128 << 10


def format_of(name: str) -> Format | None:
    """The format that a file's suffix says; a suffix of compression before it is passed over."""
    path = Path(name)
    if path.suffix in {".gz", ".zst", ".bz2"}:
        path = path.with_suffix("")
    return SUFFIXES.get(path.suffix.lower())


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows, all columns being strings, and which part of the file has been read, from 0 to 1."""

    rows: Any
    done: float


def read(name: str, kind: Format, columns: Sequence[str]) -> Iterator[Piece]:
    """The named columns of a file, piece after piece; "-" is standard input.

    Raises:
        KeyError: where the file has no such column. A text file has one, whatever it is called.
    """
    if kind == "text":
        yield from _read_text(name, columns[0])
    elif kind == "parquet":
        yield from _read_parquet(name, columns)
    elif kind == "jsonl":
        yield from _read_json(name, columns)
    else:
        yield from _read_csv(name, columns, "\t" if kind == "tsv" else ",")


class _Opened:
    """A file with its place in it; what is compressed is read through its codec."""

    def __init__(self, name: str) -> None:
        self._file = pa.PythonFile(sys.stdin.buffer, mode="r") if name == "-" else pa.OSFile(name)
        self._size = 0 if name == "-" else os.path.getsize(name)
        codec = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2"}.get(Path(name).suffix)
        self.stream = self._file if codec is None else pa.CompressedInputStream(self._file, codec)

    def done(self) -> float:
        return self._file.tell() / self._size if self._size else 0.0


def _read_text(name: str, column: str) -> Iterator[Piece]:
    opened = _Opened(name)
    # The line that no block has ended yet, in parts, so that a long one is put together once.
    begun: list[bytes] = []
    while block := opened.stream.read(BLOCK):
        lines, newline, tail = block.rpartition(b"\n")
        if newline:
            yield Piece(_lines(b"".join([*begun, lines]), column), opened.done())
            begun = []
        begun.append(tail)
    if last := b"".join(begun):
        yield Piece(_lines(last, column), 1.0)


def _lines(block: bytes, column: str) -> Any:
    """The lines of a block, ended by LF or CR LF. Octets that are no UTF-8 become U+FFFD, which no edition takes."""
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n").removesuffix(b"\r")
    lines = Column.of_lines(block)
    if lines is None:
        lines = Column.of_lines(block.decode("utf-8", "replace").encode())
    return pa.record_batch({column: pa.array(lines)})


def _read_csv(name: str, columns: Sequence[str], delimiter: str) -> Iterator[Piece]:
    from pyarrow import csv

    opened = _Opened(name)
    reader = csv.open_csv(
        opened.stream,
        read_options=csv.ReadOptions(block_size=BLOCK),
        parse_options=csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            include_columns=list(columns),
            column_types=dict.fromkeys(columns, pa.string()),
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
            null_values=[""],
        ),
    )
    for batch in reader:
        yield Piece(batch, opened.done())


def _read_json(name: str, columns: Sequence[str]) -> Iterator[Piece]:
    from pyarrow import json as arrow_json

    opened = _Opened(name)
    reader = arrow_json.open_json(
        opened.stream,
        read_options=arrow_json.ReadOptions(block_size=BLOCK),
        parse_options=arrow_json.ParseOptions(
            explicit_schema=pa.schema(dict.fromkeys(columns, pa.string())), unexpected_field_behavior="ignore"
        ),
    )
    for batch in reader:
        yield Piece(batch, opened.done())


def _read_parquet(name: str, columns: Sequence[str]) -> Iterator[Piece]:
    from pyarrow import parquet

    file = parquet.ParquetFile(name)
    for column in columns:
        if column not in file.schema_arrow.names:
            raise KeyError(column)
    seen, rows = 0, file.metadata.num_rows
    for batch in file.iter_batches(batch_size=ROWS, columns=list(columns)):
        seen += batch.num_rows
        yield Piece(batch, seen / rows)


class Writer(Protocol):
    """Takes tables of one schema, one after the other."""

    def write(self, table: Any) -> None:
        """Append the rows."""

    def close(self) -> None:
        """Write what is left."""


class JsonLines:
    """One JSON object a line. Strings are escaped column by column; there is no object per row."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

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
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return pc.fill_null(column.cast(pa.string()), "null")
    escaped = pc.replace_substring(pc.replace_substring(column, "\\", "\\\\"), '"', '\\"')
    if pc.any(pc.match_substring_regex(escaped, "[\\x00-\\x1f]")).as_py():
        texts = column.to_pylist()
        return pa.chunked_array([pa.array(["null" if text is None else json.dumps(text) for text in texts])])
    quoted = pc.binary_join_element_wise('"', escaped.cast(pa.string()), '"', "")
    return pc.fill_null(quoted, "null")


class Lines:
    """The first column, one value a line; null is an empty line."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

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
            self._writer = self._begin(kind, schema)
        except BaseException as error:
            self._stack.__exit__(type(error), error, error.__traceback__)
            raise
        self._behind = ThreadPoolExecutor(1)
        self._pending: Future[None] | None = None

    def _begin(self, kind: Format, schema: Any) -> Writer:
        if kind == "parquet":
            from pyarrow import parquet

            return cast("Writer", parquet.ParquetWriter(self._part, schema, compression="zstd"))
        if kind in {"csv", "tsv"}:
            from pyarrow import csv

            options = csv.WriteOptions(delimiter="\t" if kind == "tsv" else ",")
            return cast("Writer", csv.CSVWriter(self._part, schema, write_options=options))
        return JsonLines(self._part) if kind == "jsonl" else Lines(self._part)

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
