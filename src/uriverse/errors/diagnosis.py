"""The diagnosis of a syntax error: the clause, and what the rule expected at the position.

Imported lazily, when an error is shown. It reads the editions' tables and does not compile grammars.
"""

from __future__ import annotations

from functools import cache, lru_cache

from uriverse import _core
from uriverse.editions.files import read_files
from uriverse.ground.lean_typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriverse.editions.ids import EditionId
    from uriverse.editions.model import Edition

BEYOND_ASCII: Final = "a character beyond US-ASCII"
ANOTHER_BEYOND_ASCII: Final = "another character beyond US-ASCII"


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


def expected(
    text: str, at: int, rule: tuple[str, int], component: str | None, edition: EditionId | Edition
) -> tuple[str, ...]:
    """The rule names and literals that are allowed at the position of an error, widest first.

    `rule` is the refusing rule and the start of its text; `component` is None if the rule was requested by name.
    Several readings may fail at one position: after `http:` RFC 2396 expects an `abs_path` or an `opaque_part`.
    """
    rules = {rule}
    if component is not None:
        # If a component was checked separately, the text of the error is not a reference.
        found = _core.refusing_rules(text, edition=edition)
        rules |= set(found) if rules & set(found) else set()
    live = frozenset[int]().union(
        *(_core.continuations(name, text[start:at], edition=edition)[0] for name, start in rules)
    )
    refused = text[at : at + 1]
    names = _names_of(live, edition) if isinstance(edition, str) else covering(live, _core.unit_rules(edition=edition))
    if refused > "\x7f":
        # The rule allows other characters beyond US-ASCII.
        return tuple(ANOTHER_BEYOND_ASCII if name == BEYOND_ASCII else name for name in names)
    return names


@lru_cache(maxsize=512)
def _names_of(live: frozenset[int], edition: EditionId) -> tuple[str, ...]:
    """`covering` by a built-in edition. Cached, because the lines of a file often have equal errors."""
    return covering(live, _core.unit_rules(edition=edition))


def covering(live: frozenset[int], units: list[tuple[str, frozenset[int], bool]]) -> tuple[str, ...]:
    """Name a set of bytes by the fewest rules for single characters, and the rest as literals."""
    rest = set(live)
    names: list[str] = []
    sets = [(name, members | {0x25} if triplets else members) for name, members, triplets in units]
    while rest:
        name, members = max(
            ((name, members) for name, members in reversed(sets) if members <= live),
            # Of rules for the same characters take the last: documents print definitions at the end.
            key=lambda unit: len(unit[1] & rest),
            default=("", frozenset[int]()),
        )
        if len(members & rest) < 2 and members & rest != {0x25}:
            break
        names.append(name)
        rest -= members
    # A grammar beyond US-ASCII runs over the octets of UTF-8, which should not be shown.
    beyond = (BEYOND_ASCII,) if any(byte > 127 for byte in rest) else ()
    return (*names, *(_literal(byte) for byte in sorted(rest) if byte < 128), *beyond)


def _literal(byte: int) -> str:
    return f'"{chr(byte)}"' if 0x20 < byte < 0x7F else f"%x{byte:02X}"
