"""What two editions do differently with the same reference: each choice of resolution, shown on examples.

The examples are data (`examples.toml`), nearly all printed in the documents, and both answers come from the engine.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources

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


def compare_behaviour(old: Edition, new: Edition) -> tuple[ChoiceDifference, ...]:
    """Every choice of resolution in which two editions differ, in the order of the old edition's table."""
    text = (resources.files("uriverse.lab") / "examples.toml").read_text("utf-8")
    rows = tomllib.loads(text)["example"]
    differences = []
    for choice in dict.fromkeys((*old.resolution, *new.resolution)):
        chosen = old.resolution.get(choice, ""), new.resolution.get(choice, "")
        # A document that never answers "the current document" has nothing to choose for a new request. Which schemes
        # count as hierarchical is no choice of its own but the reach of `same_scheme`.
        if chosen[0] == chosen[1] or "" in chosen or choice == "hierarchical_schemes":
            continue
        tried = [_tried(row, old, new) for row in rows if row["choice"] == choice]
        telling = [example for example in tried if example.old != example.new]
        clauses = old.resolution_clauses.get(choice, ""), new.resolution_clauses.get(choice, "")
        differences.append(ChoiceDifference(choice, *chosen, *clauses, tuple(telling or tried[:1])))
    return tuple(differences)


def _tried(row: dict[str, str | bool], old: Edition, new: Edition) -> Example:
    base, reference, strict = str(row["base"]), str(row["reference"]), bool(row.get("strict", True))
    new_request = bool(row.get("new_request", False))
    answers = [_answer(reference, base, strict, new_request, edition) for edition in (old, new)]
    return Example(base, reference, strict, str(row["source"]), *answers)


def _answer(reference: str, base: str, strict: bool, new_request: bool, edition: Edition) -> str:
    # Where the document makes no exception for a new request, it is resolved as any other.
    exception = new_request and edition.resolution.get("new_request", "none") != "none"
    try:
        target = _core.resolve(reference, base, edition=edition, strict=strict, new_request=exception)
    except ResolutionError as error:
        return f"refused: {error.reason}"
    except URISyntaxError as error:
        return f"refused: {error.rule} at {error.at} of {error.text!r}"
    if isinstance(target, SameDocument):
        return "the current document" if target.fragment is None else f"#{target.fragment} in the current document"
    return str(target)
