"""Queries of a column: one value by its name, all pairs as lists, and edits that keep the other pairs unchanged."""

from __future__ import annotations

from _collections_abc import Iterable, Mapping, Sequence

from uriverse import _core
from uriverse.columns.functions import PAIR, Lists, column_function
from uriverse.columns.interface import ArrowColumn
from uriverse.ground.argument_types import takes
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.reference.queries import query_pairs as pairs_of

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column, Glob
    from uriverse.reference.queries import Pairs, Value


@column_function("url", "name", choice="name", by_url_standard=False)
@takes(name=str, form=bool, threads=int)
def query_value(
    column: ArrowColumn, name: str, *, form: bool = False, edition: AnyEdition = None, threads: int = 0
) -> Column:
    """The decoded value of the first pair with a name in each query, as by `uriverse.query_pairs`.

    Null if the text is refused, there is no such pair, it has no "=", or its octets are not UTF-8. A pair whose name
    cannot be decoded is ignored.

    Args:
        column: the texts.
        name: the decoded name.
        form: decode `application/x-www-form-urlencoded`: "+" is a space, a pair without "=" is empty.
        edition, threads: as for `parse`.

    >>> from uriverse import columns as uc
    >>> uc.query_value(uc.Column(["?a=1&b=x%20y", "?a"]), "b").to_pylist()
    ['x y', None]
    """
    return _core.kernels.query_value(column, name=name, form=form, edition=edition, threads=threads)


@column_function("url", gives=Lists(PAIR), by_url_standard=False)
@takes(form=bool, threads=int)
def query_pairs(column: ArrowColumn, *, form: bool = False, edition: AnyEdition = None, threads: int = 0) -> Column:
    """The decoded pairs of each query, as by `uriverse.query_pairs`.

    Args:
        column: the texts.
        form: read the queries as `application/x-www-form-urlencoded`.
        edition, threads: as for `parse`.

    Returns:
        A column of lists of structs of `name` and `value`; the value is null if there is no "=". An empty list if there
        is no query; null if the text is refused, or a name or a value cannot be decoded.

    >>> from uriverse import columns as uc
    >>> uc.query_pairs(uc.Column(["?a=1&b", "http://h/", "a b"])).to_pylist()
    [[{'name': 'a', 'value': '1'}, {'name': 'b', 'value': None}], [], None]
    """
    return _core.kernels.query_pairs(column, form=form, edition=edition, threads=threads)


@column_function("url", gives=Lists("text"), by_url_standard=False)
@takes(form=bool)
def query_names(column: ArrowColumn, *, form: bool = False, edition: AnyEdition = None) -> Column:
    """The decoded names of the pairs of each query, in order, with duplicates.

    Args:
        column: the texts.
        form: read the queries as `application/x-www-form-urlencoded`.
        edition: the edition of the texts.

    Returns:
        A column of lists of texts. A text without a query has an empty list. A row is null if the text is refused, or
        if a name cannot be decoded.

    >>> from uriverse import columns as uc
    >>> uc.query_names(uc.Column(["?a=1&b%20c", "http://h/", "a b"])).to_pylist()
    [['a', 'b c'], [], None]
    """
    return _core.kernels.query_names(column, form=form, edition=edition)


def _by_name(query: str) -> dict[str, list[str | None]]:
    """The values of each name in a query."""
    values: dict[str, list[str | None]] = {}
    for name, value in pairs_of(query):
        values.setdefault(name, []).append(value)
    return values


@column_function("url", "names", sql="without_pairs", choice="remove", read=_core.Glob, by_url_standard=False)
@column_function("url", "pairs", choice="set", read=_by_name, by_url_standard=False)
@takes(form=bool, threads=int)
def with_pairs(
    column: ArrowColumn,
    set: Mapping[str, Value | Sequence[Value]] | Mapping[Glob, Value] | None = None,
    *,
    add: Pairs | None = None,
    remove: str | Glob | Iterable[str | Glob] | None = None,
    form: bool = False,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """Each text with some pairs of its query changed, as by `URIReference.with_pairs`.

    Args:
        column: the texts.
        set, add, remove, form: as for `URIReference.with_pairs`, but without functions.
        edition, threads: as for `parse`.

    Returns:
        A string column: null if the text is refused, or cannot have a query.

    >>> from uriverse import Glob, columns as uc
    >>> uc.with_pairs(uc.Column(["http://h/?a=%7e&utm_id=1#f", "/"]), set={"b": 2}, remove=Glob("utm_*")).to_pylist()
    ['http://h/?a=%7e&b=2#f', '/?b=2']
    """
    return _core.kernels.with_pairs(
        column, set=set, add=add, remove=remove, form=form, edition=edition, threads=threads
    )
