"""Write the table of findings and that of their sources into docs/audit.md, or check that it is the data's.

python tools/generate_audit_page.py            write it
python tools/generate_audit_page.py --check    exit 1 where the committed page is stale
"""

from __future__ import annotations

import sys
from pathlib import Path

from uriverse.audit import FINDINGS, SOURCES, Definition

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "audit.md"
BEGIN = "<!-- from findings.toml -->\n"
END = "<!-- end -->\n"
LONGEST = 60
# What was written from memory.
MARK = " †"


def table() -> str:
    """The findings by topic, in the order of the data."""
    lines = ["| finding | severity | clause | what it means | example |", "|---|---|---|---|---|"]
    lines += map(_row, FINDINGS.values())
    return "\n".join(lines) + "\n"


def sources() -> str:
    """The lists on which findings stand, and where each comes from."""
    lines = ["| list | source |", "|---|---|"]
    lines += (f"| `{each.list}` | {each.source}{'' if each.confirmed else MARK} |" for each in SOURCES.values())
    return "\n".join(lines) + "\n"


def _row(finding: Definition) -> str:
    sentence = finding.sentence.replace("{", "*").replace("}", "*").replace("|", "\\|")
    profiles = "" if "security" in finding.profiles else " (style)"
    clause = finding.clause + ("" if finding.confirmed else MARK)
    cells = (f"`{finding.id}`{profiles}", finding.severity, clause, sentence, _example(finding))
    return f"| {' | '.join(cells)} |"


def _example(finding: Definition) -> str:
    """The example in one line: what cannot be printed is escaped as Python does, and a long one is cut."""
    text = finding.example if len(finding.example) <= LONGEST else f"{finding.example[: LONGEST - 3]}..."
    shown = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return f"`{shown}`".replace("|", "\\|")


def main(arguments: list[str]) -> int:
    """Write or check; gives the exit code."""
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        print(f"{PAGE.name} has no place for the table")
        return 1
    current = f"{before}{BEGIN}{table()}\n{sources()}{END}{after}"
    stale = current != page
    if stale and "--check" not in arguments:
        PAGE.write_text(current, "utf-8")
    note = "  (stale)" if "--check" in arguments else "  (written)"
    print(f"{len(FINDINGS)} findings{note if stale else ''}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
