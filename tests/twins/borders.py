"""The slow twin of the borders of references in running text: one character after the other, by Unicode's categories.

The engine's classes come from its own tables; these come from `unicodedata` and the list below, so both must agree for
the characters that the running Python knows.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from uriverse.text.characters import LENIENT_RUN

WORD: Final = re.compile(f"(?![\\x00-\\x7f])[{LENIENT_RUN}]")
RUN: Final = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]")
# Unicode's Terminal_Punctuation (PropList.txt) from U+2000 on that no word has.
TERMINAL: Final = re.compile(
    "[\u203c\u203d\u2047-\u2049\u2e2e\u2e3c\u2e41\u2e4c\u2e4e\u2e4f\u2e53\u2e54\u3001\u3002\ua4fe\ua4ff\ua60d-\ua60f"
    "\ua6f3-\ua6f7\ua876\ua877\ua8ce\ua8cf\ua92f\ua9c7-\ua9c9\uaa5d-\uaa5f\uaadf\uaaf0\uaaf1\uabeb\ufe12\ufe15\ufe16"
    "\ufe50-\ufe52\ufe54-\ufe57\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\uff61\uff64\U00010000-\U0001ffff]"
)
CONTROLS: Final = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
ENDING: Final = ".,:;!?)]*_~'|\\^"
SENTENCE: Final = ".,:;!?()[]*'\""


def kind(letter: str) -> str:
    """The class of a character: "ascii", "word", "joiner", "control", "opening" or "border"; of "" it is "border"."""
    category = unicodedata.category(letter) if letter else ""
    if not letter:
        return "border"
    if letter.isascii():
        return "ascii"
    if WORD.match(letter):
        return "word"
    if CONTROLS.match(letter) or category == "Cs":
        return "control"
    if letter in "‘’‛\u2024":
        return "joiner"
    if category in ("Ps", "Pi"):
        return "opening"
    if category in ("Pe", "Pf", "Cc") or category[0] in "LZ":
        return "border"
    if category == "Po" and ((letter < "\u2000" and letter > "\u00bf") or TERMINAL.match(letter)):
        return "border"
    return "joiner"


def leads_to_a_word(text: str, at: int) -> bool:
    """Whether a word follows, after at most seven joiners."""
    for letter in text[at : at + 8]:
        if kind(letter) not in ("joiner", "control"):
            return kind(letter) == "word" or (letter.isascii() and letter.isalnum())
    return False


def run_end(text: str, start: int, wide: bool) -> int:
    """The end of the longest text that a reference may have."""
    at = start
    while at < len(text):
        one = kind(text[at])
        joins = one == "joiner" and at > start and text[at - 1] not in SENTENCE and leads_to_a_word(text, at + 1)
        if not (RUN.match(text[at]) or (wide and (one == "word" or joins))):
            break
        at += 1
    return at


def border(text: str, at: int) -> tuple[str | None, int]:
    """Why the word around a reference goes on, or None; and the end of the rest of the word."""
    letter, one = text[at : at + 1], kind(text[at : at + 1])
    cut = None
    if one == "word" or (
        one == "joiner" and (at == 0 or text[at - 1] not in SENTENCE) and leads_to_a_word(text, at + 1)
    ):
        cut = "outside US-ASCII"
    elif (one in ("control", "opening") and leads_to_a_word(text, at + 1)) or (letter and letter in "{|\\^"):
        cut = "excluded"
    end = at if cut is None else rest_end(text, at)
    return (cut, end) if end > at + (one == "ascii") else (None, at)


def rest_end(text: str, start: int) -> int:
    """The end of the rest of a word, without the punctuation of the sentence and without another reference."""
    at = start
    while at < len(text):
        one = kind(text[at])
        if text.startswith("://", at):
            scheme = re.search(r"[A-Za-z0-9+.\-]*\Z", text[start:at])
            assert scheme is not None
            at -= len(scheme[0])
            break
        if not (
            RUN.match(text[at])
            or text[at] in "{}|\\^"
            or one == "word"
            or (one in ("joiner", "control") and leads_to_a_word(text, at + 1))
            or (one == "opening" and at == start)
        ):
            break
        at += 1
    return start + len(text[start:at].rstrip(ENDING))
