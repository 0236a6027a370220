"""Abbreviated references (RFC 2396, Appendix F): "only the authority and path portions of the identified resource".

"Since an abbreviated URL has the same syntax as a relative URL path, abbreviated URL references cannot be used in
contexts where relative URLs are expected": so this is off by default, and never used with a base.
"there is no standard set of heuristics for disambiguating abbreviated URL references": so every result names its
heuristic.

| heuristic | text | completion |
|---|---|---|
| www | a name of three labels or more, the first "www" | "http://" before it: the document's own example |
| ftp | the same with "ftp" | "ftp://" before it |
| e-mail | a local part, "@", a name in a known top-level domain | "mailto:" before it (RFC 6068) |
| network-path | "//", a name in a known top-level domain or an address | "http:" before it |
| domain | a name in a known top-level domain | "http://" before it |
| host | "localhost" or an address, with a port: only for `complete` | "http://" before it |

With `lenient`, and by an edition of IRIs, names have letters of all scripts with spaces between words: "bücher.de".
"""

from __future__ import annotations

from _collections_abc import Iterator
from re import Pattern

from uriverse._core import whatwg_domain_to_ascii as domain_to_ascii
from uriverse.ground.late import re
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.ground.records import NamedTuple
from uriverse.ground.unicode_tables import is_letter
from uriverse.text import trimming
from uriverse.text.characters import IN_NAMES, continues_a_word
from uriverse.text.cuts import LeftOut, Reason
from uriverse.text.delimiters import angle_end, joined, prefix
from uriverse.text.domains import LONGEST, SUFFIXES, is_known, is_name
from uriverse.text.extents import Rules
from uriverse.text.judging import whole
from uriverse.text.mapping import mapped_address
from uriverse.text.matches import Heuristic, How, Match
from uriverse.text.scanning import MARGIN, NeedsMore, Scanner

COMPLETED: Final[dict[Heuristic, str]] = {
    "www": "http://",
    "ftp": "ftp://",
    "e-mail": "mailto:",
    "network-path": "http:",
    "domain": "http://",
    "host": "http://",
}

_LONGEST_LOCAL: Final = 64
ADDRESS: Final = pattern(r"(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])")
_GOES_ON: Final = pattern(r"[/?#]|:[0-9]")
# What makes the text after it the tail of a local part: another character of one (RFC 5322, 3.2.3, "atext"), an "@", as
# in "@user@host", or a letter that HTML escapes: "fredbl&#xF6;ggs".
_GOES_BACK: Final = pattern(r"(?:[@%]|[A-Za-z0-9][!#$*/?^{|}\\`]|&(?!(?:lt|gt|quot|apos|nbsp|amp);)#?[A-Za-z0-9]+;)\Z")
_LONGEST_ENTITY: Final = 12


class _Words(NamedTuple):
    """Patterns of words with a "." in them.

    Attributes:
        dot: a "." between letters or digits, as in every name of several labels.
        label: a label, in the reversed text before a position.
        rest: the labels from a position on.
        local: the local part of an e-mail address before its "@", in the reversed text.
    """

    dot: Pattern[str]
    label: Pattern[str]
    rest: Pattern[str]
    local: Pattern[str]


_WORDS: Final = {
    wide: _Words(
        pattern(rf"\.(?=[{one}])(?<=[{one}]\.)"),
        pattern(rf"[{one}\-]*+"),
        pattern(rf"[{one}\-.]*+"),
        pattern(rf"[{one}\-._+'&=~]*+"),
    )
    for wide, one in IN_NAMES.items()
}


def abbreviation(text: str) -> Heuristic | None:
    """The heuristic if a whole text in US-ASCII is an abbreviation, else None."""
    dot = _WORDS[False].dot.search(text)
    guess = None if dot is None else _guess(text, dot.start(), 0, _WORDS[False])
    if guess is None or guess.start != 0 or (guess.host_end < len(text) and not guess.goes_on):
        return None
    return guess.heuristic


class _Guess(NamedTuple):
    """The start of an abbreviated reference, the end of its host, whether more follows it, and the heuristic."""

    start: int
    host_end: int
    goes_on: bool
    heuristic: Heuristic


def _guess(text: str, dot: int, limit: int, words: _Words) -> _Guess | None:
    """Try the word around a "." as a host name."""
    label = text[max(limit, dot - LONGEST - 1) : dot]
    start = dot - _length(words.label, label[::-1])
    host_end = dot + _length(words.rest, text[dot : dot + LONGEST + 2])
    host_end = start + len(text[start : min(host_end, start + LONGEST + 2)].rstrip(".-"))
    host = text[start:host_end]
    character = text[start - 1] if start > limit else ""
    follows = text[host_end : host_end + 1]
    goes_on = _GOES_ON.match(text, host_end) is not None
    if follows and follows in "_%=&~@$\\":
        return None
    name = host if host.isascii() else domain_to_ascii(host) or ""
    is_host_name = is_name(name)
    is_certain = is_host_name and is_known(name) and (name is host or not host.rpartition(".")[2].istitle())
    if character == "@":
        local = text[max(limit, start - 2 - _LONGEST_LOCAL) : start - 1]
        local = local[len(local) - _length(words.local, local[::-1]) :]
        at = start - 1 - len(local)
        local = local.lstrip("._'&=~-")
        is_path = follows == ":" and text[host_end + 1 : host_end + 2].strip() != ""
        if not is_certain or not local or local[-1] == "." or len(local) > _LONGEST_LOCAL or is_path:
            return None
        if _GOES_BACK.search(text, max(at - _LONGEST_ENTITY, 0), at):
            return None
        return _Guess(start - 1 - len(local), host_end, False, "e-mail")
    if character == "/":
        network = text[max(limit, start - 3) : start]
        alone = network.endswith("//") and (len(network) < 3 or network[0] in " \t\r\n\"'`<([{|=")
        if alone and (is_certain or ADDRESS.fullmatch(host)):
            return _Guess(start - 2, host_end, goes_on, "network-path")
        return None
    if not is_host_name or (character and character in "_.-\\%&$#~+@"):
        return None
    labels = name.lower().split(".")
    if len(labels) > 2 and re.fullmatch(r"www[0-9]{0,3}", labels[0]):
        return _Guess(start, host_end, goes_on, "www")
    if len(labels) > 2 and labels[0] == "ftp":
        return _Guess(start, host_end, goes_on, "ftp")
    if is_certain and (goes_on or labels[-1] not in SUFFIXES):
        return _Guess(start, host_end, goes_on, "domain")
    return None


def _length(pattern: Pattern[str], text: str) -> int:
    """The length of the match at the start of a text, or 0."""
    match = pattern.match(text)
    return match.end() if match else 0


class AbbreviationScanner(Scanner):
    """The search for references and for abbreviated ones between them; the first in the text wins.

    Attributes:
        done: the end of the last match that was yielded, with the rest of its word if it was cut.
        word_at: where the search for words with a "." continues.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.done: int = 0
        self.word_at: int = 0
        # The start of the last word with an abbreviated reference that was left out; the others have `left_to`.
        self._name_to: int = -1
        self._words: _Words = _WORDS[self.wide]

    def moved(self, dropped: int) -> None:
        """Shift all positions after dropping characters from the front of the text."""
        super().moved(dropped)
        self.done = max(self.done - dropped, 0)
        self.word_at = max(self.word_at - dropped, 0)
        self._name_to = max(self._name_to - dropped, -1)

    @property
    def needed(self) -> int:
        """The position where the next call continues; a word there may be the local part of an e-mail address."""
        return min(self.at, self.word_at)

    def scan(self, text: str, final: bool) -> Iterator[Match]:
        """Yield the matches that are certain; see `Scanner.scan`."""
        self.begin(text)
        full = self.following(text, final)
        while True:
            try:
                short = self._abbreviated(text, final, self.at if full is None else full.span[0])
            except NeedsMore:
                # The full reference after this position is found again, unless the abbreviation overlaps it.
                self.at, self.limit = max(self.done, self.word_at), self.done
                return
            if short is not None:
                yield short
                self.done = self.word_at = short.span[1]
                if full is not None and self.done <= full.span[0]:
                    continue
                self.at = self.done if full is not None else max(self.at, self.done)
                self.limit = self.done
            elif full is not None:
                yield full
                self.done = self.limit
                self.word_at = max(self.limit, full.span[1] + len(full.trimmed) if full.cut else 0)
            else:
                return
            full = self.following(text, final)

    def _abbreviated(self, text: str, final: bool, stop: int) -> Match | None:
        """The next abbreviated reference whose "." is before `stop`."""
        while (full_stop := self._words.dot.search(text, self.word_at, min(stop + 1, len(text)))) is not None:
            dot = full_stop.start()
            if self.barred and (end := self._barred_end(dot)) > dot:
                self.word_at = end
                continue
            self.word_at = dot
            guess = _guess(text, dot, self.done, self._words)
            match = None
            if guess is not None:
                run_end = self.end_of_run(guess.start)
                overlong = run_end - guess.start > self.rules.max_length
                if not final and not overlong and run_end + MARGIN > len(text):
                    raise NeedsMore(dot)
                if not overlong and not self._is_part(text, guess, final):
                    match = self._completed(text, guess, run_end, final)
            elif not final and dot + LONGEST + MARGIN > len(text):
                # With more text the name may become a known one.
                raise NeedsMore(dot)
            if match is not None:
                return match
            rest = dot + _length(self._words.rest, text[dot : dot + LONGEST])
            self.word_at = max(self.word_at, dot + 1, rest if guess is None else 0)
        self.word_at = max(self.word_at, stop)
        return None

    def _barred_end(self, dot: int) -> int:
        """The end of the word of a reference that was left out, if a "." is in one; else the position of the "."."""
        while self.barred and self.barred[0][1] <= dot:
            self.barred.popleft()
        return self.barred[0][1] if self.barred and self.barred[0][0] <= dot else dot

    def _is_part(self, text: str, guess: _Guess, final: bool) -> bool:
        """Whether a name or an address is a part of a longer word; then the word is left out."""
        character = text[guess.start - 1 : guess.start]
        # "www." begins a name as a scheme does: in a script without spaces between words any letter may stand before.
        begins = guess.heuristic in ("www", "ftp") and is_letter(character) and not continues_a_word(character)
        start = self._colons.word_before(guess.start) if character > "\x7f" and not begins else None
        if start is None and guess.goes_on:
            return False
        cut, rest = self.border(text, guess.host_end, self.word_at, final, in_host=True)
        if start is None and cut is None:
            return False
        self._leave_out_name(guess.start if start is None else start, cut or "outside US-ASCII", rest)
        return True

    def _leave_out_name(self, start: int, reason: Reason, end: int) -> None:
        """As `leave_out`, for names and addresses: a word with brackets or a port of letters is more likely code."""
        self.word_at = max(self.word_at + 1, end)
        if start > self._name_to and reason == "outside US-ASCII":
            self._name_to = start
            self.left_out.append(LeftOut(start, reason))

    def _completed(self, text: str, guess: _Guess, run_end: int, final: bool) -> Match | None:
        rules = self.rules
        lacking = COMPLETED[guess.heuristic]
        around = prefix(text, guess.start, self.done)
        if around.angle:
            end = angle_end(text, guess.start, self.wide)
            if not final and end + MARGIN > len(text) and end - guess.start <= rules.max_length:
                raise NeedsMore(guess.start)
            both = joined(text[guess.start : end], rules.hyphens) if text.startswith(">", end) else None
            uri = (
                None
                if both is None or end - guess.start > rules.max_length
                else whole(lacking + self.mapped(both[0]), rules.edition)
            )
            if uri is not None:
                end = guess.start + len(text[guess.start : end].rstrip())
                how: How = "URL:" if around.labelled else "bracketed"
                return self._match(around, end, text[around.start : end], uri, "", how, None)._replace(
                    heuristic=guess.heuristic
                )
        if guess.goes_on:
            end, outer, uri, _ = self.extent(text, guess.start, run_end, around.opener, lacking)
            why, rest = (None, end) if uri is None else self.host_cut(text, end, uri, self.word_at, final)
            if why is not None:
                self._leave_out_name(guess.start, why, rest)
                return None
        else:
            end = outer = guess.host_end
            spelling = text[guess.start : end]
            is_mailbox = guess.heuristic == "e-mail"
            address = mapped_address(spelling, rules.beyond_ascii) if is_mailbox else self.mapped(spelling)
            uri = whole(lacking + address, rules.edition)
        if uri is None:
            return None
        spelling = text[around.start : end]
        trimmed = text[end:outer] + trimming.after(text, outer, run_end)
        how = self.how(text, around, end)
        return self._match(around, end, spelling, uri, trimmed, how, None)._replace(heuristic=guess.heuristic)
