"""ClickHouse: the public name of `uriverse.columns.engines.clickhouse`."""

from uriverse.columns.engines.clickhouse import configuration, serve

__all__ = ["configuration", "serve"]
