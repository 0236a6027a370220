"""ClickHouse: `uriverse.columns.engines.clickhouse` under the name that users import."""

from uriverse.columns.engines.clickhouse import configuration, serve

__all__ = ["configuration", "serve"]
