"""Write tables to files and standard output: text, CSV, JSON lines, Parquet and Arrow IPC, by pyarrow.

Files are written atomically (`uriverse.ground.output`). A suffix of compression (`parts.csv.gz`) compresses the file.
In CSV, lists and structs are written as JSON. In CSV and JSON, octets are written in base64.

A writer has two steps. `part` converts some rows to octets, in any thread; `append` writes the parts in order.
"""

from __future__ import annotations

import json
import sys
from _collections_abc import Iterator
from base64 import b64encode
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import pyarrow as pa

from uriverse.columns.files.inputs import Format
from uriverse.columns.files.octets import CODECS, are_octets, scalar
from uriverse.ground.lean_typing import Any, Final, Protocol
from uriverse.ground.masking import escaped, masked
from uriverse.ground.output import whole_file

# The number of rows in which Parquet's repeated texts are detected. With fewer rows than MIN_COUNTED, all columns have
# dictionaries: they are small in any form, and counting values imports `pyarrow.compute` (30 ms of processor time).
SAMPLE: Final = 8192
MIN_COUNTED: Final = 256
# The distinct fraction of the sample if values occur about three times in a row group of 131,072 rows. Above it, a
# dictionary costs more than it saves.
MOSTLY_DISTINCT: Final = 0.9


class Writer(Protocol):
    """Writes tables of one schema."""

    def part(self, table: Any) -> Any:
        """Convert some rows to octets; may be called in several threads at once."""

    def append(self, part: Any) -> None:
        """Append what `part` made."""

    def close(self) -> None:
        """Write the rest and close the file."""


class Appended:
    """A file of independent parts."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def append(self, part: Any) -> None:
        self._file.write(part)

    def close(self) -> None:
        self._file.close()


class JsonLines(Appended):
    """One JSON object per line. Strings are escaped by column, without an object per row."""

    def part(self, table: Any) -> Any:
        import pyarrow.compute as pc

        parts: list[Any] = []
        for number, name in enumerate(table.column_names):
            parts += [scalar(("," if number else "{") + json.dumps(name) + ":"), _as_json(table.column(name))]
        if not table.num_rows:
            return b""
        lines = pc.binary_join_element_wise(*parts, scalar("}\n"), scalar(""))
        whole = pa.concat_arrays(lines.chunks)
        return whole.buffers()[2].slice(0, pc.sum(pc.binary_length(whole)).as_py())


def _values(column: Any) -> Any:
    """A column without a dictionary, with octets in base64."""
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if not are_octets(kind):
        return column if column.type == kind else column.cast(kind)
    return pa.chunked_array(
        [pa.array([None if value is None else _base64(value) for value in column.to_pylist()], pa.string())]
    )


def _base64(value: bytes) -> str:
    return b64encode(value).decode("ascii")


def _as_json(column: Any) -> Any:
    """Each value as JSON, including null."""
    import pyarrow.compute as pc

    column = _values(column)
    if pa.types.is_integer(column.type) or pa.types.is_boolean(column.type):
        return pc.fill_null(column.cast(pa.string()), scalar("null"))
    if pa.types.is_temporal(column.type):
        column = column.cast(pa.string())
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return _each_as_json(column)
    escaped = pc.replace_substring(pc.replace_substring(column, "\\", "\\\\"), '"', '\\"')
    if pc.any(pc.match_substring_regex(escaped, "[\\x00-\\x1f]")).as_py():
        return _each_as_json(column)
    quote = scalar('"')
    quoted = pc.binary_join_element_wise(quote, escaped.cast(pa.string()), quote, scalar(""))
    return pc.fill_null(quoted, scalar("null"))


def _each_as_json(column: Any) -> Any:
    """Convert values one by one: other types are converted by `str`, and NaN is null."""
    return pa.chunked_array([pa.array([_json(value) for value in column.to_pylist()], pa.string())])


def _json(value: object) -> str:
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "null"
    return json.dumps(value, default=lambda item: _base64(item) if isinstance(item, bytes) else str(item))


class Csv(Appended):
    """Comma- or tab-separated values, with a heading."""

    def __init__(self, file: Any, schema: Any, delimiter: str) -> None:
        super().__init__(file)
        self._delimiter = delimiter
        file.write(self._written(pa.Table.from_batches([], schema), heading=True))

    def part(self, table: Any) -> Any:
        return self._written(table, heading=False)

    def _written(self, table: Any, *, heading: bool) -> Any:
        from pyarrow import csv

        for number, field in enumerate(table.schema):
            column = _values(table.column(number))
            if pa.types.is_nested(field.type):
                import pyarrow.compute as pc

                column = pc.if_else(column.is_valid(), _each_as_json(column), pa.scalar(None, pa.string()))
            table = table.set_column(number, field.name, column)
        sink = pa.BufferOutputStream()
        csv.write_csv(table, sink, csv.WriteOptions(include_header=heading, delimiter=self._delimiter))
        return sink.getvalue()


class Lines(Appended):
    """The first column, one value per line; null is an empty line."""

    def part(self, table: Any) -> Any:
        return b"".join(("" if text is None else str(text)).encode() + b"\n" for text in table.column(0).to_pylist())


class Parquet:
    """A Parquet file with a row group for each part, cast to the types of the first rows."""

    def __init__(self, file: Any, sample: Any, compression: str) -> None:
        from pyarrow import parquet

        self._file, self._schema = file, sample.schema
        repeated: bool | list[str] = True
        if sample.num_rows >= MIN_COUNTED:
            empty = pa.BufferOutputStream()
            parquet.write_table(pa.Table.from_batches([], sample.schema), empty)
            schema = parquet.ParquetFile(empty.getvalue()).schema
            distinct = {name for name in sample.column_names if _is_distinct(sample.column(name).slice(0, SAMPLE))}
            repeated = [path for at in range(len(schema)) if (path := schema.column(at).path) not in distinct]
        self._writer = parquet.ParquetWriter(file, sample.schema, compression=compression, use_dictionary=repeated)

    def part(self, table: Any) -> Any:
        return _cast(table, self._schema)

    def append(self, part: Any) -> None:
        if part.num_rows:
            self._writer.write_table(part)

    def close(self) -> None:
        self._writer.close()
        self._file.close()


class Arrow:
    """An Arrow IPC file with a batch for each part; on standard output a stream. Dictionaries are decoded."""

    def __init__(self, file: Any, schema: Any, *, stream: bool) -> None:
        plain = [
            field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field for field in schema
        ]
        self._file, self._schema = file, pa.schema(plain, schema.metadata)
        self._writer = (pa.ipc.new_stream if stream else pa.ipc.new_file)(file, self._schema)

    def part(self, table: Any) -> Any:
        return _cast(table, self._schema)

    def append(self, part: Any) -> None:
        self._writer.write_table(part)

    def close(self) -> None:
        self._writer.close()
        self._file.close()


def _cast(table: Any, schema: Any) -> Any:
    return table if table.schema.equals(schema) else table.cast(schema)


def _is_distinct(texts: Any) -> bool:
    """Whether texts repeat so rarely that a dictionary costs more than it saves."""
    import pyarrow.compute as pc

    if not pa.types.is_string(texts.type):
        return False
    rows = len(texts) - texts.null_count
    return bool(rows and pc.count_distinct(texts).as_py() > MOSTLY_DISTINCT * rows)


class StandardOutput:
    """Standard output as a file for Arrow. A terminal gets whole lines, without secrets and control characters."""

    closed = False

    def __init__(self) -> None:
        self._written = 0
        self._is_terminal = sys.stdout.isatty()
        self._begun = b""

    def write(self, data: Any) -> int:
        self._written += len(data)
        if not self._is_terminal:
            return sys.stdout.buffer.write(data)
        *lines, self._begun = (self._begun + bytes(data)).split(b"\n")
        for line in lines:
            text = masked(line.decode("utf-8", "surrogateescape"), running=True)
            print("\t".join(map(escaped, text.split("\t"))))
        return len(data)

    def tell(self) -> int:
        """The number of written octets, for Parquet's footer."""
        return self._written

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        sys.stdout.buffer.flush()

    close = flush


@contextmanager
def whole_table(name: str, kind: Format, sample: Any, compression: str) -> Iterator[Writer]:
    """Yield a writer of a file that is renamed from a temporary name when the block ends without an error.

    "-" is standard output, which is written directly. The sample is a table of the first rows.
    """
    with (
        nullcontext() if name == "-" else whole_file(name) as path,
        closing(_begin(path, kind, sample, CODECS.get(Path(name).suffix), compression)) as writer,
    ):
        yield writer


def _begin(path: Path | None, kind: Format, sample: Any, codec: str | None, compression: str) -> Writer:
    file = pa.PythonFile(StandardOutput(), mode="w") if path is None else pa.OSFile(str(path), "wb")
    if kind == "parquet":
        return Parquet(file, sample, compression)
    if kind == "arrow":
        return Arrow(file, sample.schema, stream=path is None)
    if codec is not None:
        file = pa.CompressedOutputStream(file, codec)
    if kind in {"csv", "tsv"}:
        return Csv(file, sample.schema, "\t" if kind == "tsv" else ",")
    return JsonLines(file) if kind == "jsonl" else Lines(file)
