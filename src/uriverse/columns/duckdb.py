"""DuckDB: SQL functions.

    >>> from uriverse.columns.duckdb import connect
    >>> con = connect()
    >>> con.sql("select uri_host('http://a/b'), uri_resolve('../g', 'http://a/b/c/d')").fetchall()
    [('a', 'http://a/b/g')]
    >>> con.close()

`connect` opens a database with the functions linked into it: DuckDB calls them without Arrow and pyarrow in between,
and in all of its threads. `register` adds them to a connection that is open already, as DuckDB's Arrow functions, which
take twice the time and more. Both take and give 2048 rows at a time, as all functions of this engine do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from uriverse import _core
from uriverse.columns.parsing import PARTS
from uriverse.columns.sql import Function, Simple, as_text, functions
from uriverse.ground.argument_types import takes

if TYPE_CHECKING:
    import os

    from duckdb import DuckDBPyConnection

    from uriverse._core import AnyEdition
    from uriverse.columns.parsing import Want
    from uriverse.hosts import SuffixList

WORDS: Final[dict[Simple, str]] = {"text": "VARCHAR", "bool": "BOOLEAN", "int32": "INTEGER", "int64": "BIGINT"}


@takes(prefix=str, want=(Iterable, type(None)))
def connect(
    database: str | os.PathLike[str] = ":memory:",
    *,
    edition: AnyEdition = None,
    prefix: str = "uri_",
    want: Iterable[Want] | None = None,
    suffixes: SuffixList | None = None,
    **options: Any,
) -> DuckDBPyConnection:
    """Open a database whose queries have the functions `uri_parse`, `uri_host`, `uri_is_valid`, `uri_error`, ...

    The functions are linked into the database by DuckDB's interface for such extensions: nothing is loaded from a file,
    and the settings that DuckDB protects itself with (`allow_unsigned_extensions`) are left as they are. A database
    that is open in this process already, and a DuckDB before 2.0, get them by `register`.

    Args:
        database: what `duckdb.connect` takes: a path, or ":memory:".
        edition: the edition by which they read.
        prefix: what stands before each name of `uriverse.columns.sql.functions`.
        want: the fields of the struct that `uri_parse` gives, as `uriverse.columns.parse` takes them.
        suffixes: another list of public suffixes than the one that the package ships.
        options: what else `duckdb.connect` takes: `read_only`, `config`.

    Raises:
        UnknownEdition, ValueError: if there is no such edition, or a word of `want` is unknown.
    """
    import duckdb

    def open_database() -> DuckDBPyConnection:
        return duckdb.connect(database, **options)

    chosen = list(functions(edition, want=want, suffixes=suffixes))
    module = find_spec("_duckdb")
    # In a browser there is nothing to link.
    if module is not None and module.origin is not None and hasattr(_core, "duckdb_connect"):
        linked = [(prefix + one.name, len(one.arguments), one.result, _worked_by(one, edition)) for one in chosen]
        with suppress(OSError):  # raised where DuckDB cannot link extensions
            con, has_functions = _core.duckdb_connect(module.origin, linked, open_database)
            if not has_functions:
                _register(con, prefix, chosen)
            return con
    con = open_database()
    _register(con, prefix, chosen)
    return con


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
        con: the connection. Functions of the same names that were registered before are replaced; those that `connect`
            linked are not, and DuckDB then raises that they exist.
        edition: the edition by which they read; register another under another prefix to have both.
        prefix: what stands before each name of `uriverse.columns.sql.functions`.
        want: the fields of the struct that `uri_parse` gives, as `uriverse.columns.parse` takes them. An engine has to
            know the type of a result before it sees a row, so they are chosen here; another prefix has others.
        suffixes: another list of public suffixes than the one that the package ships.

    Raises:
        UnknownEdition, ValueError: if there is no such edition, or a word of `want` is unknown.
    """
    _register(con, prefix, functions(edition, want=want, suffixes=suffixes))


def _register(con: DuckDBPyConnection, prefix: str, chosen: Iterable[Function]) -> None:
    import duckdb

    for function in chosen:
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


# What the engine writes into DuckDB's vectors without Python; every other part is not a text of the reference itself.
BY_ENGINE: Final = PARTS.keys() - {"port", "kind", "host_type"} | {"valid"}


def _worked_by(function: Function, edition: AnyEdition) -> Callable[..., Any] | tuple[list[str], AnyEdition]:
    """How a linked function works: by the engine alone, or by a callable of columns."""
    if edition != "whatwg":
        if function.name == "parse" and isinstance(function.result, dict) and function.result.keys() <= BY_ENGINE:
            return list(function.result), edition
        word = "valid" if function.name == "is_valid" else function.name
        if word in BY_ENGINE:
            return [word], edition
    run = function.run
    if len(function.arguments) == 1:
        return run
    import pyarrow

    # A choice for each row is looked at by pyarrow.
    return lambda first, second: run(pyarrow.array(first), pyarrow.array(second))
