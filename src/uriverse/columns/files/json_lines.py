"""JSON lines: one object per line, or null for a row without values. Other lines are rejected, as are other types.

    {"url": "http://h/", "n": 1}     in the first block, `n` is a number
    {"url": "http://h/", "n": "x"}   rejected: column 'n' changed from number to string

pyarrow refuses a block as a whole, so a binary search isolates the invalid line.
"""

from __future__ import annotations

import re
from _collections_abc import Callable, Iterator
from contextlib import suppress

import pyarrow as pa
from pyarrow import json as arrow_json

from uriverse.columns.files.inputs import NoColumn, Piece, Skip, TableFile
from uriverse.columns.files.octets import HEAD, as_text, text_or_octets
from uriverse.ground.lean_typing import Any, Final, TypeAlias

Refuse: TypeAlias = Callable[[int, bytes, Exception], None]
# The limit of nesting where types are inferred, and what is nested: what is not between quotation marks.
DEEPEST: Final = 100
BRACKETS: Final = re.compile(rb"[][{}]")
STRINGS: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"')


def types_of(source: TableFile, size: int) -> Any:
    """The required columns with their types in the first `size` octets. A column of only nulls is text.

    Raises:
        NoColumn: if no object of the first block has a column, except for that of references.
        BadFile: if all references of the first lines have another type.
    """
    url, *others = source.columns
    schema = pa.schema([(url, pa.string())])
    head = _tables(_lines_of(source, HEAD), 1, pa.schema([]), "infer", _pass_over)
    references = [table.schema.field(url).type for table in head if url in _names(table)]
    # If some lines have texts, a line of another type is rejected when it is read.
    if references and not any(map(_is_text, references)):
        source.refuse_type(references[0])
    if not others:
        return schema
    tables = list(_tables(_lines_of(source, size), 1, schema, "infer", _pass_over))
    for name in others:
        types = [table.schema.field(name) for table in tables if name in _names(table)]
        if tables and not types:
            raise NoColumn(source.name, source.columns, _names(tables[0]))
        schema = schema.append(pa.field(name, _common(types)))
    return schema


def _names(table: Any) -> list[str]:
    """The names of the columns. A name that is not UTF-8 is left out: nobody can ask for it."""
    names = []
    for number in range(table.num_columns):
        with suppress(UnicodeDecodeError):
            names.append(table.schema.field(number).name)
    return names


def _lines_of(source: TableFile, size: int) -> list[bytes]:
    """The whole lines in the first octets, or the first line if it is longer."""
    block, _, rest = source.octets().peek(size).rpartition(b"\n")
    return (block or rest).split(b"\n")


def _is_text(kind: Any) -> bool:
    """Whether a reference may have an inferred type; pyarrow parses some texts as times."""
    return bool(pa.types.is_string(kind) or pa.types.is_timestamp(kind) or pa.types.is_null(kind))


def _pass_over(line: int, text: bytes, error: Exception) -> None:
    del line, text, error


def _common(fields: list[Any]) -> Any:
    """The common type of all fields, or the type of the first if they have no common one."""
    schema = pa.schema(fields[:1] or [("", pa.null())])
    for other in fields[1:]:
        try:
            schema = pa.unify_schemas([schema, pa.schema([other])], promote_options="permissive")
        except pa.ArrowTypeError:
            continue
    return _without_guesses(schema.field(0).type)


def _without_guesses(kind: Any) -> Any:
    """A type with text instead of dates (pyarrow parses "2026-11-23" as a date) and of null."""
    if pa.types.is_list(kind):
        return pa.list_(_without_guesses(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, _without_guesses(field.type)) for field in kind])
    return pa.string() if pa.types.is_timestamp(kind) or pa.types.is_null(kind) else kind


def read_json(source: TableFile, types: Any, skip: Skip | None, size: int) -> Iterator[Piece]:
    """The rows, for `uriverse.columns.files.reading.read`; a block has `size` octets."""
    octets, url, line, rows, nulls, sample = source.octets(), source.columns[0], 1, 0, 0, b""
    # A new field in a nested object is a change of type; other new columns are ignored.
    unexpected = "infer" if any(pa.types.is_nested(kind) for kind in types.types) else "ignore"

    def refuse(number: int, text: bytes, error: Exception) -> None:
        reason = re.sub(r"^JSON parse error: | in row \d+$", "", str(error))
        column = re.search(r"Column\(/([^/)]*)", reason)
        if column and column[1] == url:
            reason = re.sub(
                r"^.* changed from string to (.*)$", rf"column {url!r} has the type \1; references are text", reason
            )
        reason = re.sub(r"Column\(/?([^)]*)\)", lambda match: f"column {match[1]!r}" if match[1] else "the row", reason)
        source.refuse(skip, number, column and column[1], reason, text.decode("utf-8", "surrogateescape"))

    begun = b""
    while block := octets.read(size):
        lines, newline, tail = block.rpartition(b"\n")
        if not newline:
            begun += block
            continue
        whole, begun = begun + lines, tail
        for piece in _pieces(whole, line, types, unexpected, refuse):
            rows, nulls, sample = rows + piece.num_rows, nulls + piece.column(url).null_count, sample or whole
            yield Piece(piece, octets.done())
        line += whole.count(b"\n") + 1
    for piece in _pieces(begun, line, types, unexpected, refuse):
        rows, nulls, sample = rows + piece.num_rows, nulls + piece.column(url).null_count, sample or begun
        yield Piece(piece, 1.0)
    # Rows may omit fields, so a missing column is only known at the end of the file.
    if rows and nulls == rows:
        tables = _tables([sample], 1, pa.schema([]), "infer", _pass_over)
        names = dict.fromkeys(name for table in tables for name in _names(table))
        if url not in names:
            raise NoColumn(source.name, source.columns, list(names))


def _pieces(block: bytes, first: int, types: Any, unexpected: str, refuse: Refuse) -> Iterator[Any]:
    for table in _tables([block], first, types, unexpected, refuse):
        yield from (_checked(batch) for batch in table.select(types.names).combine_chunks().to_batches())


def _tables(lines: list[bytes], first: int, types: Any, unexpected: str, refuse: Refuse) -> Iterator[Any]:
    """The rows of some lines; invalid lines are reported with their number."""
    block = b"\n".join(lines)
    if not block.strip():
        return
    try:
        yield _parsed(block, types, unexpected)
    except pa.ArrowInvalid as error:
        if len(lines) == 1:
            lines = block.split(b"\n")
        if len(lines) == 1:
            refuse(first, block, error)
            return
        half = len(lines) // 2
        yield from _tables(lines[:half], first, types, unexpected, refuse)
        yield from _tables(lines[half:], first + half, types, unexpected, refuse)


def _is_too_deep(line: bytes) -> bool:
    """Whether values are nested too deeply: to infer their type takes pyarrow the square of the depth."""
    depth = deepest = 0
    if line.count(b"[") + line.count(b"{") > DEEPEST:
        for octet in BRACKETS.findall(STRINGS.sub(b"", line)):
            depth += 1 if octet in b"[{" else -1
            deepest = max(deepest, depth)
    return deepest > DEEPEST


def _parsed(block: bytes, types: Any, unexpected: str) -> Any:
    if unexpected == "infer" and any(map(_is_too_deep, block.split(b"\n"))):
        raise pa.ArrowInvalid(f"a value is nested in more than {DEEPEST} others")
    # pyarrow crashes if the first value of a block is null (github.com/apache/arrow/issues/47409).
    block = b"{}\n" + block
    table = arrow_json.read_json(
        pa.BufferReader(block),
        read_options=arrow_json.ReadOptions(block_size=len(block) + 1, use_threads=False),
        parse_options=arrow_json.ParseOptions(explicit_schema=types, unexpected_field_behavior=unexpected),
    ).slice(1)
    for field in types:
        inferred = table.schema.field(field.name).type
        if inferred != field.type:
            raise pa.ArrowInvalid(f"Column(/{field.name}) changed from {field.type} to {inferred}")
    return table


def _checked(batch: Any) -> Any:
    """The same rows with valid UTF-8, which pyarrow's JSON reader does not check."""
    for number, field in enumerate(batch.schema):
        if pa.types.is_string(field.type):
            text = as_text if number else text_or_octets
            batch = batch.set_column(number, field.name, text(batch.column(number).cast(pa.binary())))
    return batch
