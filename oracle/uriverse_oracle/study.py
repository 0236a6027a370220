"""A full study of one driver: all strings of the complete suites, the learned automaton, and the growth of time.

It has some hundred thousand questions. A driver that takes more than a millisecond for an answer should get only the
sample (`questions.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any, Final, Self

from uriverse.editions.registry import edition_of
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.minimization import minimize
from uriverse.ground.argument_types import CALLABLE, takes
from uriverse.ground.records import dataclass
from uriverse.lab.identifiers import complete, identifiers
from uriverse.lab.suites import Suite, suite
from uriverse_oracle.answers import Answer, Answers
from uriverse_oracle.components import all_texts
from uriverse_oracle.endings import automaton_of
from uriverse_oracle.growth import Growth, grow
from uriverse_oracle.learning import Learned, changed_texts, learn
from uriverse_oracle.places import PlaceVerdict, study_places
from uriverse_oracle.questions import ASKED, FETCHED, Question
from uriverse_oracle.running import MOST_DEATHS, Driver
from uriverse_oracle.verdicts import EditionVerdict, judge

CHANGED_TEXTS: Final = 10_000
# The number of authorities that decide whether a scheme has its own rules.
COMPARED: Final = 1_000


@dataclass(frozen=True, slots=True)
class Study:
    """The results of a study.

    Attributes:
        suites: for each edition, the verdict over every string of its complete suite, the smallest share first.
        learned: the automata that explain all answers: one for all texts, and one for the part after "http://" if the
            implementation treats that scheme differently. One is missing if a few hundred states do not suffice.
        growth: the times of hostile texts.
        places: the characters accepted at each place of the nearest edition, and the limits of repetitions.
    """

    suites: tuple[EditionVerdict, ...]
    learned: tuple[Learned, ...]
    growth: tuple[Growth, ...]
    places: tuple[PlaceVerdict, ...]

    def as_data(self) -> dict[str, Any]:
        """Return plain data, for a file."""
        return {
            "suites": [asdict(each) for each in self.suites],
            "learned": [each.as_data() for each in self.learned],
            "growth": [asdict(each) for each in self.growth],
            "places": [asdict(each) for each in self.places],
        }

    @classmethod
    def kept(cls, answers: Answers) -> Self | None:
        """Return the study stored with some answers, or None."""
        return None if answers.study is None else cls.of(answers.study)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Return the study from the data of `as_data`."""
        return cls(
            tuple(EditionVerdict(**_as_tuples(each)) for each in data["suites"]),
            tuple(map(Learned.of, data["learned"])),
            tuple(Growth(**_as_tuples(each)) for each in data["growth"]),
            tuple(PlaceVerdict(**_as_tuples(each)) for each in data["places"]),
        )


def _as_tuples(data: dict[str, Any]) -> dict[str, Any]:
    def tuples(value: Any) -> Any:
        return tuple(map(tuples, value)) if isinstance(value, list) else value

    return {name: tuples(value) for name, value in data.items()}


def contradicts(learned: Learned, answers: Answers, asked: Sequence[Question]) -> bool:
    """Whether an answer to a string of the suites' sample contradicts a learned automaton.

    The sample is independent of the study. A contradiction means that the implementation has more states than were
    found. The questions about components do not count: they have other characters, and pieces long enough for limits.
    """
    components = set(all_texts())
    for question, answer in zip(asked, answers.answers, strict=True):
        if question.text in components:
            continue
        rest = question.text.removeprefix(learned.prefix)
        applies = question.operation == "parse" and question.text.startswith(learned.prefix)
        if applies and set(rest) <= set(learned.letters) and learned.accepts(rest) != (answer.accepted is True):
            return True
    return False


@cache
def suite_texts(edition: str, classes: bool = False) -> tuple[str, ...]:
    """Return all strings of an edition's complete suite, or of that with one character for each class."""
    return tuple(case.text for case in suite(edition_of(edition), classes=classes))


@takes(command=Sequence, seconds=(int, float), report=CALLABLE)
def study(command: Sequence[str], *, seconds: float = 5.0, report: Callable[[str], object] = str) -> Study:
    """Study a driver.

    Args:
        command: as for `Driver`.
        seconds: the time limit of an answer.
        report: called with the name of the next step.
    """
    texts, of_classes = (
        list(dict.fromkeys(text for edition in ASKED for text in suite_texts(edition, classes)))
        for classes in (False, True)
    )
    accepted: dict[str, bool] = {}
    with Driver(command, seconds=seconds) as driver:

        def ask(asked: Sequence[str]) -> list[bool]:
            missing = [text for text in asked if text not in accepted]
            accepted.update(zip(missing, accepted_by(driver, missing), strict=True))
            return [accepted[text] for text in asked]

        report(f"{len(texts):,} texts of the complete suites")
        ask(texts)
        suites = sorted((_verdict(edition, accepted) for edition in ASKED), key=lambda each: each.share)
        # One character for each class: of all characters the learner would ask six times as many texts.
        letters = "".join(sorted(set("".join(of_classes))))
        suffixes = dead_suffixes(suites[0].edition)
        learned = []
        rests = rest_texts(suites[0].edition, FETCHED)
        few = rests[:: len(rests) // COMPARED + 1]
        parts: list[tuple[str, Sequence[str]]] = [("", of_classes)]
        if ask([FETCHED + rest for rest in few]) != ask([f"a://{rest}" for rest in few]):
            parts.append((FETCHED, rests))  # this scheme has its own rules
        for prefix, own in parts:
            report(f"learning what follows {prefix!r}")
            known = [*own, *changed_texts(own, letters, CHANGED_TEXTS)]
            learned.append(learn(ask, letters, suffixes=suffixes, known=known, prefix=prefix))
        # Answers lost by a crash or a timeout explain nothing.
        found = tuple(each for each in learned if each is not None and not driver.deaths)
    report("places")
    places = ask_places(command, suites[0].edition, seconds=seconds)
    report("growth")
    return Study(tuple(suites), found, grow(command, seconds=seconds), places)


def ask_places(command: Sequence[str], edition: str, *, seconds: float = 5.0) -> tuple[PlaceVerdict, ...]:
    """Study a driver at each place of an edition, in any text and after "http://"."""
    with Driver(command, seconds=seconds) as driver:

        def ask(texts: Sequence[str]) -> list[bool]:
            return accepted_by(driver, texts)

        found = (*study_places(ask, edition), *study_places(ask, edition, FETCHED))
        # Nothing is known of an abandoned driver.
        return () if driver.deaths >= MOST_DEATHS else found


def accepted_by(driver: Driver, texts: Sequence[str]) -> list[bool]:
    """Whether a driver accepts each of some texts.

    A text without an answer is retried, since the driver may have crashed on an earlier one. If there is still no
    answer, it is not accepted.
    """
    questions = [{"operation": "parse", "text": text} for text in texts]
    answers = driver.ask_all(questions)
    failed = [number for number, answer in enumerate(answers) if "failure" in answer]
    again = driver.ask_all([questions[number] for number in failed])
    for number, answer in zip(failed, again, strict=True):
        answers[number] = answer
    return [answer.get("accepted") is True for answer in answers]


def rest_texts(edition: str, prefix: str) -> tuple[str, ...]:
    """Return the complete suite of the texts that an edition accepts after a prefix."""
    automaton = automaton_of(edition)
    # Swap the start state with the state after the prefix.
    start = automaton.run(prefix)
    places = [start if state == 0 else 0 if state == start else state for state in range(len(automaton))]
    rows = tuple(
        tuple(target if target == DEAD else places[target] for target in automaton.transitions[state])
        for state in places
    )
    moved = Automaton(automaton.alphabet, rows, frozenset(places[state] for state in automaton.accepting))
    return tuple(case.text for case in Suite(minimize(moved), edition_of(edition).start, classes=True))


def dead_suffixes(edition: str) -> tuple[str, ...]:
    """Return suffixes of which at least one is accepted after any viable prefix of an edition."""
    automaton = automaton_of(edition)
    letters = automaton.alphabet.representatives
    words = identifiers(complete(automaton)).of[-1]
    return tuple("".join(letters[each] for each in word) for word in words)


def _verdict(edition: str, accepted: dict[str, bool]) -> EditionVerdict:
    texts = suite_texts(edition)
    answers = Answers("", "", "", 0, 0, tuple(Answer(accepted[text]) for text in texts))
    return judge(answers, [Question("parse", text) for text in texts], editions=[edition]).resembles
