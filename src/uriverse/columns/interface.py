"""The type of columns: any object with the Arrow PyCapsule interface."""

from __future__ import annotations

from _collections_abc import Callable

from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Protocol, TypeAlias

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

    Recording: Any
    PLANNED: list[str]

    def __getattr__(self, name: str) -> Callable[..., Column]:
        """Return a kernel by its name."""


def has_known_plugins(version: str) -> bool:
    """Whether a version of Polars has the interface of plug-ins that the engine has: 0.1."""
    major, minor = (int(number) for number in version.split(".")[:2])
    return (1, 33) <= (major, minor) < (3, 0)


ArrowColumn: TypeAlias = ArrowArray | ArrowStream
