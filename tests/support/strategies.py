"""Texts for the property tests: pieces that the editions read differently, put together at random."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

PIECES = (
    *("a", "b", "G", "0", "c.d", "..", ".", "/", "//", "/../", "/./", "../", "./", "?", "#", ":", "@", ";", "="),
    *("&", "+", "$", ",", "_", "~", "!", "-", "%41", "%2f", "%7E", "%2e", "%3A", "[::1]", "[v1.a]", "1.2.3.4"),
    *("http:", "HTTP:", "f:", "mailto:", "//h", "//u:p@h:8080", "//h:80/", "//a_b/", "x/y", ";x=1/../y", "?y", "#s"),
)
SCHEMES = ("http:", "f:", "mailto:", "HTTP:", "x-y.z:")

texts = st.lists(st.sampled_from(PIECES), max_size=7).map("".join)
bases = st.builds("{}{}".format, st.sampled_from(SCHEMES), st.one_of(texts, texts.map("//a/b/".__add__)))


def examples(count: int) -> settings:
    """So many examples by the gate, and in the same proportion by the other profiles of `tests/conftest.py`."""
    return settings(max_examples=max(5, count * settings().max_examples // 100))
