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
from uriverse.columns.kernels.agreement import agreement
from uriverse.columns.kernels.canonical import canonical, key
from uriverse.columns.kernels.find import audit, find
from uriverse.columns.kernels.hierarchy import hierarchy, path_hierarchy
from uriverse.columns.kernels.hosts import domain, origin, site, subdomain, suffix, tld, without_www
from uriverse.columns.kernels.parse import (
    DEFAULT_WANT,
    SPLIT_WANT,
    URL_ATTRIBUTES,
    authority,
    errors,
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
from uriverse.columns.kernels.predicates import equivalent, is_valid
from uriverse.columns.kernels.queries import query_names, query_pairs, query_value, with_pairs
from uriverse.columns.kernels.resolve import relativize, resolve
from uriverse.columns.kernels.rewrite import (
    decode,
    display,
    encode,
    mend,
    normalize,
    to_ascii,
    to_iri,
    to_unicode,
    to_uri,
)
from uriverse.columns.kernels.views import template, view

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
    "display",
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
    "to_unicode",
    "to_uri",
    "userinfo",
    "view",
    "with_pairs",
    "without_www",
]
