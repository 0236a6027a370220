"""The pages of the report: what compares the implementations, its pictures, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator

from parser_report.markdown import as_markdown
from parser_report.one import pages_parts
from parser_report.subjects import Subject, subjects
from parser_report.summary import summary


def pages() -> Iterator[tuple[str, str]]:
    """The path of each file in the report's folder, with its text."""
    implementations = subjects()
    parts = list(summary(implementations))
    languages = len({one.language for one in implementations})
    about = (
        f"{len(implementations)} URL parsers in {languages} languages compared: which check is unsafe before which "
        "fetch, what each accepts wrongly, where its links lead, its time."
    )
    yield "index.md", as_markdown("URL parsers compared: which agree, which can be attacked", about, parts)
    yield from ((f"{part.name}.svg", part.picture) for part in parts if part.picture)
    for one in implementations:
        title = f"{one.title} ({one.language})"
        yield f"implementations/{one.name}.md", as_markdown(title, _about(one), pages_parts(one))


def _about(one: Subject) -> str:
    membership = one.membership
    return (
        f"How {one.title} {one.answers.version} parses URLs: it accepts {membership.valid_accepted:.0%} of the valid "
        f"and refuses {membership.invalid_refused:.0%} of the invalid ones; its targets and bytes."
    )
