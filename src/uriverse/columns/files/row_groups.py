"""Row groups of Parquet that were encoded apart, joined in one file.

pyarrow encodes a row group in one thread. So each part of a table becomes a Parquet file of its own in memory, in any
thread. Its pages are appended to the common file as they are. The common footer gets its row group, with the pages'
offsets in the common file:

    part    PAR1 │ pages │ footer, pages at 4 │ PAR1
    file    PAR1 │ pages of earlier parts, 1,000 octets │ pages │ ... │ footer, pages at 1,004 │ PAR1

A footer is a structure of Thrift's compact protocol (apache/thrift, doc/specs/thrift-compact-protocol.md). Its fields
are in apache/parquet-format, src/main/thrift/parquet.thrift.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final, TypeAlias

from uriverse.ground.records import dataclass

MAGIC: Final = b"PAR1"

# The types of Thrift's compact protocol in a footer. The type of a boolean field is its value.
TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT = 1, 2, 3, 4, 5, 6, 7, 8, 9, 12

# FileMetaData.
NUM_ROWS, ROW_GROUPS = 3, 4
# RowGroup. The ordinal is optional, and has 16 bits.
COLUMNS, GROUP_OFFSET, ORDINAL = 1, 5, 7
# ColumnChunk, and the offsets of data, index and dictionary pages in ColumnMetaData.
CHUNK_OFFSET, CHUNK_METADATA, PAGE_OFFSETS = 2, 3, (9, 10, 11)

# The type and the value of each field, by its number.
Struct: TypeAlias = dict[int, tuple[int, Any]]


@dataclass(frozen=True, slots=True)
class Part:
    """A Parquet file in memory: its pages, and its footer."""

    pages: Any
    footer: Struct

    @classmethod
    def of(cls, file: Any) -> Part:
        """Read the footer of a file."""
        octets = memoryview(file)
        end = len(octets) - 8 - int.from_bytes(octets[-8:-4], "little")
        return cls(octets[len(MAGIC) : end], _read(BytesIO(octets[end:-8]), STRUCT))


class JoinedParts:
    """A file of the row groups of several parts."""

    def __init__(self, file: Any, empty: Part) -> None:
        """Begin a file; `empty` is a part without rows, with the schema."""
        self._file, self._footer = file, empty.footer
        # Row groups are kept encoded: a file of 10^9 rows has 7,600.
        self._rows, self._groups = 0, list[bytes]()
        # The octets before the next part, without the magic number.
        self._before = 0
        file.write(MAGIC)

    def append(self, part: Part) -> None:
        """Append the row groups of a part, which is used up."""
        for group in part.footer[ROW_GROUPS][1][1]:
            group.pop(ORDINAL, None)
            _move(group, (GROUP_OFFSET,), self._before)
            for chunk in group[COLUMNS][1][1]:
                _move(chunk, (CHUNK_OFFSET,), self._before)
                _move(chunk[CHUNK_METADATA][1], PAGE_OFFSETS, self._before)
            encoded = bytearray()
            _write(encoded, STRUCT, group)
            self._groups.append(bytes(encoded))
        self._rows += part.footer[NUM_ROWS][1]
        self._file.write(part.pages)
        self._before += len(part.pages)

    def close(self) -> None:
        """Write the footer."""
        footer = bytearray()
        rows_and_groups = {NUM_ROWS: (I64, self._rows), ROW_GROUPS: (LIST, (STRUCT, self._groups))}
        _write(footer, STRUCT, self._footer | rows_and_groups)
        self._file.write(footer + len(footer).to_bytes(4, "little") + MAGIC)


def _move(struct: Struct, fields: tuple[int, ...], by: int) -> None:
    """Add to the offsets that a structure has; 0 is not an offset."""
    for field in fields:
        if field in struct and struct[field][1]:
            struct[field] = I64, struct[field][1] + by


def _read(octets: BytesIO, kind: int) -> Any:
    """A value of a type: a structure, a list with its items' type, an integer, or octets."""
    if kind == STRUCT:
        fields: Struct = {}
        number = 0
        while header := octets.read(1)[0]:
            # The number's difference to the last one's, or 0 if it does not fit into four bits.
            number = number + (header >> 4) if header >> 4 else _read(octets, I16)
            of = header & 15
            fields[number] = of, b"" if of in (TRUE, FALSE) else _read(octets, of)
        return fields
    if kind == LIST:
        header = octets.read(1)[0]
        count = header >> 4 if header >> 4 < 15 else _read_varint(octets)
        return header & 15, [_read(octets, header & 15) for _ in range(count)]
    if kind in (I16, I32, I64):
        zigzag = _read_varint(octets)
        return zigzag >> 1 ^ -(zigzag & 1)
    # A boolean in a list is an octet.
    return octets.read(_read_varint(octets) if kind == BINARY else 8 if kind == DOUBLE else 1)


def _read_varint(octets: BytesIO) -> int:
    number = shift = 0
    while (octet := octets.read(1)[0]) & 0x80:
        number |= (octet & 0x7F) << shift
        shift += 7
    return number | octet << shift


def _write(to: bytearray, kind: int, value: Any) -> None:
    """Write a value as `_read` returns it; a structure may be encoded already."""
    if kind == STRUCT and isinstance(value, dict):
        before = 0
        for number, (of, field) in sorted(value.items()):
            # The numbers of a footer's fields never differ by more than 15.
            to.append((number - before) << 4 | of)
            before = number
            _write(to, of, field)
        to.append(0)
    elif kind == LIST:
        of, items = value
        to.append(min(len(items), 15) << 4 | of)
        if len(items) >= 15:
            _write_varint(to, len(items))
        for item in items:
            _write(to, of, item)
    elif kind in (I16, I32, I64):
        _write_varint(to, value << 1 if value >= 0 else ~value << 1 | 1)
    else:
        if kind == BINARY:
            _write_varint(to, len(value))
        to += value


def _write_varint(to: bytearray, number: int) -> None:
    while number >= 0x80:
        to.append(number & 0x7F | 0x80)
        number >>= 7
    to.append(number)
