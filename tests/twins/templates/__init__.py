"""The slow twin of `Template.match`: what the compiled matcher must agree with."""

from .matching import matched

__all__ = ["matched"]
