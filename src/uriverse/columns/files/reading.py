"""Files of texts as a stream of record batches: text, CSV, JSON lines, Parquet and Arrow IPC, by pyarrow.

    schema_of(source)      names and types, before reading rows; an invalid column is an error
    read(source, types)    the rows, a batch at a time, and the fraction of the file that has been read

An invalid row is a `Reject`. If a URL is not UTF-8, the batch has octets instead of texts, so its row has an error and
the run continues.
"""

from __future__ import annotations

import csv as heading
from _collections_abc import Callable, Iterator, Sequence
from collections import deque
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pyarrow as pa

from uriverse._core import Column
from uriverse.columns.files.inputs import Format, NoColumn, Piece, Skip, TableFile
from uriverse.columns.files.json_lines import read_json, types_of
from uriverse.columns.files.octets import (
    CODECS,
    HEAD,
    BadFile,
    Octets,
    StandIns,
    are_octets,
    as_text,
    is_stream,
    text_or_octets,
)
from uriverse.ground.lean_typing import Any, Final

SUFFIXES: Final[dict[str, Format]] = {
    ".txt": "text", ".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl",
    ".parquet": "parquet", ".pq": "parquet", ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow",
}  # fmt: skip
BLOCK: Final = 8 << 20
ROWS: Final = 128 << 10
# Seconds for Arrow's thread to stop.
SLOWEST: Final = 2.0


def format_of(name: str) -> Format | None:
    """The format by a file's suffix, ignoring a suffix of compression."""
    path = Path(name)
    if path.suffix in CODECS:
        path = path.with_suffix("")
    return SUFFIXES.get(path.suffix.lower())


def schema_of(source: TableFile) -> Any:
    """The required columns with their types, and the metadata of the file. References are text."""
    if source.kind == "text":
        source.octets()
        _check_names(source, source.columns[:1])
        return pa.schema([(source.columns[0], pa.string())])
    if source.kind in ("csv", "tsv"):
        names = _heading(source)
        _check_names(source, names)
        return pa.schema([(name, pa.string()) for name in source.columns])
    if source.kind == "jsonl":
        return types_of(source, BLOCK)
    with _opened(source) as file:
        schema = file.schema if source.kind == "arrow" else file.schema_arrow
        _check_names(source, schema.names)
        fields = pa.schema([schema.field(name) for name in source.columns], schema.metadata)
    references = fields.field(0).type
    values = references.value_type if pa.types.is_dictionary(references) else references
    if not (_is_text(values) or are_octets(values) or pa.types.is_null(values)):
        source.refuse_type(references)
    return fields.set(0, fields.field(0).with_type(pa.string()))


def read(source: TableFile, types: Any, *, skip: Skip | None = None, repeats: bool = False) -> Iterator[Piece]:
    """The required columns of a file, in pieces.

    `skip` is called for each invalid row, which is an error without it. With `repeats` references may be dictionaries.

    A NoColumn error comes at the end, if no row of a JSON lines file has the column. A BadFile error has the row.
    """
    if source.kind == "text":
        yield from _read_text(source)
    elif source.kind == "parquet":
        yield from _read_parquet(source, repeats)
    elif source.kind == "arrow":
        yield from _read_arrow(source)
    elif source.kind == "jsonl":
        yield from read_json(source, types, skip, BLOCK)
    else:
        yield from _read_csv(source, skip)


def _check_names(source: TableFile, names: Sequence[str]) -> None:
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        raise BadFile(f"{source.name} has two columns with the name {twice!r}: names in a heading are unique")
    if not set(source.columns) <= set(names):
        raise NoColumn(source.name, source.columns, names)


def _read_text(source: TableFile) -> Iterator[Piece]:
    octets = source.octets()
    # The parts of the unfinished line, so a long one is joined only once.
    begun: list[bytes] = []
    while block := octets.read(BLOCK):
        lines, newline, tail = block.rpartition(b"\n")
        if newline:
            yield Piece(_lines(b"".join([*begun, lines, newline]), source.columns[0]), octets.done())
            begun = []
        begun.append(tail)
    if last := b"".join(begun):
        yield Piece(_lines(last, source.columns[0]), 1.0)


def _lines(block: bytes, column: str) -> Any:
    """The lines of a block, which end with LF or CR LF: texts, or octets if one is not UTF-8."""
    lines = Column.of_lines(block)
    if not lines.null_count:
        return pa.record_batch({column: pa.array(lines)})
    octets = [line.removesuffix(b"\r") for line in block.removesuffix(b"\n").split(b"\n")]
    return pa.record_batch({column: pa.array(octets, pa.binary())})


def _heading(source: TableFile) -> list[str]:
    if source.layout.header:
        return list(source.layout.header)
    text = source.octets().peek(HEAD).decode("utf-8", "surrogateescape")
    delimiter, quote = source.delimiter, source.layout.quote or None
    try:
        rows = heading.reader(
            text.splitlines(keepends=True),
            delimiter=delimiter,
            quotechar=quote,
            quoting=heading.QUOTE_MINIMAL if quote else heading.QUOTE_NONE,
        )
        return next((row for row in rows if row), [])
    except heading.Error as error:
        raise BadFile(f"{source.name}: the heading cannot be read: {error}") from None


class _Trail:
    """Records the octets that Arrow's CSV reader has read but may not have processed, to find the line of a row."""

    def __init__(self, octets: Octets) -> None:
        self._octets = octets
        # Arrow does not call the handler for a row that is not UTF-8, so invalid octets are encoded.
        self.stand_ins, self._left = StandIns(), b""
        self._blocks: deque[bytes] = deque()
        # The number of the line at offset `_at` of the blocks.
        self._at, self._line = 0, 1

    def read(self, size: int) -> bytes:
        while len(self._left) < size and (more := self._octets.read(size)):
            self._left += self.stand_ins.put(more, False)
        if len(self._left) < size:
            self._left += self.stand_ins.put(b"", True)
        block, self._left = self._left[:size], self._left[size:]
        self._blocks.append(block)
        while len(self._blocks) > 3:
            gone = self._blocks.popleft()
            self._line += gone.count(b"\n", self._at)
            self._at = max(0, self._at - len(gone))
        return block

    def close(self) -> None:
        self._octets.close()

    def line_of(self, text: str) -> int | None:
        """The first line of a row, after the previous row; None if it is not found."""
        octets, row = b"".join(self._blocks), text.encode("utf-8", "surrogateescape")
        start = self._at
        while (start := octets.find(row, start)) >= 0:
            end = start + len(row)
            if (not start or octets[start - 1 : start] in b"\r\n") and octets[end : end + 1] in b"\r\n":
                mark = b"\n" if b"\n" in octets else b"\r"
                self._line += octets.count(mark, self._at, start)
                self._at = start
                line = self._line
                # Continue after it: the next row may be equal.
                self._line += octets.count(mark, start, end)
                self._at = end
                return line
            start += 1
        return None


class _ArrowInput:
    """What Arrow reads and calls, in a thread of its own, also after an error or the last batch that is wanted.

    A process that ends while the thread needs Python is aborted. So the file ends as soon as `ended` is true,
    `returned` is set once Arrow has dropped this object, and a buffer keeps the octets, not an object of Python.
    """

    closed = ended = False

    def __init__(self, trail: _Trail, invalid: Callable[[Any], str], returned: Event) -> None:
        self._trail, self._invalid, self._returned = trail, invalid, returned

    def invalid(self, row: Any) -> str:
        return self._invalid(row)

    def read(self, size: int) -> bytes:
        return b"" if self.ended else self._trail.read(size)

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._trail.close()

    def __del__(self) -> None:
        self._returned.set()


def _read_csv(source: TableFile, skip: Skip | None) -> Iterator[Piece]:
    from pyarrow import csv

    octets = source.octets()
    trail = _Trail(octets)
    columns, layout = list(source.columns), source.layout
    failures: list[BadFile] = []
    reader = None

    def invalid(row: Any) -> str:
        reason = f"{row.expected_columns} fields are expected, and there are {row.actual_columns}"
        try:
            text = trail.stand_ins.octets(row.text.encode()).decode("utf-8", "surrogateescape")
            source.refuse(skip, trail.line_of(row.text), None, reason, text)
        except BadFile as error:
            # By its traceback it would keep what Arrow reads from.
            failures.append(error.with_traceback(None))
            return "error"
        return "skip"

    returned = Event()
    arrow_input = _ArrowInput(trail, invalid, returned)
    try:
        reader = csv.open_csv(
            pa.BufferedInputStream(pa.PythonFile(arrow_input, mode="r"), HEAD),
            # With threads the reader does not number the rows, and is not faster.
            read_options=csv.ReadOptions(block_size=BLOCK, use_threads=False, column_names=list(layout.header) or None),
            parse_options=csv.ParseOptions(
                delimiter=source.delimiter,
                quote_char=layout.quote or False,
                newlines_in_values=True,
                invalid_row_handler=arrow_input.invalid,
            ),
            convert_options=csv.ConvertOptions(
                include_columns=columns,
                column_types=dict.fromkeys(columns, pa.binary()),
                strings_can_be_null=True,
                quoted_strings_can_be_null=False,
                null_values=[""],
            ),
        )
        for batch in reader:
            stand_ins = {column: trail.stand_ins.taken(batch.column(column)) for column in columns}
            texts = {column: as_text(stand_ins[column]) for column in columns[1:]}
            yield Piece(pa.record_batch({columns[0]: text_or_octets(stand_ins[columns[0]])} | texts), octets.done())
    except pa.ArrowInvalid as error:
        reason = str(error)
        if "straddling" in reason:
            reason = f"a row has more than {BLOCK:,} octets; if a quotation mark is not closed, --quote '' reads none"
        raise failures[0] if failures else BadFile(f"{source.name}: {reason}") from None
    finally:
        arrow_input.ended = True
        del reader, arrow_input
        # Wait for the reader's thread, but not longer than this: it may be waiting for a slow pipe.
        returned.wait(SLOWEST)


def _is_text(data_type: Any) -> bool:
    kinds = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(is_one(data_type) for is_one in kinds)


@contextmanager
def _opened(source: TableFile) -> Iterator[Any]:
    if is_stream(source.name):
        name = "standard input" if source.name == "-" else source.name
        raise BadFile(f"{name} is read from its beginning to its end: give {source.kind} as a file")
    Path(source.name).open("rb").close()
    try:
        if source.kind == "parquet":
            from pyarrow import parquet

            with parquet.ParquetFile(source.name) as file:
                yield file
            return
        with pa.memory_map(source.name) as memory:
            is_file = memory.read(6) == b"ARROW1"
            memory.seek(0)
            yield (pa.ipc.open_file if is_file else pa.ipc.open_stream)(memory)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise BadFile(f"{source.name} cannot be read as {source.kind}: {error}") from None


def _read_arrow(source: TableFile) -> Iterator[Piece]:
    with _opened(source) as file:
        count = getattr(file, "num_record_batches", None)
        batches = file if count is None else map(file.get_batch, range(count))
        for number, batch in enumerate(batches, 1):
            for start in range(0, batch.num_rows, ROWS):
                rows = batch.select(list(source.columns)).slice(start, ROWS)
                yield Piece(_with_texts(rows, source.columns[0]), number / count if count else 0.0)


def _read_parquet(source: TableFile, repeats: bool) -> Iterator[Piece]:
    from pyarrow import parquet

    column = source.columns[0]
    with _opened(source) as file:
        is_text = pa.types.is_string(file.schema_arrow.field(column).type)
        uses_dictionary = repeats and is_text and _repeats(file.metadata, column)
        count, rows = 0, file.metadata.num_rows
        reader = parquet.ParquetFile(source.name, read_dictionary=[column]) if uses_dictionary else file
        for batch in reader.iter_batches(batch_size=ROWS, columns=list(source.columns)):
            count += batch.num_rows
            yield Piece(_with_texts(batch, column), count / rows)


def _with_texts(batch: Any, column: str) -> Any:
    """The rows with references as strings, or octets if one is not UTF-8; a dictionary of strings is kept."""
    number = batch.schema.get_field_index(column)
    texts = batch.column(number)
    if pa.types.is_dictionary(texts.type) and pa.types.is_string(texts.type.value_type):
        return batch
    return batch.set_column(number, column, text_or_octets(texts))


# A column with fewer uncompressed octets per value than this is mostly dictionary indices. Example: texts of 60 octets
# that occur at least eight times each.
REPEATED: Final = 8


def _repeats(metadata: Any, column: str) -> bool:
    """Whether a file has a dictionary for a column, in which nearly all texts repeat."""
    size = 0
    for group in range(metadata.num_row_groups):
        chunks = (metadata.row_group(group).column(number) for number in range(metadata.num_columns))
        chunk = next((chunk for chunk in chunks if chunk.path_in_schema == column), None)
        if chunk is None or not chunk.has_dictionary_page:
            return False
        size += chunk.total_uncompressed_size
    return bool(size < REPEATED * metadata.num_rows)
