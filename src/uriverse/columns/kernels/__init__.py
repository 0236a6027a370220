"""The functions of `uriverse.columns`, in files named as their kernels in `crates/columns` and borders in Rust are."""

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
