"""Differential runs against two implementations: Ada (ada-url) and the Rust crate `url` (url-py)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.url_peers import Answer, Explains, ada, ada_is_known, cases, ours, rust, rust_is_known


@pytest.mark.parametrize(("peer", "is_known"), [(ada, ada_is_known), (rust, rust_is_known)], ids=["ada", "url"])
def test_every_difference_is_explained(peer: Callable[[str, Answer], Answer], is_known: Explains) -> None:
    """Thirty thousand mutated URLs, a third of them with a base."""
    unexplained = []
    for text, base in cases(30_000, seed=14):
        our, their = ours(text, base), peer(text, base)
        if our != their and not is_known(text, base, our, their):
            unexplained.append((text, base, our, their))
    assert not unexplained
