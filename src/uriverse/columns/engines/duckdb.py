"""DuckDB: SQL functions.

    >>> import duckdb
    >>> from uriverse.columns.duckdb import register
    >>> con = duckdb.connect()
    >>> register(con)
    >>> con.sql("select uri_host('http://a/b'), uri_resolve('../g', 'http://a/b/c/d')").fetchall()
    [('a', 'http://a/b/g')]
    >>> con.close()

They are DuckDB's Arrow functions: they take and give 2048 rows at a time, as all functions of this engine do, and
DuckDB takes care of the interpreter, whatever thread calls them and however the process ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from uriverse.columns.engines.sql import Function, as_text, functions
from uriverse.columns.functions import Simple
from uriverse.ground.argument_types import takes

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from uriverse._core import AnyEdition
    from uriverse.columns.kernels.parse import Want
    from uriverse.hosts import SuffixList

WORDS: Final[dict[Simple, str]] = {"text": "VARCHAR", "bool": "BOOLEAN", "int32": "INTEGER", "int64": "BIGINT"}


@takes(prefix=str, want=(Iterable, type(None)))
def register(
    con: DuckDBPyConnection,
    *,
    edition: AnyEdition = None,
    prefix: str = "uri_",
    want: Iterable[Want] | None = None,
    suffixes: SuffixList | None = None,
) -> None:
    """Give a connection the functions `uri_parse`, `uri_host`, `uri_is_valid`, `uri_error`, `uri_resolve`, ...

    Args:
        con: the connection. Functions of the same names that were registered before are replaced.
        edition: the edition by which they read; register another under another prefix to have both.
        prefix: what stands before each name of `uriverse.columns.engines.sql.functions`.
        want: the fields of the struct that `uri_parse` gives, as `uriverse.columns.parse` takes them. An engine has to
            know the type of a result before it sees a row, so they are chosen here; another prefix has others.
        suffixes: another list of public suffixes than the one that the package ships.

    Raises:
        UnknownEdition, ValueError: if there is no such edition, or a word of `want` is unknown.
    """
    import duckdb

    for function in functions(edition, want=want, suffixes=suffixes):
        name = prefix + function.name
        with suppress(duckdb.InvalidInputException):  # raised where it was not there
            con.remove_function(name)
        con.create_function(
            name,
            _over_arrow(function),
            ["VARCHAR"] * len(function.arguments),
            as_text(function.result, WORDS, "STRUCT({})", "{}[]", '"'),
            type="arrow",
            null_handling="special",
        )


def _over_arrow(function: Function) -> Callable[..., Any]:
    """The function as DuckDB calls it: with pyarrow columns, by position."""
    import pyarrow

    run = function.run
    if len(function.arguments) == 1:
        return lambda column: pyarrow.chunked_array(run(column))
    return lambda first, second: pyarrow.chunked_array(run(first, second))
