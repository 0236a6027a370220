"""The functions of `uriverse.columns`, in files with the names of their kernels in `crates/columns`."""

from uriverse.columns.kernels import (
    agreement,
    canonical,
    find,
    hierarchy,
    hosts,
    parse,
    predicates,
    queries,
    resolve,
    rewrite,
    views,
)
