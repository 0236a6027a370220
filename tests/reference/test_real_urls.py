"""The laws of edits and of normal forms on URLs that people wrote, beside those that are generated."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import uriverse as uv

LINES = (Path(__file__).parent / "real-urls.txt").read_text("utf-8").splitlines()
URLS = [line for line in LINES if not line.startswith("# ")]
VALID = [url for url in URLS if uv.is_valid(url)]
PARTS = ("scheme", "authority", "path", "query", "fragment")
LEVELS = ("case", "percent", "path", "syntax", "scheme")


def test_most_are_uris() -> None:
    """So the laws below say something; the others have a "%s", a bracket or a space."""
    assert len(URLS) > 480 and len(VALID) > 440


def test_an_edit_that_names_nothing_is_the_identity() -> None:
    """So are composing of its parts, and mending, but where the grammar allows a URL of these schemes without a host: `ftp:///a`."""
    for url in VALID:
        reference = uv.parse(url)
        assert str(reference.replace()) == str(reference.with_pairs()) == url
        assert str(uv.compose(**{name: getattr(reference, name) for name in PARTS})) == url
        lacks_host = reference.scheme in {"http", "https", "ftp"} and not reference.host
        assert (uv.mend(url).changes == ()) != lacks_host


def test_a_new_pair_leaves_every_other_byte() -> None:
    """And taking it away again gives the URL; an absent query becomes an empty one."""
    for url in VALID:
        reference = uv.parse(url)
        before, hash_, fragment = url.partition("#")
        joined = before + ("?" if reference.query is None else "&" if reference.query else "")
        edited = reference.with_pairs(set={"k\u00e9": "v w"})
        assert str(edited) == f"{joined}k%C3%A9=v%20w{hash_}{fragment}"
        assert (edited.with_pairs(remove="k\u00e9").query or "") == (reference.query or "")


@pytest.mark.parametrize("level", LEVELS)
def test_normal_forms_are_fixed_points_and_equivalent(level: Any) -> None:
    """A URL, its normal form and that of its normal form are one class; neighbours are compared alike either way."""
    for url, other in pairwise(VALID):
        normal = uv.normalize(url, level=level)
        assert uv.normalize(normal, level=level) == normal
        assert uv.equivalent(url, normal, level=level) and uv.equivalent(normal, url, level=level)
        same = str(normal) == str(uv.normalize(other, level=level))
        assert uv.equivalent(url, other, level=level) == uv.equivalent(other, url, level=level) == same
