"""The pages of docs/ with examples that run, section by section."""

from __future__ import annotations

import re

from support.paths import ROOT

DOCS = ROOT / "docs"
EXAMPLES = re.compile(r"```python\n(.*?)```", re.DOTALL)
# The tables of docs/coming-from have a test of their own, which has the other libraries.
PAGES = sorted(
    str(path.relative_to(DOCS))
    for path in DOCS.rglob("*.md")
    if ">>> " in path.read_text("utf-8") and path.parent.name != "coming-from"
)


def sections(page: str) -> dict[str, str]:
    """The examples of a page by their headings; those before the first heading are named ""."""
    before, *parts = (DOCS / page).read_text("utf-8").split("\n## ")
    found = {"": before, **{part.splitlines()[0]: part for part in parts}}
    return {heading: "".join(EXAMPLES.findall(part)) for heading, part in found.items() if EXAMPLES.search(part)}
