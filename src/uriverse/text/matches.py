"""The matches of `find`: references in running text, with their positions, texts and delimiters."""

from __future__ import annotations

from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal
from uriverse.ground.records import NamedTuple
from uriverse.reference.web_urls import url_or_none

if TYPE_CHECKING:
    from uriverse._core import URI
    from uriverse._core import WebURL as URL
    from uriverse.text.cuts import Cut

How = Literal["quoted", "bracketed", "bare", "URL:"]
Heuristic = Literal["www", "ftp", "domain", "e-mail", "network-path", "host"]

_HINTS: Final[dict[Cut, str]] = {
    "outside US-ASCII": "a character outside US-ASCII follows; a lenient search reads on",
    "excluded": "a character follows that no URI has: percent-encode it, or expand the template first",
    "refused": "the edition refuses what follows",
}


class Match(NamedTuple):
    """One reference in a text.

    The span of a line of RFC 3986, Appendix C::

        Note the warning in <http://www.ics.uci.edu/pub/⏎ietf/uri/historical.html#WARNING>.
                             '-------------------- text --------------------------------'
                            ^ span[0]                                                   ^ span[1]

    Attributes:
        span: start and end of `text` in the source, in characters of `str` and text files, or octets of `bytes`, binary
            files and paths. Delimiters are outside ("These wrappers do not form part of the URI").
        text: as written, with the "URL:" prefix and the white space inside.
        uri: the URI: prefix and white space removed, accepted by the edition.
        trimmed: the text directly after a bare reference that could be part of it: punctuation, an unmatched bracket,
            text that the edition refuses, and the rest of the word if the reference is cut: at most 4,096 octets.
        how: its delimiters: "quoted" (a pair of quotation marks), "bracketed" (a pair of brackets), "URL:" (the prefix,
            inside brackets or not), "bare" (white space or other text).
        alternative: after a line break behind a hyphen, the other reading, with or without the hyphen ("the hyphen may
            or may not actually be part of the URI"); else None.
        lenient: whether the text has characters that are percent-encoded in `uri`: those outside US-ASCII (RFC 3987,
            3.1), "|", and brackets in a query.
        heuristic: the heuristic that completed an abbreviated reference (Appendix F), or None.
        cut: why a bare reference ends in the middle of a word, or None: "outside US-ASCII" (a letter, a mark, a symbol
            or a dash between letters follows; `lenient=True` may include it), "excluded" (a "{", "|", "^", backslash or
            opening bracket, which the documents exclude), "refused" (by the edition). `trimmed` has the rest.
    """

    span: tuple[int, int]
    text: str
    uri: URI
    trimmed: str = ""
    how: How = "bare"
    alternative: URI | None = None
    lenient: bool = False
    heuristic: Heuristic | None = None
    cut: Cut | None = None

    @property
    def url(self) -> URL | None:
        """The `uriverse.URL` of the reference, or None if there is none, such as of a mail address.

        >>> import uriverse as uv
        >>> [match.url for match in uv.find("see HTTP://h/a/../b or mailto:a@b.example")]
        [URL('http://h/b'), None]
        """
        return url_or_none(self.uri)

    @property
    def hint(self) -> str:
        """What to do about a cut, in one sentence; "" if there is no cut.

        >>> import uriverse as uv
        >>> found, = uv.find("http://h/stra\N{LATIN SMALL LETTER SHARP S}e")
        >>> str(found.uri), found.trimmed, found.cut
        ('http://h/stra', 'ße', 'outside US-ASCII')
        >>> found.hint
        'a character outside US-ASCII follows; a lenient search reads on'
        """
        return "" if self.cut is None else _HINTS[self.cut]
