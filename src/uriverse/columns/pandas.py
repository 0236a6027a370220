"""pandas: an accessor `uri` on series of strings; importing this module registers it.

    >>> import pandas as pd
    >>> import uriverse.columns.pandas
    >>> pd.Series(["http://a/b", "http://h/a b"], dtype="string[pyarrow]").uri.host().tolist()
    ['a', <NA>]

Results are Arrow-backed and keep the index; a struct becomes a frame with a column for each field.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from uriverse import columns as uc

METHODS = frozenset(uc.__all__) - {"Column", "DEFAULT_WANT"}


@pd.api.extensions.register_series_accessor("uri")
class UriAccessor:
    """`series.uri`: the functions of `uriverse.columns`, the series being their first argument."""

    def __init__(self, series: pd.Series[Any]) -> None:
        if not (pd.api.types.is_string_dtype(series.dtype) or series.dtype == object):
            raise AttributeError(f"'uri' is for series of strings, not of {series.dtype}")
        self._series = series

    def __dir__(self) -> list[str]:
        return sorted(METHODS)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in METHODS:
            raise AttributeError(f"'uri' has no method {name!r}")
        function = getattr(uc, name)

        def method(*arguments: Any, **keywords: Any) -> pd.Series[Any] | pd.DataFrame:
            return self._given(function(self._series, *arguments, **keywords))

        method.__name__, method.__doc__ = name, function.__doc__
        return method

    def _given(self, column: uc.Column) -> pd.Series[Any] | pd.DataFrame:
        names = column.names
        if names:
            return pd.DataFrame({name: self._one(column.field(name)) for name in names}, index=self._series.index)
        series = self._one(column)
        series.name = self._series.name
        return series

    def _one(self, column: uc.Column) -> pd.Series[Any]:
        # Plain strings: pandas computes on those, and not on views yet.
        array = column.to_pyarrow(views=False)
        return pd.Series(pd.arrays.ArrowExtensionArray(array), index=self._series.index)
