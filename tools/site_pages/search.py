"""What the search of the site knows: each page and section of the guides, and the words of docs/search.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from site_pages.markup import slug

# Pages without tasks: the reference, and what is for maintainers.
_NOT_GUIDES = re.compile(
    r"(?:reference|project|state-of-uri-parsers)/|(?:404|playground|releasing|tables|html-parser)$"
)
# Pages that are read from end to end: their sections are no answers.
_WHOLE = ("learn/", "understand/history")
_HEAD = re.compile(r"# (?P<title>[^\n]*)\n<!-- description: (?P<description>.*?) -->\n", re.DOTALL)
_WORD = re.compile(r"[^\W_]{2,}|\w*[^\W\d_]_\w+")


class Place(NamedTuple):
    """A page, or a section of one. `lead` has the words of its first paragraph, or of the page's description."""

    page: str
    anchor: str
    title: str
    lead: str
    words: str
    phrases: list[str]


def data(sources: Path, words: Path) -> dict[str, object]:
    """Return what docs/_static/search.js reads."""
    known = tomllib.loads(words.read_text("utf-8"))
    return {"places": list(_places(sources, known["phrases"])), "synonyms": known["synonyms"]}


def _places(sources: Path, phrases: dict[str, list[str]]) -> Iterator[Place]:
    for path in sorted(sources.rglob("*.md")):
        page = path.relative_to(sources).as_posix().removesuffix(".md")
        before, *sections = re.split(r"^###? ", path.read_text("utf-8"), flags=re.MULTILINE)
        head = _HEAD.search(before)
        if head is None or _NOT_GUIDES.match(page):
            continue
        lead, words = _words(head["description"]), _words(before[head.end() :])
        yield Place(page, "", head["title"], lead, words, phrases.get(page, []))
        for section in () if page.startswith(_WHOLE) else sections:
            heading, _, text = section.partition("\n")
            anchor = f"#{slug(heading)}"
            lead = next((part for part in text.split("\n\n") if part.strip() and not part.startswith("```")), "")
            yield Place(page, anchor, heading, _words(lead), _words(text), phrases.get(page + anchor, []))


def _words(text: str) -> str:
    return " ".join(sorted({word.lower() for word in _WORD.findall(text)}))
