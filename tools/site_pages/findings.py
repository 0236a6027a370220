"""A page of all findings of the audit, each with the audit of its example."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import uriverse as uv
from site_pages.markup import block, code, opening, plain, printable, tag
from uriverse.audit import FINDINGS, Definition


def pages() -> Iterator[tuple[str, str]]:
    """Yield the one page."""
    parts = [
        opening(
            "Findings of the audit, each with an example",
            "Every finding of uriverse audit: what is dangerous in a URL, its clause, an example, the remedy.",
        ),
        f"All {len(FINDINGS)} findings, by what they look at. [The guide](../audit.md) explains profiles ",
        "and severities. Below each finding is its message for the example. A near miss looks similar but does not ",
        "have the finding. A † marks a clause that was written from memory.\n\n",
    ]
    for topic, definitions in groupby(FINDINGS.values(), lambda each: each.topic):
        parts.append(f"## {topic.replace('_', ' ').capitalize()}\n\n")
        parts += map(_section, definitions)
    yield "reference/findings.md", "".join(parts)


def _section(definition: Definition) -> str:
    """Return the section of a finding, with the audit of its example."""
    found = uv.audit.findings(definition.example, profile={definition.id})
    lines = [printable(definition.example)]
    if definition.example.isprintable() and found:
        lines.append(" " * found[0].start + "^" * max(1, found[0].end - found[0].start))
    lines += [row.message for row in found[:1]]
    memory = "" if definition.confirmed else " †"
    profiles = ", ".join(map(code, definition.profiles))
    parts = [
        f"(finding-{definition.id})=\n### {definition.id}\n\n",
        f"{tag(definition.severity)} in the profile {profiles}. {plain(definition.clause)}{memory}.\n\n",
        block("\n".join(lines)),
    ]
    if found and found[0].fix:
        replaced = f" There: {code(found[0].replacement)}." if found[0].replacement else ""
        parts.append(f"**To do:** {plain(found[0].fix)}.{replaced}\n\n")
    parts.append(f"**Near miss:** {code(definition.near_miss)}\n\n")
    return "".join(parts)
