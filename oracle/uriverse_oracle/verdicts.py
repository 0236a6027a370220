"""The verdict on an implementation's answers, edition by edition.

The engine, which the theorem and the twins verify, is the reference. For each edition the verdict counts the strings
wrongly accepted and wrongly refused, with the shortest of each kind and the rules at fault. The nearest edition is the
one with the fewest faults, wrong targets included. The counts refer to the questions: they compare implementations,
and are not shares of all texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from uriverse import _core
from uriverse.editions.registry import edition_of
from uriverse.ground.argument_types import takes
from uriverse.ground.records import dataclass
from uriverse_oracle.answers import Answer, Answers
from uriverse_oracle.faults import rule_at_fault, rules_of_refused
from uriverse_oracle.questions import ASKED, Question, expected_target

WITNESSES: Final = 5


@dataclass(frozen=True, slots=True)
class EditionVerdict:
    """An implementation against one edition.

    Attributes:
        edition: its id.
        asked: the number of answered strings.
        wrongly_accepted, wrongly_refused: the numbers of faults.
        accepted_witnesses, refused_witnesses: up to five shortest ones.
        rules: the rules that refuse wrongly accepted texts, with counts, the most frequent first.
        refused_rules: the rules that explain wrong refusals, with counts, the best first.
        wrong_components: the number of accepted texts with a different component, and the shortest of them.
        resolutions, wrong_resolutions: the number of resolved references, and how many have another target.
        resolution_witnesses: the shortest of those: reference, base, its target, the edition's.
        written, rewritten: the number of serialized texts, and how many have other bytes.
        rewritten_witness: the shortest of those, and its serialization.
        normalized: the number of normalized texts.
        normal_forms: how many of these are the edition's, by level.
        normal_witness: the shortest text whose normal form is not the edition's at any level, with that form and the
            edition's at its last level.
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

    @property
    def faults(self) -> int:
        """The number of strings wrongly accepted or refused."""
        return self.wrongly_accepted + self.wrongly_refused

    @property
    def share(self) -> float:
        """The share of faults, which compares editions with suites of different sizes."""
        return self.faults / max(self.asked, 1)

    @property
    def distance(self) -> int:
        """The number of faults and of references with another target."""
        return self.faults + self.wrong_resolutions


@dataclass(frozen=True, slots=True)
class Verdict:
    """An implementation against several editions.

    Attributes:
        implementation, version, date: its name and version, and the date of the answers.
        editions: a verdict for each edition, the nearest one first.
        failures: the number of questions without an answer, the shortest such text, and the reason.
    """

    implementation: str
    version: str
    date: str
    editions: tuple[EditionVerdict, ...]
    failures: tuple[int, str, str]

    @property
    def resembles(self) -> EditionVerdict:
        """The edition at the smallest distance."""
        return self.editions[0]


@takes(answers=Answers, asked=Sequence, editions=Iterable)
def judge(answers: Answers, asked: Sequence[Question], *, editions: Iterable[str] = ASKED) -> Verdict:
    """Return the verdict on some answers.

    Args:
        answers: the answers of the implementation.
        asked: the questions, in the same order.
        editions: the editions to compare with.

    Raises:
        ValueError: the numbers of questions and answers differ.
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
    source = edition_of(edition)
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
            is_valid = _core.is_valid(question.text, edition=source)
            if answer.accepted != is_valid:
                wrongly[answer.accepted].append(question.text)
                rule = None if is_valid else rule_at_fault(question.text, edition)
                rules.update(() if rule is None else (rule,))
            elif is_valid:
                right.append(question.text)
            if answer.accepted and is_valid and _is_cut_otherwise(question.text, answer, edition):
                cut_otherwise.append(question.text)
            if is_valid and answer.written is not None:
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
    """Return the normal form of a text at each level of an edition, the weakest first; empty if it is invalid.

    >>> normal_forms("HTTP://h:80/%41", "rfc3986")["scheme"]
    'http://h/A'
    """
    if not _core.is_valid(text, edition=edition_of(edition)):
        return {}
    parsed = _core.parse(text, edition=edition_of(edition))
    levels: Iterable[Any] = edition_of(edition).levels
    return {level: str(parsed.normalize(level=level)) for level in levels}


def _is_cut_otherwise(text: str, answer: Answer, edition: str) -> bool:
    """Whether a component differs, ignoring case, and absent against empty."""
    if not answer.parts:
        return False
    parsed = _core.parse(text, edition=edition_of(edition))
    for name, theirs in answer.parts.items():
        ours = parsed.port_text if name == "port" else getattr(parsed, name)
        # Some libraries return an IPv6 address without its brackets.
        if (theirs or "").strip("[]").lower() != (ours or "").strip("[]").lower():
            return True
    return False
