"""The timeline of the documents, and the matrix that compares every two of them."""

from __future__ import annotations

from collections.abc import Iterator

from site_pages.editions import FOLDER, SENTENCES, Differences, compared, short
from site_pages.markup import code, plain, tag
from uriverse.editions.registry import EDITIONS, Edition
from uriverse.lab.difference import Difference
from uriverse.lab.matching import parent


def pages(differences: Differences) -> Iterator[tuple[str, str]]:
    """Yield the timeline, which understand/history.md includes."""
    yield (
        "understand/timeline.md",
        "".join(_entry(edition, compared(edition, differences)) for edition in EDITIONS.values()),
    )


def _entry(edition: Edition, difference: Difference | None) -> str:
    """Return the entry of a document: date, description, changes."""
    lines = [
        f"### {edition.date} · {short(edition)}",
        f"*{plain(edition.title)}*, {plain(edition.status)}. [The page of this edition](../{FOLDER}/{edition.id}.md).",
    ]
    before = parent(edition)
    if difference is not None and before is not None:
        lines += _changes(edition, before, difference)
    return "\n\n".join(lines) + "\n\n"


def _changes(edition: Edition, before: Edition, difference: Difference) -> Iterator[str]:
    """Return sentences on the changes of a document."""
    start = difference.rules[0]
    if start.relation in SENTENCES:
        yield f"{tag(start.relation)} Compared with {short(before)}, it {SENTENCES[start.relation]}."
    for only, witnesses in ((before, start.only_old), (edition, start.only_new)):
        if witnesses:
            yield f"Only {short(only)} accepts {', '.join(code(each.text, 40) for each in witnesses)}."
    counts = [
        (sum(1 for row in difference.rules if row.relation in relations), words)
        for relations, words in (
            ({"narrower", "wider", "different"}, "accept something else"),
            ({"added"}, "are new"),
            ({"removed"}, "are gone"),
        )
    ]
    changes = ", ".join(f"{count} {words}" for count, words in counts if count)
    if changes:
        yield f"Of its rules, {changes}."
    if difference.behaviour:
        example = difference.behaviour[0].example
        names = ", ".join(code(choice.choice) for choice in difference.behaviour)
        yield f"It resolves differently by {names}." + (
            f" For example {code(example.reference)} against {code(example.base)}"
            f" was {code(example.old)} and is {code(example.new)}."
            if example is not None
            else ""
        )
