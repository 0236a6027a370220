"""The hierarchy above each text: its directories, up to its site."""

from __future__ import annotations

from uriverse import _core
from uriverse.columns.functions import Lists, column_function
from uriverse.columns.interface import ArrowColumn
from uriverse.ground.lean_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column


@column_function("url", gives=Lists("text"), by_url_standard=False)
def hierarchy(column: ArrowColumn, *, edition: AnyEdition = None) -> Column:
    """The prefixes of each text after each segment of its path, shortest first, then with its query.

    Counted over a log, the levels show how often each directory of each site is requested.

    Args:
        column: the texts.
        edition: the edition of the texts.

    Returns:
        A column of lists of texts: views into the input. Consecutive slashes end one level. The fragment is omitted.
        Null if the text is refused; an empty list for an empty text. In a path with more than 256 segments the inner
        ones have no level.

    >>> from uriverse import columns as uc
    >>> uc.hierarchy(uc.Column(["http://h/a//b?c#d", "a b"])).to_pylist()
    [['http://h/', 'http://h/a//', 'http://h/a//b', 'http://h/a//b?c'], None]
    """
    return _core.kernels.hierarchy(column, edition=edition)


@column_function("url", gives=Lists("text"), by_url_standard=False)
def path_hierarchy(column: ArrowColumn, *, edition: AnyEdition = None) -> Column:
    """The prefixes of each path after each of its segments, shortest first, as by `hierarchy`.

    >>> from uriverse import columns as uc
    >>> uc.path_hierarchy(uc.Column(["http://h/a/b?c", "mailto:a@b", "http://h"])).to_pylist()
    [['/', '/a/', '/a/b'], ['a@b'], []]
    """
    return _core.kernels.hierarchy(column, path_only=True, edition=edition)
