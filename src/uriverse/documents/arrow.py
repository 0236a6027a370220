"""Rows as Arrow has them: one schema for Parquet files and for Spark, and batches of it.

This is the one module that turns rows into columns; it needs pyarrow (the extra `arrow`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

import pyarrow

from uriverse.documents.rows import FoundReference

# How many rows are in memory for one batch.
ROWS: Final = 1 << 14
_TYPES: Final = {"line": pyarrow.int64(), "column": pyarrow.int64(), "valid": pyarrow.bool_()}
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def schema(fields: Sequence[str] = FoundReference._fields) -> Any:
    """The Arrow schema of rows, or of some of their fields: `line` and `column` int64, `valid` bool, the rest string.

    >>> str(schema(["line", "valid", "error"]).types)
    '[DataType(int64), DataType(bool), DataType(string)]'
    """
    return pyarrow.schema([(name, _TYPES.get(name, pyarrow.string())) for name in fields])


def batches(rows: Iterable[FoundReference], schema: Any, size: int = ROWS) -> Iterator[Any]:
    """Yield the rows as record batches of a schema whose fields are the first of a row's.

    Octets that were no text, which a row has as lone surrogates, become the replacement character: Arrow's strings are
    UTF-8.
    """
    iterator = iter(rows)
    while group := list(islice(iterator, size)):
        columns = [[_storable(row[at]) for row in group] for at in range(len(schema))]
        yield pyarrow.record_batch(
            [pyarrow.array(column, type=field.type) for column, field in zip(columns, schema, strict=True)],
            schema=schema,
        )


def _storable(value: object) -> object:
    if isinstance(value, str) and not value.isascii():
        return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value)
    return value
