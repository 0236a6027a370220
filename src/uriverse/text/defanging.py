"""Defanged references: changed by their writers so that no program makes links of them.

    hxxps://evil[.]example/x     https://evil.example/x
    evil(dot)example             evil.example
    ftp[:]//h[.]example          ftp://h.example
    me[at]evil[.]example         me@evil.example

Reports of malicious sites write them so. The original is put in their place, and the text is searched as any other;
positions and texts of the matches are those of the source:

    see hxxps://evil[.]example/x now         pieces: "see ", "hxxps", "://evil", "[.]", "example/x now"
    see https://evil.example/x now           what is searched

`(dot)` or `[at]` could also be a word in brackets, so only a caller who asks for it gets this.
"""

from __future__ import annotations

from _collections_abc import Callable
from bisect import bisect_right

from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.text.matches import Match

# A mark that stands for a delimiter, between characters that are not white space; and a scheme that is spelled wrongly.
_DEFANGED: Final = pattern(
    r"(?i)\b(?:(?P<http>h(?:xx|\*\*|__)p)(?P<s>s?)(?=:|\[:)|(?P<ftp>fxp)(?=s?:|s?\[:))"
    r"|(?<=[A-Za-z0-9])(?P<colon>\[:\]//|\[://\]|:\[//\])(?=\S)"
    r"|(?<=[^\s.])(?P<dot>\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)|\{dot\}|\\\.)(?=[^\s.])"
    r"|(?<=\S)(?P<at>\[@\]|\(@\)|\{@\}|\[at\]|\(at\)|\{at\})(?=\S)"
    r"|(?<=\S)(?P<port>\[:\])(?=[0-9])|(?<=\S)(?P<slash>\[/\])(?=\S)"
)
_ORIGINALS: Final = {"ftp": "ftp", "colon": "://", "dot": ".", "at": "@", "port": ":", "slash": "/"}
# A word that is longer is cut, so that the memory for a stream is bounded.
LONGEST_WORD: Final = 1 << 16


class Refanged:
    """A text with its originals, and the way back to the positions of its source."""

    def __init__(self, measure: Callable[[str], int]) -> None:
        self._measure = measure
        # Of each piece: its start in the text to search; and its start and its text in the source, and its new length.
        self._starts, self._pieces = [0], [(0, "", 0)]
        self._end = self._source_end = 0
        self._waiting = ""

    def add(self, more: str, final: bool) -> str:
        """Take the next part of the source, and return the next part of the text to search.

        A mark has no white space, so a part ends after white space.
        """
        text = self._waiting + more
        end = len(text) if final else max(text.rfind(" "), text.rfind("\n")) + 1
        if not end and len(text) > LONGEST_WORD:
            end = len(text)
        self._waiting = text[end:]
        searched, at = [], 0
        for mark in _DEFANGED.finditer(text, 0, end):
            original = f"http{mark['s']}" if mark["http"] else _ORIGINALS[str(mark.lastgroup)]
            searched += [self._put(text[at : mark.start()]), self._put(mark[0], original)]
            at = mark.end()
        return "".join([*searched, self._put(text[at:end])])

    def _put(self, piece: str, original: str | None = None) -> str:
        original = piece if original is None else original
        if piece:
            self._starts.append(self._end)
            self._pieces.append((self._source_end, piece, len(original)))
            self._end += len(original)
            self._source_end += self._measure(piece)
        return original

    def drop(self, position: int) -> None:
        """Forget the pieces that end before a position of the text to search."""
        count = bisect_right(self._starts, position) - 1
        del self._starts[:count], self._pieces[:count]

    def place(self, at: int) -> int:
        """The position in the source of a position in the text to search."""
        piece, offset = self._piece(at)
        start, spelling, _ = self._pieces[piece]
        return start + self._measure(spelling[:offset])

    def placed(self, match: Match) -> Match:
        """A match with its position and its text in the source."""
        (first, begin), (last, stop) = map(self._piece, match.span)
        spellings = [spelling for _, spelling, _ in self._pieces[first:last]] + [self._pieces[last][1][:stop]]
        return match._replace(
            span=(self.place(match.span[0]), self.place(match.span[1])), text="".join(spellings)[begin:]
        )

    def _piece(self, at: int) -> tuple[int, int]:
        """The index of the piece of a position, and the position inside it in the source."""
        piece = bisect_right(self._starts, at) - 1
        _, spelling, length = self._pieces[piece]
        offset = at - self._starts[piece]
        # Inside a mark there is no position but its start and its end.
        return piece, offset if length == len(spelling) else len(spelling) * (offset == length)
