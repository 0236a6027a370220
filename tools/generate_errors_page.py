"""Write the tables of docs/errors.md, every reason that an error can have, or check that they are the package's.

python tools/generate_errors_page.py            write them
python tools/generate_errors_page.py --check    exit 1 where the committed page is stale
"""

from __future__ import annotations

import sys
from pathlib import Path

from uriverse.errors.reasons import OF_GRAMMAR, REASONS, Meaning

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "errors.md"
BEGIN = "<!-- from src/uriverse/errors/reasons.py -->\n"
END = "<!-- end -->\n"


def tables() -> str:
    """The reasons of the grammar, then those that only calls give."""
    of_grammar = [_row(reason, meaning) for reason, meaning in OF_GRAMMAR.items()]
    of_calls = [_row(reason, meaning, meaning.error) for reason, meaning in REASONS.items() if reason not in OF_GRAMMAR]
    lines = ["| reason | what is wrong | example |", "|---|---|---|", *of_grammar, ""]
    lines += ["| reason | what is wrong | example | error |", "|---|---|---|---|", *of_calls]
    return "\n".join(lines) + "\n"


def _row(reason: str, meaning: Meaning, *more: str) -> str:
    cells = [f"`{reason}`", meaning.sentence, f"`{meaning.example}`", *(f"`{word}`" for word in more)]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def main(arguments: list[str]) -> int:
    """Write or check; gives the exit code."""
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        print(f"{PAGE.name} has no place for the tables")
        return 1
    current = f"{before}{BEGIN}{tables()}{END}{after}"
    stale = current != page
    if stale and "--check" not in arguments:
        PAGE.write_text(current, "utf-8")
    print(f"{len(REASONS)} reasons{'  (stale)' if stale else ''}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
