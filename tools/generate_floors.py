"""Generate the import rules of floors.toml in ARCHITECTURE.md."""

from __future__ import annotations

import tomllib

from generated import ROOT, Outputs, section

BEGIN = "<!-- from floors.toml -->\n"


def content() -> str:
    """Return the rows of the package and those of the crates, the top floor first."""
    table = tomllib.loads((ROOT / "floors.toml").read_text("utf-8"))
    lines = []
    for part, head in (("package", "in `src/uriverse`"), ("crates", "in `crates`")):
        lines += [f"| {head} | content |", "|---|---|"]
        lines += [f"| {', '.join(f'`{name}`' for name in row['names'])} | {row['what']} |" for row in table[part]]
        lines.append("")
    return "\n".join(lines)


def outputs() -> Outputs:
    """Yield the page."""
    yield section("ARCHITECTURE.md", BEGIN, content())
