"""Allow-lists as people write them: each is broken by a URL, or proved right, and its right twin says nothing."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

import uriverse as uv
from support.paths import ROOT

DATA = tomllib.loads((ROOT / "tests/policies/allow-lists.toml").read_text())
ROWS = DATA["list"]
KINDS = {"hosts": uv.Policy.from_hosts, "origins": uv.Policy.from_origins, "redirects": uv.Policy.from_redirect_uris}


def policy_of(row: dict[str, Any], prefix: str = "") -> uv.Policy:
    expression = row.get(prefix.removesuffix("_") if prefix else "pattern")
    if expression is not None:
        return uv.Policy.from_regex(expression, row.get("how", "match"))
    [(lines, read)] = [(row[prefix + kind], read) for kind, read in KINDS.items() if prefix + kind in row]
    return read(lines, addresses="any")


def meant(row: dict[str, Any]) -> uv.Policy:
    intended = row["intended"]
    return uv.Policy(**(DATA["meant"][intended] if isinstance(intended, str) else intended))


def check_on_both_sides(policy: uv.Policy, intended: uv.Policy, text: str) -> None:
    """A canonical URL of browsers, admitted here and by `re`, and not intended."""
    assert uv.whatwg.URL(text).href == text == str(uv.URL(text))
    assert policy.admits(text) and not intended.admits(text)
    if policy.pattern is not None:
        assert getattr(re.compile(policy.pattern.text), policy.pattern.how)(text)


# Each sixteenth row in every run; all of them in the gate.
SOME = [
    pytest.param(row, marks=[pytest.mark.slow] if number % 16 else [], id=row["what"])
    for number, row in enumerate(ROWS)
]


@pytest.mark.parametrize("row", SOME)
def test_a_list_is_broken_or_proved_and_its_twin_is_silent(row: dict[str, Any]) -> None:
    policy, intended, right = policy_of(row), meant(row), policy_of(row, "right_")
    excesses = policy.lint(intended)
    assert bool(excesses) is bool(row["breach"]) is not intended.contains(policy)
    for text in [*(excess.text for excess in excesses), *filter(None, [row["breach"]])]:
        check_on_both_sides(policy, intended, text)
    assert right.lint(intended, as_written=True) == () and intended.contains(right) and right.overlaps(intended)


@pytest.mark.parametrize("row", [row for row in ROWS if "written" in row], ids=lambda row: row["what"])
def test_a_text_as_written_leads_elsewhere(row: dict[str, Any]) -> None:
    """The expression matches the text, and browsers read a URL that is not meant."""
    policy, intended = policy_of(row), meant(row)
    texts = [row["written"], *(excess.text for excess in policy.lint(intended, as_written=True) if not excess.is_url)]
    assert len(texts) > 1
    for text in texts:
        assert getattr(re.compile(row["pattern"]), row.get("how", "match"))(text)
        assert not intended.admits(uv.URL(uv.whatwg.URL(text).href)), text
