"""The search for references in running text.

The search goes from ":" to ":". Example: `... (see <URL:http://h/a.>, or http://h/b).`

1. The first ":" follows "URL", which is a prefix and not a scheme. The search goes on.
2. The second ":" follows "http", which is a scheme. So a *candidate* begins at the "h".
3. `delimiters` looks back from there, and finds "URL:" and "<". The text up to ">" is the reference `http://h/a.`, and
   white space inside it would be removed.
4. The third ":" gives another candidate, without delimiters. Its *run* is the longest text from there with only
   characters of references: `http://h/b).`. `trimming` removes ").", because there is no "(" in the run.
5. `judging` parses the rest by the edition. If the edition refuses it, it is cut there.

The engine has a fast path that finds many simple references at once, as in `see http://h/a and`: web URLs between white
space or letters beyond US-ASCII.

**Why it is linear.** The engine searches for ":" and reads at most 63 characters back for a scheme. The end of a run is
found once for all candidates inside it. A candidate without delimiters is read through a window, which grows fourfold
while nothing in it ends the reference. So the work is proportional to the length of the match. Text in brackets or
quotation marks ends at the next such mark, so a character belongs to at most two such texts.

**Why the chunks of a stream do not matter.** A candidate is only decided if `MARGIN` characters follow the text on
which the decision depends. Otherwise the search stops before it and is called again with more text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from uriverse._core import URI, parse
from uriverse.ground.unicode_tables import is_alphanumeric
from uriverse.text import trimming
from uriverse.text.characters import BRACKETS, QUOTES, RUN, RUN_CHARACTER, continues_a_word
from uriverse.text.cuts import LONGEST_REST, Cut, cut_before
from uriverse.text.delimiters import Hyphens, Prefix, angle_end, joined, prefix, quoted_end
from uriverse.text.judging import Longest, longest, whole
from uriverse.text.mapping import length_of_mapped, mapped, with_name_in_ascii
from uriverse.text.matches import How, Match
from uriverse.text.schemes import LONGEST_SCHEME, NEEDS_SLASHES, SCHEME, Policy

if TYPE_CHECKING:
    from re import Pattern

    from uriverse import Edition, EditionId, _core

# The number of characters before a position that the search may need.
KEPT_BEFORE: Final = 256
# The number of characters after a run that the search may need: a closing delimiter, and the rest of a cut word.
MARGIN: Final = 64
# The first window of a candidate; and the maximum distance of an "@" from the start of an authority.
WINDOW: Final = 256
WINDOW_OF_AUTHORITY: Final = 4096
# The longest reference that the engine finds.
LONGEST_BARE: Final = 256
# The rest of an authority, with letters of all languages.
_AUTHORITY: Final = re.compile(r"[^/?#\s<>\"]*")
# The characters that UTS #46 maps to ".", before a label.
_FULL_STOP: Final = re.compile("[\u3002\uff0e\uff61][A-Za-z0-9]")
# A name may continue with other characters than letters: `https://col·lecció.cat/`.
_BEYOND_ASCII: Final = re.compile(f"(?![\\x00-\\x7f]){RUN_CHARACTER[True].pattern}")
# Characters that end most runs and never cut a reference.
_ENDS_A_RUN: Final = frozenset(' \t\r\n<>"`}')

# `tuple.__new__` saves the call of the NamedTuple's constructor. `_BARE` and `_CUT` are a match's last fields.
_made: Final = tuple.__new__
_BARE: Final = Match((0, 0), "", URI("a:"))[4:]
_CUT: Final = (*_BARE[:-1], "outside US-ASCII")


# The start and end of a bare reference, the end of the trimmed text, and whether it is cut.
BarePlace = tuple[int, int, int, bool]


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


class NeedsMore(Exception):
    """The decision depends on text that is not read yet.

    Attributes:
        at: the position where the search continues with more text.
    """

    def __init__(self, at: int) -> None:
        self.at = at


class Scanner:
    """A search through one text, which may come in chunks.

    Attributes:
        at: the position where the search continues.
        limit: the end of the last match; the text before it is not searched again.
        skipping: whether `at` is inside a run that is longer than the maximum.
        left_out: the starts of skipped references in the text of the last call.
        skipped_to: the end of the last such run; the search continues after it.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.at: int = 0
        self.limit: int = 0
        self.skipping: bool = False
        self.skipped_to: int = 0
        self.left_out: list[int] = []
        self.wide: bool = rules.lenient or rules.beyond_ascii
        self.mapped: Callable[[str], str] = str if rules.beyond_ascii else mapped
        self.run: Pattern[str] = RUN[self.wide]
        self.goes_on: Callable[[str], object] = RUN_CHARACTER[self.wide].match
        self.colons: _core.Colons = rules.policy.colons(self.wide)
        self._finds_bare: bool = (
            rules.policy.unregistered
            and rules.max_length >= LONGEST_BARE
            and whole("http://h/", rules.edition) is not None
        )
        self.begin("")

    def moved(self, dropped: int) -> None:
        """Shift all positions after dropping characters from the front of the text."""
        self.at -= dropped
        self.limit = max(self.limit - dropped, 0)
        self.skipped_to = max(self.skipped_to - dropped, 0)

    @property
    def needed(self) -> int:
        """The position where the next call continues; it also needs `KEPT_BEFORE` characters before it."""
        return self.at

    def scan(self, text: str, final: bool) -> Iterator[Match]:
        """Yield the matches that are certain.

        Args:
            text: the text; the search continues at `at`.
            final: whether the text ends here; if not, undecided candidates are left for the next call.
        """
        for found in self.parts(text, final):
            if isinstance(found, Match):
                yield found
            else:
                for place in found:
                    yield self.match(text, place)

    def match(self, text: str, place: BarePlace) -> Match:
        """A bare reference of `parts` as a match."""
        start, end, outer, is_cut = place
        written = text[start:end]
        return _made(
            Match,
            (
                (start, end),
                written,
                parse(written, edition=self.rules.edition),
                text[end:outer],
                *(_CUT if is_cut else _BARE),
            ),
        )

    def parts(self, text: str, final: bool) -> Iterator[Match | list[BarePlace]]:
        """Like `scan`, but with lists of bare web references."""
        self.begin(text)
        decided = len(text) if final else max(len(text) - MARGIN, 0)
        while True:
            while self._finds_bare and not self.skipping:
                colon = self._colons.bare(max(self.at, self.skipped_to), decided, self.rules.edition)
                if not colon:
                    break
                self.at = self.limit = colon[-1][1]
                yield colon
            if (match := self.following(text, final)) is None:
                return
            yield match

    def begin(self, text: str) -> None:
        """Begin a text, or its next chunk."""
        self._colons = self.colons.in_text(text)
        self._run_start = self._run_end = -1
        self.left_out.clear()

    def following(self, text: str, final: bool) -> Match | None:
        """The next certain match from `at`, or None; then `at` is where to continue with more text."""
        if self.skipping:
            self.skipped_to = self.end_of_run(text, self.skipped_to)
            self.skipping = self.skipped_to == len(text) and not final
        self.at = max(self.at, self.skipped_to)
        while (colon := self._colons.find(self.at)) is not None:
            if text[colon + 1] > "\x7f" and not self.goes_on(text[colon + 1]):
                self.at = colon + 1
                continue
            try:
                match = self._candidate(text, colon, final)
            except NeedsMore as undecided:
                self.at = undecided.at
                return None
            if match is not None:
                return match
            self.at = max(self.at, colon + 1)
        # The character after a ":" at the end may only come with the next chunk.
        self.at = max(self.at, len(text) if final else len(text) - MARGIN - 2)
        return None

    def _candidate(self, text: str, colon: int, final: bool) -> Match | None:
        if not final and colon + MARGIN > len(text):
            raise NeedsMore(colon)
        rules = self.rules
        low = max(colon - LONGEST_SCHEME, self.limit)
        before = text[low:colon]
        word = before[len(before.rstrip(SCHEME)) :]
        slashes = text.startswith("//", colon + 1)
        scheme = rules.policy.scheme_in(word, slashes or text[colon + 1].isspace())
        if scheme is None:
            return None
        start = colon - len(scheme)
        if low < start == colon - LONGEST_SCHEME:
            return None
        run_end = self.end_of_run(text, start)
        if not final and run_end + MARGIN > len(text) and run_end - start <= rules.max_length:
            raise NeedsMore(colon)
        around = prefix(text, start, self.limit)
        opaque = not slashes and not around.labelled and scheme.lower() not in NEEDS_SLASHES
        if opaque and not rules.policy.stands_alone(scheme, text, colon + 1, run_end):
            return None
        if around.angle or around.opener in QUOTES:
            match = self._delimited(text, start, run_end, around, final)
            if match is not None:
                return match
            if around.angle and self._breaks_its_host(text, start, run_end):
                return None
        if run_end - start > rules.max_length:
            self.left_out.append(start)
            self.at = self.skipped_to = run_end
            if run_end == len(text) and not final:
                self.skipping = True
                raise NeedsMore(run_end)
            return None
        if text[colon + 1].isspace():
            return None
        if not slashes and not around.labelled:
            if scheme.lower() in NEEDS_SLASHES:
                return None
            before = text[max(start - 2, self.limit) : start]
            if len(scheme) == len(word) and before and _continues_a_name(before):
                return None
        return self._bare(text, start, run_end, around)

    def end_of_run(self, text: str, at: int) -> int:
        """The end of the run around a position."""
        if not self._run_start <= at < self._run_end:
            match = self.run.match(text, at)
            self._run_start, self._run_end = at, match.end() if match else at
        return self._run_end

    def _delimited(self, text: str, start: int, run_end: int, around: Prefix, final: bool) -> Match | None:
        """The reference between angle brackets or quotation marks, or None."""
        rules = self.rules
        if around.angle:
            end, closed = angle_end(text, start, self.wide), True
        else:
            end, closed = quoted_end(text, start, run_end, around.opener, self.wide)
        if end - start > rules.max_length:
            return None
        if not final and end + MARGIN > len(text):
            raise NeedsMore(start + len(text[start:end].partition(":")[0]))
        closed = text.startswith(">", end) if around.angle else closed
        both = joined(text[start:end], rules.hyphens) if closed else None
        if both is None:
            return None
        uri = whole(self.mapped(both[0]), rules.edition)
        if uri is None:
            return self._without_fragment(text, start, end, around)
        alternative = whole(self.mapped(both[1]), rules.edition) if both[1] is not None else None
        self.at = self.limit = end + 1
        end = start + len(text[start:end].rstrip())
        how: How = "URL:" if around.labelled else "bracketed" if around.angle else "quoted"
        written = text[around.start : end]
        return self._match(around, end, written, uri, "", how, alternative)

    def _breaks_its_host(self, text: str, start: int, run_end: int) -> bool:
        """Whether an invalid reference in angle brackets has white space inside its authority.

        In `<http://example.⏎com/%zz>` the part before the line break names another host, so it is not a match.
        """
        if not text[run_end : run_end + 1].isspace() or text.count("/", start, run_end) != 2:
            return False
        end = angle_end(text, start, self.wide)
        return text.startswith(">", end) and joined(text[start:end], self.rules.hyphens) is not None

    def _without_fragment(self, text: str, start: int, end: int, around: Prefix) -> Match | None:
        """The reference between delimiters before its "#", if the edition has no fragments.

        RFC 1738's grammar has no "#" in a URL, but an example in its appendix has a fragment inside the brackets. As a
        bare reference, its host would end at the line break.
        """
        mark = text.find("#", start, end)
        both = joined(text[start:mark], self.rules.hyphens) if mark >= 0 else None
        uri = None if both is None else whole(self.mapped(both[0]), self.rules.edition)
        if uri is None:
            return None
        self.at = self.limit = end + 1
        written = text[around.start : mark]
        how: How = "URL:" if around.labelled else "bracketed" if around.angle else "quoted"
        fragment = text[mark:end].rstrip()
        return self._match(around, mark, written, uri, fragment, how, None, "refused")

    def _bare(self, text: str, start: int, run_end: int, around: Prefix) -> Match | None:
        end, outer, uri, refused = self.extent(text, start, run_end, around.opener)
        if uri is None:
            self._leave_out_a_host(text, start, run_end)
            return None
        self.at = self.limit = end
        written = text[around.start : end]
        trimmed = text[end:outer]
        if outer < run_end:
            trimmed += trimming.after(text, outer, run_end)
        cut: Cut | None = "refused" if refused else None
        if end + len(trimmed) == run_end < len(text) and cut is None and text[run_end] not in _ENDS_A_RUN:
            cut, rest = cut_before(text, run_end)
            trimmed += rest
        if self._names_another_host(text, end, run_end, uri, cut):
            self._leave_out_a_host(text, start, run_end)
            return None
        how = self.how(text, around, end)
        return self._match(around, end, written, uri, trimmed, how, None, cut)

    def _leave_out_a_host(self, text: str, start: int, run_end: int) -> None:
        """Record a reference whose host continues beyond US-ASCII if the edition has no such hosts."""
        is_cut = not self.wide and is_alphanumeric(text[run_end : run_end + 1]) and text.count("/", start, run_end) == 2
        if is_cut and text.startswith("//", text.find(":", start) + 1):
            self.left_out.append(start)

    def _names_another_host(self, text: str, end: int, run_end: int, uri: URI, cut: Cut | None) -> bool:
        """Whether a cut reference ends inside its authority, so the whole has another host.

        `http://a@例.jp/` is not `http://a@`, and `http://User@h:Pass@example/` is not `http://User`. The host of
        `http://example.com에서` and of `<http://example.com|label>` is complete. An ideographic full stop ends a
        sentence, or separates labels if there is no other dot: `http://example。com/`.
        """
        if uri.authority is None or (uri.path, uri.query, uri.fragment) != ("", None, None):
            return False
        if _FULL_STOP.match(text, end):
            return "." not in uri.authority
        if cut is None and not _BEYOND_ASCII.match(text, end):
            return False
        match = _AUTHORITY.match(text, end, run_end + LONGEST_REST)
        rest = match[0].lstrip(".") if match else ""
        return "@" in rest or text[end - 1] in "@:/" or rest[:1] == "{" or (rest[:1] > "\x7f" and "." in rest)

    def _match(
        self,
        around: Prefix,
        end: int,
        written: str,
        uri: URI,
        trimmed: str,
        how: How,
        alternative: URI | None,
        cut: Cut | None = None,
    ) -> Match:
        is_mapped = not (self.rules.beyond_ascii or written.isascii())
        if is_mapped:
            uri = with_name_in_ascii(uri, written)
        return Match((around.start, end), written, uri, trimmed, how, alternative, is_mapped, None, cut)

    def how(self, text: str, around: Prefix, end: int) -> How:
        """The kind of delimiters of a reference that ends here."""
        if around.labelled:
            return "URL:"
        opener, closer = around.opener, text[end : end + 1]
        if not opener or not closer:
            return "bare"
        if closer in QUOTES.get(opener, ""):
            return "quoted"
        return "bracketed" if closer == BRACKETS.get(opener) else "bare"

    def extent(
        self, text: str, start: int, run_end: int, opener: str, complete: str = ""
    ) -> tuple[int, int, URI | None, bool]:
        """The end of a bare reference, and its URI.

        Args:
            text: the text.
            start: the start of the reference.
            run_end: the end of the run, the maximum for the reference.
            opener: the character before it, or "".
            complete: the missing prefix of an abbreviated reference.

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
                if uri is not None and (run_end == len(text) or text[run_end] < "\x80" or uri.path):
                    return start + end, run_end, uri, False
        emphasis = opener if opener and opener in trimming.EMPHASIS else ""
        window = WINDOW
        while True:
            stop = min(run_end, start + window)
            piece = text[start:stop]
            outer = trimming.outer_end(piece)
            cut = outer < len(piece)
            end = trimming.trimmed_end(piece[:outer], emphasis) if cut or stop == run_end else outer
            judged, length = self._longest_valid(piece[:end], emphasis, complete)
            if stop == run_end or self._is_decided(piece, cut, judged, window):
                break
            window *= 4
        if stop == run_end < len(text) and not cut and judged.uri is not None and continues_a_word(text[stop]):
            # "http://exämple/" does not name a host "ex"; after a "/" the part before is a complete reference.
            uri = judged.uri
            if (uri.path, uri.query, uri.fragment) == ("", None, None) and piece[length:] in ("", "."):
                return start, stop, None, False
        return start + length, start + outer, judged.uri, judged.refused_at is not None

    def _is_decided(self, piece: str, cut: bool, judged: Longest, window: int) -> bool:
        """Whether a larger window cannot change the result."""
        refused_at = judged.refused_at
        if refused_at is None:
            return cut
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
        judged = longest(text, trim, self.rules.edition)
        if judged.uri is None:
            return judged, 0
        length = len(str(judged.uri)) - len(complete)
        # A character that the cut split is not part of the reference.
        length = length if self.rules.beyond_ascii else length_of_mapped(piece, length)
        if complete + self.mapped(piece[:length]) != str(judged.uri):
            judged = Longest(whole(complete + self.mapped(piece[:length]), self.rules.edition), judged.refused_at)
        return judged, length


def _continues_a_name(before: str) -> bool:
    """Whether the text before a scheme makes it the end of another name: `x_data:`, `$data:`, `std::data:`."""
    return before == "::" or before[-1] in "_$@#./\\%" or continues_a_word(before[-1])
