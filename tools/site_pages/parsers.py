"""The report on other parsers, which the oracle makes of the answers that are kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import PurePath

from site_pages.assembly import ROOT
from site_pages.markup import toctree

sys.path.append(str(ROOT / "oracle"))

from parser_report.pages import pages as files


def pages() -> Iterator[tuple[str, str]]:
    """The first page with a menu of the others, which a search does not show, and the pictures."""
    (name, first), *others = files()
    below = sorted(str(PurePath(other).with_suffix("")) for other, _ in others if other.endswith(".md"))
    yield f"state-of-uri-parsers/{name}", f"{first}\n{toctree(below)}"
    for other, text in others:
        yield f"state-of-uri-parsers/{other}", f"---\nnosearch: true\n---\n{text}" if other.endswith(".md") else text
