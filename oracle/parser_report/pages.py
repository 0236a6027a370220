"""The pages of the report: what compares the implementations, its pictures, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator

from parser_report.markdown import as_markdown
from parser_report.one import pages_parts
from parser_report.subjects import subjects
from parser_report.summary import summary


def pages() -> Iterator[tuple[str, str]]:
    """The path of each file in the report's folder, with its text."""
    found = subjects()
    parts = list(summary(found))
    yield "index.md", as_markdown("The state of URI parsers", parts)
    yield from ((f"{part.name}.svg", part.picture) for part in parts if part.picture)
    for one in found:
        yield f"implementations/{one.name}.md", as_markdown(f"{one.title} ({one.language})", pages_parts(one))
