"""The clauses of an edition's rules and choices, for messages.

Imported lazily, when an error is shown. It reads the editions' tables and does not compile grammars.
"""

from __future__ import annotations

from uriverse.editions.files import read_files
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriverse.editions.ids import EditionId
    from uriverse.editions.model import Edition


def clause(edition: EditionId | Edition, rule: str) -> str:
    """The document and section that define a rule; only the document if it is not a rule's name."""
    document, clauses, _ = sections(edition)
    return _in_document(document, clauses.get(rule))


def resolution_clause(edition: EditionId | Edition, reason: str) -> str:
    """The document and section of the choice by which a resolution fails, or only the document."""
    document, _, choices = sections(edition)
    return _in_document(document, choices.get(reason.replace("-", "_")))


def sections(edition: EditionId | Edition) -> tuple[str, Mapping[str, str], Mapping[str, str]]:
    """The name of an edition's document, and the sections of its rules and choices of resolution."""
    if isinstance(edition, str):
        return _built_in(edition)
    return edition.document, edition.clauses, edition.resolution_clauses


@cache
def _built_in(edition: str) -> tuple[str, Mapping[str, str], Mapping[str, str]]:
    """As `sections`, from a built-in edition's table: creating an Edition would double the time for a message."""
    table, _, _ = read_files(edition)
    return table["document"], table["clauses"], table.get("resolution", {}).get("clauses", {})


def _in_document(name: str, section: str | None) -> str:
    if section is None:
        return name
    # A clause of another document names it: "RFC 2373, B".
    document, _, number = section.rpartition(", ")
    # A user's own grammar has lines: "urn.abnf, line 12".
    if number[0].isdigit():
        number = f"section {number}"
    elif not number[1:2].isalpha():
        number = f"appendix {number}"
    elif not number.startswith("line "):
        # RFC 1630 does not number sections.
        number = f'"{number}"'
    return f"{document or name}, {number}"
