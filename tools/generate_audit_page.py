"""Generate the tables of findings and their sources in docs/audit.md."""

from __future__ import annotations

from generated import Outputs, section
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


def outputs() -> Outputs:
    """Yield the page."""
    yield section("docs/audit.md", BEGIN, f"{table()}\n{sources()}")
