"""pandas: an accessor `uri` on series of strings; importing this module registers it.

    >>> import pandas as pd
    >>> import uriverse.columns.pandas
    >>> pd.Series(["http://a/b", "http://h/a b"], dtype="string[pyarrow]").uri.host().tolist()
    ['a', <NA>]

Results keep the index. Texts have the type of the series if that is `object`, `string` or Arrow's, else Arrow's;
numbers and booleans are Arrow's. A struct becomes a frame with a column for each field. A second series is aligned by
its index, as for pandas' `+`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from uriverse.columns.methods import Methods
from uriverse.ground.extras import Extra

with Extra("pandas", "pandas pyarrow", __name__):
    import pandas as pd

if TYPE_CHECKING:
    from uriverse._core import Column


@pd.api.extensions.register_series_accessor("uri")
class UriAccessor(Methods["pd.Series[Any]", pd.DataFrame, "pd.Series[Any]"]):
    """`series.uri`: the functions of `uriverse.columns`, with the series as first argument."""

    def __init__(self, series: pd.Series[Any]) -> None:
        kind = series.dtype
        if isinstance(kind, pd.CategoricalDtype):
            kind = kind.categories.dtype
        # Accept a series of only NaN, which pandas creates from missing texts.
        if not (pd.api.types.is_string_dtype(kind) or pd.api.types.is_object_dtype(kind) or series.isna().all()):
            raise AttributeError(f"'uri' is for series of strings, not of {series.dtype}")
        self._series = series

    def _apply(self, run: Callable[..., Column], options: Mapping[str, Any]) -> pd.Series[Any] | pd.DataFrame:
        aligned = {name: self._aligned(value) for name, value in options.items()}
        return self._wrapped(run(self._series, **aligned))

    def _aligned(self, argument: Any) -> Any:
        """Align a series to this one's index; return other arguments unchanged."""
        index = self._series.index
        if not isinstance(argument, pd.Series) or argument.index.equals(index):
            return argument
        if not argument.index.is_unique:
            raise ValueError("the index of the second series has a label twice, so its rows cannot be paired by label")
        return argument.reindex(index)

    def _wrapped(self, column: Column) -> pd.Series[Any] | pd.DataFrame:
        names = column.names
        if names:
            return pd.DataFrame({name: self._one(column.field(name)) for name in names}, index=self._series.index)
        series = self._one(column)
        series.name = self._series.name
        return series

    def _one(self, column: Column) -> pd.Series[Any]:
        # Plain strings, because pandas does not support views yet.
        array = column.to_pyarrow(views=False)
        series: pd.Series[Any] = pd.Series(pd.arrays.ArrowExtensionArray(array), index=self._series.index)
        dtype = self._series.dtype
        is_text = pd.api.types.is_string_dtype(series.dtype)
        if is_text and pd.api.types.is_object_dtype(dtype):
            return pd.Series(array.to_pylist(), index=self._series.index, dtype=object)
        return series.astype(dtype) if is_text and pd.api.types.is_string_dtype(dtype) else series
