"""Spark: `uriverse.columns.engines.spark` under the name that users import."""

from uriverse.columns.engines.spark import register

__all__ = ["register"]
