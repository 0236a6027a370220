"""Lazy attributes: names that a package re-exports, whose modules are imported on first access.

`uriverse.hosts` re-exports `domain` from its module `suffixes`, and `is_public` from `kinds`. Access to
`uriverse.hosts.domain` imports only `suffixes`. The root has its own version of this, so `import uriverse` loads only
the modules that it needs.

The names are those of the package's imports for type checkers, copied by `tools/generate.py` to one file for all
packages. A dictionary beside the imports would name everything twice; reading the imports at run time would need the
source.
"""

from __future__ import annotations

import sys

from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import real
from uriverse.ground.tables import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


def imported(name: str) -> ModuleType:
    """Import a module, like `importlib.import_module`; `importlib` imports `warnings`, which takes 0.4 ms."""
    __import__(name)
    return sys.modules[name]


def attribute_of(module: str, name: str) -> object:
    """A public name of a module, which is imported."""
    return real(getattr(imported(module), name))


@cache
def _sentences() -> dict[tuple[str, str], str]:
    """What other libraries call what we have, by the package and the name; the file has references' names too."""
    rows = (line.split("\t") for line in text("ground/other-names.tsv").splitlines())
    return {(holder, name): sentence for holder, name, sentence in rows}


def missing(package: str, name: str) -> AttributeError:
    """Return the error for a name that a package lacks, with our call if another library has the name.

    >>> print(missing("uriverse", "unquote"))
    module 'uriverse' has no attribute 'unquote'; for urllib.parse's unquote('a%2Fb') write uriverse.decode('a%2Fb')
    """
    hint = _sentences().get((package, name))
    message = f"module {package!r} has no attribute {name!r}"
    # With a name and no object the interpreter does not guess.
    return AttributeError(message) if hint is None else AttributeError(f"{message}; {hint}", name=name)


@cache
def lazy_names() -> dict[str, dict[str, str]]:
    """For each package its lazy names, and their modules."""
    modules: dict[str, dict[str, str]] = {}
    for line in text("ground/lazy-names.tsv").splitlines():
        package, module, names = line.split("\t")
        modules.setdefault(package, {}).update(dict.fromkeys(names.split(), module))
    return modules


def later(package: str, *, also: str = "") -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a package with lazy re-exports.

    Args:
        package: the name of the package.
        also: the public names that are imported eagerly.
    """
    module_of = lazy_names()[package]

    def attribute(name: str) -> object:
        if name not in module_of:
            raise missing(package, name)
        value = attribute_of(module_of[name], name)
        setattr(sys.modules[package], name, value)
        return value

    def listed() -> list[str]:
        return sorted({*module_of, *vars(sys.modules[package])})

    return attribute, listed, sorted([*module_of, *also.split()])


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
