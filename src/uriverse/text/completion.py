"""`uriverse.text.complete`: what a person types into one field, as a URI."""

from __future__ import annotations

from uriverse._core import URI, split
from uriverse._core import whatwg_domain_to_ascii as domain_to_ascii
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import EDITION, TEXT, takes
from uriverse.ground.late import re
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern
from uriverse.ground.records import NamedTuple
from uriverse.reference.web_urls import url_or_none
from uriverse.text.abbreviations import ADDRESS, COMPLETED, abbreviation
from uriverse.text.defanging import Refanged
from uriverse.text.delimiters import unwrapped
from uriverse.text.domains import is_known, is_name
from uriverse.text.judging import takes_beyond_ascii, whole
from uriverse.text.mapping import mapped, mapped_address
from uriverse.text.matches import Heuristic
from uriverse.text.options import NO_OPTIONS, SearchOptions
from uriverse.text.schemes import Policy

if TYPE_CHECKING:
    from uriverse._core import Text
    from uriverse._core import WebURL as URL
    from uriverse.editions.registry import Edition, EditionId

# A mailbox: RFC 5322, section 3.4.1, with a dot-atom before the "@", which may have letters of all languages (RFC 6531,
# section 3.3).
_MAILBOX: Final = pattern(r"([^\s\x00-\x1f\x7f()<>\[\]:;@\\,\"/?#]+)@([^\s/?#:@]+)")
# A host without a known top-level domain, and its port; an address in brackets may stand without one.
_LOCAL: Final = pattern(
    rf"(?ia)(?:(?:(?:[A-Za-z0-9\-]+\.)*localhost|{ADDRESS.pattern}):[0-9]{{1,5}}|\[[0-9A-Fa-f:.]+\](?::[0-9]{{1,5}})?)(?:[/?#].*)?"
)


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
    def url(self) -> URL | None:
        """The `uriverse.URL` of `uri`, or None if it has none.

        >>> from uriverse.text import complete
        >>> complete("www.w3.org/a/../b").url
        URL('http://www.w3.org/b')
        """
        return url_or_none(self.uri)


@takes(text=TEXT, base=(TEXT, type(None)), edition=EDITION, options=SearchOptions)
def complete(
    text: Text,
    *,
    base: Text | None = None,
    edition: EditionId | Edition = DEFAULT_EDITION,
    options: SearchOptions = NO_OPTIONS,
) -> Abbreviation | None:
    """Parse user input as a reference: remove delimiters, and complete an abbreviation.

    First remove delimiters, a "URL:" prefix and white space inside delimiters (RFC 3986, Appendix C). Without
    delimiters, only line breaks and the white space around them are removed. Then try the heuristics of
    `uriverse.text.abbreviations` (RFC 2396, Appendix F), and then the text itself: a URI with a registered scheme, or
    any scheme with "//".

    Args:
        text: the input.
        base: the base URI, if there is one: then nothing is an abbreviation.
        edition: the edition that accepts the result.
        options: the choices that few callers need.

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
    >>> str(complete("bücher.de/ä").uri), str(complete("Küche@bücher.de").uri)
    ('http://xn--bcher-kva.de/%C3%A4', 'mailto:K%C3%BCche@xn--bcher-kva.de')
    >>> str(complete("localhost:8080/x").uri)
    'http://localhost:8080/x'
    >>> complete("www.w3.org/Addressing/", base="http://a/b")
    """
    reference = unwrapped(split(text).text)
    if reference is None:
        return None
    original = Refanged(len).add(reference, True) if options.defanged else reference
    heuristic, completed = (None, None) if base is not None else _completed(original, takes_beyond_ascii(edition))
    if completed is None:
        scheme, colon, rest = original.partition(":")
        if not colon or Policy.of("registered").scheme_in(scheme, rest.startswith("//")) != scheme:
            return None
    uri = whole(original if completed is None else completed, edition)
    return None if uri is None else Abbreviation(reference, uri, heuristic)


def _completed(text: str, beyond_ascii: bool) -> tuple[Heuristic | None, str | None]:
    """The heuristic for a text that is an abbreviation, and the URI or IRI; None for others."""
    mailbox = _MAILBOX.fullmatch(text)
    if mailbox is not None:
        name = domain_to_ascii(mailbox[2]) or ""
        is_mailbox = "" not in mailbox[1].split(".") and is_name(name) and is_known(name)
        address = text if beyond_ascii or mailbox[2].isascii() else f"{mailbox[1]}@{name}"
        return ("e-mail", "mailto:" + mapped_address(address, beyond_ascii)) if is_mailbox else (None, None)
    if _LOCAL.fullmatch(text):
        return "host", COMPLETED["host"] + (text if beyond_ascii else mapped(text))
    in_ascii = text if text.isascii() else _with_name_in_ascii(text)
    heuristic = abbreviation(in_ascii)
    if heuristic is None or heuristic == "e-mail":
        return None, None
    return heuristic, COMPLETED[heuristic] + (text if beyond_ascii else in_ascii)


def _with_name_in_ascii(text: str) -> str:
    """Convert a text that begins with an international name to US-ASCII.

    >>> _with_name_in_ascii("bücher.de/ä")
    'xn--bcher-kva.de/%C3%A4'
    """
    end = re.compile("[^/?#:@]*").match(text)
    assert end is not None
    return (domain_to_ascii(end[0]) or end[0]) + mapped(text[end.end() :])
