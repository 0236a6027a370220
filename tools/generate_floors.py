"""Write the import rules of floors.toml into ARCHITECTURE.md, or check that they are current.

python tools/generate_floors.py            write it
python tools/generate_floors.py --check    exit 1 if the committed page is stale
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from generated_section import write_or_check

ROOT = Path(__file__).resolve().parent.parent
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


if __name__ == "__main__":
    raise SystemExit(write_or_check("../ARCHITECTURE.md", BEGIN, content(), "the floors"))
