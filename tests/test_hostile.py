"""Hostile input: an answer or a clear error, nothing lost, no panic; linear time is measured in `benches`."""

from __future__ import annotations

from typing import Any

import pytest

import uriverse as uv
from support.automata import OF_REFERENCES

N = 100_000
PATTERNS = {
    "parents": "/.." * N,
    "relative parents": "../" * N,
    "percent": "%" * N,
    "triplets": "%41" * N,
    "brackets": "[" * N,
    "at": "@" * N,
    "colons": ":" * N,
    "schemes": "a:" * N,
    "semicolons": ";" * N,
    "labels": "//" + "a." * N,
    "userinfos": "//" + "a@" * N,
    "ports": "//h" + ":1" * N,
    "literals": "//" + "[" * N + "]" * N,
    "address": "//[" + "1:" * N + "]",
    "slashes": "/" * N,
    "questions": "?" * N,
    "hashes": "#" * N,
    "combining": "//" + "a\N{COMBINING ACUTE ACCENT}" * N,
    "NUL": "\0" * N,
    "surrogates": "\ud800" * N,
}


@pytest.mark.parametrize("edition", list(uv.EDITIONS))
@pytest.mark.parametrize("name", PATTERNS)
def test_every_operation_answers(name: str, edition: Any) -> None:
    """A hundred thousand repetitions of what makes others slow, through every operation of every edition."""
    text = PATTERNS[name]
    assert str(uv.split(text, edition=edition)) == text
    valid = uv.is_valid(text, edition=edition)
    if valid:
        parsed = uv.parse(text, edition=edition)
        assert str(parsed) == text
        for level in uv.EDITIONS[edition].levels:
            assert uv.normalize(parsed, level=level).normalize(level=level) is not None  # type: ignore[arg-type]
    else:
        with pytest.raises(uv.URISyntaxError) as caught:
            uv.parse(text, edition=edition)
        assert len(str(caught.value)) < 2000
    for base in ("http://a/b/c/d;p?q", "f:" + "/x" * N):
        try:
            target = uv.resolve(text, base, edition=edition)
            if isinstance(target, uv.URI):
                uv.relativize(target, base)
        except uv.URIError as error:
            assert len(str(error)) < 2000
    assert isinstance(uv.decode(text, malformed="keep", errors="replace"), str) or "\ud800" in text


@pytest.mark.parametrize("edition", OF_REFERENCES)
def test_every_byte_value(edition: Any) -> None:
    """Every character up to 255 in every component: accepted, or refused at its place or before."""
    for code in range(256):
        for before, after in (("", ""), ("http://", "/"), ("http://h/", ""), ("a?", ""), ("a#", "")):
            text = f"{before}{chr(code)}{after}"
            assert str(uv.split(text, edition=edition)) == text
            if not uv.is_valid(text, edition=edition):
                with pytest.raises(uv.URISyntaxError) as caught:
                    uv.parse(text, edition=edition)
                assert caught.value.at <= len(before) + 1


@pytest.mark.slow
def test_twenty_megabytes_of_parents() -> None:
    """20 MB of `../` resolve in one pass."""
    text = "../" * 6_666_667
    assert str(uv.resolve(text + "g", "http://a/b/c")) == "http://a/g"
    assert str(uv.resolve(text + "g", "http://a/b/c", edition="rfc2396", excess_parents="drop")) == "http://a/g"
    kept = str(uv.resolve(text + "g", "http://a/", edition="rfc2396"))
    assert kept == "http://a/" + text + "g"


@pytest.mark.slow
def test_a_host_of_a_million_labels() -> None:
    """A million labels are a reg-name, and a hostname of RFC 2396."""
    host = "a." * 1_000_000 + "z"
    assert uv.parse(f"//{host}/").host == host
    assert uv.parse(f"//{host}/", edition="rfc2396").host == host
    assert uv.normalize(f"//{host.upper()}/").host == host


@pytest.mark.slow
def test_a_target_of_more_than_four_gibibytes() -> None:
    """Two texts that the engine takes make a target whose offsets have more than 32 bits: an error, not a wrong cut."""
    half = "a" * 2_200_000_000
    base = uv.parse(f"http://h/{half}/x")
    with pytest.raises(OverflowError, match="4 GiB"):
        uv.resolve(half, base)
    with pytest.raises(OverflowError, match="4 GiB"):
        base.resolve(half)
