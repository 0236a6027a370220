"""What the documents say of each other comes out as computed results, each beside its document's words."""

from __future__ import annotations

import pytest

import uriverse as uv
from support.automata import OF_REFERENCES
from uriverse.grammar.algebra import difference, equivalent, intersection, strings_over
from uriverse.grammar.compilation import Compiled, compile_edition
from uriverse.lab.difference import diff


def accepting(text: str) -> list[str]:
    """The editions that accept a text as a reference, oldest first."""
    return [edition_id for edition_id in OF_REFERENCES if uv.is_valid(text, edition=edition_id)]


def part(edition_id: str, *rules: str, **amended: str) -> Compiled:
    """Some rules of an edition, compiled."""
    return compile_edition(uv.EDITIONS[edition_id], rules=[*rules, *amended], amended=amended)


def test_rfc2396_refuses_a_reference_that_its_examples_resolve() -> None:
    """RFC 2396, Appendix C.1: "?y = http://a/b/c/?y", while its `relativeURI` has no empty path.

    bis-00, Appendix G.2: "The ABNF of hier-part and relative-URI (Section 3) has been corrected to allow a relative
    URI path to be empty."
    """
    start = diff("rfc2396", "rfc2396bis-00").rules[0]
    assert (start.relation, start.only_old) == ("wider", ())
    assert "?" in [witness.text for witness in start.only_new]
    assert [edition for edition in OF_REFERENCES if edition not in accepting("?y")] == [
        "rfc1630",
        "rfc1738",
        "uri-syntax-03",
        "rfc2396",
        "rfc2732",
    ]
    assert str(uv.resolve("?y", "http://a/b/c/d;p?q", edition="rfc2396")) == "http://a/b/c/?y"


@pytest.mark.parametrize("text", ["a:", "DAV:", "about:"])
def test_a_scheme_with_nothing_after_it_comes_back_in_the_draft_of_2002(text: str) -> None:
    """bis-00, Appendix G.2: "This also allows an absolute-URI to consist of nothing after the "scheme:", as is present
    in practice with the "DAV:" namespace [RFC2518] and the "about:" URI used by many browser implementations."
    """
    refusing = ["uri-syntax-03", "rfc2396", "rfc2732"]
    assert [edition for edition in OF_REFERENCES[1:] if edition not in accepting(text)] == refusing
    # What bis-00's start rule gains over RFC 2396 is an empty path, and what brackets bring: nothing else.
    old, new = (
        part("rfc2396", "URI-reference"),
        part("rfc2396bis-00", "URI-reference", empty='( scheme ":" [ "?" query ] / "?" query ) [ "#" fragment ]'),
    )
    gained = difference(new.automaton(), old.automaton())
    without = difference(gained, new.automaton("empty"))
    assert intersection(without, strings_over("[]", without.alphabet, excluded=True)).is_empty
    assert difference(new.automaton("empty"), new.automaton()).is_empty


def test_brackets_become_reserved_in_rfc2732() -> None:
    """RFC 2732, section 3, change 3: "Add "[" and "]" to the set of 'reserved' characters ... and remove them from
    the 'unwise' set".
    """
    rows = {row.rule: row for row in diff("rfc2396", "rfc2732").rules}
    assert (rows["reserved"].relation, rows["unwise"].relation) == ("wider", "narrower")
    for rule in ("reserved", "uric"):
        old, new = part("rfc2396", rule), part("rfc2732", rule)
        assert equivalent(
            difference(new.automaton(rule), old.automaton(rule)), part("rfc2732", x='"[" | "]"').automaton("x")
        )
    # They are in `uric`, so in the query and the fragment, but not in `uric_no_slash`.
    assert rows["uric_no_slash"].relation == "equal"
    assert accepting("http://[::1]/") == list(OF_REFERENCES)[OF_REFERENCES.index("rfc2732") :]


def test_the_ipv6_rule_of_rfc2373_counts_no_groups() -> None:
    """RFC 2373, Appendix B: `hexseq = hex4 *( ":" hex4 )`; bis-00, Appendix G.1: it "unfortunately has an incorrect
    ABNF description of IPv6address".

    It refuses `[::192.9.5.5]`, an example of RFC 2732, section 2, since nothing stands between "::" and the address.
    """
    rule = part("rfc2732", "IPv6address").automaton("IPv6address")
    assert rule.accepts("1:2:3:4:5:6:7:8:9")
    assert rule.accepts("1")
    assert rule.accepts(":::1.2.3.4")
    assert not rule.accepts("::192.9.5.5")
    assert rule.accepts("::FFFF:129.144.52.38")
    # No number of groups is the last: there are addresses of any length, and only 39 characters could be right.
    assert rule.accepts(":".join(["1"] * 500))


def test_the_ipv6_rule_of_the_draft_of_2002_and_its_correction() -> None:
    """bis-00 prints `( "::" 0*6( h4 ":" ) [ h4 ] )`, which may end in one colon, and only up to
    `( h4 4( ":" h4 ) "::" 0*1( h4 ":" ) [ h4 ] )`, so five groups before the "::" at most.
    RFC 3986, section 3.2.2, has `[ *6( h16 ":" ) h16 ] "::"`.
    """
    draft = part("rfc2396bis-00", "IPv6address").automaton("IPv6address")
    standard = part("rfc3986", "IPv6address").automaton("IPv6address")
    assert draft.accepts("::1:")
    assert not draft.accepts("1:2:3:4:5:6::")
    assert not standard.accepts("::1:")
    assert standard.accepts("1:2:3:4:5:6::")
    assert accepting("http://[::1:]/") == ["rfc2732", "rfc2396bis-00"] or accepting("http://[::1:]/") == [
        "rfc2396bis-00"
    ]


def test_the_errata_make_the_rules_of_rfc3986() -> None:
    """Corrected, the three rules of addresses are RFC 3986's as languages, not only on examples."""
    draft = uv.EDITIONS["rfc2396bis-00"]
    amended = {erratum.rule: erratum.corrected for erratum in draft.errata}
    both = compile_edition(draft, rules=amended, amended=amended)
    standard = part("rfc3986", "IPv6address", "dec-octet")
    assert equivalent(both.automaton("dec-octet"), standard.automaton("dec-octet"))
    assert equivalent(both.automaton("IPv6address"), standard.automaton("IPv6address"))


def test_a_scheme_begins_with_a_letter_from_1998_on() -> None:
    """RFC 2396, Appendix G.2: "The syntax for URI scheme has been changed to require that all schemes begin with an
    alpha character."
    """
    begins = [edition for edition in OF_REFERENCES if uv.is_valid("1a", rule="scheme", edition=edition)]
    assert begins == ["rfc1738", "rfc1808", "url-syntax-03", "url-syntax-04"]
    row = diff("url-syntax-04", "uri-syntax-02", "scheme").rules[0]
    assert row.relation == "narrower"
    assert row.only_old[0].text == "0"
    # A scheme is what it was before, minus what begins with anything but a letter.
    old, new = part("url-syntax-04", "scheme"), part("uri-syntax-02", "scheme", first="alpha *uric")
    assert equivalent(
        new.automaton("scheme"),
        difference(old.automaton("scheme"), difference(old.automaton("scheme"), new.automaton("first"))),
    )


def test_dollar_and_comma_move_from_mark_to_reserved() -> None:
    """RFC 2396, Appendix G.2: "The plus "+", dollar "$", and comma "," characters have been added to those in the
    "reserved" set". RFC 3986, D.2: "The mark characters that are typically unsafe to decode, including the exclamation
    mark ("!"), asterisk ("*"), single-quote ("'"), and open and close parentheses ("(" and ")"), have been moved to the
    reserved set".
    """

    def members(edition_id: str, rule: str) -> set[str]:
        automaton = part(edition_id, rule).automaton(rule)
        return {chr(point) for point in range(128) if automaton.accepts(chr(point))}

    assert members("url-syntax-04", "mark") - members("uri-syntax-02", "mark") == {"$", ","}
    assert members("uri-syntax-02", "reserved") - members("url-syntax-04", "reserved") == {"$", ","}
    assert {"$", ","} <= members("rfc3986", "sub-delims") <= members("rfc3986", "reserved")
    assert members("rfc2396", "unreserved") - members("rfc3986", "unreserved") == set("!*'()")
    assert set("!*'()") <= members("rfc3986", "sub-delims") - members("rfc2396", "reserved")


def test_registered_names_are_an_authority_from_1998_on() -> None:
    """RFC 2396, Appendix G.4: "the authority is no longer restricted to the IP server syntax"; RFC 3986, D.2:
    "Registry-based naming authorities that use the generic syntax are now defined within the host rule."
    """
    naming = [edition for edition in OF_REFERENCES if uv.is_valid("http://a_b/", edition=edition)]
    assert "rfc3986" in naming
    assert uv.parse("http://a_b/", edition="url-syntax-04").authority is None
    assert uv.parse("http://a_b/", edition="rfc2396").reg_name == "a_b"
    assert uv.parse("http://a_b/", edition="rfc3986").host == "a_b"
    # A registered name of RFC 3986 is one of RFC 2396 without the delimiters of a user and a port, or it is empty.
    new = part("rfc3986", "reg-name").automaton("reg-name")
    plain = part("rfc2396", plain='1*( unreserved | escaped | "$" | "," | ";" | "&" | "=" | "+" )').automaton("plain")
    assert difference(plain, new).is_empty
    assert equivalent(difference(new, plain), part("rfc3986", empty='""').automaton("empty"))


def test_the_translation_table_of_rfc3986() -> None:
    """Appendix D.2: "Specifications that refer to the obsolete grammar rules may be understood by replacing those rules
    according to the following table". Six of its rows keep the language of RFC 2396. Those for `uric` and
    `uric_no_slash` forget the marks that RFC 3986 no longer has in `unreserved`.
    """
    rows = {row.old_rule: row for row in diff("rfc2396", "rfc3986").rules if row.is_renamed}
    equal = {rule for rule, row in rows.items() if row.relation == "equal"}
    assert {"rel_segment", "param", "mark", "escaped", "hex", "alphanum"} == equal
    assert (rows["uric"].relation, rows["uric_no_slash"].relation) == ("narrower", "narrower")
    lost = difference(
        part("rfc2396", "uric").automaton("uric"), part("rfc3986", uric=rows["uric"].new_rule or "").automaton("uric")
    )
    assert {chr(point) for point in range(128) if lost.accepts(chr(point))} == set("!*'()")
