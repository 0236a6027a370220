"""What is reported on: each implementation with its kept answers and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import uriverse as uv
from implementations import implementations
from uriverse_oracle import (
    Answers,
    EditionVerdict,
    Explanation,
    Learned,
    Membership,
    Question,
    Study,
    Verdict,
    explained,
    judge,
    membership,
    questions,
)
from uriverse_oracle.membership import URL_STANDARD
from uriverse_oracle.questions import expected_target
from uriverse_oracle.standard import StandardVerdict, against_url_standard, url_standard


@dataclass(frozen=True)
class Part:
    """A part of the report.

    Attributes:
        heading, sentences: texts; between backquotes is code.
        columns, rows: a table; none where there are no rows.
        picture: the table's, as SVG; "" where there is none.
        name: of the picture's file.
    """

    heading: str
    sentences: list[str]
    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    picture: str = ""
    name: str = ""


@cache
def asked(most: int, seed: int, count: int) -> Sequence[Question]:
    """The first questions of two numbers."""
    return tuple(questions(most=most, seed=seed)[:count])


@dataclass(frozen=True)
class Others:
    """How many results are not the document's, and the shortest: the text, the base, its result, the document's."""

    asked: int
    other: int
    witness: tuple[str, str, str | None, str] | None


def right_text(question: Question, document: str) -> str | None:
    """The text that a document gives: a target, a text as it was read, a normal form; None where it has none."""
    if document == URL_STANDARD:
        href = url_standard(question)
        return href[1] if question.base is not None else uv.whatwg.URL(question.text).href if href[0] else None
    if question.operation == "resolve":
        return expected_target(question, document)
    if not uv.is_valid(question.text, edition=document):
        return None
    return question.text if question.operation == "parse" else None


@dataclass(frozen=True)
class Subject:
    """An implementation.

    Attributes:
        name: of its row in oracle/implementations.toml, and of its files.
        title, language, follows, document, note: from that row.
        answers: what it answered.
    """

    name: str
    title: str
    language: str
    follows: str
    document: str
    note: str
    answers: Answers

    @property
    def asked(self) -> Sequence[Question]:
        """The questions that it answered."""
        return asked(self.answers.most, self.answers.seed, len(self.answers.answers))

    @property
    def judged_by(self) -> str:
        """The document that it names; RFC 3986, as a comparison, where it names none."""
        return self.document or "rfc3986"

    @cached_property
    def membership(self) -> Membership | None:
        """By component, beside the document that it names; None where it was not asked about components yet."""
        return membership(self.answers, self.asked, self.judged_by)

    @property
    def validates(self) -> bool:
        """Whether a nearest edition says something about it."""
        return self.membership is None or self.membership.kind == "validates"

    @property
    def automata(self) -> Sequence[Learned]:
        """The automata by which an edition can be nearest: of what validates, by an RFC, of more than one state."""
        found = self.study.learned if self.study and self.validates and self.judged_by != URL_STANDARD else ()
        return [learned for learned in found if len(learned.transitions) > 1]

    @cached_property
    def others(self) -> Mapping[str, Others]:
        """What it gives otherwise than the document that it names, by "resolve", "parse" (written) and "normalize"."""
        return {operation: self._others(operation) for operation in ("resolve", "parse", "normalize")}

    def _others(self, operation: str) -> Others:
        count, found = 0, []
        for question, answer in zip(self.asked, self.answers.answers, strict=True):
            theirs = answer.written if operation == "parse" else answer.result
            if question.operation != operation or (
                theirs is None and (operation != "resolve" or answer.accepted is None)
            ):
                continue
            ours = right_text(question, self.judged_by)
            if ours is not None:
                count += 1
                found += [] if ours == theirs else [(question.text, question.base or "", theirs, ours)]
        return Others(count, len(found), min(found, key=lambda row: len(row[0]), default=None))

    @cached_property
    def verdict(self) -> Verdict:
        """Against every edition, by the sample."""
        return judge(self.answers, self.asked)

    @cached_property
    def standard(self) -> StandardVerdict:
        """Against the URL Standard, by the sample."""
        return against_url_standard(self.answers, self.asked)

    @cached_property
    def study(self) -> Study | None:
        """What the whole study found, if there was one."""
        return Study.kept(self.answers)

    @property
    def memberships(self) -> tuple[EditionVerdict, ...]:
        """Against every edition, the nearest first: by the complete suites where it was studied, else by the sample."""
        found = self.verdict.editions if self.study is None else self.study.suites
        return tuple(sorted(found, key=lambda each: each.share))

    @property
    def nearest(self) -> EditionVerdict:
        """Membership in the edition with the smallest share of faults."""
        return self.memberships[0]

    def against(self, edition: str) -> EditionVerdict:
        """The sample's verdict by one edition."""
        return next(each for each in self.verdict.editions if each.edition == edition)

    def explanation(self, learned: Learned) -> Explanation:
        """What sets a learned automaton apart from the nearest edition."""
        return explained(learned, editions=[self.nearest.edition])


def subjects() -> list[Subject]:
    """All that have kept answers, by language and title."""
    found = [
        Subject(row.name, row.title, row.language, row.follows, row.document, row.note, Answers.read(row.kept))
        for row in implementations()
        if row.kept.exists()
    ]
    return sorted(found, key=lambda one: (one.language.lower(), one.title.lower()))
