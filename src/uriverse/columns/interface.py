"""The type of columns: any object with the Arrow PyCapsule interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from uriverse.ground.argument_types import TEXT, wrong_type

if TYPE_CHECKING:
    from uriverse._core import Column


class ArrowArray(Protocol):
    """An array in one piece: pyarrow's, nanoarrow's."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """Return the capsules of a schema and an array."""


class ArrowStream(Protocol):
    """An array in chunks: Polars' and pandas' series, pyarrow's chunked arrays, DuckDB's relations."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Return the capsule of a stream."""


class Kernels(Protocol):
    """The functions over columns in the compiled module."""

    def __getattr__(self, name: str) -> Callable[..., Column]:
        """Give a function by its name."""


ArrowColumn: TypeAlias = ArrowArray | ArrowStream


def check_column(name: str, value: object, *, or_text: bool = False) -> None:
    """Raise a `TypeError` unless the argument is a column, or with `or_text` a text or None."""
    if hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__"):
        return
    if not or_text:
        raise wrong_type(name, "a column that Arrow's C interface reads", value)
    if value is not None and not isinstance(value, TEXT):
        raise wrong_type(name, "a column that Arrow's C interface reads, a text or None", value)
