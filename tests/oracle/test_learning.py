"""The learner finds automata that are known, and says in words what sets a changed grammar apart from its edition."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import uriverse as uv
from support.automata import compiled
from uriverse.editions.registry import Edition
from uriverse_oracle import Answers, Learned, Study, explained, judge, learn, questions, study_places
from uriverse_oracle.answers import Answer
from uriverse_oracle.command import command
from uriverse_oracle.learning import changed_texts
from uriverse_oracle.questions import ASKED, FETCHED
from uriverse_oracle.study import dead_suffixes, rest_texts, suite_texts


@cache
def known_texts() -> list[str]:
    return list(dict.fromkeys(text for edition in ASKED for text in suite_texts(edition, classes=True)))


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


@pytest.mark.parametrize(
    ("edition", "accepted", "place"),
    [
        (
            "rfc2396",
            lambda text: uv.is_valid(text.replace("\n", "a"), edition="rfc2396"),
            r"segment (path) also takes '\\n'",
        ),
        (
            "rfc3986",
            lambda text: uv.is_valid(text) and not re.search(r"//[^/?#]*:\d{6}", text),
            "port ends before 6 of '1'",
        ),
    ],
    ids=["a line feed for a letter", "ports of five digits"],
)
def test_no_verdict_says_that_a_faulty_program_accepts_what_its_edition_accepts(
    edition: str, accepted: Callable[[str], bool], place: str, tmp_path: Path
) -> None:
    """What its classes hide is said beside the learned automaton, and the place has its component."""

    def ask(texts: Sequence[str]) -> list[bool]:
        return [accepted(text) for text in texts]

    asked = questions(most=20)
    answers = Answers("own", "1", "2026-11-29", 20, 1, tuple(Answer(accepted(each.text)) for each in asked))
    learned = learn(ask, letters(), suffixes=dead_suffixes(edition), known=suite_texts(edition, classes=True))
    assert learned is not None
    suites = judge(answers, asked, editions=[edition]).editions
    study = Study(suites, (learned,), (), tuple(study_places(ask, edition)))
    path = tmp_path / "own.json"
    replace(answers, study=study.as_data()).write(path)
    text = CliRunner().invoke(command, ["show", str(path), "--edition", edition], catch_exceptions=False).output
    assert f"this is the automaton of {edition}; single characters or lengths differ" in text
    assert f"accepts what {edition} accepts" not in text
    assert place in text
