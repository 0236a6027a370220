"""DuckDB: `uriverse.columns.engines.duckdb` under the name that users import."""

from uriverse.columns.engines.duckdb import register

__all__ = ["register"]
