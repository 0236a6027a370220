"""One Parquet file of parts that were written apart, each as a whole file, by whichever thread.

A Parquet file is "PAR1", the row groups, a footer that says where each column of each group stands, the footer's length
and "PAR1" again. So files of the same columns become one in this way: their row groups follow one another, and one
footer has the places of all, each moved by as much as its part was moved. For two parts of 1,000 octets of rows each:

    PAR1  1,000 octets        1,000 octets           footer  length  PAR1
          of part 1, by 0     of part 2, by 1,000    with the row groups of both

The footer is written in Thrift's compact protocol (`uriverse.columns.thrift`); the numbers of its fields are those of
`parquet.thrift` in the format's specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from uriverse.columns.thrift import I16, I64, LIST, STRUCT, Struct, read_struct, write_struct

MAGIC: Final = b"PAR1"
# FileMetaData
NUM_ROWS, ROW_GROUPS = 3, 4
# RowGroup
COLUMNS, FILE_OFFSET_OF_GROUP, ORDINAL = 1, 5, 7
# ColumnChunk: where it stands, and where its page indexes do
FILE_OFFSET_OF_CHUNK, META_DATA, OFFSET_INDEX, COLUMN_INDEX = 2, 3, 4, 6
# ColumnMetaData: where the data pages, index pages, the dictionary and the Bloom filter stand
PAGES: Final = (9, 10, 11, 14)
MOST_ORDINALS: Final = 1 << 15

SAMPLE: Final = 8192
# Of values that come about three times in a row group of 131,072 rows, so much of a sample is distinct. Beyond that, a
# dictionary costs more than it saves.
MOSTLY_DISTINCT: Final = 0.9


class ParquetParts:
    """Makes parts, in any thread, and appends them to a file, one after the other."""

    def __init__(self, file: Any, sample: Any, compression: str) -> None:
        """Begin a file.

        Args:
            file: what the octets go to.
            sample: the first rows: a table whose schema is that of the file.
            compression: the codec of the pages, as pyarrow calls it.
        """
        self._file = file
        self._compression = compression
        self._dictionaries: list[str] | bool = True
        self._footer, _ = _cut(self.part(sample.slice(0, 0)))
        self._dictionaries = _with_repeats(sample, self._footer)
        self._groups: list[Struct] = []
        self._rows = 0
        self._at = len(MAGIC)
        file.write(MAGIC)

    def part(self, table: Any) -> bytes:
        """Some rows as a Parquet file of their own."""
        sink = pa.BufferOutputStream()
        parquet.write_table(table, sink, compression=self._compression, use_dictionary=self._dictionaries)
        return sink.getvalue()  # type: ignore[no-any-return]

    def append(self, part: bytes) -> None:
        """Append the rows of a part."""
        footer, octets = _cut(part)
        if not footer[NUM_ROWS][1]:
            return
        moved = self._at - len(MAGIC)
        for group in footer[ROW_GROUPS][1][1]:
            _move(group, moved)
            # Some writers number the groups, as far as 16 bits reach.
            if group.pop(ORDINAL, None) and len(self._groups) < MOST_ORDINALS:
                group[ORDINAL] = I16, len(self._groups)
            self._groups.append(group)
        self._rows += footer[NUM_ROWS][1]
        self._file.write(octets)
        self._at += len(octets)

    def close(self) -> None:
        """Write the footer and close the file."""
        self._footer[NUM_ROWS] = I64, self._rows
        self._footer[ROW_GROUPS] = LIST, (STRUCT, self._groups)
        footer = write_struct(self._footer)
        self._file.write(footer + len(footer).to_bytes(4, "little") + MAGIC)
        self._file.close()


@cache
def takes_views() -> bool:
    """Whether the installed pyarrow writes string views; older ones do not."""
    try:
        parquet.write_table(pa.table({"text": pa.array(["a"], pa.string_view())}), pa.BufferOutputStream())
    except pa.ArrowNotImplementedError:
        return False
    return True


def _cut(part: Any) -> tuple[Struct, Any]:
    """The footer of a file, and the octets of its row groups."""
    view = memoryview(part)
    size = int.from_bytes(view[-8:-4], "little")
    footer, _ = read_struct(bytes(view[-8 - size : -8]), 0)
    return footer, view[len(MAGIC) : -8 - size]


def _move(group: Struct, by: int) -> None:
    """Add to every place that a row group names."""
    _add(group, FILE_OFFSET_OF_GROUP, by)
    for chunk in group[COLUMNS][1][1]:
        # Writers leave 0 where the place is not told twice.
        if chunk[FILE_OFFSET_OF_CHUNK][1]:
            _add(chunk, FILE_OFFSET_OF_CHUNK, by)
        for number in (OFFSET_INDEX, COLUMN_INDEX):
            _add(chunk, number, by)
        for number in PAGES:
            _add(chunk[META_DATA][1], number, by)


def _add(structure: Struct, number: int, by: int) -> None:
    if number in structure:
        kind, place = structure[number]
        structure[number] = kind, place + by


def _with_repeats(sample: Any, footer: Struct) -> list[str]:
    """The paths of the columns for which a dictionary is worth its while: all but texts that hardly come again."""
    distinct = {name for name in sample.column_names if _is_distinct(sample.column(name).slice(0, SAMPLE))}
    return [path for path in _paths(footer) if path not in distinct]


def _is_distinct(texts: Any) -> bool:
    if not pa.types.is_string(texts.type):
        return False
    rows = len(texts) - texts.null_count
    return bool(rows and pc.count_distinct(texts).as_py() > MOSTLY_DISTINCT * rows)


def _paths(footer: Struct) -> Sequence[str]:
    """The paths of all columns of a schema, with dots, a list's elements as "name.list.element"."""
    elements = iter(footer[2][1][1])

    def below(prefix: tuple[str, ...], children: int) -> list[str]:
        found = []
        for _ in range(children):
            element = next(elements)
            path = (*prefix, element[4][1].decode())
            found += below(path, element[5][1]) if 5 in element else [".".join(path)]
        return found

    return below((), next(elements)[5][1])
