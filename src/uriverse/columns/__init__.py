"""Columns of URI references in Arrow memory: the single calls' answers, to the byte, without an object per row.

    >>> from uriverse import columns as uc
    >>> urls = uc.Column(["http://a/b?c", "http://h/a b", None])
    >>> uc.host(urls).to_pylist()
    ['a', None, None]
    >>> uc.errors(urls).field("at").to_pylist()
    [None, 10, None]

A column is anything that speaks the Arrow PyCapsule interface: pyarrow, Polars, pandas, DuckDB, nanoarrow, whole or in
chunks; no particular library is needed. So does what the functions give, a `Column`. The engines have modules of their
own, loaded when imported: `uriverse.columns.polars`, `.duckdb`, `.pandas`, `.spark`, `.clickhouse`.
"""

from uriverse._core import Column
from uriverse.columns.agreeing import agreement
from uriverse.columns.canonicalizing import canonical, key
from uriverse.columns.comparing import equivalent, errors, is_valid
from uriverse.columns.converting import mend, to_ascii, to_iri, to_uri
from uriverse.columns.finding import audit, find
from uriverse.columns.levels import hierarchy, path_hierarchy
from uriverse.columns.naming import domain, origin, site, subdomain, suffix, tld, without_www
from uriverse.columns.parsing import (
    DEFAULT_WANT,
    SPLIT_WANT,
    URL_ATTRIBUTES,
    authority,
    fragment,
    host,
    host_type,
    kind,
    params,
    parse,
    path,
    port,
    port_text,
    query,
    scheme,
    split,
    userinfo,
)
from uriverse.columns.queries import query_names, query_pairs, query_value, with_pairs
from uriverse.columns.rewriting import decode, encode, normalize, relativize, resolve
from uriverse.columns.views import template, view

__all__ = [
    "DEFAULT_WANT",
    "SPLIT_WANT",
    "URL_ATTRIBUTES",
    "Column",
    "agreement",
    "audit",
    "authority",
    "canonical",
    "decode",
    "domain",
    "encode",
    "equivalent",
    "errors",
    "find",
    "fragment",
    "hierarchy",
    "host",
    "host_type",
    "is_valid",
    "key",
    "kind",
    "mend",
    "normalize",
    "origin",
    "params",
    "parse",
    "path",
    "path_hierarchy",
    "port",
    "port_text",
    "query",
    "query_names",
    "query_pairs",
    "query_value",
    "relativize",
    "resolve",
    "scheme",
    "site",
    "split",
    "subdomain",
    "suffix",
    "template",
    "tld",
    "to_ascii",
    "to_iri",
    "to_uri",
    "userinfo",
    "view",
    "with_pairs",
    "without_www",
]
