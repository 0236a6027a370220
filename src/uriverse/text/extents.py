"""Where a reference without delimiters ends: the longest valid text of a run, trimmed by conventions.

In `http://h/b).` the run is all of it. `trimming` removes ").", because there is no "(" in the run, and `judging`
parses the rest by the edition; if that refuses it, it is cut there.

A long run is read through a window, which grows fourfold while nothing in it ends the reference. So the work is
proportional to the length of the match, and not of the run.
"""

from __future__ import annotations

from uriverse._core import URI, is_valid
from uriverse.editions.registry import Edition, EditionId
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import NamedTuple
from uriverse.text import trimming
from uriverse.text.delimiters import Hyphens
from uriverse.text.judging import Longest, longest, whole
from uriverse.text.mapping import length_of_mapped, mapped, with_unwise_encoded
from uriverse.text.schemes import Policy

# The first window of a candidate; and the maximum distance of an "@" from the start of an authority.
WINDOW: Final = 256
WINDOW_OF_AUTHORITY: Final = 4096
# The most characters of the rest of a word; the engine's `LONGEST_REST`.
LONGEST_REST: Final = 1 << 12


class Rules(NamedTuple):
    """The caller's options; see `uriverse.find`.

    `beyond_ascii` is whether the edition itself allows characters beyond US-ASCII, as RFC 3987 does.
    """

    policy: Policy
    edition: EditionId | Edition
    hyphens: Hyphens
    lenient: bool
    max_length: int
    beyond_ascii: bool = False


class Extents:
    """Finds the ends of bare references."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.wide: bool = rules.lenient or rules.beyond_ascii
        self._unwise: str = "".join(
            c for c in "|[]" if rules.lenient and not is_valid(f"//h?{c}", edition=rules.edition)
        )

    def mapped(self, text: str) -> str:
        """The URI for a text of a run, in which `lenient` takes more than the edition."""
        if self._unwise and ("|" in text or "[" in text or "]" in text):
            text = with_unwise_encoded(text, self._unwise)
        return text if text.isascii() or self.rules.beyond_ascii else mapped(text)

    def extent(
        self, text: str, start: int, run_end: int, opener: str, complete: str = ""
    ) -> tuple[int, int, URI | None, bool]:
        """The end of a bare reference, and its URI.

        `complete` is the missing prefix of an abbreviated reference.

        Returns:
            The end of the reference; the end before trimming; the URI or None; and whether the edition refused the text
            after it.
        """
        stop = run_end
        if run_end - start <= WINDOW:
            # Fast path: most references need no conventions.
            piece = text[start:run_end]
            end = trimming.plain_end(piece)
            if end:
                uri = whole(complete + self.mapped(piece[:end]), self.rules.edition)
                if uri is not None:
                    return start + end, run_end, uri, False
        emphasis = opener if opener and opener in trimming.EMPHASIS else ""
        window = WINDOW
        while True:
            stop = min(run_end, start + window)
            piece = text[start:stop]
            outer = trimming.outer_end(piece)
            is_cut = outer < len(piece)
            end = trimming.trimmed_end(piece[:outer], emphasis) if is_cut or stop == run_end else outer
            verdict, length = self._longest_valid(piece[:end], emphasis, complete)
            if stop == run_end or self._is_decided(piece, is_cut, verdict, window):
                break
            window *= 4
        if not is_cut and stop < run_end:
            outer = trimming.outer_end(text[start : min(run_end, start + LONGEST_REST)])
        return start + length, start + outer, verdict.uri, verdict.refused_at is not None

    def _is_decided(self, piece: str, is_cut: bool, verdict: Longest, window: int) -> bool:
        """Whether a larger window cannot change the result."""
        refused_at = verdict.refused_at
        if refused_at is None:
            return is_cut
        if refused_at >= len(piece) - 3:
            return False
        # A later "@" would turn the refused host or port into a userinfo.
        return (
            window >= WINDOW_OF_AUTHORITY or piece.count("/", 0, refused_at + 1) > 2 or piece.find("/", refused_at) > 0
        )

    def _longest_valid(self, piece: str, emphasis: str, complete: str) -> tuple[Longest, int]:
        """The longest valid prefix of a piece, and its length in the piece."""

        def trim(text: str) -> int:
            return trimming.trimmed_end(text, emphasis)

        text = complete + self.mapped(piece)
        verdict = longest(text, trim, self.rules.edition)
        if verdict.uri is None:
            return verdict, 0
        length = len(str(verdict.uri)) - len(complete)
        # A character that the cut split is not part of the reference.
        length = length_of_mapped(piece, length, self.mapped)
        if complete + self.mapped(piece[:length]) != str(verdict.uri):
            verdict = Longest(whole(complete + self.mapped(piece[:length]), self.rules.edition), verdict.refused_at)
        return verdict, length
