"""Files of texts and tables, by pyarrow, for `uriverse table`."""
