"""How two editions resolve the same reference differently: each choice of resolution, with examples.

The examples are data (`examples.toml`), nearly all printed in the documents, and both answers come from the engine.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Final, NamedTuple

from uriverse import _core
from uriverse.editions.registry import Edition
from uriverse.errors import ResolutionError, URISyntaxError
from uriverse.reference.resolution import SameDocument


@dataclass(frozen=True, slots=True)
class Example:
    """One reference and its target by each edition; in words if the target is not a URI.

    Attributes:
        base, reference, strict, guards: the arguments of `uriverse.resolve`; without guards the answers are what the
            documents print.
        source: where the documents print the example, or the clause that decides it.
        old, new: the target, "the current document", or "refused: " and the reason.
    """

    base: str
    reference: str
    strict: bool
    source: str
    old: str
    new: str
    guards: bool = True


@dataclass(frozen=True, slots=True)
class ChoiceDifference:
    """A choice of resolution in which two editions differ, with the names of the editions' tables.

    Attributes:
        choice: such as "query_only".
        old, new: each edition's choice; `old_clause` and `new_clause` are its sections.
        examples: the examples with different targets; if there are none, the first example.
    """

    choice: str
    old: str
    new: str
    old_clause: str
    new_clause: str
    examples: tuple[Example, ...]

    @property
    def example(self) -> Example | None:
        return self.examples[0] if self.examples else None


# What a choice is in an edition that has no row for it.
_DEFAULTS: Final = {"leading_slashes": "components"}


class Question(NamedTuple):
    """A row of `examples.toml`: a reference that shows a choice, and its source."""

    choice: str
    base: str
    reference: str
    source: str
    strict: bool = True
    new_request: bool = False
    guards: bool = True


def compare_behaviour(old: Edition, new: Edition) -> tuple[ChoiceDifference, ...]:
    """Every choice of resolution in which two editions differ, in the order of the old edition's table."""
    all_questions = questions()
    differences = []
    for choice in dict.fromkeys((*old.resolution, *new.resolution)):
        default = _DEFAULTS.get(choice, "")
        sides = old.resolution.get(choice, default), new.resolution.get(choice, default)
        # Without the result "the current document", there is no choice for new requests. `hierarchical_schemes` is not
        # a choice of its own: it lists the schemes to which `same_scheme` applies.
        if sides[0] == sides[1] or "" in sides or choice == "hierarchical_schemes":
            continue
        tried = [
            Example(
                question.base,
                question.reference,
                question.strict,
                question.source,
                answer(question, old),
                answer(question, new),
                question.guards,
            )
            for question in all_questions
            if question.choice == choice
        ]
        differing = [example for example in tried if example.old != example.new]
        # An example that a grammar refuses shows the grammar, not the choice.
        telling = [row for row in differing if not any(map(_is_refused_by_rule, (row.old, row.new)))]
        telling = telling or differing
        clauses = old.resolution_clauses.get(choice, ""), new.resolution_clauses.get(choice, "")
        differences.append(ChoiceDifference(choice, *sides, *clauses, tuple(telling or tried[:1])))
    return tuple(differences)


def questions() -> list[Question]:
    """The rows of `examples.toml`."""
    text = (resources.files("uriverse.lab") / "examples.toml").read_text("utf-8")
    return [Question(**row) for row in tomllib.loads(text)["example"]]


def answer(question: Question, edition: Edition) -> str:
    """The target by one edition, as in `Example`."""
    # If the document makes no exception for new requests, they are resolved like other references.
    exception = question.new_request and edition.resolution.get("new_request", "none") != "none"
    try:
        target = _core.resolve(
            question.reference,
            question.base,
            edition=edition,
            strict=question.strict,
            new_request=exception,
            guards=question.guards,
        )
    except ResolutionError as error:
        return f"refused: {error.reason}"
    except URISyntaxError as error:
        return f"refused: {error.rule} at {error.at} of {error.text!r}"
    if isinstance(target, SameDocument):
        return "the current document" if target.fragment is None else f"#{target.fragment} in the current document"
    return str(target)


def _is_refused_by_rule(answer: str) -> bool:
    """Whether a grammar refused the reference or the base, and not the choice."""
    return answer.startswith("refused: ") and " at " in answer
