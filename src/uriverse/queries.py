"""Queries as pairs: the convention of `name=value` joined by "&" (RFC 3986, section 3.4 mentions it, none defines it).

A name without "=" has no value, which is not the same as an empty one. Nothing is guessed: "+" is a plus sign unless
the caller says that it stands for a space, as HTML forms have it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from uriverse._core import decode, encode

if TYPE_CHECKING:
    from uriverse.editions.registry import Edition, EditionId


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
    if not query:
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
    pairs: Iterable[tuple[str, str | None]],
    *,
    separator: str = "&",
    encoding: str = "utf-8",
    edition: EditionId | Edition = "rfc3986",
) -> str:
    """A query of pairs, each part encoded so that `query_pairs` gives the pairs back.

    >>> compose_query([("q", "a&b"), ("flag", None)])
    'q=a%26b&flag'
    """

    def encoded(text: str) -> str:
        return encode(text, component="query-value", encoding=encoding, edition=edition)

    return separator.join(
        encoded(name) if value is None else f"{encoded(name)}={encoded(value)}" for name, value in pairs
    )
