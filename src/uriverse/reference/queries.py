"""Queries as pairs: the convention of `name=value` joined by "&", which RFC 3986, section 3.4, only mentions.

A view has the decoded pairs in order, and the original text of each. A name without "=" has the value None, which
differs from an empty value. "+" is a plus sign unless the caller asks for form decoding. `URIReference.with_pairs`, in
the native module, edits queries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from uriverse._core import Glob, decode
from uriverse.errors import URIError
from uriverse.ground.argument_types import check_argument, takes
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Literal, Never, TypeAlias
from uriverse.ground.masking import masked_part

if TYPE_CHECKING:
    from datetime import date, time
    from decimal import Decimal
    from typing import Protocol, overload
    from uuid import UUID

    from uriverse._core import URL, Components, URIReference

    class URLObject(Protocol):
        """A URL of another library (yarl, httpx, furl, pydantic, starlette, urllib) that the engine supports."""

        @property
        def scheme(self) -> str | bytes: ...
        @property
        def fragment(self) -> str | bytes | None: ...


Pair: TypeAlias = tuple[str, str | None]
"""A decoded name and its value; None if there is no "="."""
Value: TypeAlias = "str | int | float | Decimal | UUID | date | time | URIReference | Components | URL | None"
"""A value to write: True and False become "true" and "false", None has no "=", others are converted by `str`."""
Errors: TypeAlias = "Literal['strict', 'replace', 'surrogateescape']"
"""How to decode octets that are not in the charset: raise, use U+FFFD, or use lone surrogates."""
Pairs: TypeAlias = "Mapping[str, Value | Sequence[Value]] | Iterable[tuple[str, Value]]"
"""Pairs to write: a mapping, in which a list repeats its name, or pairs in order."""
Selector: TypeAlias = "str | Glob | Callable[[str, str | None], object]"
"""Selects pairs: by a name, by a pattern of names, or by a predicate."""
Set: TypeAlias = "QueryPairs | Mapping[str, Value | Sequence[Value]] | Mapping[Selector, Value | Sequence[Value]]"
"""The pairs that `with_pairs` sets."""


class QueryPairs(Sequence[Pair]):
    """The pairs of a query: an immutable, ordered view that keeps the original text of each pair.

    It is a sequence of decoded pairs `(name, value)`, including repeated names; the value is None if there is no "=".
    It is also a mapping to the first value of each name: `"a" in pairs`, `pairs["a"]`, `get`, `keys`, `values`,
    `items`, `dict(pairs)`. `get_all` and `to_dict(multi=True)` have all values.

    Two views are equal if their texts and decoding are equal, so "%2B" and "+" differ although both mean a plus sign;
    to compare data, compare lists of pairs.

    Attributes:
        text: the encoded query, without its "?"; "" if there is none.
        written: the encoded text of each pair.

    >>> import uriverse as uv
    >>> pairs = uv.parse("?a=1&b&a=%26&c=").query_pairs
    >>> list(pairs), pairs["a"], pairs.get_all("a"), "b" in pairs
    ([('a', '1'), ('b', None), ('a', '&'), ('c', '')], '1', ('1', '&'), True)
    >>> pairs.written
    ('a=1', 'b', 'a=%26', 'c=')
    """

    __slots__ = ("_form", "_pairs", "text", "written")
    text: str
    written: tuple[str, ...]
    _pairs: tuple[Pair, ...]
    _form: bool

    # Not a dataclass: JSON encoders such as FastAPI's would write its fields instead of its pairs.
    def __init__(self, text: str, written: tuple[str, ...], pairs: tuple[Pair, ...], form: bool = False) -> None:
        for name, value in (("text", text), ("written", written), ("_pairs", pairs), ("_form", form)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a QueryPairs never changes, so {name!r} cannot be set")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a QueryPairs never changes, so {name!r} cannot be deleted")

    def __reduce__(self) -> tuple[type[QueryPairs], tuple[Any, ...]]:
        return QueryPairs, (self.text, self.written, self._pairs, self._form)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, QueryPairs):
            return NotImplemented
        return (self.text, self._form) == (other.text, other._form)

    def __hash__(self) -> int:
        return hash((self.text, self._form))

    def get(self, name: str, default: str | None = None) -> str | None:
        """The value of the first pair with this name, or the default."""
        check_argument("name", name, str)
        return next((value for each, value in self._pairs if each == name), default)

    def get_all(self, name: str) -> tuple[str | None, ...]:
        """The values of all pairs with this name, in order."""
        check_argument("name", name, str)
        return tuple(value for each, value in self._pairs if each == name)

    def keys(self) -> tuple[str, ...]:
        """The names, without duplicates, in the order of their first pairs."""
        return tuple(self.to_dict())

    def values(self) -> tuple[str | None, ...]:
        """The value of the first pair of each name, in the order of `keys`."""
        return tuple(self.to_dict().values())

    def items(self) -> tuple[Pair, ...]:
        """The first pair of each name; the view itself has all pairs."""
        return tuple(self.to_dict().items())

    if TYPE_CHECKING:

        @overload
        def to_dict(self, *, multi: Literal[False] = False) -> dict[str, str | None]: ...
        @overload
        def to_dict(self, *, multi: Literal[True]) -> dict[str, list[str | None]]: ...

    def to_dict(self, *, multi: bool = False) -> Mapping[str, str | list[str | None] | None]:
        """A dict of the names with the first value of each; with `multi`, with a list of all its values.

        >>> import uriverse as uv
        >>> pairs = uv.query_pairs("a=1&b=2&a=3")
        >>> pairs.to_dict(), pairs.to_dict(multi=True)
        ({'a': '1', 'b': '2'}, {'a': ['1', '3'], 'b': ['2']})
        """
        every: dict[str, list[str | None]] = {}
        for name, value in self._pairs:
            every.setdefault(name, []).append(value)
        return every if multi else {name: values[0] for name, values in every.items()}

    def count(self, value: str | Pair) -> int:
        """The number of pairs with this name, or equal to this pair."""
        return len(self.get_all(value)) if isinstance(value, str) else self._pairs.count(value)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: str) -> str | None: ...
        @overload
        def __getitem__(self, key: int) -> Pair: ...
        @overload
        def __getitem__(self, key: slice) -> tuple[Pair, ...]: ...

    def __getitem__(self, key: str | int | slice) -> str | Pair | tuple[Pair, ...] | None:
        """The value of the first pair of a name; or the pair at an index, or the pairs of a slice."""
        if not isinstance(key, str):
            return self._pairs[key]
        for name, value in self._pairs:
            if name == key:
                return value
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        """Whether there is a pair with this name, or this pair."""
        return key in self._pairs if isinstance(key, tuple) else any(name == key for name, _ in self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __iter__(self) -> Iterator[Pair]:
        return iter(self._pairs)

    def __repr__(self) -> str:
        return f"QueryPairs({masked_part('query', self.text)!r}{', form=True' if self._form else ''})"


if TYPE_CHECKING:

    class FormPairs(QueryPairs):
        """The pairs of a form for type checkers: each has a value, because `a` means `a=`."""

        def get_all(self, name: str) -> tuple[str, ...]: ...
        def values(self) -> tuple[str, ...]: ...
        def items(self) -> tuple[tuple[str, str], ...]: ...
        @overload  # type: ignore[override]  # a dict is invariant, and these have no None
        def to_dict(self, *, multi: Literal[False] = False) -> dict[str, str]: ...
        @overload
        def to_dict(self, *, multi: Literal[True]) -> dict[str, list[str]]: ...
        def to_dict(self, *, multi: bool = False) -> Any: ...
        @overload
        def __getitem__(self, key: str) -> str: ...
        @overload
        def __getitem__(self, key: int) -> tuple[str, str]: ...
        @overload
        def __getitem__(self, key: slice) -> tuple[tuple[str, str], ...]: ...
        def __getitem__(self, key: str | int | slice) -> Any: ...
        def __iter__(self) -> Iterator[tuple[str, str]]: ...


@takes(query=str, form=bool, separator=str, encoding=str, errors=(str, type(None)), max_pairs=(int, type(None)))
def query_pairs(
    query: str,
    *,
    form: bool = False,
    separator: str = "&",
    encoding: str = "utf-8",
    errors: Errors | None = None,
    max_pairs: int | None = None,
) -> QueryPairs:
    """The pairs of a query, in order, including repeated names.

    Args:
        query: the percent-encoded query, without its "?". The empty query has no pairs. A whole URL is a valid query
            too: the name in `http://h/?a=1` is `http://h/?a`. For a URL's pairs use `parse(url).query_pairs`.
        form: decode `application/x-www-form-urlencoded` (URL Standard, section 5.1): "+" is a space, `a` means `a=`,
            empty pairs are dropped, and a "%" that begins no triplet stays.
        separator: the characters that separate the pairs.
        encoding: the charset of the octets.
        errors: how to decode octets that are not in it, as for `decode`; by default "surrogateescape", for forms
            "replace".
        max_pairs: refuse a query with more pairs, before decoding any.

    Raises:
        PercentError: if "%" begins no triplet, or with "strict" the octets are not in the charset.
        URIError: if there are more pairs than `max_pairs`.

    >>> list(query_pairs("a=1&b&c=%26+x"))
    [('a', '1'), ('b', None), ('c', '&+x')]
    >>> list(query_pairs("a=1&b&c=%26+x", form=True))
    [('a', '1'), ('b', ''), ('c', '& x')]
    """
    handler = errors or _default_errors(form)
    # Check the names of the charset and of the error handler even if no octet needs them.
    decode("%20", encoding=encoding, errors=handler)
    return _read(query, form, separator, encoding, handler, "keep" if form else "refuse", max_pairs)


def pairs_of(self: URIReference | Components, *, form: bool = False) -> QueryPairs:
    """The pairs of a reference's query; empty if it is undefined."""
    return _read(self.query or "", form, "&", "utf-8", _default_errors(form), "keep", None)


def _default_errors(form: bool) -> Errors:
    return "replace" if form else "surrogateescape"


def _read(
    query: str, form: bool, separator: str, encoding: str, errors: Errors, malformed: str, max_pairs: int | None
) -> QueryPairs:
    if not query:
        written = []
    elif len(separator) > 1:
        import re

        written = re.split(f"[{re.escape(separator)}]", query)
    else:
        written = query.split(separator) if separator else [query]
    if form:
        written = [part for part in written if part]
    if max_pairs is not None and len(written) > max_pairs:
        raise URIError(f"the query has {len(written)} pairs, and the limit is {max_pairs}")

    def decoded(text: str) -> str:
        if form:
            text = text.replace("+", " ")
        if "%" not in text:
            return text
        return decode(text, encoding=encoding, errors=errors, malformed=malformed)  # type: ignore[arg-type]

    pairs = []
    for part in written:
        name, equals, value = part.partition("=")
        pairs.append((decoded(name), decoded(value) if equals or form else None))
    return QueryPairs(query, tuple(written), tuple(pairs), form)
