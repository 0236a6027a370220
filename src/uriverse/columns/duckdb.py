"""DuckDB: SQL functions.

    >>> import duckdb
    >>> from uriverse.columns.duckdb import register
    >>> con = duckdb.connect()
    >>> register(con)
    >>> con.sql("select uri_host('http://a/b'), uri_resolve('../g', 'http://a/b/c/d')").fetchall()
    [('a', 'http://a/b/g')]
    >>> con.close()

A text is a VARCHAR or a BLOB. They are Arrow functions of DuckDB, which calls all functions with 2048 rows at a time,
in each of its threads. It acquires the interpreter's lock in any thread, and until the process ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from uriverse.columns.functions import Simple
from uriverse.columns.sql import Dialect, Function, functions
from uriverse.ground.argument_types import takes
from uriverse.ground.extras import Extra, pyarrow

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from uriverse._core import AnyEdition
    from uriverse.columns.kernels.parse import Want
    from uriverse.hosts import SuffixList

WORDS: Final[dict[Simple, str]] = {"text": "VARCHAR", "bool": "BOOLEAN", "int32": "INTEGER", "int64": "BIGINT"}
DIALECT: Final = Dialect(WORDS, "STRUCT({})", "{}[]", '"')


@takes(prefix=str)
def register(
    con: DuckDBPyConnection,
    *,
    edition: AnyEdition = None,
    prefix: str = "uri_",
    want: Iterable[Want] | None = None,
    suffixes: SuffixList | None = None,
) -> None:
    """Register the functions `uri_parse`, `uri_host`, `uri_is_valid`, `uri_error`, `uri_resolve`, ... in a connection.

    Args:
        con: the connection. Registered functions with the same names are replaced.
        edition: the edition of the functions; register another one under another prefix to have both.
        prefix: a prefix for the names of `uriverse.columns.sql.functions`.
        want: the fields of the struct of `uri_parse`, as for `uriverse.columns.parse`. An engine must know the type of
            a result before the query, so they are chosen here; use another prefix for other fields.
        suffixes: a list of public suffixes to use instead of the package's.

    Raises:
        UnknownEditionError, ValueError: if there is no such edition, or a field of `want` is unknown.
    """
    with Extra("duckdb", "duckdb pyarrow", __name__):
        import duckdb
    for function in functions(edition, want=want, suffixes=suffixes):
        name = prefix + function.name
        with suppress(duckdb.InvalidInputException):  # raised if there is none
            con.remove_function(name)
        con.create_function(
            name,
            _over_arrow(name, function),
            # Of any type, because DuckDB has one signature for a name, and a text may be a VARCHAR or a BLOB.
            None,
            DIALECT.type_of(function.result),
            type="arrow",
            null_handling="special",
        )


def _over_arrow(name: str, function: Function) -> Callable[..., Any]:
    chunked_array = pyarrow().chunked_array

    def over_arrow(*columns: Any) -> Any:
        if len(columns) != len(function.arguments):
            raise TypeError(f"{name} takes {', '.join(function.arguments)}; there are {len(columns)} arguments")
        return chunked_array(function.run(*columns))

    return over_arrow
