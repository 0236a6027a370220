"""`uriverse.lab.diff`: its rows against the automata and the engine, its arguments, its JSON, its time."""

from __future__ import annotations

import json
from itertools import combinations
from time import process_time

import pytest

import uriverse as uv
from uriverse.editions.registry import EDITION_IDS
from uriverse.grammar.algebra import compare
from uriverse.grammar.compilation import compile_edition
from uriverse.lab.difference import Difference

PAIRS = list(combinations(EDITION_IDS, 2))


@pytest.fixture(scope="module")
def standard() -> Difference:
    """RFC 2396 against RFC 3986."""
    return uv.lab.diff("rfc2396", "rfc3986")


def test_start_rules_of_any_two_editions_compare_within_seconds() -> None:
    """All pairs, decided in no more than a few seconds together."""
    names = {edition: uv.EDITIONS[edition].start for edition in EDITION_IDS}
    starts = {
        edition: compile_edition(uv.EDITIONS[edition], rules=[name]).automaton(name) for edition, name in names.items()
    }
    began = process_time()
    relations = {(old, new): compare(starts[old], starts[new]).value for old, new in PAIRS}
    assert process_time() - began < 15
    equal = {pair for pair, relation in relations.items() if relation == "equal"}
    early = ("url-syntax-03", "url-syntax-04", "uri-syntax-02")
    assert equal == {*combinations(early, 2), ("uri-syntax-03", "rfc2396")}


@pytest.mark.parametrize(("old", "new"), [("rfc1738", "rfc3986"), ("rfc1808", "rfc2396"), ("rfc2732", "rfc2396bis-00")])
def test_every_witness_is_accepted_by_one_side_and_refused_by_the_other(old: str, new: str) -> None:
    """Asked of the native engine, for every rule that both call by a plain name."""
    for row in uv.lab.diff(old, new).rules:
        for witnesses, mine, its, theirs, other in (
            (row.only_old, row.old_rule, old, row.new_rule, new),
            (row.only_new, row.new_rule, new, row.old_rule, old),
        ):
            for witness in witnesses:
                if mine in uv.EDITIONS[its].clauses:
                    assert uv.is_valid(witness.text, rule=mine, edition=its), row
                if theirs in uv.EDITIONS[other].clauses:
                    assert not uv.is_valid(witness.text, rule=theirs, edition=other), row


def test_the_mirror_image(standard: Difference) -> None:
    """Seen from the other edition, old and new change places and nothing else."""
    flipped = {"narrower": "wider", "wider": "narrower", "removed": "added", "added": "removed"}
    back = uv.lab.diff("rfc3986", "rfc2396")
    there = {
        (row.old_rule, row.new_rule, row.relation, row.only_old, row.only_new, row.rewritten) for row in standard.rules
    }
    assert there == {
        (row.new_rule, row.old_rule, flipped.get(row.relation, row.relation), row.only_new, row.only_old, row.rewritten)
        for row in back.rules
    }
    assert [(row.choice, row.old, row.new) for row in back.behaviour] == [
        (row.choice, row.new, row.old) for row in standard.behaviour
    ]


def test_a_witness_says_what_stops_it(standard: Difference) -> None:
    """As the error of the other edition's parser has it, for the start rule; by the rule's own automaton elsewhere."""
    start = standard.rules[0]
    for witness in start.only_new:
        with pytest.raises(uv.URISyntaxError) as caught:
            uv.parse(witness.text, edition="rfc2396")
        error = caught.value
        assert (witness.at, witness.rule, witness.component) == (error.at, error.rule, error.component)
    brackets = standard.rule("authority").only_new[0]
    assert (brackets.text, brackets.at, brackets.rule, brackets.component) == ("[::]", 0, "authority", "authority")


def test_an_edition_is_equal_to_itself() -> None:
    """No rule, no choice, no erratum of its own changes."""
    same = uv.lab.diff("rfc2396", "rfc2396")
    assert same.changed == ()
    assert same.behaviour == ()


def test_one_rule_by_either_name() -> None:
    """`rule` picks the pairs in which it stands, whatever its case, and leaves behaviour aside."""
    for name in ("reg_name", "reg-name", "REG-NAME"):
        found = uv.lab.diff("rfc2396", "rfc3986", name)
        assert ("reg_name", "reg-name", "different") in {(r.old_rule, r.new_rule, r.relation) for r in found.rules}
        assert found.behaviour == ()
    removed = uv.lab.diff("rfc2396", "rfc3986", "toplabel").rules
    assert [(row.old_rule, row.new_rule, row.relation) for row in removed] == [("toplabel", None, "removed")]


def test_what_is_not_there() -> None:
    """An unknown edition, an unknown rule with its neighbours."""
    with pytest.raises(uv.UnknownEditionError):
        uv.lab.diff("rfc2396", "rfc9999")
    with pytest.raises(uv.UnknownRuleError) as caught:
        uv.lab.diff("rfc2396", "rfc3986", "autority")
    assert "authority" in caught.value.nearest
    with pytest.raises(uv.UnknownRuleError):
        uv.lab.diff("rfc2396", "rfc3986", "scheme").rule("port")


def test_the_json_has_the_promised_shape(standard: Difference) -> None:
    """`rules`, `behaviour` with an `example`, `errata`, `departures`: plain data that JSON can hold."""
    data = json.loads(json.dumps(standard.as_json()))
    assert set(data) == {"old", "new", "rules", "behaviour", "errata", "departures", "notes"}
    for row in data["rules"]:
        assert {"rule", "old_rule", "new_rule", "relation", "only_old", "only_new"} <= set(row)
        for witness in (*row["only_old"], *row["only_new"]):
            assert set(witness) == {"text", "at", "rule", "component"}
        assert len(row["only_old"]) <= 3
        assert len(row["only_new"]) <= 3
    for row in data["behaviour"]:
        assert {"choice", "old", "new", "example"} <= set(row)
        assert {"base", "reference", "old", "new"} <= set(row["example"])


def test_a_users_own_edition_is_compared_as_any_other() -> None:
    """A stricter port, on the ground of RFC 3986."""
    from dataclasses import replace

    base = uv.EDITIONS["rfc3986"]
    grammar = base.grammar.replace("port          = *DIGIT", "port          = 1*5DIGIT")
    assert grammar != base.grammar
    compiled = compile_edition(replace(base, id="house", grammar=grammar))
    from uriverse.grammar.table_file import write_tables
    from uriverse.grammar.tables import build_tables

    house = replace(base, id="house", grammar=grammar, compiled=write_tables(build_tables(compiled)))
    found = uv.lab.diff("rfc3986", house)
    assert found.new == "house"
    assert found.rules[0].relation == "narrower"
    assert [row.rule for row in found.rules if row.rewritten] == ["port"]
    assert [witness.text for witness in found.rule("port").only_old] == ["", "000000", "0000000"]
    assert found.rules[0].only_old[0].text == "//:"
