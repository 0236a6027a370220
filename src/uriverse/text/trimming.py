"""Where a bare reference ends: what writers put after it, and what they put around it.

The grammar lets a reference end with ".", "," or ")", and the documents warn of "punctuation marks that might be
mistaken for part of the URI". What decides here is how people write:

- a bracket that closes something outside the reference ends it;
- a comma or semicolon with another reference directly after it separates the two, outside a query;
- `&gt;`, `&lt;` and `&quot;` are delimiters of a text that is escaped as HTML;
- two hyphens are a dash;
- sentence punctuation at the end is not part of it, nor are the marks of emphasis that were opened before it.
"""

from __future__ import annotations

import re
from typing import Final

# U+05F4 also stands inside Hebrew words.
PUNCTUATION: Final = '.,:;!?"\u05f4'
# What writers of plain text put around words: Markdown, Textile, Org.
EMPHASIS: Final = "*_~+"

_MARK: Final = re.compile(
    r"[()\[\]?]|&(?:gt|lt|quot|apos|#0*39|#0*34|#[xX]0*2[27]);|[,;](?=[A-Za-z][A-Za-z0-9+.\-]{0,62}+://)"
)
_MARK_BUT_BRACKETS: Final = re.compile(_MARK.pattern.replace(r"()\[\]", "", 1))
# Without brackets, separators, entities and apostrophes, and not ended by a mark or a dash.
_PLAIN: Final = re.compile(r"[!#-%*+\--:=?-Z_a-z~\x80-\U0010ffff]*[A-Za-z0-9/=#\x80-\U0010ffff]")
_AFTER: Final = re.compile(r"(?:&(?:gt|lt|quot|apos|#0*39|#0*34|#[xX]0*2[27]);|[)\].,:;!?'*_~])++")
_POSSESSIVE: Final = re.compile(r"(?<=[A-Za-z0-9/])'s\Z")


def plain_end(piece: str) -> int:
    """Where a piece ends without its last punctuation, if no other convention can apply to it; else 0.

    >>> plain_end("http://a/b."), plain_end("http://a/é"), plain_end("http://a/b)."), plain_end("http://a/?b=c&d")
    (10, 10, 0, 0)
    """
    end = len(piece.rstrip(PUNCTUATION))
    return end if _PLAIN.fullmatch(piece, 0, end) else 0


def outer_end(piece: str) -> int:
    """Where a piece of a run stops being one reference because of what stands in its middle; its length, if nowhere.

    >>> outer_end("http://a/b_(c))d"), outer_end("http://a/,http://b/"), outer_end("http://a/?b,c")
    (14, 9, 13)
    """
    round_open = square_open = 0
    in_query = False
    marks = _MARK if ")" in piece or "]" in piece else _MARK_BUT_BRACKETS
    for match in marks.finditer(piece):
        mark = match[0]
        if mark == "(":
            round_open += 1
        elif mark == ")":
            round_open -= 1
        elif mark == "[":
            square_open += 1
        elif mark == "]":
            square_open -= 1
        elif mark == "?":
            in_query = True
        elif mark[0] == "&" or not in_query:
            return match.start()
        if round_open < 0 or square_open < 0:
            return match.start()
    return len(piece)


def trimmed_end(piece: str, emphasis: str) -> int:
    """Where a piece ends without the punctuation at its end.

    Args:
        piece: what `outer_end` left.
        emphasis: the mark that stands directly before the reference, one of `EMPHASIS`, or "".

    >>> trimmed_end("http://a/b...", ""), trimmed_end("http://a/b*!", "*"), trimmed_end("http://a/*", "")
    (10, 10, 10)
    """
    end = len(piece)
    # A pair of apostrophes belongs to the reference, as in ?name='x'; an odd one doesn't.
    odd = piece.count("'") % 2 == 1
    while end:
        last = piece[end - 1]
        # Two hyphens are a dash, two marks of emphasis are emphasis; one may end a name, and so may "__" (__init__).
        if (
            last in PUNCTUATION
            or last in "(["
            or last == emphasis
            or (last in "*~-" and piece[end - 2 : end - 1] == last)
        ):
            end -= _length_of_run(piece, end)
        elif last == "'" and odd:
            end -= 1
            odd = False
        elif last == "s" and odd and _POSSESSIVE.search(piece, max(0, end - 3), end):
            end -= 2
            odd = False
        else:
            break
    return end


def _length_of_run(piece: str, end: int) -> int:
    """How many of the same character stand before a place."""
    start = end - 1
    while start and piece[start - 1] == piece[end - 1]:
        start -= 1
    return end - start


def after(text: str, start: int, stop: int) -> str:
    """The punctuation between two places, from the first on: what a reader could have taken for the reference's."""
    found = _AFTER.match(text, start, stop)
    return found[0] if found else ""
