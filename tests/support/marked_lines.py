"""The corpus of marked lines (vectors/find/corpus.json): what stands between ⟦ and ⟧ is what must be found."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from support.vectors import Case, cases

OPEN, CLOSE = "⟦⟧"


class Line(NamedTuple):
    """A line of the corpus, without its marks."""

    section: str
    text: str
    spans: list[tuple[int, int]]
    options: dict[str, Any]
    case: Case


def unmarked(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without marks, and the places that they marked."""
    text, spans, start = "", [], 0
    for part in re.split(f"([{OPEN}{CLOSE}])", marked):
        if part == OPEN:
            start = len(text)
        elif part == CLOSE:
            spans.append((start, len(text)))
        else:
            text += part
    return text, spans


def lines() -> list[Line]:
    """Every line of the corpus."""
    marked = [case for _, case in cases("find") if "marked" in case]
    return [Line(case["section"], *unmarked(case["marked"]), case.get("options", {}), case) for case in marked]
