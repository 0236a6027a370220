"""What contains each text, level by level: its directories, up to its site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriverse import _core
from uriverse.columns.functions import Lists, column_function
from uriverse.columns.interface import ArrowColumn, check_column

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column


@column_function("url", gives=Lists("text"), by_url_standard=False)
def hierarchy(column: ArrowColumn, *, edition: AnyEdition = None) -> Column:
    """Each text cut after each segment of its path, the outermost first, then with its query.

    Counted over a log, the levels say how often each directory of each site is asked for.

    Args:
        column: the texts.
        edition: by which the texts are read.

    Returns:
        A column of lists of texts: views into the input. Slashes in a row end one level together. The fragment is left
        out. Null where the text is refused; an empty list for an empty text. Of a path with more than 256 segments the
        inner ones have no level of their own.

    >>> from uriverse import columns as uc
    >>> uc.hierarchy(uc.Column(["http://h/a//b?c#d", "a b"])).to_pylist()
    [['http://h/', 'http://h/a//', 'http://h/a//b', 'http://h/a//b?c'], None]
    """
    check_column("column", column)
    return _core.kernels.hierarchy(column, edition=edition)


@column_function("url", gives=Lists("text"), by_url_standard=False)
def path_hierarchy(column: ArrowColumn, *, edition: AnyEdition = None) -> Column:
    """The path of each text cut after each of its segments, the outermost first, as `hierarchy` cuts texts.

    >>> from uriverse import columns as uc
    >>> uc.path_hierarchy(uc.Column(["http://h/a/b?c", "mailto:a@b", "http://h"])).to_pylist()
    [['/', '/a/', '/a/b'], ['a@b'], []]
    """
    check_column("column", column)
    return _core.kernels.hierarchy(column, path_only=True, edition=edition)
