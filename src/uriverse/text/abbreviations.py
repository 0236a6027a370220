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

With `lenient`, and by an edition of IRIs, names have letters of all scripts with spaces between words: "bücher.de".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from uriverse._core import URI, split
from uriverse._core import whatwg_domain_to_ascii as domain_to_ascii
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import EDITION, TEXT, takes
from uriverse.ground.records import NamedTuple
from uriverse.reference.web_urls import url_or_none
from uriverse.text import trimming
from uriverse.text.characters import IN_NAMES, continues_a_word
from uriverse.text.delimiters import angle_end, joined, prefix, unwrapped
from uriverse.text.domains import LONGEST, SUFFIXES, is_known, is_name
from uriverse.text.judging import takes_beyond_ascii, whole
from uriverse.text.mapping import mapped
from uriverse.text.matches import Heuristic, How, Match
from uriverse.text.scanning import MARGIN, NeedsMore, Rules, Scanner
from uriverse.text.schemes import Policy

if TYPE_CHECKING:
    from re import Pattern

    from uriverse import Edition, EditionId
    from uriverse._core import Text, WebURL

COMPLETED: Final[dict[Heuristic, str]] = {
    "www": "http://",
    "ftp": "ftp://",
    "e-mail": "mailto:",
    "network-path": "http:",
    "domain": "http://",
}

_LONGEST_LOCAL: Final = 64
_ADDRESS: Final = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)", re.ASCII)
_GOES_ON: Final = re.compile(r"[/?#]|:[0-9]")


class Abbreviation(NamedTuple):
    """User input as a URI.

    Attributes:
        text: the reference as written, without delimiters, "URL:" and line breaks.
        uri: the completed URI.
        heuristic: the heuristic; None if the text was not abbreviated.
    """

    text: str
    uri: URI
    heuristic: Heuristic | None

    @property
    def url(self) -> WebURL | None:
        """The `uriverse.URL` of `uri`, or None if it has none.

        >>> from uriverse.text import complete
        >>> complete("www.w3.org/a/../b").url
        URL('http://www.w3.org/b')
        """
        return url_or_none(self.uri)


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
        re.compile(rf"\.(?=[{one}])(?<=[{one}]\.)"),
        re.compile(rf"[{one}\-]*+"),
        re.compile(rf"[{one}\-.]*+"),
        re.compile(rf"[{one}\-._+'&=~]*+"),
    )
    for wide, one in IN_NAMES.items()
}


@takes(text=TEXT, base=(TEXT, type(None)), edition=EDITION)
def complete(
    text: Text, *, base: Text | None = None, edition: EditionId | Edition = DEFAULT_EDITION
) -> Abbreviation | None:
    """Parse user input as a reference: remove delimiters, and complete an abbreviation.

    First remove delimiters, a "URL:" prefix and white space inside delimiters (RFC 3986, Appendix C). Without
    delimiters, only line breaks and the white space around them are removed. Then try the heuristics of this module's
    table (RFC 2396, Appendix F), and then the text itself: a URI with a registered scheme, or any scheme with "//".

    Args:
        text: the input.
        base: the base URI, if there is one: then nothing is an abbreviation.
        edition: the edition that accepts the result.

    Returns:
        The URI and the heuristic; None if the whole text is neither an abbreviation nor a URI.

    Raises:
        UnknownEditionError: if there is no such edition.

    >>> from uriverse.text import complete
    >>> found = complete("<www.w3.org/Addressing/>")
    >>> str(found.uri), found.heuristic
    ('http://www.w3.org/Addressing/', 'www')
    >>> str(complete("<URL:http://www.w3.org/\\n Addressing/>").uri)
    'http://www.w3.org/Addressing/'
    >>> str(complete("bücher.de/ä").uri)
    'http://xn--bcher-kva.de/%C3%A4'
    >>> complete("www.w3.org/Addressing/", base="http://a/b")
    """
    reference = unwrapped(split(text).text)
    if reference is None:
        return None
    in_ascii = reference if reference.isascii() else _with_name_in_ascii(reference)
    guess = _whole_guess(in_ascii) if base is None else None
    if guess is not None:
        uri = whole(COMPLETED[guess.heuristic] + (reference if takes_beyond_ascii(edition) else in_ascii), edition)
        return None if uri is None else Abbreviation(reference, uri, guess.heuristic)
    scheme, colon, rest = reference.partition(":")
    if not colon or Policy.of("registered").scheme_in(scheme, rest.startswith("//")) != scheme:
        return None
    uri = whole(reference, edition)
    return None if uri is None else Abbreviation(reference, uri, None)


def _with_name_in_ascii(text: str) -> str:
    """Convert a text that begins with an international name to US-ASCII.

    >>> _with_name_in_ascii("bücher.de/ä")
    'xn--bcher-kva.de/%C3%A4'
    """
    end = re.compile("[^/?#:@]*").match(text)
    assert end is not None
    return (domain_to_ascii(end[0]) or end[0]) + mapped(text[end.end() :])


def _whole_guess(text: str) -> _Guess | None:
    """The guess if the whole text is an abbreviation, else None."""
    dot = _WORDS[False].dot.search(text)
    guess = None if dot is None else _guess(text, dot.start(), 0, _WORDS[False])
    if guess is None or guess.start != 0 or (guess.host_end < len(text) and not guess.goes_on):
        return None
    return guess


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
    before = text[start - 1] if start > limit else ""
    follows = text[host_end : host_end + 1]
    goes_on = _GOES_ON.match(text, host_end) is not None
    if (follows and follows in "_%=&~@$\\") or (follows and continues_a_word(follows)):
        return None
    name = host if host.isascii() else domain_to_ascii(host) or ""
    named = is_name(name)
    known = named and is_known(name) and (name is host or not host.rpartition(".")[2].istitle())
    if before == "@":
        local = text[max(limit, start - 1 - _LONGEST_LOCAL) : start - 1]
        local = local[len(local) - _length(words.local, local[::-1]) :].lstrip("._'&=~-")
        if not known or not local or local[-1] == ".":
            return None
        return _Guess(start - 1 - len(local), host_end, False, "e-mail")
    if before == "/":
        network = text[max(limit, start - 3) : start]
        alone = network.endswith("//") and (len(network) < 3 or network[0] in " \t\r\n\"'`<([{|=")
        if alone and (known or _ADDRESS.fullmatch(host)):
            return _Guess(start - 2, host_end, goes_on, "network-path")
        return None
    if not named or (before and (before in "_.-\\%&$#~+@" or continues_a_word(before))):
        return None
    labels = name.lower().split(".")
    if len(labels) > 2 and re.fullmatch(r"www[0-9]{0,3}", labels[0]):
        return _Guess(start, host_end, goes_on, "www")
    if len(labels) > 2 and labels[0] == "ftp":
        return _Guess(start, host_end, goes_on, "ftp")
    if known and (goes_on or labels[-1] not in SUFFIXES):
        return _Guess(start, host_end, goes_on, "domain")
    return None


def _length(pattern: Pattern[str], text: str) -> int:
    """The length of the match at the start of a text, or 0."""
    match = pattern.match(text)
    return match.end() if match else 0


class AbbreviationScanner(Scanner):
    """The search for references and for abbreviated ones between them; the first in the text wins.

    Attributes:
        done: the end of the last match that was yielded.
        word_at: where the search for words with a "." continues.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.done: int = 0
        self.word_at: int = 0
        self._words: _Words = _WORDS[self.wide]

    def moved(self, dropped: int) -> None:
        """Shift all positions after dropping characters from the front of the text."""
        super().moved(dropped)
        self.done = max(self.done - dropped, 0)
        self.word_at = max(self.word_at - dropped, 0)

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
                self.done = self.word_at = self.limit
            else:
                return
            full = self.following(text, final)

    def _abbreviated(self, text: str, final: bool, stop: int) -> Match | None:
        """The next abbreviated reference whose "." is before `stop`."""
        while (found := self._words.dot.search(text, self.word_at, min(stop + 1, len(text)))) is not None:
            dot = found.start()
            guess = _guess(text, dot, self.done, self._words)
            self.word_at = dot
            match = None
            if guess is not None:
                run_end = self.end_of_run(text, guess.start)
                overlong = run_end - guess.start > self.rules.max_length
                if not final and not overlong and run_end + MARGIN > len(text):
                    raise NeedsMore(dot)
                match = None if overlong else self._completed(text, guess, run_end, final)
            elif not final and dot + LONGEST + MARGIN > len(text):
                # With more text the name may become a known one.
                raise NeedsMore(dot)
            if match is not None:
                return match
            rest = dot + _length(self._words.rest, text[dot : dot + LONGEST])
            self.word_at = max(dot + 1, rest if guess is None else 0)
        self.word_at = max(self.word_at, stop)
        return None

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
        else:
            end = outer = guess.host_end
            uri = whole(lacking + self.mapped(text[guess.start : end]), rules.edition)
        if uri is None:
            return None
        written = text[around.start : end]
        trimmed = text[end:outer] + trimming.after(text, outer, run_end)
        how = self.how(text, around, end)
        return self._match(around, end, written, uri, trimmed, how, None)._replace(heuristic=guess.heuristic)
