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
found once for all candidates inside it, and `extents` reads no more of it than a multiple of the match. Text in
brackets or quotation marks ends at the next such mark, so a character belongs to at most two such texts.

**Why the chunks of a stream do not matter.** A candidate is only decided if `MARGIN` characters follow the text on
which the decision depends. Otherwise the search stops before it and is called again with more text.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterator
from collections import deque

from uriverse import _core
from uriverse._core import URI, parse
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.text import trimming
from uriverse.text.characters import BRACKETS, LENIENT_RUN, QUOTES, RUN_CHARACTER, continues_a_word
from uriverse.text.cuts import Cut, LeftOut, Reason
from uriverse.text.delimiters import Prefix, angle_end, joined, prefix, quoted_end
from uriverse.text.extents import LONGEST_REST, Extents, Rules
from uriverse.text.judging import whole
from uriverse.text.mapping import with_name_in_ascii
from uriverse.text.matches import How, Match
from uriverse.text.schemes import LONGEST_SCHEME, NEEDS_SLASHES, SCHEME

# The number of characters before a position that the search may need.
KEPT_BEFORE: Final = 256
# The number of characters after a run that the search may need: a closing delimiter, and the rest of a cut word.
MARGIN: Final = 64
# The longest reference that the engine finds.
LONGEST_BARE: Final = 256
# A reference in a string of JSON, which may have "\/" for "/" (RFC 8259, section 7); PHP writes all slashes so.
_IN_JSON: Final = pattern(rf"(?:[{LENIENT_RUN}]|\\/)*+")
_PATH_FOLLOWS: Final = pattern(r"//[^/?#]*[/?#]")
# A longer reference in a string of JSON is left out.
LONGEST_IN_JSON: Final = 1 << 12
# Characters that end most runs and never cut a reference.
_ENDS_A_RUN: Final = frozenset(' \t\r\n<>"`}')

# `tuple.__new__` saves the call of the NamedTuple's constructor. `_BARE` and `_CUT` are a match's last fields.
_made: Final = tuple.__new__
_BARE: Final = Match((0, 0), "", URI("a:"))[4:]
_CUT: Final = (*_BARE[:-1], "outside US-ASCII")


class NeedsMore(Exception):
    """The decision depends on text that is not read yet."""

    def __init__(self, at: int) -> None:
        self.at = at


class Scanner(Extents):
    """A search through one text, which may come in chunks.

    Attributes:
        at: the position where the search continues.
        limit: the end of the last match; the text before it is not searched again.
        skipping: whether `at` is inside a run that is longer than the maximum.
        left_out: the references of the last call that are not reported.
        skipped_to: the end of the last such run; the search continues after it.
        left_to: the start of the last of `left_out`, which a search of the same text again does not repeat.
        barred: the starts and ends of the words of `left_out`.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.at: int = 0
        self.limit: int = 0
        self.skipping: bool = False
        self.skipped_to: int = 0
        self.left_out: list[LeftOut] = []
        self.left_to: int = -1
        self.barred: deque[tuple[int, int]] = deque()
        self.goes_on: Callable[[str], object] = RUN_CHARACTER[self.wide].match
        self.colons: _core.Colons = rules.policy.colons(self.wide, rules.lenient)
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
        self.left_to = max(self.left_to - dropped, -1)

    @property
    def needed(self) -> int:
        """The position where the next call continues; it also needs `KEPT_BEFORE` characters before it."""
        return self.at

    def scan(self, text: str, final: bool) -> Iterator[Match]:
        """Yield the matches that are certain.

        Unless the text is final, undecided candidates are left for the next call.
        """
        self.begin(text)
        decided = len(text) if final else max(len(text) - MARGIN, 0)
        while True:
            while self._finds_bare and not self.skipping:
                places = self._colons.bare(max(self.at, self.skipped_to), decided, self.rules.edition)
                if not places:
                    break
                self.at = self.limit = places[-1][1]
                for start, end, outer, is_cut in places:
                    written = text[start:end]
                    reference = parse(written, edition=self.rules.edition)
                    rest = _CUT if is_cut else _BARE
                    yield _made(Match, ((start, end), written, reference, text[end:outer], *rest))
            if (match := self.following(text, final)) is None:
                return
            yield match

    def begin(self, text: str) -> None:
        """Begin a text, or its next chunk."""
        self._colons = self.colons.in_text(text)
        self._run_start = self._run_end = self._json_start = self._json_end = -1
        self.left_out.clear()
        self.barred.clear()

    def following(self, text: str, final: bool) -> Match | None:
        """The next certain match from `at`, or None; then `at` is where to continue with more text."""
        if self.skipping:
            self.skipped_to = self.end_of_run(self.skipped_to)
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
        slashes, in_json = text.startswith("//", colon + 1), text[colon + 1] == "\\"
        scheme = rules.policy.scheme_in(word, slashes or in_json or text[colon + 1].isspace())
        if scheme is None:
            return None
        start = colon - len(scheme)
        if low < start == colon - LONGEST_SCHEME:
            return None
        if in_json:
            return self._in_json(text, start, colon, final)
        run_end = self.end_of_run(start)
        if not final and run_end + MARGIN > len(text) and run_end - start <= rules.max_length:
            raise NeedsMore(colon)
        around = prefix(text, start, self.limit)
        if rules.lenient and text.find("|", start, run_end) >= 0:
            run_end = _before_a_bar(text, start, run_end, around)
        opaque = not slashes and not around.labelled and scheme.lower() not in NEEDS_SLASHES
        if opaque and not rules.policy.stands_alone(scheme, text, colon + 1, run_end):
            cut, rest = self.border(text, run_end, colon, final, in_host=True)
            if cut and "@" in text[run_end:rest] and rules.policy.stands_alone(scheme, text, colon + 1, rest):
                self.leave_out(start, cut, rest)
            return None
        if around.angle or around.opener in QUOTES:
            match = self._delimited(text, start, run_end, around, final)
            if match is not None:
                return match
            if around.angle and self._breaks_its_host(text, start, run_end):
                return None
        if run_end - start > rules.max_length:
            self.leave_out(start, "too long", run_end)
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
        return self._bare(text, start, run_end, around, final)

    def end_of_run(self, at: int) -> int:
        """The end of the run around a position."""
        if not self._run_start <= at < self._run_end:
            self._run_start, self._run_end = at, self._colons.run_end(at)
        return self._run_end

    def border(self, text: str, at: int, mark: int, final: bool, *, in_host: bool) -> tuple[Cut | None, int]:
        """Why the word around a reference goes on at a position, or None; and the end of the rest of the word.

        `mark` is where the search continues with more text.
        """
        cut, rest = self._colons.border(at, in_host)
        if not final and rest + MARGIN > len(text):
            raise NeedsMore(mark)
        return cut, rest

    def leave_out(self, start: int, reason: Reason, end: int) -> None:
        """Record a reference that is not reported, and the end of its word, in which no other reference begins."""
        self.barred.append((start, end))
        if start > self.left_to:
            self.left_to = start
            self.left_out.append(LeftOut(start, reason))

    def _in_json(self, text: str, start: int, colon: int, final: bool) -> Match | None:
        """A reference with "\\/" for "/": what is found without the backslashes, at the place of what is written."""
        if not self._json_start <= start < self._json_end:
            run = _IN_JSON.match(text, start)
            self._json_start, self._json_end = start, run.end() if run else start
        end = min(self._json_end, start + LONGEST_IN_JSON)
        if not final and end + LONGEST_REST + MARGIN > len(text):
            raise NeedsMore(colon)
        if end - start > min(self.rules.max_length, LONGEST_IN_JSON - 1):
            self.leave_out(start, "too long", end)
            return None
        before = text[start - 1 : start] if start > self.limit else ""
        plain = before + text[start:end].replace("\\/", "/") + text[end : end + LONGEST_REST]
        search = Scanner(self.rules)
        search.begin(plain)
        match = search._candidate(plain, plain.index(":", len(before)), True)
        if match is None:
            for left in search.left_out:
                self.leave_out(start, left.reason, end)
            return None
        self.at = self.limit = _after_slashes(text, start, match.span[1] - match.span[0])
        outer = _after_slashes(text, self.at, len(match.trimmed))
        return match._replace(span=(start, self.at), text=text[start : self.at], trimmed=text[self.at : outer])

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

    def _bare(self, text: str, start: int, run_end: int, around: Prefix, final: bool) -> Match | None:
        end, outer, uri, refused = self.extent(text, start, run_end, around.opener)
        colon = text.index(":", start)
        if uri is None:
            # A host may begin beyond US-ASCII.
            is_host = text.endswith("://", start, run_end)
            why, rest = self.border(text, run_end, colon, final, in_host=True) if is_host else (None, run_end)
            if why == "outside US-ASCII":
                self.leave_out(start, why, rest)
            return None
        why, rest = self.host_cut(text, end, uri, colon, final)
        if why is not None:
            # A template such as `http://h:{port}/` is not a reference.
            if text[end : end + 2].lstrip(".:")[:1] != "{":
                self.leave_out(start, why, rest)
            return None
        written, trimmed = text[around.start : end], text[end:outer]
        if outer < run_end:
            trimmed += trimming.after(text, outer, run_end)
        cut: Cut | None = "refused" if refused else None
        if end + len(trimmed) == run_end < len(text) and cut is None and text[run_end] not in _ENDS_A_RUN:
            cut, rest = self.border(text, run_end, colon, final, in_host=False)
            trimmed += text[run_end:rest]
        self.at = self.limit = end
        how = self.how(text, around, end)
        return self._match(around, end, written, uri, trimmed, how, None, cut)

    def host_cut(self, text: str, end: int, uri: URI, mark: int, final: bool) -> tuple[Cut | None, int]:
        """Why a reference ends within its host or its address, or None; and the end of the word."""
        if uri.query is not None or uri.fragment is not None:
            return None, end
        if uri.path if uri.authority is not None else "@" not in uri.path:
            return None, end
        return self.border(text, end, mark, final, in_host=True)

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
        is_mapped = self.wide and self.mapped(written) != written
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


def _continues_a_name(before: str) -> bool:
    """Whether the text before a scheme makes it the end of another name: `x_data:`, `$data:`, `std::data:`."""
    return before == "::" or before[-1] in "_$@#./\\%" or continues_a_word(before[-1])


def _before_a_bar(text: str, start: int, run_end: int, around: Prefix) -> int:
    """The end of a run before a "|" that is not data.

    It closes a cell of a table, begins a label (`<http://h/|label>`), or stands in an authority.
    """
    bar = text.index("|", start)
    before = text[start:bar]
    is_label = around.angle and "?" not in before
    is_in_authority = "//" in before and _PATH_FOLLOWS.search(before) is None
    return bar if around.opener == "|" or is_label or is_in_authority else run_end


def _after_slashes(text: str, start: int, count: int) -> int:
    """The position after so many characters, if "\\/" counts as one."""
    at = start
    for _ in range(count):
        at += 2 if text.startswith("\\/", at) else 1
    return at
