"""Queries as pairs: the convention of `name=value` joined by "&", which RFC 3986, section 3.4, only mentions.

A view has the decoded pairs in order, and the original text of each (`crates/python/src/reference/pairs.rs`). A name
without "=" has the value None, which differs from an empty value. "+" is a plus sign unless the caller asks for form
decoding. `URIReference.with_pairs`, in the native module, edits queries.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterable, Iterator, Mapping, Sequence

from uriverse._core import Glob, decode, decoded_pairs
from uriverse._core import QueryPairs as QueryPairs
from uriverse.ground.argument_types import check_argument
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Literal, TypeAlias

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


if TYPE_CHECKING:

    class FormPairs(QueryPairs):  # type: ignore[misc]  # for type checkers alone: the native class has no subclass
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

    Returns:
        A QueryPairs: a sequence of pairs, and a mapping to the first value of each name.

    Raises:
        PercentError: if "%" begins no triplet, or with "strict" the octets are not in the charset.
        URIError: if there are more pairs than `max_pairs`.

    >>> list(query_pairs("a=1&b&c=%26+x"))
    [('a', '1'), ('b', None), ('c', '&+x')]
    >>> list(query_pairs("a=1&b&c=%26+x", form=True))
    [('a', '1'), ('b', ''), ('c', '& x')]
    """
    handler: Errors = "replace" if form else "surrogateescape"
    if isinstance(query, str) and isinstance(form, bool) and (separator, encoding, errors, max_pairs) == DEFAULTS:
        return decoded_pairs(query, form, separator, encoding, handler, None)
    check_argument("query", query, str)
    check_argument("form", form, bool)
    check_argument("separator", separator, str)
    check_argument("encoding", encoding, str)
    check_argument("errors", errors, (str, type(None)))
    check_argument("max_pairs", max_pairs, (int, type(None)))
    # Check the names of the charset and of the error handler even if no octet needs them.
    decode("%20", encoding=encoding, errors=errors or handler)
    limit = None if max_pairs is None else max(-1, min(max_pairs, len(query) + 1))
    return decoded_pairs(query, form, separator, encoding, errors or handler, limit)


DEFAULTS = ("&", "utf-8", None, None)
