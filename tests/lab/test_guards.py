"""Guards depart from the print: the edition signs them, `guards=False` takes them away, and `diff` shows both."""

from __future__ import annotations

from typing import Any

import pytest

import uriverse as uv
from support import command
from support.automata import OF_REFERENCES
from support.vectors import cases

BEFORE_BIS = ("rfc1808", "url-syntax-03", "url-syntax-04", "uri-syntax-02", "uri-syntax-03", "rfc2396", "rfc2732")


@pytest.mark.parametrize("edition", BEFORE_BIS)
def test_step_6a_as_printed(edition: Any) -> None:
    """ "All but the last segment of the base URI's path component is copied": of an empty path, nothing."""
    assert str(uv.resolve("g", "http://h", edition=edition)) == "http://h/g"
    assert str(uv.resolve("g", "http://h", edition=edition, guards=False)) == "http://hg"
    assert "guards=False" in uv.EDITIONS[edition].guards["empty_base_path"]


def test_a_path_that_would_be_an_authority() -> None:
    """RFC 3986, 5.2.4 leaves "//x", and 5.3 writes it after the scheme."""
    assert str(uv.resolve("./..//x", "a:/")) == "a:/.//x"
    assert str(uv.resolve("./..//x", "a:/", guards=False)) == "a://x"
    assert "guards=False" in uv.EDITIONS["rfc3986"].guards["dot_segments"]


@pytest.mark.parametrize(("reference", "target"), [("g", "mailto:g"), ("//h/x", "mailto://h/x")])
def test_an_opaque_base_as_the_algorithm_of_bis_00_has_it(reference: str, target: str) -> None:
    """5.2: "the result given by an implementation must match the result that would be given by this algorithm"."""
    with pytest.raises(uv.ResolutionError, match="opaque"):
        uv.resolve(reference, "mailto:a", edition="rfc2396bis-00")
    assert str(uv.resolve(reference, "mailto:a", edition="rfc2396bis-00", guards=False)) == target
    assert "guards=False" in uv.EDITIONS["rfc2396bis-00"].guards["opaque_base"]


def test_guards_change_no_printed_example() -> None:
    """Every example of resolution that a document prints has the same target without guards."""
    count = 0
    for edition, case in cases("resolve"):
        options = {name: case[name] for name in ("strict", "excess_parents", "new_request") if name in case}
        try:
            target = uv.resolve(case["reference"], case["base"], edition=edition, **options)
        except uv.URIError:
            continue
        if "guard" not in case.get("note", ""):
            assert uv.resolve(case["reference"], case["base"], edition=edition, guards=False, **options) == target, case
            count += 1
    assert count > 300


def test_diff_shows_the_change_that_the_document_names() -> None:
    """rfc2396bis-00, G.2: step 6a "failed to account for a base URI with no path"."""
    choice = next(row for row in uv.lab.diff("rfc2396", "rfc2396bis-00").behaviour if row.choice == "empty_base_path")
    first = choice.examples[0]
    assert (first.base, first.reference, first.guards) == ("http://h", "g", False)
    assert (first.old, first.new) == ("http://hg", "http://h/g")


def test_rows_of_rfc_1630_have_targets_by_both() -> None:
    """Its paths have no ";", so its rows have bases without one."""
    rows = {row.choice: row for row in uv.lab.diff("rfc1630", "rfc1738").behaviour}
    assert {"leading_slashes", "dot_segments"} <= rows.keys()
    for choice, row in rows.items():
        if choice == "params":
            continue  # about ";", which no path of RFC 1630 has
        refused = [example for example in row.examples if " at " in example.old + example.new]
        assert not refused, choice


@pytest.mark.parametrize("edition", OF_REFERENCES)
def test_segments_written_back_change_nothing(edition: Any) -> None:
    """`a;x` and `a%3Bx` have equal segments as data, and each keeps its spelling."""
    texts = ["/a;x/b", "/a%3Bx/b", "a/./b", "/a/../b%2f", "//h/a;v=1/b", "x:/a%2Fb//c?q#f", "x:a@b", "", "/", "//h"]
    texts += ["ftp://h/a%2Fb;type=a", "http://h/a%3Bb/"]
    count = 0
    for text in texts:
        if uv.is_valid(text, edition=edition):
            ref = uv.parse(text, edition=edition)
            assert str(ref.replace(segments=ref.segments)) == text
            count += 1
    assert count >= 2


def test_only_the_segments_that_differ_are_written_anew() -> None:
    """The second of three is changed; the others keep what they are written with."""
    ref = uv.parse("http://h/a;x/b/c%3By", edition="rfc2396")
    assert str(ref.replace(segments=[ref.segments[0], "n;w", ref.segments[2]])) == "http://h/a;x/n%3Bw/c%3By"


def test_a_misformed_reference_is_marked_on_demand() -> None:
    """RFC 2396, 5.2: "Validating parsers should mark such a misformed relative reference as an error"."""
    marked = ("resolve", "http:g", "--base", "http://a/b", "--misformed", "--edition")
    result = command.run(*marked, "rfc2396")
    assert (result.exit_code, result.stdout) == (1, "http:g\n")
    assert "a misformed relative reference, an error by RFC 2396, section 5.2" in result.stderr
    assert command.run(*marked, "rfc3986").exit_code == 0
    assert command.run("resolve", "http:g", "--base", "http://a/b", "--edition", "rfc2396").exit_code == 0
