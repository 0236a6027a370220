"""Generate the tables of all error reasons in docs/errors.md."""

from __future__ import annotations

from generated import Outputs, section
from uriverse.errors.reasons import REASONS, SYNTAX_MEANINGS, Meaning

BEGIN = "<!-- from src/uriverse/errors/reasons.py -->\n"


def tables() -> str:
    """Return the reasons of the grammar, then those of calls."""
    of_grammar = [_row(reason, meaning) for reason, meaning in SYNTAX_MEANINGS.items()]
    of_calls = [
        _row(reason, meaning, meaning.error) for reason, meaning in REASONS.items() if reason not in SYNTAX_MEANINGS
    ]
    lines = ["| reason | what is wrong | example |", "|---|---|---|", *of_grammar, ""]
    lines += ["| reason | what is wrong | example | error |", "|---|---|---|---|", *of_calls]
    return "\n".join(lines) + "\n"


def _row(reason: str, meaning: Meaning, *more: str) -> str:
    cells = [f"`{reason}`", meaning.sentence, f"`{meaning.example}`", *(f"`{word}`" for word in more)]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def outputs() -> Outputs:
    """Yield the page."""
    yield section("docs/errors.md", BEGIN, tables())
