"""The type `uriverse.URL` by its name; for mypy's plug-in of attrs, `URL = WebURL` would be a variable and no type."""

from uriverse._core import WebURL as URL

__all__ = ["URL"]
