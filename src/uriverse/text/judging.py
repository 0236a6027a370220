"""Find the longest prefix of a piece of running text that is a URI.

For `http://h/a|b` the result is `http://h/a`, and 10 as the position where the edition refused the piece. A piece is
cut where the edition refuses it and is parsed again, at most `CUTS` times.
"""

from __future__ import annotations

from _collections_abc import Callable

from uriverse import _core
from uriverse._core import parse
from uriverse.errors import URISyntaxError
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    from uriverse.editions.registry import Edition, EditionId

# The maximum number of cuts of a piece: each removes an incomplete item, such as "[" or "%".
CUTS: Final = 6


def whole(text: str, edition: EditionId | Edition) -> _core.URI | None:
    """Parse a text as a URI; None if it is not one.

    >>> from uriverse.text.judging import whole
    >>> whole("http://h/a", "rfc3986"), whole("http://h/a b", "rfc3986")
    (URI('http://h/a'), None)
    """
    try:
        reference = parse(text, edition=edition)
    except URISyntaxError:
        return None
    return reference if isinstance(reference, _core.URI) and says_something(text) else None


def takes_beyond_ascii(edition: EditionId | Edition) -> bool:
    """Whether the edition allows characters beyond US-ASCII, as RFC 3987 does."""
    return _core.is_valid("\u00e9", edition=edition)


def says_something(text: str) -> bool:
    """Whether the text has more than a scheme and "//", which name nothing."""
    return text[-1:] not in (":", "/", "") or text.partition(":")[2] not in ("", "/", "//")


class Longest(NamedTuple):
    """The longest prefix of a piece that the edition accepts.

    `refused_at` is where the edition refused the piece; None if it accepted the whole.
    """

    uri: _core.URI | None
    refused_at: int | None


def longest(piece: str, trim: Callable[[str], int], edition: EditionId | Edition) -> Longest:
    """The longest prefix of a piece that the edition accepts: cut where it refuses, trim, and try again.

    `trim` returns the end of a piece without the punctuation of the sentence.
    """
    refused_at: int | None = None
    text = piece
    for _ in range(CUTS):
        if not says_something(text):
            break
        try:
            reference = parse(text, edition=edition)
        except URISyntaxError as refusal:
            at = refusal.at
        else:
            return Longest(reference if isinstance(reference, _core.URI) else None, refused_at)
        refused_at = at if refused_at is None else refused_at
        at = at if at < len(text) else _open_item(text)
        text = text[:at]
        text = text[: trim(text)]
    return Longest(None, refused_at)


def _open_item(text: str) -> int:
    """The start of the incomplete item in a text: the "%" of a triplet, or the "[" of an IP literal.

    The edition refuses such a text only at its end.
    """
    percent = text.rfind("%", len(text) - 2)
    if percent >= 0:
        return percent
    return max(text.rfind("["), 0)
