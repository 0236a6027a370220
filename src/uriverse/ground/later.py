"""Lazy attributes: names that a package re-exports, whose modules are imported on first access.

`uriverse.hosts` hands on `domain`, which its module `suffixes` has, and `is_public`, which its module `addresses` has.
Access to `uriverse.hosts.domain` imports the first module and not the second. The root does the same in its
own module: `import uriverse` loads no module that it can do without.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


def later(package: str, names: Mapping[str, Iterable[str]]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The functions `__getattr__` and `__dir__` of a package that hands names on.

    Args:
        package: the name of the package.
        names: for each module the names that it has and the package hands on.
    """
    homes = {name: module for module, its in names.items() for name in its}

    def attribute(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    def listed() -> list[str]:
        return sorted({*homes, *vars(sys.modules[package])})

    return attribute, listed


_made: list[object] = []


def pydantic_serializer(_: object) -> object:
    """What pydantic writes a value with where a field names no type, `-> Any`: in JSON its text."""
    if not _made:
        try:
            from pydantic_core import SchemaSerializer, core_schema
        except ImportError:
            raise AttributeError("__pydantic_serializer__") from None
        _made.append(SchemaSerializer(core_schema.any_schema(serialization=core_schema.to_string_ser_schema())))
    return _made[0]
