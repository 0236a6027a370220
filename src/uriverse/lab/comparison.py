"""Compare the languages of one rule in two editions, with shortest witnesses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from uriverse import _core
from uriverse.editions.registry import Edition
from uriverse.errors import URISyntaxError
from uriverse.grammar.algebra import coarsened, difference, translate
from uriverse.grammar.alphabet import Alphabet, refine
from uriverse.grammar.compilation import Compiled, slots_of
from uriverse.grammar.dfa import DEAD, Automaton, trim
from uriverse.grammar.witnesses import first_witnesses
from uriverse.ground.records import dataclass
from uriverse.lab.matching import Pair

# Three show a pattern and are quick to read.
WITNESSES: Final = 3

RuleRelation = Literal["equal", "narrower", "wider", "different", "removed", "added"]
# A cache: for two languages, the shortest texts of the first that are not in the second.
KnownWitnesses = dict[tuple[Automaton, Automaton], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Witness:
    """A text that one edition's rule accepts and the other's refuses, and where.

    Attributes:
        text: a shortest such text.
        at: the length of the longest prefix that the other rule could still complete.
        rule: the rule of the other edition that refuses it there.
        component: the component at that position, or None if the rule checks no component.
    """

    text: str
    at: int
    rule: str
    component: str | None


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """The difference between a rule's languages in two editions.

    Attributes:
        rule: the name to show.
        old_rule, new_rule: the rule, or the corresponding expression, in each edition, or None.
        relation: "equal", "narrower", "wider" or "different" (the new relative to the old), "removed" or "added".
        only_old, only_new: up to three shortest texts that only one of the two accepts.
        rewritten: whether the right-hand side itself changed; if not, a rule that it refers to did.
    """

    rule: str
    old_rule: str | None
    new_rule: str | None
    relation: RuleRelation
    only_old: tuple[Witness, ...] = ()
    only_new: tuple[Witness, ...] = ()
    rewritten: bool = True

    @property
    def is_renamed(self) -> bool:
        """Whether both editions have the rule, under names that differ by more than their case."""
        if self.old_rule is None or self.new_rule is None:
            return False
        return self.old_rule.lower() != self.new_rule.lower()


def compare_pairs(
    pairs: Iterable[Pair], old: Compiled, new: Compiled, cache: KnownWitnesses | None = None
) -> tuple[RuleDifference, ...]:
    """Compare all pairs of two editions, over one common alphabet.

    Many rules are the same in several editions, so `cache` keeps their witnesses.
    """
    common = refine(old.alphabet, new.alphabet)
    cache = {} if cache is None else cache
    return tuple(_compare_pair(pair, old, new, common, cache) for pair in pairs)


def _compare_pair(pair: Pair, old: Compiled, new: Compiled, common: Alphabet, cache: KnownWitnesses) -> RuleDifference:
    if pair.old is None or pair.new is None:
        return RuleDifference(pair.rule, pair.old, pair.new, "added" if pair.old is None else "removed")
    left, right = coarsened(translate(old.automaton(pair.old), common), translate(new.automaton(pair.new), common))
    if trim(left) == trim(right):
        return RuleDifference(pair.rule, pair.old, pair.new, "equal", rewritten=pair.rewritten)
    lost, gained = _shortest_of_one(left, right, cache), _shortest_of_one(right, left, cache)
    relation: RuleRelation = "wider" if not lost else "narrower" if not gained else "different"
    return RuleDifference(
        pair.rule,
        pair.old,
        pair.new,
        relation,
        tuple(_witness(text, new, pair.new) for text in lost),
        tuple(_witness(text, old, pair.old) for text in gained),
        pair.rewritten,
    )


def _shortest_of_one(language: Automaton, other: Automaton, cache: KnownWitnesses) -> tuple[str, ...]:
    """The shortest texts of a language that are not in the other one."""
    shortest = cache.get((language, other))
    if shortest is None:
        shortest = cache[language, other] = tuple(first_witnesses(difference(language, other), WITNESSES))
    return shortest


def _witness(text: str, other: Compiled, rule: str) -> Witness:
    """Find where the other edition refuses a text: by its parser for a whole reference, else by the automaton."""
    if rule == other.edition.start:
        try:
            _core.parse(text, edition=other.edition)
        except URISyntaxError as error:
            return Witness(text, error.at, error.rule, error.component)
    automaton = other.automaton(rule)
    state, at = 0, 0
    for character in text:
        state = automaton.transitions[state][automaton.alphabet.classify(ord(character))]
        if state == DEAD:
            break
        at += 1
    return Witness(text, at, rule, component_of(rule, other.edition))


def component_of(rule: str, edition: Edition) -> str | None:
    """The component that a rule checks in an edition's readings, or None."""
    for slot in slots_of(edition):
        if rule in (slot.accepts, slot.rule, slot.rest, slot.component):
            return slot.component
    return None
