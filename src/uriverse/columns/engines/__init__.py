"""The engines that the functions of `uriverse.columns` are handed to; `uriverse.columns.polars` and so on name them."""
