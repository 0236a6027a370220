"""Every character at every place, and long repetitions, which the complete suites do not cover.

The suites and the learner have one letter for each class of characters that no edition distinguishes: "!" represents
all of `sub-delims`. An implementation may distinguish them, or limit a length. So every character of US-ASCII and a few
others are tried at each place of an edition's automaton, such as after "http://":

    place       text          rfc3986       an implementation
    reg-name    http://<      refuses it    accepts it: "reg-name also takes <"
    reg-name    http://'      accepts it    refuses it: "reg-name does not take '"
    reg-name    http://aaaaaa accepts it    accepts "http://a" and refuses it: "reg-name ends before 6 of a"

States with the same next characters by the same rule are one place. If the same rule continues after "a/", the place
is tried after it too, in a second segment. The rule is the one that the engine names in an error. The findings are
sound but not complete: a character may be accepted only before an ending that is not tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from uriverse.editions.registry import edition_of
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.ground.argument_types import CALLABLE, EDITION, takes
from uriverse.ground.records import dataclass
from uriverse_oracle.components import CHARACTERS
from uriverse_oracle.endings import automaton_of, endings
from uriverse_oracle.faults import REFUSED, refusing_rule
from uriverse_oracle.learning import Ask

# Endings that a character may need: a colon in a scheme, an at sign in userinfo, a bracket in an address.
MORE_ENDINGS: Final = (":", "@", "]")
SEGMENT: Final = "a/"
_TRIPLET: Final = re.compile("%[0-9a-f]?$")
PIECES: Final = ("a", "1", "-", "!", "%41", ":", "@", "?", "/", "a/", "a.")
TIMES: Final = (6, 70, 300)


@dataclass(frozen=True, slots=True)
class PlaceVerdict:
    """The characters that an implementation accepts at the places of one rule.

    Attributes:
        rule: the edition's rule.
        prefix: the prefix of all texts: "" or "http://".
        triplet: whether it is the place within a triplet of that rule, after "%".
        takes, refuses: the characters that only the implementation, or only the edition, accepts.
        taken, refused: an example of each, or "".
        limits: pieces whose repetition only the implementation limits: the piece, the refused number, a text.
    """

    rule: str
    prefix: str
    triplet: bool
    takes: str
    refuses: str
    taken: str
    refused: str
    limits: tuple[tuple[str, int, str], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A place of an edition: its rule, a shortest prefix, and the texts to try for each character."""

    rule: str
    beginning: str
    taken: tuple[tuple[str, str], ...]
    refused: tuple[tuple[str, tuple[str, ...]], ...]
    repeated: tuple[tuple[str, tuple[str, ...]], ...]


@cache
def places(edition: str, prefix: str) -> tuple[Place, ...]:
    """Return the places of an edition after a prefix, in order of their own prefixes' length."""
    automaton = automaton_of(edition)
    ending = endings(automaton.transitions, automaton.accepting, automaton.alphabet.representatives)

    def rule_after(word: str) -> str:
        return refusing_rule(word + REFUSED, edition) or edition_of(edition).start

    # The minimal automaton has the same state after "/a" and "?a", so a place is a state and a rule.
    start = (automaton.run(prefix), rule_after(prefix))
    words = {start: prefix}
    seen = set()
    found = []
    for state, rule in (pending := [start]):
        word, row = words[state, rule], automaton.transitions[state]
        for letter, target in zip(automaton.alphabet.representatives, row, strict=True):
            if target != DEAD and (following := (target, rule_after(word + letter))) not in words:
                words[following] = word + letter
                pending.append(following)
        again = automaton.run(SEGMENT, state) == state
        key = (rule, state in automaton.accepting, again, tuple(target != DEAD for target in row))
        if key in seen:
            continue
        seen.add(key)
        found.append(_place(automaton, state, word, ending, rule))
        if rule_after(word + SEGMENT) == rule:
            found.append(_place(automaton, automaton.run(SEGMENT, state), word + SEGMENT, ending, rule))
    return tuple(found)


def _place(automaton: Automaton, state: int, beginning: str, ending: Sequence[str | None], rule: str) -> Place:
    def whole(text: str) -> str | None:
        """Return an accepted text with this prefix, or None."""
        after = automaton.run(text, state)
        return None if after == DEAD or (rest := ending[after]) is None else beginning + text + rest

    taken, refused, repeated = [], [], []
    for character in CHARACTERS:
        text = whole(character)
        if text is not None:
            taken.append((character, text))
        else:
            ends = dict.fromkeys((ending[state] or "", *MORE_ENDINGS))
            refused.append((character, tuple(beginning + character + end for end in ends)))
    for piece in PIECES:
        texts = [text for times in (1, *TIMES) if (text := whole(piece * times)) is not None]
        if len(texts) > len(TIMES):
            repeated.append((piece, tuple(texts)))
    return Place(rule, beginning, tuple(taken), tuple(refused), tuple(repeated))


@takes(ask=CALLABLE, edition=EDITION, prefix=str)
def study_places(ask: Ask, edition: str, prefix: str = "") -> tuple[PlaceVerdict, ...]:
    """Return the differences between implementation and edition at each place, by rule.

    A place of which no text is accepted is skipped, since the implementation refuses the prefix.

    Args:
        ask: whether each of some texts is accepted.
        edition: the edition.
        prefix: the prefix of all texts.
    """
    found = places(edition, prefix)
    answers = _answers(ask, found)
    verdicts: dict[tuple[str, bool], PlaceVerdict] = {}
    for place in found:
        if not any(answers[text] for _, text in place.taken):
            continue
        key = (place.rule, _TRIPLET.search(place.beginning) is not None)
        before = verdicts.get(key, PlaceVerdict(place.rule, prefix, key[1], "", "", "", "", ()))
        taken = [
            (character, text)
            for character, texts in place.refused
            for text in texts
            if answers[text] and refusing_rule(text, edition) is not None
        ]
        refused = [(character, text) for character, text in place.taken if not answers[text]]
        limits = tuple(_limits(place, answers))
        verdicts[key] = PlaceVerdict(
            place.rule,
            prefix,
            key[1],
            _joined(before.takes, taken),
            _joined(before.refuses, refused),
            before.taken or next((text for _, text in taken), ""),
            before.refused or next((text for _, text in refused), ""),
            (*before.limits, *(limit for limit in limits if limit[0] not in {piece for piece, *_ in before.limits})),
        )
    return tuple(each for each in verdicts.values() if each.takes or each.refuses or each.limits)


def _answers(ask: Ask, found: Sequence[Place]) -> dict[str, bool]:
    texts = dict.fromkeys(text for place in found for text in _texts(place))
    return dict(zip(texts, ask(list(texts)), strict=True))


def _texts(place: Place) -> Iterator[str]:
    yield from (text for _, text in place.taken)
    yield from (text for _, texts in (*place.refused, *place.repeated) for text in texts)


def _limits(place: Place, answers: dict[str, bool]) -> Iterator[tuple[str, int, str]]:
    """Return for each piece accepted once the smallest number of repetitions that is refused."""
    for piece, texts in place.repeated:
        once, *more = (answers[text] for text in texts)
        if once and False in more:
            first = more.index(False)
            yield piece, TIMES[first], texts[first + 1]


def _joined(before: str, found: Sequence[tuple[str, str]]) -> str:
    return "".join(sorted({*before, *(character for character, _ in found)}))
