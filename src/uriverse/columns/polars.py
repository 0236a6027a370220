"""Polars: the public name of `uriverse.columns.engines.polars`."""

from uriverse.columns.engines.polars import UriExpressions, UriSeries

__all__ = ["UriExpressions", "UriSeries"]
