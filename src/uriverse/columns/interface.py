"""What a column is: anything that speaks the Arrow PyCapsule interface."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias


class ArrowArray(Protocol):
    """An array in one piece: pyarrow's, nanoarrow's."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """Give the capsules of a schema and an array."""


class ArrowStream(Protocol):
    """An array in chunks: Polars' and pandas' series, pyarrow's chunked arrays, DuckDB's relations."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Give the capsule of a stream."""


ArrowColumn: TypeAlias = ArrowArray | ArrowStream
