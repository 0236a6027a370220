"""Polars: a namespace `uri` on expressions and series; importing this module registers it.

    >>> import polars as pl
    >>> import uriverse.columns.polars
    >>> pl.DataFrame({"url": ["http://a/b", "http://h/a b"]}).select(pl.col("url").uri.host()).to_series().to_list()
    ['a', None]

Every method is elementwise, so it works eagerly, lazily and on the streaming engine. A kernel uses as many threads as
Polars (`POLARS_MAX_THREADS`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, Final

import polars as pl
from polars import thread_pool_size

from uriverse.columns.functions import FUNCTIONS, ColumnFunction, Lists, Result

if TYPE_CHECKING:
    from uriverse._core import Column

# Every new expression first runs on this empty series, so a wrong argument raises at once and not in the query.
NOTHING: Final = pl.Series([], dtype=pl.String)


def _type(result: Result) -> Any:
    if isinstance(result, str):
        return {"text": pl.String, "bool": pl.Boolean, "int32": pl.Int32, "int64": pl.Int64}[result]
    if isinstance(result, Lists):
        return pl.List(_type(result.of))
    return pl.Struct({name: _type(each) for name, each in result.items()})


@pl.api.register_expr_namespace("uri")
class UriExpressions:
    """`pl.col("url").uri`: the functions of `uriverse.columns` on an expression, with the same arguments."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def _map(self, run: Callable[[pl.Series], Column], returns: Any) -> pl.Expr:
        run(NOTHING)
        return self._expr.map_batches(
            lambda series: pl.Series(series.name, run(series)), return_dtype=returns, is_elementwise=True
        )

    def _map_both(self, other: str | pl.Expr, run: Callable[[pl.Series, Any], Column], returns: Any) -> pl.Expr:
        if isinstance(other, str):
            return self._map(lambda series: run(series, other), returns)
        run(NOTHING, NOTHING)

        def both(series: Any) -> pl.Series:
            first, second = series
            # Polars passes a literal as one row.
            if len(second) == 1:
                second = second.new_from_index(0, len(first))
            elif len(first) == 1:
                first = first.new_from_index(0, len(second))
            return pl.Series(first.name, run(first, second))

        return pl.map_batches([self._expr, other], both, return_dtype=returns, is_elementwise=True)


def _method(run: Callable[..., Column], rows: list[ColumnFunction]) -> Callable[..., pl.Expr]:
    """A function as a method: its first column is the expression, and Polars chooses the number of threads.

    An option that is an argument in SQL may be positional.
    """
    chosen = {row.choice for row in rows}
    parameters = [
        parameter.replace(kind=Parameter.POSITIONAL_OR_KEYWORD) if parameter.name in chosen else parameter
        for parameter in rows[0].parameters
    ]
    is_pair = len(parameters) > 1 and "ArrowColumn" in parameters[1].annotation
    takes_threads = any(parameter.name == "threads" for parameter in parameters)
    others = sorted(
        (parameter for parameter in parameters[1:] if parameter.name != "threads"), key=lambda parameter: parameter.kind
    )
    signature = Signature([Parameter("self", Parameter.POSITIONAL_ONLY), *others], return_annotation="pl.Expr")

    def method(*arguments: Any, **keywords: Any) -> pl.Expr:
        given = signature.bind(*arguments, **keywords).arguments
        expression = given.pop("self")
        other = given.pop(parameters[1].name) if is_pair else None
        # Each batch iterates over the options again, so iterators become lists.
        options = {name: list(value) if isinstance(value, Iterator) else value for name, value in given.items()}
        returns = _type(rows[0].result_of(options))

        def kernel(*columns: Any) -> Column:
            return run(*columns, **options, **({"threads": thread_pool_size()} if takes_threads else {}))

        return expression._map_both(other, kernel, returns) if is_pair else expression._map(kernel, returns)

    method.__name__ = method.__qualname__ = run.__name__
    method.__doc__ = f"{(run.__doc__ or '').partition(chr(10))[0]} See `uriverse.columns.{run.__name__}`."
    method.__signature__ = signature  # type: ignore[attr-defined]
    return method


for _run in {row.run: None for row in FUNCTIONS}:
    setattr(UriExpressions, _run.__name__, _method(_run, [row for row in FUNCTIONS if row.run is _run]))


@pl.api.register_series_namespace("uri")
class UriSeries:
    """`series.uri`: the same methods on a series, with series instead of expressions."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def __getattr__(self, name: str) -> Callable[..., pl.Series]:
        if name.startswith("_") or not hasattr(UriExpressions, name):
            raise AttributeError(f"'uri' has no method {name!r}")

        def method(*arguments: Any, **keywords: Any) -> pl.Series:
            literals = [pl.lit(value) if isinstance(value, pl.Series) else value for value in arguments]
            expression = getattr(UriExpressions(pl.lit(self._series)), name)(*literals, **keywords)
            return pl.select(expression.alias(self._series.name)).to_series()

        return method
