"""Check argument types of Python functions: a wrong one is a `TypeError` that names the argument, before any work.

Python itself often returns a wrong result instead, because mappings iterate over keys and `str` over characters. The
native module checks its arguments itself (`crates/python/src/calling/arguments.rs`), with the same messages.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterable

from uriverse import _core
from uriverse.ground.caching import wraps
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal, TypeAlias
from uriverse.ground.near_names import suggestion

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    from typing_extensions import TypeIs

    from uriverse._core import Text

    Arguments = ParamSpec("Arguments")
    Answer = TypeVar("Answer")

Kinds: TypeAlias = type | tuple[type, ...]


class _Text(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, str) or _core.is_text(value)


class TEXT(metaclass=_Text):
    """Accepted as a text: a str, bytes, a reference, or a URL of this library or another."""


class _EditionOrId(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, str) or hasattr(type(value), "tables")


class EDITION(metaclass=_EditionOrId):
    """An edition's id, or an Edition, whose module is too heavy to import for a check."""


class _Callable(type):
    def __instancecheck__(cls, value: object) -> bool:
        return callable(value)


class CALLABLE(metaclass=_Callable):
    """Any callable."""


def text_or_none(value: Text | None) -> str | None:
    """Return the text of an argument, or None."""
    return value if value is None else _core.split(value).text


_WORDS: dict[type, str] = {
    TEXT: "a str, bytes, a URI reference or a URL",
    EDITION: "an edition's id or an Edition",
    CALLABLE: "a function",
    str: "a str",
    bytes: "bytes",
    bool: "True or False",
    int: "an int",
    type(None): "None",
    Iterable: "an iterable",
}


# Hints if a reference or URL was given for an argument that is a part of one.
_HINTS: dict[str, str] = {
    "address": "; uriverse.hosts.verdict takes its host",
    "path": "; give its path",
    "query": "; give its query, or ask for its query_pairs",
}

# The name of the URL Standard as an edition. It is an algorithm, not a grammar.
URL_STANDARD: Final = "whatwg"


def is_url_standard(edition: object) -> TypeIs[Literal["whatwg"]]:
    """Whether an edition is the URL Standard."""
    return edition == URL_STANDARD


def wrong_type(name: str, expected: str, value: object) -> TypeError:
    """Return the error for an argument of a wrong type."""
    is_url = _core.is_text(value) and not isinstance(value, bytes)
    return TypeError(f"{name} must be {expected}, not {type(value).__name__}{_HINTS.get(name, '') if is_url else ''}")


def check_argument(name: str, value: object, kinds: Kinds) -> None:
    """Raise a `TypeError` unless the argument's value has one of these types."""
    if not isinstance(value, kinds):
        several = kinds if isinstance(kinds, tuple) else (kinds,)
        words = [_WORDS.get(kind, kind.__name__) for kind in several]
        raise wrong_type(name, " or ".join(words), value)


def refuse_others(call: str, others: Iterable[str], names: Iterable[str]) -> None:
    """Raise a `TypeError` with the nearest known arguments if there are others."""
    for name in others:
        raise TypeError(f"{call}() got an unexpected keyword argument {name!r}{suggestion(name, names)}")


def _exact_types(kinds: Kinds) -> frozenset[type]:
    """Types whose values need no further check."""
    several = kinds if isinstance(kinds, tuple) else (kinds,)
    texts = (str, bytes, _core.URI, _core.RelativeReference, _core.WebURL, _core.Components, _core.URL)
    return frozenset(member for kind in several for member in (texts if kind is TEXT else (kind,)))


def takes(**kinds: Kinds) -> Callable[[Callable[Arguments, Answer]], Callable[Arguments, Answer]]:
    """Check the arguments of these names whenever the decorated function is called.

    >>> @takes(size=int)
    ... def twice(size): return 2 * size
    >>> twice("4")
    Traceback (most recent call last):
    TypeError: size must be an int, not str
    """

    def decorated(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
        # Avoid `inspect`, which is slow to import. `co_argcount` leaves out "*sources" and keyword-only arguments.
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        positions = [(index, name) for index, name in enumerate(names) if name in kinds]
        # Most values have one of these types exactly: `isinstance` of TEXT calls a function of Python.
        exact = {name: _exact_types(kind) for name, kind in kinds.items()}

        @wraps(function)
        def checked(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
            for index, name in positions:
                if index < len(args) and type(args[index]) not in exact[name]:
                    check_argument(name, args[index], kinds[name])
            for name, value in kwargs.items():
                if name in kinds and type(value) not in exact[name]:
                    check_argument(name, value, kinds[name])
            return function(*args, **kwargs)

        return checked

    return decorated
