"""Queries as pairs: the convention of `name=value` joined by "&" (RFC 3986, section 3.4 mentions it, none defines it).

A name without "=" has no value, which is not the same as an empty one. Nothing is guessed: "+" is a plus sign unless
the caller says that it stands for a space, as HTML forms have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from uriverse._core import decode, encode
from uriverse.argument_types import check_argument, wrong_type
from uriverse.masking import masked_field

if TYPE_CHECKING:
    from uriverse.editions.registry import Edition, EditionId


Value: TypeAlias = "str | int | float | None"
"""A value of a pair: a number as Python writes it, True and False as "true" and "false", None without "="."""


def query_pairs(
    query: str,
    *,
    separators: str = "&",
    plus_is_space: bool = False,
    encoding: str = "utf-8",
    errors: str = "strict",
) -> list[tuple[str, str | None]]:
    """The decoded pairs of a query, in order, repeated names kept.

    Args:
        query: the query without its "?", percent-encoded.
        separators: the characters that part the pairs.
        plus_is_space: read "+" as a space, as `application/x-www-form-urlencoded` does.
        encoding, errors: the charset of the octets and what to do with those that are not in it, as for `bytes.decode`.

    Returns:
        A list of (name, value); the value is None where there is no "=". The empty query has no pairs.

    Raises:
        PercentError: where "%" begins no triplet or the octets are not in the charset.

    >>> query_pairs("a=1&b&c=%26")
    [('a', '1'), ('b', None), ('c', '&')]
    """
    check_argument("query", query, str)
    check_argument("separators", separators, str)
    check_argument("plus_is_space", plus_is_space, bool)
    if not query:
        # The charset's name is checked by `decode` in any other case.
        decode("", encoding=encoding, errors=errors)
        return []

    def decoded(text: str) -> str:
        return decode(text.replace("+", "%20") if plus_is_space else text, encoding=encoding, errors=errors)

    for separator in separators[1:]:
        query = query.replace(separator, separators[0])
    pairs: list[tuple[str, str | None]] = []
    for part in query.split(separators[0]) if separators else [query]:
        name, equals, value = part.partition("=")
        pairs.append((decoded(name), decoded(value) if equals else None))
    return pairs


def compose_query(
    pairs: Mapping[str, Value | Iterable[Value]] | Iterable[tuple[str, Value]],
    *,
    separator: str = "&",
    encoding: str = "utf-8",
    edition: EditionId | Edition = "rfc3986",
) -> str:
    """A query of pairs, each part encoded so that `query_pairs` gives the pairs back.

    Args:
        pairs: pairs of a name and a value, or a mapping; a list or tuple in a mapping repeats its name. A value is a
            str, a number (written as Python writes it), a bool ("true" or "false"), or None for a name without "=".
        separator: what stands between two pairs.
        encoding: the charset of the octets that are percent-encoded.
        edition: by which characters are encoded.

    Raises:
        TypeError: if a name is not a str, a value is none of these, or a pair is not a tuple or list of two.

    >>> compose_query([("q", "a&b"), ("flag", None)])
    'q=a%26b&flag'
    >>> compose_query({"id": 5, "tag": ["x", "y"]})
    'id=5&tag=x&tag=y'
    """
    check_argument("separator", separator, str)
    encode("", component="query-value", encoding=encoding, edition=edition)

    def encoded(text: str) -> str:
        return encode(text, component="query-value", encoding=encoding, edition=edition)

    return separator.join(
        encoded(name) if value is None else f"{encoded(name)}={encoded(_written(name, value))}"
        for name, value in _each_pair(pairs)
    )


def _each_pair(pairs: object) -> Iterator[tuple[str, object]]:
    """The names and values one by one; a wrong type is a TypeError, because a str would be taken for its characters."""
    if isinstance(pairs, Mapping):
        for name, value in pairs.items():
            check_argument("a name in pairs", name, str)
            for single in value if isinstance(value, list | tuple) else (value,):
                yield name, single
        return
    if isinstance(pairs, str | bytes) or not isinstance(pairs, Iterable):
        raise wrong_type("pairs", "a mapping or an iterable of pairs", pairs)
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"each of pairs must be a tuple of a name and a value, not {masked_field('', pair)}")
        check_argument("a name in pairs", pair[0], str)
        yield pair[0], pair[1]


def _written(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    raise wrong_type(f"the value of {name!r} in pairs", "a str, a number, a bool or None", value)
