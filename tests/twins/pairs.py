"""The pairs of a query, one text at a time: what `crates/python/src/reference/pairs.rs` must agree with."""

from __future__ import annotations

import re

from uriverse import decode


def read(
    query: str, form: bool, separators: str, encoding: str, errors: str, malformed: str
) -> tuple[tuple[str, ...], tuple[tuple[str, str | None], ...]]:
    """The texts of the pairs as they are written, and decoded."""
    if not query:
        written = []
    elif len(separators) > 1:
        written = re.split(f"[{re.escape(separators)}]", query)
    else:
        written = query.split(separators) if separators else [query]
    if form:
        written = [part for part in written if part]

    def decoded(text: str) -> str:
        if form:
            text = text.replace("+", " ")
        if "%" not in text:
            return text
        return decode(text, encoding=encoding, errors=errors, malformed=malformed)  # type: ignore[arg-type]

    pairs = []
    for part in written:
        name, equals, value = part.partition("=")
        pairs.append((decoded(name), decoded(value) if equals or form else None))
    return tuple(written), tuple(pairs)
