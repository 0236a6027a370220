"""What is reported on: each implementation with its kept answers and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from implementations import implementations
from uriverse_oracle import (
    Answers,
    EditionVerdict,
    Explanation,
    Learned,
    Question,
    Study,
    Verdict,
    explained,
    judge,
    questions,
)
from uriverse_oracle.standard import StandardVerdict, against_url_standard


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
def asked(most: int, seed: int) -> Sequence[Question]:
    """The questions of two numbers."""
    return tuple(questions(most=most, seed=seed))


@dataclass(frozen=True)
class Subject:
    """An implementation.

    Attributes:
        name: of its row in oracle/implementations.toml, and of its files.
        title, language, follows: from that row.
        answers: what it answered.
    """

    name: str
    title: str
    language: str
    follows: str
    answers: Answers

    @cached_property
    def verdict(self) -> Verdict:
        """Against every edition, by the sample."""
        return judge(self.answers, asked(self.answers.most, self.answers.seed))

    @cached_property
    def standard(self) -> StandardVerdict:
        """Against the URL Standard, by the sample."""
        return against_url_standard(self.answers, asked(self.answers.most, self.answers.seed))

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
        Subject(row.name, row.title, row.language, row.follows, Answers.read(row.kept))
        for row in implementations()
        if row.kept.exists()
    ]
    return sorted(found, key=lambda one: (one.language.lower(), one.title.lower()))
