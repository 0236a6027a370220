"""Spark: the public name of `uriverse.columns.engines.spark`."""

from uriverse.columns.engines.spark import register

__all__ = ["register"]
