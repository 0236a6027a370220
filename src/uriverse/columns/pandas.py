"""pandas: the public name of `uriverse.columns.engines.pandas`."""

from uriverse.columns.engines.pandas import UriAccessor

__all__ = ["UriAccessor"]
