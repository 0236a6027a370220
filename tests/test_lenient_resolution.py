"""`Components.resolve`: the documents' steps on texts that no edition accepts (RFC 3986, 5.2.2 and Appendix B)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twins
import uriverse as uv
from support.automata import OF_REFERENCES
from support.strategies import PIECES, bases, examples, in_each
from support.vectors import Case, each_case

OPTIONS = tuple(product((True, False), (None, "keep", "drop", "refuse"), (True, False)))
# What no edition has in a path or in a host.
JUNK = (" ", "\\", "[", "]", "{x}", "%", "%4", '"', "<", "^", "\x00", "\n", "é", "\ud800")

any_texts = st.lists(st.sampled_from((*PIECES, *JUNK)), max_size=7).map("".join)
any_bases = st.builds("{}{}".format, bases, any_texts)


def answer_of(base: str, reference: str, edition: str, **options: Any) -> twins.Answer:
    """What a split base resolves to, in the twins' words."""
    try:
        answer = uv.split(base, edition=edition).resolve(reference, **options)
    except uv.ResolutionError as error:
        return twins.Failure(error.reason)
    if isinstance(answer, uv.SameDocument):
        return twins.SameDocument(answer.fragment)
    assert isinstance(answer, uv.Components)
    return str(answer)


@each_case("resolve")
def test_the_documents_examples(edition: str, case: Case) -> None:
    """The normal and the abnormal examples of each document (RFC 3986, 5.4) come out as they are printed."""
    options = {name: case[name] for name in ("strict", "excess_parents", "new_request") if name in case}
    answer = answer_of(case["base"], case["reference"], edition, **options)
    if "error" in case:
        assert answer == twins.Failure(case["error"])
    elif case.get("same_document"):
        assert answer == twins.SameDocument(case["fragment"])
    else:
        assert answer == case["result"]


@pytest.mark.parametrize(
    ("base", "reference", "target"),
    [
        ("http://a/my files/index.html", "../photo 1.jpg", "http://a/photo 1.jpg"),
        ("http://a b/c/d?q r#f", "", "http://a b/c/d?q r"),
        ("http://a/b", "//h{x}/./y", "http://h{x}/y"),
        ("http://a/b", "x[0]/../{id}?a=[1]#s t", "http://a/{id}?a=[1]#s t"),
        ("http://a/b/", "100%", "http://a/b/100%"),
        ("http://a/straße/x", "ü", "http://a/straße/ü"),
        ("http://a/b", "no scheme:x", "no scheme:x"),
        ("foo:/a b", ".//g", "foo:/.//g"),
    ],
)
def test_what_no_grammar_accepts_resolves(base: str, reference: str, target: str) -> None:
    """Nothing is judged, encoded or repaired, and the answer's components are those that were computed."""
    assert not uv.is_valid(base) or not uv.is_valid(reference) or base.startswith("foo")
    found = uv.split(base).resolve(uv.split(reference))
    assert isinstance(found, uv.Components) and found == uv.split(target)


@given(base=any_bases, reference=any_texts)
@examples(200)
@in_each("edition", OF_REFERENCES)
def test_any_text_resolves_by_the_documents_steps(edition: str, base: str, reference: str) -> None:
    """The twins cut any text and follow the printed steps; the engine gives what they give."""
    resolves_as = "rfc1808" if edition == "rfc1738" else edition
    before_colon = uv.split(reference, edition=resolves_as).scheme
    if before_colon is not None and not uv.is_valid(before_colon, rule="scheme", edition=resolves_as):
        # The twin of RFC 2396 takes such a text for a path, by the document's words on schemes; Appendix B does not.
        return
    parts = uv.split(base, edition=resolves_as)
    if parts.path == "" and parts.authority is None and not uv.is_valid(base, edition=resolves_as):
        # No document says whether a text that it refuses and that has no path is opaque.
        return
    for strict, excess_parents, new_request in OPTIONS:
        options: Any = {"strict": strict, "excess_parents": excess_parents, "new_request": new_request}
        expected = twins.resolve(resolves_as, base, reference, **options)
        assert answer_of(base, reference, edition, **options) == expected


@given(base=any_bases, reference=any_texts)
@examples(300)
def test_any_text_at_all_resolves_by_rfc_3986(base: str, reference: str) -> None:
    """By RFC 3986 there is no exception: whatever Appendix B takes for a scheme is one."""
    assert answer_of(base, reference, "rfc3986") == twins.resolve("rfc3986", base, reference)


def test_errors_name_what_is_wrong() -> None:
    """A base needs a scheme; arguments have types; a password is not shown."""
    with pytest.raises(uv.ResolutionError, match="the base has no scheme") as caught:
        uv.split("//user:secret-word@h/a b").resolve("x")
    assert caught.value.reason == "base-not-absolute" and "secret-word" not in str(caught.value)
    with pytest.raises(uv.ResolutionError, match="opaque"):
        uv.split("mailto:a b", edition="rfc2396").resolve("x")
    with pytest.raises(TypeError, match="reference must be a str"):
        uv.split("http://h/").resolve(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="strict must be True or False"):
        uv.split("http://h/").resolve("x", strict="no")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="excess_parents must be one of"):
        uv.split("http://h/").resolve("x", excess_parents="eat")  # type: ignore[arg-type]
