"""pandas: `uriverse.columns.engines.pandas` under the name that users import."""

from uriverse.columns.engines.pandas import UriAccessor

__all__ = ["UriAccessor"]
