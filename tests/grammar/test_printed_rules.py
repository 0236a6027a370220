"""Every rule of every edition beside the document's own print, character by character but for white space.

`vectors/printed/` has the printed grammars. A rule that an edition takes over from a neighbour (`[provenance]`) is
compared with the neighbour's print. Comments are prose, and are left out on both sides.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

import uriverse as uv
from support.automata import EDITIONS
from support.paths import ROOT
from uriverse.editions.files import chunks
from uriverse.grammar.algebra import equivalent
from uriverse.grammar.compilation import compile_edition

PRINTED = ROOT / "vectors" / "printed"
GRAMMARS = ROOT / "src" / "uriverse" / "editions"
# A string, a double quote in prose, a comment, white space.
_PIECES = re.compile(r'"[^"\n]*"|<">|(?P<comment>;[^\n]*)|(?P<space>\s+)')

# Rules that no text at hand prints as they stand, by the edition; each with the reason. The same rule of both
# drafts of 1996 and 1997 is one. The drafts are known by their published difference, which leaves these rules alone.
DRAFTS = ("url-syntax-03", "url-syntax-04")
NOT_PRINTED = {
    (DRAFTS, "URL-reference"): "as RFC 1808's URL, but optional, as an empty reference is one by section 4.2",
    (DRAFTS, "absoluteURL"): "as RFC 1808 has it, with the names generic-URL and urlc that the difference shows",
    (DRAFTS, "hostname"): "RFC 1738's, with the parentheses of the drafts for its brackets",
    (DRAFTS, "pchar"): "RFC 1808's, with escaped for escape and with the '+' that Appendix F makes reserved",
    (DRAFTS, "query"): "RFC 1808's *( uchar | reserved ), which the difference calls urlc",
    (DRAFTS, "fragment"): "RFC 1808's *( uchar | reserved ), which the difference calls urlc",
    (DRAFTS, "reserved"): "RFC 1808's with '+', as Appendix F says",
    (DRAFTS, "unreserved"): "RFC 1808's, with mark for safe and extra, as Appendix F says",
    (DRAFTS, "mark"): "RFC 1808's safe and extra together, without '+' and with '~', as Appendix F says",
    (("rfc2732",), "HEXDIG"): "a core rule of RFC 2234, written in the notation of RFC 2396",
}


def bare(text: str) -> str:
    """A text without comments and white space."""
    return _PIECES.sub(lambda piece: "" if piece["comment"] or piece["space"] else piece[0], text)


def rules_of(text: str, notation: str = "abnf") -> dict[str, str]:
    """The right-hand side of each rule, by the name as it is written; of a rule printed twice the last."""
    if notation == "juxtaposed":
        # White space parts the elements, and a semicolon begins a comment at the start of a line alone.
        text = re.sub("^;.*", "", text, flags=re.MULTILINE)
        return {name: " ".join(chunk.split()[1:]) for name, chunk in chunks(text, notation) if name}
    return {name: bare(chunk.partition("=")[2]) for name, chunk in chunks(text) if name}


@cache
def printed(document: str) -> dict[str, str]:
    notation = uv.EDITIONS[document].notation if document in uv.EDITIONS else "abnf"
    return rules_of((PRINTED / f"{document}.txt").read_text("utf-8"), notation)


def own_rules(edition: str) -> dict[str, str]:
    """The rules of an edition's own grammar file."""
    notation = uv.EDITIONS[edition].notation
    return rules_of((GRAMMARS / f"{edition}.{notation}").read_text("utf-8"), notation)


def neighbours(edition: str, rule: str) -> list[str]:
    """The documents from which an edition has a rule, by the names of their files."""
    said = uv.EDITIONS[edition].provenance.get(rule, "")
    drafts = re.findall(r"draft-fielding-([a-z0-9-]+)", said)
    return [*(f"rfc{number}" for number in re.findall(r"RFC (\d+)", said)), *drafts]


def prints(edition: str, rule: str) -> list[str]:
    """What the document prints for a rule; else what the documents print from which the edition has it."""
    own = printed(edition).get(rule)
    if own is not None:
        return [own]
    known = [name for name in neighbours(edition, rule) if (PRINTED / f"{name}.txt").exists()]
    return [printed(name)[rule] for name in known if rule in printed(name)]


def is_listed(edition: str, rule: str) -> bool:
    return any(edition in editions and rule == name for editions, name in NOT_PRINTED)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_is_the_printed_one(edition: str) -> None:
    """Character by character after white space; what is listed as not printed has no such print."""
    for rule, right_side in own_rules(edition).items():
        assert (right_side in prints(edition, rule)) is not is_listed(edition, rule), (rule, right_side)


def test_how_many_rules_are_compared() -> None:
    """All but ten, of which each is in the list; of the rules that a document's own text prints, at least 344."""
    every = [(edition, rule) for edition in EDITIONS for rule in own_rules(edition)]
    assert sum(rule in printed(edition) for edition, rule in every) >= 344
    assert len(NOT_PRINTED) <= 10
    assert {(edition, rule) for editions, rule in NOT_PRINTED for edition in editions} <= set(every)


def test_a_changed_rule_is_found() -> None:
    """The comparison sees one character, and no white space, no comment, and no line."""
    assert rules_of('a = "b" | <"> ; c\n    / d\n') == {"a": '"b"|<">/d'}
    assert rules_of('a = "b"') != rules_of('a = "B"') != rules_of('a = " b"')


@pytest.mark.parametrize("edition", EDITIONS)
def test_errata_and_departures_show_the_printed_rule(edition: str) -> None:
    """What a row calls printed is the rule of the grammar file, and what stands next to it is another."""
    found = uv.EDITIONS[edition]
    amended = [(row.rule, row.printed, row.corrected, row.clause) for row in found.errata]
    amended += [(row.rule, row.printed, row.read, row.clause) for row in found.departures]
    for rule, right_side, other, clause in amended:
        if found.notation == "juxtaposed":
            # The expressions of the table are ABNF.
            both = compile_edition(found, rules=[rule, "printed"], amended={"printed": right_side})
            assert equivalent(both.automaton(rule), both.automaton("printed"))
        else:
            assert bare(right_side) == rules_of(found.grammar)[rule] != bare(other)
        assert clause
