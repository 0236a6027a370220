"""Stable keys: XXH64 by its published values, and by its reference implementation on the forms of every profile."""

from __future__ import annotations

import json
from typing import Any

import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.paths import ROOT
from uriverse.canonicalization import PROFILES, CanonicalError, Profile

DATA = json.loads((ROOT / "vectors" / "stable_keys" / "xxh64.json").read_text("utf-8"))
# A profile without steps: every text is its own form.
AS_IT_IS = Profile.from_toml('title = "as it is"')


def buffer(length: int) -> bytes:
    """The octets of the published test: the highest one of each number, which is multiplied by the factor."""
    number, octets = DATA["buffer"]["first"], bytearray()
    for _ in range(length):
        octets.append(number >> 56 & 0xFF)
        number = number * DATA["buffer"]["factor"] % 2**64
    return bytes(octets)


def signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: str(case["length"]))
def test_the_published_values(case: dict[str, Any]) -> None:
    """As signed numbers of 64 bits."""
    assert uv.canonical_key(buffer(case["length"]), profile=AS_IT_IS) == signed(int(case["result"], 16))


@given(st.text(max_size=300), st.sampled_from(list(PROFILES)))
def test_a_key_is_the_hash_of_the_form(text: str, profile: Any) -> None:
    """What has no form has no key."""
    try:
        form = uv.canonical(text, profile=profile)
    except CanonicalError as error:
        with pytest.raises(CanonicalError, match=error.profile):
            uv.canonical_key(text, profile=profile)
    else:
        assert uv.canonical_key(text, profile=profile) == signed(
            xxhash.xxh64_intdigest(form.encode("utf-8", "surrogatepass"))
        )
