"""What two editions do differently with the same reference: each choice of resolution, shown on examples.

The examples are data (`examples.toml`), nearly all printed in the documents, and both answers come from the engine.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import NamedTuple

from uriverse import _core
from uriverse.editions.registry import Edition
from uriverse.errors import ResolutionError, URISyntaxError
from uriverse.reference.resolution import SameDocument


@dataclass(frozen=True, slots=True)
class Example:
    """One reference, and what it resolves to under each edition, in words where that is no URI.

    Attributes:
        base, reference: what was resolved; `strict` as for `uriverse.resolve`.
        source: where the documents print it, or the clause that decides it.
        old, new: the target, "the current document", or "refused: " and the reason.
    """

    base: str
    reference: str
    strict: bool
    source: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class ChoiceDifference:
    """A choice of resolution that two editions make differently, by the names of the editions' tables.

    Attributes:
        choice: such as "query_only".
        old, new: what each edition chose; `old_clause` and `new_clause` are the sections that say so.
        examples: those that tell the two apart; where no text that both accept does, the first of all.
    """

    choice: str
    old: str
    new: str
    old_clause: str
    new_clause: str
    examples: tuple[Example, ...]

    @property
    def example(self) -> Example | None:
        """The most telling example."""
        return self.examples[0] if self.examples else None


@dataclass(frozen=True, slots=True)
class Answer:
    """One reference, and what it resolves to under one edition; the fields are those of `Example`."""

    base: str
    reference: str
    strict: bool
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of resolution that an edition makes, by the names of its table.

    Attributes:
        choice: such as "query_only".
        made: what the edition chose; `clause` is the section that says so.
        answers: what the edition makes of the examples of this choice.
    """

    choice: str
    made: str
    clause: str
    answers: tuple[Answer, ...]


class Question(NamedTuple):
    """A row of `examples.toml`: a reference that shows a choice, and where the documents print it."""

    choice: str
    base: str
    reference: str
    source: str
    strict: bool = True
    new_request: bool = False


def choices_of(edition: Edition) -> tuple[Choice, ...]:
    """Every choice of resolution of one edition, in the order of its table, shown on the documents' examples.

    >>> from uriverse import EDITIONS
    >>> [answer.target for choice in choices_of(EDITIONS["rfc3986"]) if choice.choice == "query_only"
    ...  for answer in choice.answers]
    ['http://a/b/c/d;p?y']
    """
    asked = _questions()
    found = []
    for choice, made in edition.resolution.items():
        answers = tuple(
            Answer(each.base, each.reference, each.strict, each.source, _answer(each, edition))
            for each in asked
            if each.choice == choice
        )
        found.append(Choice(choice, made, edition.resolution_clauses.get(choice, ""), answers))
    return tuple(found)


def compare_behaviour(old: Edition, new: Edition) -> tuple[ChoiceDifference, ...]:
    """Every choice of resolution in which two editions differ, in the order of the old edition's table."""
    asked = _questions()
    differences = []
    for choice in dict.fromkeys((*old.resolution, *new.resolution)):
        chosen = old.resolution.get(choice, ""), new.resolution.get(choice, "")
        # A document that never answers "the current document" has nothing to choose for a new request. Which schemes
        # count as hierarchical is no choice of its own but the reach of `same_scheme`.
        if chosen[0] == chosen[1] or "" in chosen or choice == "hierarchical_schemes":
            continue
        tried = [
            Example(each.base, each.reference, each.strict, each.source, _answer(each, old), _answer(each, new))
            for each in asked
            if each.choice == choice
        ]
        telling = [example for example in tried if example.old != example.new]
        clauses = old.resolution_clauses.get(choice, ""), new.resolution_clauses.get(choice, "")
        differences.append(ChoiceDifference(choice, *chosen, *clauses, tuple(telling or tried[:1])))
    return tuple(differences)


def _questions() -> list[Question]:
    text = (resources.files("uriverse.lab") / "examples.toml").read_text("utf-8")
    return [Question(**row) for row in tomllib.loads(text)["example"]]


def _answer(question: Question, edition: Edition) -> str:
    # Where the document makes no exception for a new request, it is resolved as any other.
    exception = question.new_request and edition.resolution.get("new_request", "none") != "none"
    try:
        target = _core.resolve(
            question.reference, question.base, edition=edition, strict=question.strict, new_request=exception
        )
    except ResolutionError as error:
        return f"refused: {error.reason}"
    except URISyntaxError as error:
        return f"refused: {error.rule} at {error.at} of {error.text!r}"
    if isinstance(target, SameDocument):
        return "the current document" if target.fragment is None else f"#{target.fragment} in the current document"
    return str(target)
