"""Files of texts and of tables, by pyarrow: what `uriverse table` reads and writes."""
