"""Where a text has secrets by their form, by regex: the slow twin of `crates/text/src/secrets/pattern.rs`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uriverse.ground.secret_names import FORMS

_PIECE = re.compile(r"\[(?:\\.|[^\]])*\]\{[0-9]+\}|.")
# "/" is also `\/` of JSON and "%2F", and follows the port of a host.
_WRITTEN = {"/": r"(?::[0-9]*+)?+(?:\\*+/|%2[Ff])", ":": "(?::|%3[Aa])", "(": "(", ")": ")"}
# No letter or digit precedes a secret, but those of an escape.
_BEGIN = r"(?:(?<![A-Za-z0-9])|(?<=%[\x00-\x7f]{2})|(?<=\\[nrt]))"
_SLASH_BEFORE = re.compile(r"(?:\\*/|%2[Ff])\Z")


@cache
def _patterns() -> list[tuple[re.Pattern[str], bool]]:
    """Each pattern, and whether it begins a segment."""
    patterns = []
    for form in FORMS:
        text = form.removeprefix("(?i)")
        flags = re.ASCII | re.DOTALL | (re.IGNORECASE if text != form else 0)
        pieces = _PIECE.findall(text.removeprefix("/"))
        written = "".join(
            _WRITTEN.get(piece) or (piece.replace("}", ",}+") if len(piece) > 1 else re.escape(piece))
            for piece in pieces
        )
        end = "(?![A-Za-z0-9])" if text.rstrip(")").endswith("}") else ""
        patterns.append((re.compile(f"{_BEGIN}(?={written}{end})", flags), text.startswith("/")))
    return patterns


def forms(text: str) -> Iterator[tuple[int, int]]:
    """The spans of the secrets that a text has by their form."""
    for pattern, begins_a_segment in _patterns():
        for match in pattern.finditer(text):
            slash = _SLASH_BEFORE.search(text[: match.start()])
            if begins_a_segment and (slash is None or _SLASH_BEFORE.search(text[: slash.start()])):
                continue
            start, end = match.span(1)
            end -= len(match[1]) - len(match[1].rstrip("."))
            if end > start:
                yield start, end


def example(form: str, less: int, number: int = 0) -> tuple[str, str]:
    """The shortest match of a form, and its mask; its run of this number, of those that may not be empty, has less."""
    text, start, end, runs = "", 0, 0, -1
    for piece in _PIECE.findall(form.removeprefix("(?i)")):
        if piece == "(":
            start = len(text)
        elif piece == ")":
            end = len(text)
        elif len(piece) == 1:
            text += piece
        else:
            members, least = piece[1:-1].split("]{")
            runs += least != "0"
            count = (int(least) or 3) - less * (runs == number and least != "0")
            text += ("A" if "A-Z" in members else "0" if members == "0-9" else members[0]) * count
    return text, f"{text[:start]}***{text[end:]}"
