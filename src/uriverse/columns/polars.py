"""Polars: a namespace `uri` on expressions and series; importing this module registers it.

    >>> import polars as pl
    >>> import uriverse.columns.polars
    >>> pl.DataFrame({"url": ["http://a/b", "http://h/a b"]}).select(pl.col("url").uri.host()).to_series().to_list()
    ['a', None]

Every method is elementwise, so it works eagerly, lazily and on the streaming engine. Most run in Polars' threads,
without Python, as functions of a plug-in (`crates/python/src/columns/plugin.rs`). Those that call Python, or whose
options are objects, are functions of Python for Polars; all are, if the version of Polars has an interface of plug-ins
that is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from uriverse import _core
from uriverse.columns.functions import FUNCTIONS, Lists, Result
from uriverse.columns.interface import has_known_plugins
from uriverse.columns.methods import Methods
from uriverse.ground.extras import Extra

with Extra("polars", "polars", __name__):
    import polars as pl
    from polars import thread_pool_size
    from polars.plugins import register_plugin_function

if TYPE_CHECKING:
    from uriverse._core import Column

ROWS: Final = {row.run: row for row in FUNCTIONS}
IS_NATIVE: Final = has_known_plugins(pl.__version__)
# Polars pickles the options. The engine reads a pickle whose text lies within its first frame, of 64 KiB.
LONGEST_PLAN: Final = 60_000


def _type(result: Result) -> Any:
    if isinstance(result, str):
        return {"text": pl.String, "bool": pl.Boolean, "int32": pl.Int32, "int64": pl.Int64}[result]
    if isinstance(result, Lists):
        return pl.List(_type(result.of))
    return pl.Struct({name: _type(field_type) for name, field_type in result.items()})


@pl.api.register_expr_namespace("uri")
class UriExpressions(Methods[pl.Expr, pl.Expr, pl.Expr]):
    """`pl.col("url").uri`: the functions of `uriverse.columns` on an expression, with the same arguments.

    Type checkers do not know the namespaces that libraries add to Polars. They know `UriExpressions(pl.col("url"))`.
    """

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def _apply(self, run: Callable[..., Column], options: Mapping[str, Any]) -> pl.Expr:
        # A plan may iterate over an option more than once, so iterators become lists.
        options = {name: list(value) if isinstance(value, Iterator) else value for name, value in options.items()}
        others = {name: value for name, value in options.items() if isinstance(value, pl.Expr)}
        # A call without rows: a wrong argument raises now, not in the query.
        recording = _core.kernels.Recording()
        run(recording, **{**options, **dict.fromkeys(others, _core.kernels.Recording())})
        plan: str | None = recording.plan
        columns = [self._expr, *others.values()]
        if IS_NATIVE and plan is not None and len(plan) < LONGEST_PLAN:
            return register_plugin_function(
                plugin_path=_core.__file__,
                function_name=run.__name__,
                args=columns,
                kwargs={"options": plan},
                is_elementwise=True,
            )
        if any(parameter.name == "threads" for parameter in ROWS[run].parameters):
            options.setdefault("threads", thread_pool_size())
        names = list(others)

        def on_series(series: list[pl.Series]) -> pl.Series:
            # Polars passes a literal as one row.
            rows = max(map(len, series))
            first, *seconds = [one.new_from_index(0, rows) if len(one) == 1 < rows else one for one in series]
            return pl.Series(first.name, run(first, **{**options, **dict(zip(names, seconds, strict=True))}))

        returns = _type(ROWS[run].result_of(options))
        return pl.map_batches(columns, on_series, return_dtype=returns, is_elementwise=True)


@pl.api.register_series_namespace("uri")
class UriSeries(Methods[pl.Series, pl.Series, pl.Series]):
    """`series.uri`: the same methods on a series, with series instead of expressions."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def _apply(self, run: Callable[..., Column], options: Mapping[str, Any]) -> pl.Series:
        literals = {name: pl.lit(value) if isinstance(value, pl.Series) else value for name, value in options.items()}
        expression = UriExpressions(pl.lit(self._series))._apply(run, literals)
        return pl.select(expression.alias(self._series.name)).to_series()
