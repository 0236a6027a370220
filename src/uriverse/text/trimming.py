"""Find the end of a bare reference: remove the text that writers put after and around it.

The grammar lets a reference end with ".", "," or ")", and the documents warn of "punctuation marks that might be
mistaken for part of the URI". These are conventions of writing:

- a bracket that closes something outside the reference ends it;
- a comma or semicolon with another reference directly after it separates the two, outside a query;
- `&gt;`, `&lt;` and `&quot;` are delimiters of a text that is escaped as HTML;
- two hyphens are a dash;
- sentence punctuation at the end is not part of it, nor is closing emphasis that was opened before it.
"""

from __future__ import annotations

from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern

# U+05F4 also occurs inside Hebrew words.
PUNCTUATION: Final = '.,:;!?"\u05f4'
# Marks around words in plain text: Markdown, Textile, Org.
EMPHASIS: Final = "*_~+"

_MARK: Final = pattern(
    r"[()\[\]?]|&(?:gt|lt|quot|apos|#0*39|#0*34|#[xX]0*2[27]);|[,;](?=[A-Za-z][A-Za-z0-9+.\-]{0,62}+://)"
)
_MARK_BUT_BRACKETS: Final = pattern(_MARK.pattern.replace(r"()\[\]", "", 1))
# Matches pieces without brackets, separators, entities and apostrophes that do not end with a mark or a dash.
_PLAIN: Final = pattern(r"[!#-%*+\--:=?-Z_a-z~\x80-\U0010ffff]*[A-Za-z0-9/=#\x80-\U0010ffff]")
_AFTER: Final = pattern(r"(?:&(?:gt|lt|quot|apos|#0*39|#0*34|#[xX]0*2[27]);|[)\].,:;!?'*_~])++")
_POSSESSIVE: Final = pattern(r"(?<=[A-Za-z0-9/])'s\Z")


def plain_end(piece: str) -> int:
    """Fast path: the end of a piece without trailing punctuation if no other convention applies; else 0.

    >>> plain_end("http://a/b."), plain_end("http://a/é"), plain_end("http://a/b)."), plain_end("http://a/?b=c&d")
    (10, 10, 0, 0)
    """
    end = len(piece.rstrip(PUNCTUATION))
    return end if _PLAIN.fullmatch(piece, 0, end) else 0


def outer_end(piece: str) -> int:
    """The end of a piece of a run before an unmatched bracket, separator or entity; else its length.

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
    """The end of a piece without trailing punctuation.

    `emphasis` is the mark directly before the reference, one of `EMPHASIS`, or "".

    >>> trimmed_end("http://a/b...", ""), trimmed_end("http://a/b*!", "*"), trimmed_end("http://a/*", "")
    (10, 10, 10)
    """
    end = len(piece)
    # A pair of apostrophes belongs to the reference, as in ?name='x'; an odd one doesn't.
    odd = piece.count("'") % 2 == 1
    while end:
        last = piece[end - 1]
        # "--" is a dash and "**" emphasis, but a single mark, or "__" (as in __init__), may end a name.
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
    """The length of the run of one character before a position."""
    start = end - 1
    while start and piece[start - 1] == piece[end - 1]:
        start -= 1
    return end - start


def after(text: str, start: int, stop: int) -> str:
    """The punctuation directly after `start` that could be part of the reference."""
    match = _AFTER.match(text, start, stop)
    return match[0] if match else ""
