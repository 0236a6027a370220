"""Polars: `uriverse.columns.engines.polars` under the name that users import."""

from uriverse.columns.engines.polars import UriExpressions, UriSeries

__all__ = ["UriExpressions", "UriSeries"]
