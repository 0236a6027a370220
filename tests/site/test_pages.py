"""The written pages of the site, before it is built: each says in its head what it answers."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from itertools import chain

from support.paths import ROOT
from support.vectors import payloads

DOCS = ROOT / "docs"
PAGES = {str(path.relative_to(DOCS)): path.read_text("utf-8") for path in sorted(DOCS.rglob("*.md"))}
DESCRIPTION = re.compile(r"^# .*\n<!-- description: ([^>]*?) -->$", re.MULTILINE)


def headings(page: str) -> set[str]:
    """The anchors of a page's headings, as the site makes them."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", page, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_each_page_describes_itself() -> None:
    """Its title and its description, below the title, are those of no other page."""
    described = {name: DESCRIPTION.search(page) for name, page in PAGES.items()}
    assert [name for name, match in described.items() if match is None] == []
    descriptions = {name: " ".join(match[1].split()) for name, match in described.items() if match is not None}
    assert [name for name, text in descriptions.items() if not 70 <= len(text) <= 160] == []
    titles = {name: re.findall("^# (.*)$", page, re.MULTILINE)[0] for name, page in PAGES.items()}
    # The site adds its name; a search engine shows seventy characters.
    assert [title for title in titles.values() if len(f"{title} - uriverse") > 70] == []
    for texts in (titles, descriptions):
        assert [text for text, count in Counter(texts.values()).items() if count > 1] == []


def test_the_search_knows_only_places_that_are_there() -> None:
    """Each key of docs/search.toml, and each answer to a question, is a page or a section of one."""
    known = tomllib.loads((DOCS / "search.toml").read_text("utf-8"))
    phrases = known["phrases"]
    asked = tomllib.loads((ROOT / "tests" / "site" / "questions.toml").read_text("utf-8"))
    for place in (*phrases, *asked["questions"].values(), *chain.from_iterable(asked["problems"].values())):
        name, _, section = place.partition("#")
        page = PAGES.get(f"{name}.md") or PAGES.get(f"{name.removesuffix('index')}README.md", "")
        assert page, place
        assert not section or section in headings(page), place
    texts = Counter(text for list_of_texts in phrases.values() for text in list_of_texts)
    assert [text for text, count in texts.items() if count > 1] == []
    synonyms = Counter(word for group in known["synonyms"] for word in group.split())
    assert [word for word, count in synonyms.items() if count > 1] == []


def test_the_picture_of_checks_and_fetches() -> None:
    """The first page, README and both guides name its figure, which is counted from the recorded answers."""
    hosts = [(payload["hosts"]["urllib"], payload["hosts"]["requests"]) for payload in payloads()]
    passing = [pair for pair in hosts if pair[0] and pair[1] and pair[0] != pair[1]]
    assert (len(passing), len(hosts)) == (15, 125)
    for page in (DOCS / "index.md", ROOT / "README.md", DOCS / "agreement.md"):
        text = " ".join(page.read_text("utf-8").replace("**", "").split())
        assert "15 of 125 known attacks pass an allow-list by `urlsplit`" in text and "checks-and-fetches.svg" in text
    assert "15 of 125 known attacks pass this pair" in " ".join(PAGES["accept-a-url.md"].split())
