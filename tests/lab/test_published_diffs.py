"""The two published diffs as computed statements: each grammar change that they show is found, and nothing else is."""

from __future__ import annotations

import pytest

import uriverse as uv
from uriverse.grammar.algebra import concatenation, difference, equivalent, union
from uriverse.grammar.compilation import compile_edition
from uriverse.lab.difference import Difference


@pytest.fixture(scope="module")
def urls() -> Difference:
    """The context diff from draft-fielding-url-syntax-03 (29 December 1996) to -04 (26 March 1997)."""
    return uv.lab.diff("url-syntax-03", "url-syntax-04")


@pytest.fixture(scope="module")
def uris() -> Difference:
    """The unified diff from draft-fielding-uri-syntax-02 (4 March 1998) to -03 (4 June 1998)."""
    return uv.lab.diff("uri-syntax-02", "uri-syntax-03")


def test_the_url_drafts_accept_the_same_language(urls: Difference) -> None:
    """Their start rules are equal, and so are all rules: what changed is prose."""
    assert urls.rules[0].rule == "URL-reference"
    assert {row.relation for row in urls.rules} == {"equal"}
    assert urls.changed == ()


def test_the_url_diff_makes_an_exception_for_new_requests(urls: Difference) -> None:
    """Its one change of behaviour: an empty reference in a context that always makes a new request, such as the ACTION
    of a FORM, means the URL of the current document in -04; -03 knows no exception.
    """
    assert [(row.choice, row.old, row.new) for row in urls.behaviour] == [("new_request", "none", "document")]


def test_the_url_diff_renames_two_rules_and_rewrites_none(urls: Difference) -> None:
    """The lines that it marks in a rule are these three.

    ! server = [ [ user [ ":" password ] "@" ] hostport ]  becomes  ! site = [ [ user [ ":" password ] "@" ] hostport ]
    ! net_path = "//" server [ abs_path ]                  becomes  ! net_path = "//" site [ abs_path ]
    ! national = <Any character not in the reserved, ...>  becomes  ! others = <Any character not in the reserved, ...>
    """
    renamed = {(row.old_rule, row.new_rule) for row in urls.rules if row.is_renamed}
    assert renamed == {("server", "site"), ("national", "others")}
    assert [row.rule for row in urls.rules if row.rewritten] == []


def test_the_uri_diff_rewrites_what_it_shows(uris: Difference) -> None:
    """The rules on its `-` and `+` lines, in Appendix A and in the text.

    - absoluteURI, opaque-URI, generic-URI, relativeURI, abs_path, rel_path, path
    + absoluteURI, relativeURI, hier_part, opaque_part, uric_no_slash, abs_path, rel_path, rel_segment, path
    (`net_path` and `uric` are on marked lines too, but say the same as before: they moved.)
    """
    rewritten = {row for row in uris.rules if row.rewritten}
    assert {row.old_rule for row in rewritten} - {None} == {
        *("absoluteURI", "opaque-URI", "generic-URI", "relativeURI", "abs_path", "rel_path", "path")
    }
    assert {row.rule for row in rewritten if row.old_rule is None} == {
        "hier_part",
        "opaque_part",
        "uric_no_slash",
        "rel_segment",
    }
    assert {row.rule for row in uris.rules if row.relation == "removed"} == set()


def test_the_uri_diff_changes_what_it_rewrites_and_what_refers_to_that(uris: Difference) -> None:
    """Besides the rewritten rules only two change, through what they refer to; every other language is the same."""
    through = {row.rule for row in uris.changed if not row.rewritten}
    assert through == {"URI-reference", "net_path"}
    assert all(row in uris.changed for row in uris.rules if row.rewritten)


def test_the_uri_drafts_lose_exactly_three_forms(uris: Difference) -> None:
    """From -02 to -03 the start rule loses `a:`, `?y` and a colon in the first segment, and gains nothing.

    Said as sets: a scheme with nothing after it; an empty path with a query; a relative path whose first segment has a
    colon, what stands before its first colon being no scheme (or it would be an absolute URI). Each may have a
    fragment, the last a query and more segments. The difference of the two automata is that, string for string.
    """
    assert uris.rules[0].relation == "narrower"
    draft = compile_edition(
        uv.EDITIONS["uri-syntax-02"],
        amended={
            "nothing-after-the-scheme": 'scheme ":"',
            "query-alone": '"?" query',
            "before-the-colon": '*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )',
            "from-the-colon-on": '":" *( pchar | ";" ) [ "/" path_segments ] [ "?" query ]',
            "fragment-or-not": '[ "#" fragment ]',
        },
    )
    no_scheme = difference(draft.automaton("before-the-colon"), draft.automaton("scheme"))
    forms = union(
        draft.automaton("nothing-after-the-scheme"),
        draft.automaton("query-alone"),
        concatenation(no_scheme, draft.automaton("from-the-colon-on")),
    )
    stated = concatenation(forms, draft.automaton("fragment-or-not"))
    later = compile_edition(uv.EDITIONS["uri-syntax-03"])
    lost = difference(draft.automaton(), later.automaton())
    assert equivalent(lost, stated)
    assert difference(later.automaton(), draft.automaton()).is_empty
    assert [witness.text for witness in uris.rules[0].only_old] == [":", "?", "a:"]


def test_the_uri_diff_allows_to_work_around_the_scheme(uris: Difference) -> None:
    """Its second change is one of behaviour.

    "For backwards compatibility, an implementation may work around such references by removing the scheme if it
    matches that of the base URI and the scheme is known to always use the <hier_part> syntax."
    - http:g = http:g
    + http:g = http:g ; for validating parsers
    +        | http://a/b/c/g ; for backwards compatibility
    And as `generic-URI` gave way to `hier_part`: "relative URI cannot be used within a document that has an unsuitable
    base URI", so a base that is no `hier_part` refuses.
    """
    choices = {choice.choice: choice for choice in uris.behaviour}
    assert set(choices) == {"same_scheme", "opaque_base"}
    example = choices["same_scheme"].example
    assert example is not None
    assert (example.reference, example.old, example.new) == ("http:g", "http:g", "http://a/b/c/g")
    opaque = choices["opaque_base"].example
    assert opaque is not None
    assert (opaque.old, opaque.new) == ("mailto:g", "refused: opaque-base")
