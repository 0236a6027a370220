"""The learner finds automata that are known, and says in words what sets a changed grammar apart from its edition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

import uriverse as uv
from support.automata import compiled
from uriverse.editions.registry import Edition
from uriverse_oracle import Learned, explained, learn
from uriverse_oracle.learning import changed_texts
from uriverse_oracle.questions import ASKED, FETCHED
from uriverse_oracle.study import dead_suffixes, rest_texts, suite_texts


@cache
def known_texts() -> list[str]:
    return list(dict.fromkeys(text for edition in ASKED for text in suite_texts(edition)))


@cache
def letters() -> str:
    return "".join(sorted(set("".join(known_texts()))))


def learned_of(edition: str | Edition, prefix: str = "", suffixes: str = "rfc3986") -> Learned | None:
    """What is learned from the engine's answers by an edition."""

    def ask(texts: Sequence[str]) -> list[bool]:
        return [uv.is_valid(text, edition=edition) for text in texts]

    known = rest_texts(suffixes, prefix) if prefix else known_texts()
    return learn(ask, letters(), suffixes=dead_suffixes(suffixes), known=known, prefix=prefix)


@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396", "rfc2732", "rfc1808"])
def test_an_edition_is_learned_from_its_answers(edition: str) -> None:
    """As many states as the compiled automaton with its dead state, and the same texts."""
    learned = learned_of(edition, suffixes=edition)
    assert learned is not None
    automaton = compiled(edition).automaton(uv.EDITIONS[edition].start)
    assert len(learned.transitions) == len(automaton) + 1
    explanation = explained(learned)
    assert (explanation.edition, explanation.changes) == (edition, ())
    assert explained(learned, editions=[each for each in ASKED if each != edition]).changes


def test_what_follows_a_scheme_is_learned() -> None:
    learned = learned_of("rfc3986", FETCHED)
    assert learned is not None and learned.prefix == FETCHED
    assert learned.accepts("a@a:1/") and not learned.accepts("[")
    assert explained(learned, editions=["rfc3986"]).changes == ()


def test_changed_texts_are_judged_as_the_implementation_judges_them() -> None:
    """Texts that the learner has not seen."""
    learned = learned_of("rfc2732", suffixes="rfc2732")
    assert learned is not None
    for text in changed_texts(known_texts(), letters(), 3000, seed=99):
        assert learned.accepts(text) == uv.is_valid(text, edition="rfc2732")


def test_what_counts_is_not_learned() -> None:
    """Texts whose brackets are balanced have no automaton; one of a few states is refused, not guessed."""

    def balanced(text: str) -> bool:
        return text.count("[") == text.count("]")

    known = ["[" * many + "]" * many for many in range(1, 60)]
    assert learn(lambda texts: [balanced(text) for text in texts], "[]", known=known, most_states=40) is None
