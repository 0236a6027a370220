"""What is reported on: each implementation with its kept answers and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import uriverse as uv
from implementations import implementations
from kept_answers import read_kept
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
    questions_of,
)
from uriverse_oracle.membership import URL_STANDARD
from uriverse_oracle.questions import expected_target
from uriverse_oracle.standard import StandardVerdict, against_url_standard, url_standard
from uriverse_oracle.verdicts import normal_forms


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


@dataclass(frozen=True)
class Results:
    """What an implementation gives for the questions that every document answers, so that all have one denominator.

    Attributes:
        asked: how many questions these are; 0 if the driver gives no such result.
        other: how many of its results are not the document's.
        none: for how many questions it gives none.
        witness: the shortest of these: the text, the base, its result, the document's.
    """

    asked: int = 0
    other: int = 0
    none: int = 0
    witness: tuple[str, str, str | None, str] | None = None


def right_texts(question: Question, document: str) -> tuple[str, ...]:
    """What a document gives: a target, a text as it was read, its normal forms; none if it refuses the text."""
    if document == URL_STANDARD:
        accepted, target = url_standard(question)
        return (target or uv.whatwg.URL(question.text).href,) if accepted else ()
    if question.operation == "resolve":
        return tuple(filter(None, [expected_target(question, document)]))
    if question.operation == "normalize":
        return tuple(normal_forms(question.text, form_document(document)).values())
    return (question.text,) if uv.is_valid(question.text, edition=document) else ()


def form_document(document: str) -> str:
    """The document whose normal forms are compared: RFC 3986 where a document has none for a path.

    >>> form_document("rfc2732"), form_document("rfc3987"), form_document("whatwg")
    ('rfc3986', 'rfc3987', 'whatwg')
    """
    return document if document == URL_STANDARD or "path" in uv.EDITIONS[document].levels else "rfc3986"


@cache
def answered_by_all(most: int, seed: int, count: int, operation: str) -> Sequence[tuple[int, Question]]:
    """Those of the first `count` questions to which every document that some implementation names has an answer."""
    documents = {row.document or "rfc3986" for row in implementations()}
    return [
        (place, question)
        for place, question in enumerate(questions(most=most, seed=seed)[:count])
        if question.operation == operation and all(right_texts(question, document) for document in documents)
    ]


@dataclass(frozen=True)
class Subject:
    """An implementation.

    Attributes:
        name: of its row in oracle/implementations.toml, and of its files.
        title, language, follows, document, run, note: from that row.
        answers: what it answered.
    """

    name: str
    title: str
    language: str
    follows: str
    document: str
    run: str
    note: str
    answers: Answers

    @property
    def asked(self) -> Sequence[Question]:
        """The questions that it answered."""
        return questions_of(self.answers)

    @property
    def judged_by(self) -> str:
        """The document that it names; RFC 3986, as a comparison, where it names none."""
        return self.document or "rfc3986"

    @cached_property
    def membership(self) -> Membership:
        """By component, according to the document that it names."""
        found = membership(self.answers, self.asked, self.judged_by)
        assert found is not None, f"{self.name} has no answers: they are not kept"
        return found

    @property
    def validates(self) -> bool:
        """Whether a nearest edition says something about it."""
        return self.membership.kind == "validates"

    @property
    def automata(self) -> Sequence[Learned]:
        """The automata by which an edition can be nearest: of what validates, by an RFC, of more than one state."""
        found = self.study.learned if self.study and self.validates and self.judged_by != URL_STANDARD else ()
        return [learned for learned in found if len(learned.transitions) > 1]

    @cached_property
    def results(self) -> Mapping[str, Results]:
        """Beside those of the document that it names: "resolve", "parse" (what it writes) and "normalize"."""
        return {operation: self._results(operation) for operation in ("resolve", "parse", "normalize")}

    def _results(self, operation: str) -> Results:
        found = []
        none = 0
        common = answered_by_all(self.answers.most, self.answers.seed, len(self.answers.answers), operation)
        for place, question in common:
            answer = self.answers.answers[place]
            theirs = answer.written if operation == "parse" else answer.result
            ours = right_texts(question, self.judged_by)
            none += theirs is None
            # A valid text that is refused is the subject of membership.
            if theirs not in ours and (theirs is not None or operation != "parse"):
                found.append((question.text, question.base or "", theirs, ours[-1]))
        if none == len(common):
            return Results()
        others = sum(theirs is not None for _, _, theirs, _ in found)
        return Results(len(common), others, none, min(found, key=lambda row: len(row[0]), default=None))

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

    @property
    def named(self) -> EditionVerdict:
        """Membership in the edition that it names."""
        return next(each for each in self.memberships if each.edition == self.judged_by)

    @property
    def sampled(self) -> EditionVerdict:
        """The sample's verdict by the edition that it names."""
        return next(each for each in self.verdict.editions if each.edition == self.judged_by)

    def explanation(self, learned: Learned) -> Explanation:
        """What sets a learned automaton apart from the nearest edition."""
        return explained(learned, editions=[self.nearest.edition])


@cache
def subjects() -> list[Subject]:
    """All that have kept answers, by language and title."""
    kept = read_kept()
    found = [
        Subject(row.name, row.title, row.language, row.follows, row.document, row.run, row.note, kept[row.name])
        for row in implementations()
        if row.name in kept
    ]
    return sorted(found, key=lambda one: (one.language.lower(), one.title.lower()))
