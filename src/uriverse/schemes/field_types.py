"""Check the field types of a scheme's value: a wrong one is a `TypeError` that names the argument.

A dataclass does not check types: `Mailto(to="a@b")` would iterate over the text and get three addresses. `take_types`
compares each field with its annotation. The checks are cached by class and types of the values.
"""

from __future__ import annotations

import sys
from _collections_abc import Callable, Mapping, Sequence
from _operator import attrgetter

from uriverse.ground.caching import cache, lru_cache
from uriverse.ground.lean_typing import Any
from uriverse.ground.records import fields

Check = Callable[[object], bool]


def take_types(value: object) -> None:
    """Compare every field of a value with its annotation; lists and mappings become tuples."""
    kind: Any = type(value)
    every = _fields_getter(kind)(value)
    for place, name, check, expected in _fields_to_check(kind, tuple(map(type, every))):
        if check(every[place]):
            continue
        argument = _as_tuple(every[place])
        object.__setattr__(value, name, argument)
        if not check(argument):
            raise TypeError(f"{kind.__name__}: {name} must be {expected}, not {_described(argument)}")


def _as_tuple(value: Any) -> Any:
    if isinstance(value, Mapping):
        return tuple(value.items())
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


@cache
def _fields_getter(kind: Any) -> Callable[[object], tuple[Any, ...]]:
    return attrgetter(*(part.name for part in fields(kind)))


@lru_cache(maxsize=1024)
def _fields_to_check(kind: Any, types: tuple[type, ...]) -> list[tuple[int, str, Check, str]]:
    """Index, name, check and type description of each field whose exact type does not already prove it valid."""
    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        names = vars(sys.modules[base.__module__])
        for name, hint in getattr(base, "__annotations__", {}).items():
            hints[name] = eval(hint, names) if isinstance(hint, str) else hint
    rows = enumerate((part.name, hints[part.name]) for part in fields(kind))
    return [
        (place, name, _check(hint), _words(hint)) for place, (name, hint) in rows if types[place] not in _exact(hint)
    ]


def _alternatives(hint: Any) -> tuple[Any, ...]:
    """The types of `str | None` and of `Optional[str]` (a `Union`, compared by name); () for any other hint."""
    is_union = isinstance(hint, type(int | str)) or str(getattr(hint, "__origin__", "")) == "typing.Union"
    return hint.__args__ if is_union else ()


def _generic(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """`Sequence` and `(str,)` for `Sequence[str]`; None and () for a plain type."""
    return getattr(hint, "__origin__", None), getattr(hint, "__args__", ())


def _exact(hint: Any) -> frozenset[object]:
    """The types whose values need no further check."""
    return frozenset({str, int, float, bytes, type(None)}.intersection(_alternatives(hint) or (hint,)))


def _check(hint: Any) -> Check:
    if alternatives := _alternatives(hint):
        checks = tuple(map(_check, alternatives))
        return lambda value: any(check(value) for check in checks)
    origin, arguments = _generic(hint)
    if origin is Sequence:
        item, exact = _check(arguments[0]), _exact(arguments[0])
        return lambda value: isinstance(value, tuple) and (exact.issuperset(map(type, value)) or all(map(item, value)))
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return _check(Sequence[arguments[0]])  # type: ignore[valid-type]
        parts = tuple(map(_check, arguments))
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(parts)
            and all(check(part) for check, part in zip(parts, value, strict=True))
        )
    if hint is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if hint is type(None):
        return lambda value: value is None
    return lambda value: isinstance(value, hint)


def _words(hint: Any) -> str:
    """A type in words: "a list or tuple of str", "int or None"."""
    if alternatives := _alternatives(hint):
        return " or ".join(map(_words, alternatives))
    origin, arguments = _generic(hint)
    if origin is Sequence or (arguments and arguments[-1] is Ellipsis):
        return f"a list or tuple of {_words(arguments[0])}"
    if origin is tuple:
        return f"pairs ({', '.join(map(_words, arguments))})"
    return "None" if hint is type(None) else str(hint.__name__)


def _described(value: object) -> str:
    kind = type(value).__name__
    if isinstance(value, tuple):
        kinds = sorted({type(item).__name__ for item in value})
        return f"{kind} of {', '.join(kinds)}" if kinds else kind
    return kind
