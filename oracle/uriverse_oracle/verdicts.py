"""Verdicts: what follows from an implementation's answers, edition by edition.

The strings are judged by the engine, which the theorem and the twins hold to the documents. For each edition the
verdict counts what the implementation wrongly accepts and wrongly refuses among the strings asked, with the shortest
of each kind and the rules at fault. The edition with the fewest faults, wrong targets included, is the one that it
resembles most. The counts are of the strings asked: they compare implementations, and are not shares of all texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from uriverse import _core
from uriverse.editions.registry import edition_of
from uriverse.ground.argument_types import takes
from uriverse.ground.masking import masked_repr
from uriverse_oracle.answers import Answer, Answers
from uriverse_oracle.faults import rule_at_fault, rules_of_refused
from uriverse_oracle.questions import ASKED, Question, expected_target

WITNESSES: Final = 5


@dataclass(frozen=True, slots=True)
class EditionVerdict:
    """An implementation against one edition.

    Attributes:
        edition: its id.
        asked: how many strings were answered.
        wrongly_accepted, wrongly_refused: how many.
        accepted_witnesses, refused_witnesses: the shortest of them, up to five.
        rules: the rules that refuse what is wrongly accepted, the most frequent first, each with its count.
        refused_rules: the rules that explain what is wrongly refused, the best first, each with its count.
        wrong_components: how many accepted texts it cuts differently in a component that it gives, and the shortest.
        resolutions, wrong_resolutions: how many references it resolved, and how many of them to another target.
        resolution_witnesses: the shortest of those: reference, base, its target, the edition's.
        written, rewritten: how many accepted texts it wrote again, and how many of them with other bytes.
        rewritten_witness: the shortest of those, and what it wrote.
        normalized: how many texts it gave a normal form.
        normal_forms: how many of these are the edition's, by level.
        normal_witness: the shortest that no level of the edition gives, what it gave, and the edition's at its last
            level.
    """

    edition: str
    asked: int
    wrongly_accepted: int
    wrongly_refused: int
    accepted_witnesses: tuple[str, ...]
    refused_witnesses: tuple[str, ...]
    rules: tuple[tuple[str, int], ...]
    wrong_components: tuple[int, str]
    resolutions: int
    wrong_resolutions: int
    resolution_witnesses: tuple[tuple[str, str, str | None, str | None], ...]
    written: int = 0
    rewritten: int = 0
    rewritten_witness: tuple[str, str] = ("", "")
    normalized: int = 0
    normal_forms: tuple[tuple[str, int], ...] = ()
    normal_witness: tuple[str, str, str] = ("", "", "")
    refused_rules: tuple[tuple[str, int], ...] = ()

    def __repr__(self) -> str:
        return masked_repr(self)

    @property
    def faults(self) -> int:
        """How many strings it wrongly accepts or refuses."""
        return self.wrongly_accepted + self.wrongly_refused

    @property
    def share(self) -> float:
        """The faults as a share of the strings asked: so editions with suites of different sizes compare."""
        return self.faults / max(self.asked, 1)

    @property
    def distance(self) -> int:
        """How far the implementation is from the edition: its faults, and the references it resolves differently."""
        return self.faults + self.wrong_resolutions


@dataclass(frozen=True, slots=True)
class Verdict:
    """An implementation against all editions that were asked about.

    Attributes:
        implementation, version, date: which, and when it answered.
        editions: a verdict for each edition, the one that it resembles most first.
        failures: how many questions have no answer, the shortest such text, and why.
    """

    implementation: str
    version: str
    date: str
    editions: tuple[EditionVerdict, ...]
    failures: tuple[int, str, str]

    def __repr__(self) -> str:
        return masked_repr(self)

    @property
    def resembles(self) -> EditionVerdict:
        """The edition at the smallest distance."""
        return self.editions[0]


@takes(answers=Answers, asked=Sequence, editions=Iterable)
def judge(answers: Answers, asked: Sequence[Question], *, editions: Iterable[str] = ASKED) -> Verdict:
    """What follows from answers.

    Args:
        answers: what the implementation answered.
        asked: the questions, in the same order.
        editions: the editions to compare with.

    Raises:
        ValueError: if there is not an answer for each question.
    """
    if len(answers.answers) != len(asked):
        raise ValueError(f"answers: there are {len(answers.answers)} for {len(asked)} questions")
    pairs = list(zip(asked, answers.answers, strict=True))
    failed = [(question.text, answer.failure) for question, answer in pairs if answer.failure]
    found = [_against(edition, pairs) for edition in editions]
    found.sort(key=lambda each: each.distance)
    worst = (len(failed), *min(failed, key=lambda pair: len(pair[0]), default=("", "")))
    return Verdict(answers.implementation, answers.version, answers.date, tuple(found), worst)


def _against(edition: str, pairs: Iterable[tuple[Question, Answer]]) -> EditionVerdict:
    wrongly: dict[bool, list[str]] = {True: [], False: []}
    rules: Counter[str] = Counter()
    right: list[str] = []
    cut_otherwise: list[str] = []
    resolved: list[tuple[str, str, str | None, str | None]] = []
    rewritten: list[tuple[str, str]] = []
    normal: Counter[str] = Counter()
    unlike: list[tuple[str, str, str]] = []
    count = resolutions = written = normalized = 0
    for question, answer in pairs:
        if question.operation == "normalize":
            if answer.result is not None and (forms := normal_forms(question.text, edition)):
                normalized += 1
                levels = [level for level, form in forms.items() if form == answer.result]
                normal.update(levels)
                if not levels:
                    unlike.append((question.text, answer.result, list(forms.values())[-1]))
        elif question.operation == "resolve":
            if answer.result is None and answer.accepted is None:
                continue
            expected = expected_target(question, edition)
            if expected is not None:
                resolutions += 1
                if answer.result != expected:
                    resolved.append((question.text, question.base or "", answer.result, expected))
        elif answer.accepted is not None:
            count += 1
            rule = rule_at_fault(question.text, edition)
            if answer.accepted != (rule is None):
                wrongly[answer.accepted].append(question.text)
                rules.update(() if rule is None else (rule,))
            elif rule is None:
                right.append(question.text)
            if answer.accepted and rule is None and _is_cut_otherwise(question.text, answer, edition):
                cut_otherwise.append(question.text)
            if rule is None and answer.written is not None:
                written += 1
                if answer.written != question.text:
                    rewritten.append((question.text, answer.written))
    shortest = {
        kind: tuple(sorted(texts, key=lambda text: (len(text), text))[:WITNESSES]) for kind, texts in wrongly.items()
    }
    return EditionVerdict(
        edition,
        count,
        len(wrongly[True]),
        len(wrongly[False]),
        shortest[True],
        shortest[False],
        tuple(rules.most_common(WITNESSES)),
        (len(cut_otherwise), min(cut_otherwise, key=len, default="")),
        resolutions,
        len(resolved),
        tuple(sorted(resolved, key=lambda row: len(row[0]))[:WITNESSES]),
        written,
        len(rewritten),
        min(rewritten, key=lambda pair: len(pair[0]), default=("", "")),
        normalized,
        tuple(normal.most_common()),
        min(unlike, key=lambda row: len(row[0]), default=("", "", "")),
        rules_of_refused(wrongly[False], right, edition)[:WITNESSES],
    )


def normal_forms(text: str, edition: str) -> dict[str, str]:
    """The normal form of a text at each level of an edition, the weakest level first; none where it is not valid.

    >>> normal_forms("HTTP://h:80/%41", "rfc3986")["scheme"]
    'http://h/A'
    """
    if not _core.is_valid(text, edition=edition_of(edition)):
        return {}
    parsed = _core.parse(text, edition=edition_of(edition))
    levels: Iterable[Any] = edition_of(edition).levels
    return {level: str(parsed.normalize(level=level)) for level in levels}


def _is_cut_otherwise(text: str, answer: Answer, edition: str) -> bool:
    """Whether the implementation gives another component, up to case and absent against empty."""
    if not answer.parts:
        return False
    parsed = _core.parse(text, edition=edition_of(edition))
    for name, theirs in answer.parts.items():
        ours = parsed.port_text if name == "port" else getattr(parsed, name)
        # Some libraries give an IPv6 address without its brackets.
        if (theirs or "").strip("[]").lower() != (ours or "").strip("[]").lower():
            return True
    return False
