"""Write the tables of all error reasons into docs/errors.md, or check that they are current.

python tools/generate_errors_page.py            write them
python tools/generate_errors_page.py --check    exit 1 if the committed page is stale
"""

from __future__ import annotations

from generated_section import write_or_check
from uriverse.errors.reasons import OF_GRAMMAR, REASONS, Meaning

BEGIN = "<!-- from src/uriverse/errors/reasons.py -->\n"


def tables() -> str:
    """Return the reasons of the grammar, then those of calls."""
    of_grammar = [_row(reason, meaning) for reason, meaning in OF_GRAMMAR.items()]
    of_calls = [_row(reason, meaning, meaning.error) for reason, meaning in REASONS.items() if reason not in OF_GRAMMAR]
    lines = ["| reason | what is wrong | example |", "|---|---|---|", *of_grammar, ""]
    lines += ["| reason | what is wrong | example | error |", "|---|---|---|---|", *of_calls]
    return "\n".join(lines) + "\n"


def _row(reason: str, meaning: Meaning, *more: str) -> str:
    cells = [f"`{reason}`", meaning.sentence, f"`{meaning.example}`", *(f"`{word}`" for word in more)]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    raise SystemExit(write_or_check("errors.md", BEGIN, tables(), f"{len(REASONS)} reasons"))
