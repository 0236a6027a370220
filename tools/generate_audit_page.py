"""Write the tables of findings and their sources into docs/audit.md, or check that they are current.

python tools/generate_audit_page.py            write it
python tools/generate_audit_page.py --check    exit 1 if the committed page is stale
"""

from __future__ import annotations

from generated_section import write_or_check
from uriverse.audit import FINDINGS, SOURCES, Definition

BEGIN = "<!-- from findings.toml -->\n"
LONGEST = 60
# The mark of data written from memory.
MARK = " †"


def table() -> str:
    """Return the findings by topic, in the order of the data."""
    lines = ["| finding | severity | clause | what it means | example |", "|---|---|---|---|---|"]
    lines += map(_row, FINDINGS.values())
    return "\n".join(lines) + "\n"


def sources() -> str:
    """Return the lists that findings use, with their sources."""
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
    """Return the example in one line, escaped like a Python string and truncated."""
    text = finding.example if len(finding.example) <= LONGEST else f"{finding.example[: LONGEST - 3]}..."
    shown = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return f"`{shown}`".replace("|", "\\|")


if __name__ == "__main__":
    raise SystemExit(write_or_check("audit.md", BEGIN, f"{table()}\n{sources()}", f"{len(FINDINGS)} findings"))
