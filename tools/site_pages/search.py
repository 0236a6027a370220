"""What the search of the site knows: the phrases of docs/search.toml, and the words of each section of a guide."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from site_pages.markup import slug

# Pages without tasks: the reference, and what is for maintainers.
_NOT_GUIDES = re.compile(
    r"(?:reference|project|state-of-uri-parsers)/|(?:404|playground|releasing|tables|html-parser)\.md"
)
# Pages that are read from end to end: their sections are no answers.
_WHOLE = ("learn/", "understand/")
_WORD = re.compile(r"[^\W\d_]{3,}")


def data(sources: Path, phrases: Path) -> dict[str, dict[str, object]]:
    """Return what docs/_static/search.js reads: the phrases of each place, and the words of each section of a guide."""
    return {"phrases": tomllib.loads(phrases.read_text("utf-8")), "sections": dict(_sections(sources))}


def _sections(sources: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(sources.rglob("*.md")):
        name = path.relative_to(sources).as_posix()
        if not _NOT_GUIDES.match(name):
            before, *sections = re.split(r"^## ", path.read_text("utf-8"), flags=re.MULTILINE)
            yield name.removesuffix(".md"), _words(before)
            for section in () if name.startswith(_WHOLE) else sections:
                heading, _, text = section.partition("\n")
                yield f"{name.removesuffix('.md')}#{slug(heading)}", _words(text)


def _words(text: str) -> str:
    return " ".join(sorted({word.lower() for word in _WORD.findall(text)}))
