"""The steps of a resolution: what they put together is the target, for every example of the documents."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.automata import OF_REFERENCES
from support.paths import ROOT
from uriverse.lab import Resolution, resolution

CASES = [
    (file["edition"], case["reference"], case["base"])
    for path in sorted((ROOT / "vectors" / "resolve").glob("*.json"))
    for file in [json.loads(path.read_text("utf-8"))]
    for case in file["cases"]
]
PIECES = ["a", "b;c", "..", ".", "/", "//", "?", "#", ":", "s:", "http:", "", "%2E"]


def recomposed(found: Resolution) -> str:
    """The target as the last step of each component has it, put together as RFC 3986, section 5.3, says."""
    last = {step.component: step.text for step in found.steps}
    return "".join(
        f"{before}{last[name]}{after}"
        for name, before, after in [
            ("scheme", "", ":"),
            ("authority", "//", ""),
            ("path", "", ""),
            ("params", ";", ""),
            ("query", "?", ""),
            ("fragment", "#", ""),
        ]
        if last.get(name) is not None
    )


def check(reference: str, base: str, edition: str) -> None:
    """The steps put together are what `resolve` gives; a step of a rule changes something."""
    try:
        target = uv.resolve(reference, base, edition=edition)
    except uv.URIError as error:
        with pytest.raises(type(error)):
            resolution(reference, base, edition=edition)
        return
    found = resolution(reference, base, edition=edition)
    assert found.target == target
    if isinstance(target, uv.SameDocument):
        assert found.steps == ()
        return
    assert recomposed(found) == str(target), found
    for before, step in zip(found.steps, found.steps[1:], strict=False):
        assert step.source != "rule" or (before.component == step.component and before.text != step.text)


def test_every_example_of_the_documents() -> None:
    """All that the documents resolve, in their editions."""
    assert len(CASES) > 300
    for edition, reference, base in CASES:
        check(reference, base, edition)


@given(
    st.sampled_from(OF_REFERENCES),
    st.lists(st.sampled_from(PIECES), max_size=7).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=7).map(lambda pieces: "x:" + "".join(pieces)),
)
def test_any_reference(edition: str, reference: str, base: str) -> None:
    """Texts made of what decides in resolution."""
    check(reference, base, edition)


def test_the_clauses_are_the_documents() -> None:
    """RFC 3986 merges by section 5.2.3; RFC 1738 has no relative form and is resolved as RFC 1808 says."""
    merged = resolution("../g", "http://a/b/c/d").steps
    assert [(step.component, step.source, step.clause) for step in merged] == [
        ("scheme", "base", "RFC 3986, section 5.2.2"),
        ("authority", "base", "RFC 3986, section 5.2.2"),
        ("path", "both", "RFC 3986, section 5.2.3"),
        ("path", "rule", "RFC 3986, section 5.2.2"),
    ]
    assert resolution("g", "http://a/b", edition="rfc1738").edition == "rfc1808"
    same = resolution("#s", "http://a/b", edition="rfc2396")
    assert (same.target, same.clause) == (uv.SameDocument("s"), "RFC 2396, section 4.2")


@pytest.mark.parametrize(
    ("edition", "base", "paths"),
    [("rfc3986", "x://h", ["/a"]), ("rfc3986", "x:", ["a"]), ("rfc2396", "x://h", ["a", "/a"])],
)
def test_an_empty_path_of_the_base(edition: uv.EditionId, base: str, paths: list[str]) -> None:
    """RFC 3986, section 5.2.3, adds "/" after an authority; RFC 2396, section 5.2, step 6, does not, and is guarded."""
    assert [step.text for step in resolution("a", base, edition=edition).steps if step.component == "path"] == paths


def test_the_guard_is_reported() -> None:
    """A path that would be read as an authority is guarded, and a step says so."""
    steps = resolution(".//g", "f:/a").steps
    assert [step.text for step in steps if step.component == "path"] == ["/.//g", "//g", "/.//g"]


def test_no_password_is_shown() -> None:
    """The repr of a resolution masks what the texts hold."""
    found = resolution("g", "http://u:hidden@a/b")
    assert "hidden" not in repr(found)
    assert "hidden" in json.dumps(found.as_json())
