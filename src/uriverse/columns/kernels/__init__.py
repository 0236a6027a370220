"""The functions of `uriverse.columns`, in files named as their kernels in `crates/columns` and borders in Rust are."""
