"""Files of texts as a stream of record batches: text, CSV, JSON lines and Parquet, by pyarrow.

A reader holds one batch at a time and says how far it is. A byte order mark before the first row is not a part of it.
URLs of which one is not UTF-8 are octets, and its row is one with an error, not the end of a run.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import pyarrow as pa

from uriverse._core import Column

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
CODECS: Final = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2"}
BLOCK: Final = 8 << 20
ROWS: Final = 128 << 10


def format_of(name: str) -> Format | None:
    """The format that a file's suffix says; a suffix of compression after it is passed over."""
    path = Path(name)
    if path.suffix in CODECS:
        path = path.with_suffix("")
    return SUFFIXES.get(path.suffix.lower())


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows, and which part of the file has been read, from 0 to 1."""

    rows: Any
    done: float


@dataclass(frozen=True, slots=True)
class RaggedRow:
    """A row of a CSV file with too many or too few fields."""

    file: str
    line: int
    expected: int
    found: int

    def __str__(self) -> str:
        return f"{self.file}, row {self.line}: {self.expected} fields are expected, and there are {self.found}"


class NoColumn(KeyError):
    """A file has no column of a wanted name; the error names those that it has.

    Args:
        file: the file.
        wanted: the names, of which at least one is missing.
        known: the names that the file has; empty if the file is gone, as standard input is.
    """

    def __init__(self, file: str, wanted: Sequence[str], known: Sequence[str]) -> None:
        missing = [name for name in wanted if name not in known] if known else wanted
        there = f"; it has {', '.join(map(repr, known))}" if known else ""
        super().__init__(f"{file} has no column {' or '.join(map(repr, missing))}{there}")

    def __str__(self) -> str:
        return str(self.args[0])


class BadFile(ValueError):
    """A file that cannot be read any further, and where."""


def read(
    name: str,
    kind: Format,
    columns: Sequence[str],
    *,
    skip: Callable[[RaggedRow], None] | None = None,
    repeats: bool = False,
) -> Iterator[Piece]:
    """The named columns of a file, piece after piece; "-" is standard input.

    Args:
        name: the file.
        kind: its format.
        columns: the column of references, and others. The references are strings; the others have the file's types,
            which in CSV are strings.
        skip: what takes note of each ragged row of a CSV file, which is then left out; None ends the reading there.
        repeats: whether the references of a Parquet file may come as dictionaries, where it holds them so.

    Raises:
        NoColumn: if the file has no such column. A text file has one, whatever it is called. Of JSON lines this is
            known after the last row; standard input, which cannot be read again, must have a reference in some row.
        BadFile: if the file breaks its format, with the row.
        OSError: if the file cannot be opened, with its name, which pyarrow's own error does not have.
    """
    if name != "-":
        Path(name).open("rb").close()
    if kind == "text":
        yield from _read_text(name, columns[0])
    elif kind == "parquet":
        yield from _read_parquet(name, columns, repeats)
    elif kind == "jsonl":
        yield from _read_json(name, columns)
    else:
        yield from _read_csv(name, columns, "\t" if kind == "tsv" else ",", skip)


class _Opened:
    """A file with its place in it; what is compressed is read through its codec."""

    def __init__(self, name: str) -> None:
        self._file = pa.PythonFile(sys.stdin.buffer, mode="r") if name == "-" else pa.OSFile(name)
        self._size = 0 if name == "-" else os.path.getsize(name)
        codec = CODECS.get(Path(name).suffix)
        self.stream = self._file if codec is None else pa.CompressedInputStream(self._file, codec)

    def done(self) -> float:
        return self._file.tell() / self._size if self._size else 0.0


def _read_text(name: str, column: str) -> Iterator[Piece]:
    opened = _Opened(name)
    # The line that no block has ended yet, in parts, so that a long one is put together once.
    begun: list[bytes] = []
    first = True
    while block := opened.stream.read(BLOCK):
        if first:
            block, first = block.removeprefix(b"\xef\xbb\xbf"), False
        lines, newline, tail = block.rpartition(b"\n")
        if newline:
            yield Piece(_lines(b"".join([*begun, lines, newline]), column), opened.done())
            begun = []
        begun.append(tail)
    if last := b"".join(begun):
        yield Piece(_lines(last, column), 1.0)


def _lines(block: bytes, column: str) -> Any:
    """The lines of a block, ended by LF or CR LF: texts, or octets if one of them is not UTF-8."""
    lines = Column.of_lines(block)
    if not lines.null_count:
        return pa.record_batch({column: pa.array(lines)})
    octets = [line.removesuffix(b"\r") for line in block.removesuffix(b"\n").split(b"\n")]
    return pa.record_batch({column: pa.array(octets, pa.binary())})


def _read_csv(
    name: str, columns: Sequence[str], delimiter: str, skip: Callable[[RaggedRow], None] | None
) -> Iterator[Piece]:
    from pyarrow import csv

    ragged: list[RaggedRow] = []

    def invalid(row: Any) -> str:
        ragged.append(RaggedRow(name, row.number, row.expected_columns, row.actual_columns))
        if skip is None:
            return "error"
        skip(ragged[-1])
        return "skip"

    opened = _Opened(name)
    parsing = csv.ParseOptions(delimiter=delimiter, newlines_in_values=True, invalid_row_handler=invalid)
    try:
        reader = csv.open_csv(
            opened.stream,
            # With threads of its own the reader does not number the rows, and is no faster.
            read_options=csv.ReadOptions(block_size=BLOCK, use_threads=False),
            parse_options=parsing,
            convert_options=csv.ConvertOptions(
                include_columns=list(columns),
                column_types=dict.fromkeys(columns, pa.binary()),
                strings_can_be_null=True,
                quoted_strings_can_be_null=False,
                null_values=[""],
            ),
        )
        for batch in reader:
            texts = {column: as_text(batch.column(column)) for column in columns[1:]}
            yield Piece(pa.record_batch({columns[0]: _text_or_octets(batch.column(columns[0]))} | texts), opened.done())
    except KeyError:
        known = [] if name == "-" else csv.open_csv(_Opened(name).stream, parse_options=parsing).schema.names
        raise NoColumn(name, columns, known) from None
    except pa.ArrowInvalid as error:
        raise BadFile(str(ragged[-1]) if ragged else f"{name}: {error}") from None


def _text_or_octets(column: Any) -> Any:
    """Octets as strings if all of them are UTF-8."""
    try:
        return column.cast(pa.string())
    except pa.ArrowInvalid:
        return column


def as_text(column: Any) -> Any:
    """Octets as strings: an octet that is not UTF-8 is percent-encoded."""
    column = _text_or_octets(column)
    if pa.types.is_string(column.type):
        return column
    return pa.array(
        [None if text is None else text.decode("utf-8", PERCENT) for text in column.to_pylist()], pa.string()
    )


def _triplets(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "".join(f"%{octet:02X}" for octet in error.object[error.start : error.end]), error.end


PERCENT: Final = "uriverse.percent"
codecs.register_error(PERCENT, _triplets)


def _read_json(name: str, columns: Sequence[str]) -> Iterator[Piece]:
    from pyarrow import json as arrow_json

    opened, rows, nulls = _Opened(name), 0, 0
    try:
        reader = arrow_json.open_json(
            opened.stream,
            read_options=arrow_json.ReadOptions(block_size=BLOCK),
            parse_options=arrow_json.ParseOptions(
                explicit_schema=pa.schema({columns[0]: pa.string()}),
                unexpected_field_behavior="infer" if len(columns) > 1 else "ignore",
            ),
        )
        for batch in reader:
            if not set(columns) <= set(batch.schema.names):
                raise NoColumn(name, columns, batch.schema.names)
            rows += batch.num_rows
            nulls += batch.column(columns[0]).null_count
            yield Piece(_checked(batch.select(columns)), opened.done())
        # A row may leave a field out, so that only the whole file tells that it has no such field.
        if nulls == rows:
            known = [] if name == "-" else arrow_json.open_json(_Opened(name).stream).schema.names
            if columns[0] not in known:
                raise NoColumn(name, columns, known)
    except pa.ArrowInvalid as error:
        # pyarrow counts the rows of a block, from 0.
        place = re.search(r"(.*) in row (\d+)$", str(error))
        where, what = (f", row {rows + int(place[2]) + 1}", place[1]) if place else ("", str(error))
        raise BadFile(f"{name}{where}: {what}") from None


def _checked(batch: Any) -> Any:
    """The same rows with strings that are UTF-8, which pyarrow's reader of JSON does not look after."""
    for number, field in enumerate(batch.schema):
        if pa.types.is_string(field.type):
            read = as_text if number else _text_or_octets
            batch = batch.set_column(number, field.name, read(batch.column(number).cast(pa.binary())))
    return batch


def _read_parquet(name: str, columns: Sequence[str], repeats: bool) -> Iterator[Piece]:
    from pyarrow import parquet

    file = parquet.ParquetFile(name)
    if not set(columns) <= set(file.schema_arrow.names):
        raise NoColumn(name, columns, file.schema_arrow.names)
    is_text = pa.types.is_string(file.schema_arrow.field(columns[0]).type)
    if repeats and is_text and _come_again(file.metadata, columns[0]):
        file = parquet.ParquetFile(name, read_dictionary=[columns[0]])
    seen, rows = 0, file.metadata.num_rows
    for batch in file.iter_batches(batch_size=ROWS, columns=list(columns)):
        seen += batch.num_rows
        texts = batch.column(columns[0])
        if _are_octets(texts.type):
            batch = batch.set_column(batch.schema.get_field_index(columns[0]), columns[0], _text_or_octets(texts))
        yield Piece(batch, seen / rows)


def _are_octets(data_type: Any) -> bool:
    return bool(pa.types.is_binary(data_type) or pa.types.is_large_binary(data_type))


# A column whose values take fewer octets than this each, uncompressed, holds places in a dictionary: texts of 60 octets
# that come eight times or more.
REPEATED: Final = 8


def _come_again(metadata: Any, column: str) -> bool:
    """Whether a file holds the texts of a column as a dictionary, nearly all of them more than once."""
    size = 0
    for group in range(metadata.num_row_groups):
        chunks = (metadata.row_group(group).column(number) for number in range(metadata.num_columns))
        chunk = next((chunk for chunk in chunks if chunk.path_in_schema == column), None)
        if chunk is None or not chunk.has_dictionary_page:
            return False
        size += chunk.total_uncompressed_size
    return bool(size < REPEATED * metadata.num_rows)
