"""`URLSearchParams`: a query as a list of names and values (URL Standard, section 6.2)."""

from __future__ import annotations

from _collections_abc import Iterable, Iterator, Mapping

from uriverse import _core
from uriverse.ground.argument_types import takes, wrong_type
from uriverse.ground.later import pydantic_serializer
from uriverse.ground.lean_typing import Any, TypeAlias
from uriverse.ground.masking import masked_part

Init: TypeAlias = "str | bytes | Mapping[str, str] | Iterable[tuple[str, str]]"


class URLSearchParams:
    """A list of names and values, in the form `application/x-www-form-urlencoded`.

    Args:
        init: a query, with or without "?"; the octets of a form; a mapping of texts; or pairs of a name and a value.

    Raises:
        TypeError: `init` is none of these, or a name or a value is not a str.

    A name may come several times. The list is a value of its own: to put it into a URL, use
    `url.replace(search_params=params)`.

    >>> from uriverse.whatwg import URLSearchParams
    >>> params = URLSearchParams("?q=a+b&page=2")
    >>> params["q"]
    'a b'
    >>> params.set("q", "ä&ö")
    >>> str(params)
    'q=%C3%A4%26%C3%B6&page=2'
    """

    __slots__ = ("_pairs",)

    def __init__(self, init: Init | URLSearchParams = "") -> None:
        self._pairs: list[tuple[str, str]]
        if isinstance(init, bytes):
            self._pairs = parse_form(init)
        elif isinstance(init, str):
            self._pairs = _core.whatwg_form_parse(init.removeprefix("?"))
        elif isinstance(init, Mapping):
            self._pairs = [_pair(item) for item in init.items()]
        elif not isinstance(init, Iterable):
            raise wrong_type("init", "a str, bytes, a mapping or pairs", init)
        else:
            self._pairs = [_pair(item) for item in init]

    @property
    def size(self) -> int:
        """The number of pairs."""
        return len(self._pairs)

    def append(self, name: str, value: str) -> None:
        """Add a pair at the end."""
        self._pairs.append((_scalar(name), _scalar(value)))

    def delete(self, name: str, value: str | None = None) -> None:
        """Remove all pairs with a name; with a value, only those with both."""
        self._pairs = [pair for pair in self._pairs if not _matches(pair, name, value)]

    def get(self, name: str) -> str | None:
        """The first value of a name, or None if there is none."""
        return next((value for known, value in self._pairs if known == name), None)

    def get_all(self, name: str) -> list[str]:
        """All values of a name, in the order of the list."""
        return [value for known, value in self._pairs if known == name]

    def has(self, name: str, value: str | None = None) -> bool:
        """Whether there is a pair with a name; with a value, one with both."""
        return any(_matches(pair, name, value) for pair in self._pairs)

    def set(self, name: str, value: str) -> None:
        """Set the value of the first pair with a name and remove the others; append a pair if there is none."""
        name, value = _scalar(name), _scalar(value)
        first = next((place for place, (known, _) in enumerate(self._pairs) if known == name), None)
        if first is None:
            self._pairs.append((name, value))
            return
        rest = [pair for pair in self._pairs[first + 1 :] if pair[0] != name]
        self._pairs = [*self._pairs[:first], (name, value), *rest]

    def sort(self) -> None:
        """Sort by name, in the order of UTF-16 code units; pairs of one name keep their order."""
        self._pairs.sort(key=lambda pair: pair[0].encode("utf-16-be"))

    def keys(self) -> list[str]:
        """The names, in the order of the list."""
        return [name for name, _ in self._pairs]

    def values(self) -> list[str]:
        """The values, in the order of the list."""
        return [value for _, value in self._pairs]

    def items(self) -> list[tuple[str, str]]:
        """The pairs."""
        return list(self._pairs)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.items(),), getattr(self, "__dict__", None)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(list(self._pairs))

    def __len__(self) -> int:
        return len(self._pairs)

    def __contains__(self, name: object) -> bool:
        return any(known == name for known, _ in self._pairs)

    def __getitem__(self, name: str) -> str:
        value = self.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __eq__(self, other: object) -> bool:
        return self._pairs == other._pairs if isinstance(other, URLSearchParams) else NotImplemented

    def __str__(self) -> str:
        """The serialization, without "?"."""
        return _core.whatwg_form_serialize(self._pairs)

    def __repr__(self) -> str:
        return f"URLSearchParams({masked_part('query', str(self))!r})"

    __pydantic_serializer__ = property(pydantic_serializer)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """The schema by which pydantic validates and serializes."""
        del source, handler
        from uriverse.errors.pydantic_schema import text_schema

        return text_schema(lambda value: value if isinstance(value, cls) else cls(value), None)


@takes(data=(str, bytes))
def parse_form(data: str | bytes) -> list[tuple[str, str]]:
    """The `application/x-www-form-urlencoded` parser (section 5.1): the pairs of octets, or of a text's UTF-8.

    >>> from uriverse.whatwg import parse_form
    >>> parse_form(b"a=%C3%A4+b&c")
    [('a', 'ä b'), ('c', '')]
    """
    return _core.whatwg_form_parse(data)


@takes(pairs=Iterable)
def serialize_form(pairs: Iterable[tuple[str, str]], *, encoding: str = "utf-8") -> str:
    """The `application/x-www-form-urlencoded` serializer (section 5.2), in the encoding of a label.

    Raises:
        LookupError: the Encoding Standard has no such label.

    >>> from uriverse.whatwg import serialize_form
    >>> serialize_form([("a", "ä b"), ("c", "")])
    'a=%C3%A4+b&c='
    """
    return _core.whatwg_form_serialize(list(pairs), encoding=encoding)


def _scalar(text: str) -> str:
    """A text as a scalar value string: each lone surrogate becomes U+FFFD."""
    return _core.whatwg_scalar_values(text)


def _pair(item: Iterable[str]) -> tuple[str, str]:
    if not isinstance(item, Iterable):
        raise wrong_type("each of init", "a pair of a name and a value", item)
    texts = tuple(item)
    if len(texts) != 2:
        raise TypeError(f"a pair is a name and a value, not {len(texts)} texts")
    for text in texts:
        if not isinstance(text, str):
            raise wrong_type("each name and value of init", "a str", text)
    return _scalar(texts[0]), _scalar(texts[1])


def _matches(pair: tuple[str, str], name: str, value: str | None) -> bool:
    return pair[0] == name and (value is None or pair[1] == value)
