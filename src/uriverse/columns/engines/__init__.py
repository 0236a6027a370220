"""Adapters of `uriverse.columns` to engines; their public names are `uriverse.columns.polars` and so on."""
