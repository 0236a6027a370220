"""The editions: each document's grammar and rules as data, read by `registry.py`."""
