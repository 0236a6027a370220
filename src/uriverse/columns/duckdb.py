"""DuckDB: the public name of `uriverse.columns.engines.duckdb`."""

from uriverse.columns.engines.duckdb import register

__all__ = ["register"]
