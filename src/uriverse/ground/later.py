"""Lazy attributes: names that a package re-exports, whose modules are imported on first access.

`uriverse.hosts` re-exports `domain` from its module `suffixes`, and `is_public` from `kinds`. Access to
`uriverse.hosts.domain` imports only `suffixes`. The root has its own version of this, so `import uriverse` loads only
the modules that it needs.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import ModuleType


def imported(name: str) -> ModuleType:
    """Import a module, like `importlib.import_module`; `importlib` imports `warnings`, which takes 0.4 ms."""
    __import__(name)
    return sys.modules[name]


def later(package: str, names: Mapping[str, Iterable[str]]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The functions `__getattr__` and `__dir__` for a package with lazy re-exports.

    Args:
        package: the name of the package.
        names: for each module the names to re-export.
    """
    module_of = {name: module for module, exported in names.items() for name in exported}

    def attribute(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(imported(module_of[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    def listed() -> list[str]:
        return sorted({*module_of, *vars(sys.modules[package])})

    return attribute, listed


_serializers: list[object] = []


def pydantic_serializer(_: object) -> object:
    """pydantic's serializer for values in untyped fields (`-> Any`): in JSON their text."""
    if not _serializers:
        try:
            from pydantic_core import SchemaSerializer, core_schema
        except ImportError:
            raise AttributeError("__pydantic_serializer__") from None
        _serializers.append(SchemaSerializer(core_schema.any_schema(serialization=core_schema.to_string_ser_schema())))
    return _serializers[0]
