"""Which rule answers to which: by name, through the table of renames, and both ways in time."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise

import pytest

from uriverse.editions.registry import EDITION_IDS, EDITIONS
from uriverse.grammar.compilation import notation_of
from uriverse.grammar.notation import read_expression
from uriverse.grammar.rules import references
from uriverse.lab.difference import grammar_of
from uriverse.lab.matching import Pair, history, is_name, matched, read_renames

RENAMES = read_renames()
GRAMMARS = {edition_id: grammar_of(EDITIONS[edition_id]) for edition_id in EDITION_IDS}


@cache
def pairs_of(old: str, new: str) -> list[Pair]:
    """All pairs of two built-in editions."""
    return matched((EDITIONS[old], GRAMMARS[old]), (EDITIONS[new], GRAMMARS[new]), RENAMES)


@pytest.mark.parametrize(
    ("old", "name", "new", "expected"),
    [
        ("rfc1738", "login", "rfc3986", "authority"),
        ("rfc1808", "net_loc", "url-syntax-03", "server"),
        ("url-syntax-03", "server", "url-syntax-04", "site"),
        ("url-syntax-03", "server", "rfc2396", "authority"),
        ("rfc1738", "hostnumber", "rfc3986", "IPv4address"),
        ("rfc1738", "xchar", "rfc1808", "uchar | reserved"),
        ("rfc1738", "xchar", "rfc2396", "uric"),
        ("rfc1808", "uchar", "rfc3986", "unreserved / pct-encoded"),
        ("url-syntax-04", "generic-URL", "rfc2396bis-00", 'scheme ":" hier-part'),
        (
            "uri-syntax-02",
            "generic-URI",
            "rfc3986",
            'scheme ":" ( ( "//" authority path-abempty / path-absolute ) [ "?" query ] )',
        ),
        ("rfc2396", "reg_name", "rfc3986", "reg-name"),
        ("rfc1808", "national", "rfc2396", "unwise"),
        ("url-syntax-03", "national", "url-syntax-04", "others"),
        ("rfc1738", 'user [ ":" password ]', "rfc2396", "userinfo"),
        ("rfc2396", "hex", "rfc3986", "HEXDIG"),
        ("rfc3986", "authority", "rfc3987", "iauthority"),
        ("rfc3987", "iauthority", "rfc6874", "authority"),
        ("url-syntax-03", "server", "rfc3987", "iauthority"),
    ],
)
def test_a_name_is_followed_through_the_editions(old: str, name: str, new: str, expected: str) -> None:
    """The pair is there, and its mirror image in the other direction."""
    assert any((pair.old, pair.new) == (name, expected) for pair in pairs_of(old, new))
    assert any((pair.old, pair.new) == (expected, name) for pair in pairs_of(new, old))


def test_the_start_rules_come_first() -> None:
    for old, new in combinations(EDITION_IDS, 2):
        first = pairs_of(old, new)[0]
        assert (first.old, first.new) == (EDITIONS[old].start, EDITIONS[new].start)


def test_every_rule_of_both_editions_is_in_some_pair() -> None:
    """Nothing is left out; what has no partner stands alone."""
    for old, new in combinations(EDITION_IDS, 2):
        pairs = pairs_of(old, new)
        for side, edition_id in ((0, old), (1, new)):
            named = {(pair.old, pair.new)[side] for pair in pairs}
            missing = {rule.name for rule in GRAMMARS[edition_id] if rule.line} - named
            assert not missing, (old, new, missing)


def test_a_rule_is_alone_or_has_a_partner() -> None:
    for old, new in combinations(EDITION_IDS, 2):
        pairs = pairs_of(old, new)
        assert len({(pair.old, pair.new) for pair in pairs}) == len(pairs)
        alone = {pair.old for pair in pairs if pair.new is None}
        assert not alone & {pair.old for pair in pairs if pair.new is not None}


def test_every_rename_is_of_names_that_its_documents_have() -> None:
    """Each row of the table: the new words are the edition's own, the old ones some earlier edition's."""
    import tomllib
    from importlib import resources

    rows = tomllib.loads((resources.files("uriverse.lab") / "renames.toml").read_text("utf-8"))["rename"]
    places = [EDITION_IDS.index(row["in"]) for row in rows]
    assert places == sorted(places)
    rows += [
        {"in": edition.id, "old": old, "new": new, "why": "its own table"}
        for edition in EDITIONS.values()
        for old, new in edition.replaces.items()
    ]
    for row in rows:
        edition = EDITIONS[row["in"]]
        earlier = history(edition)[:-1]
        names = {reference.name for reference in references(read_expression(row["new"], notation_of(edition)))}
        assert all(name in GRAMMARS[edition.id] for name in names), row
        for source in [EDITIONS[name] for name in row.get("of", ())] or [
            next(each for each in reversed(earlier) if row["old"] in GRAMMARS[each.id])
        ]:
            old = {reference.name for reference in references(read_expression(row["old"], notation_of(source)))}
            assert all(name in GRAMMARS[source.id] for name in old), row
        assert row["why"], row
        assert is_name(row["old"]) != ("of" in row), row


def test_neighbours_keep_what_they_did_not_rename() -> None:
    """Between two drafts of one summer nothing is added or removed but what the documents say."""
    for old, new in pairwise(("uri-syntax-03", "rfc2396")):
        assert all(pair.old == pair.new and not pair.rewritten for pair in pairs_of(old, new))
