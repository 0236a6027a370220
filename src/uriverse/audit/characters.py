"""Characters that a URI cannot have (RFC 3986, section 2): some parsers strip them, some keep them, some refuse them.

Each check finds the runs of one kind of character. No two checks look for the same kind in the same component, so a
character has at most one finding of this topic.
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern
from uriverse.ground.unicode_tables import JOINERS, joins, nfkc

if TYPE_CHECKING:
    import re

# A longer authority is suspicious for its length alone.
LONGEST: Final = 4096

_STRIPPED: Final = "".join(map(chr, range(0x21)))
_CONTROLS: Final = pattern("[\x00-\x1f\x7f-\x9f]+")
_SPACES: Final = pattern(" +")
_EXCLUDED: Final = pattern('["<>^`{|}]+')
_NOT_IN_AUTHORITY: Final = pattern('[ "<>^`{|}]+')
BEYOND_ASCII: Final = pattern("[^\x00-\x9f\ud800-\udfff]+")
_SURROGATES: Final = pattern("[\ud800-\udfff]+")
_INVISIBLE: Final = pattern(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0]+"
)
_DELIMITERS: Final = frozenset("/?#@:[]\\.%")


def _outer_space(text: str) -> tuple[int, int]:
    """The end of the leading, and the start of the trailing, white space and control characters."""
    first = len(text) - len(text.lstrip(_STRIPPED))
    return first, max(first, len(text.rstrip(_STRIPPED)))


def _inner_runs(subject: Subject, parts: Iterable[Piece], pattern: re.Pattern[str]) -> Iterator[tuple[int, int, str]]:
    """The matches of a pattern in parts, without leading and trailing white space of the text."""
    first, last = _outer_space(subject.text)
    for part in parts:
        for match in pattern.finditer(part.text, max(0, first - part.start), max(0, last - part.start)):
            yield part.start + match.start(), part.start + match.end(), match[0]


def encoded(text: str) -> str:
    """Percent-encode every octet of a text's UTF-8; "" if it is long.

    >>> encoded("\u00e9")
    '%C3%A9'
    """
    return "%" + text.encode().hex("%").upper() if len(text) <= LONGEST else ""


@looks_for("whitespace-at-ends", component="odd")
def whitespace_at_ends(subject: Subject) -> Iterator[Place]:
    """Appendix C: white space delimits; browsers strip it with all control characters, others keep it."""
    first, last = _outer_space(subject.text)
    if first:
        yield Place(0, first, "")
    if last < len(subject.text):
        yield Place(last, len(subject.text), "")


@looks_for("control-character", component="odd", matching=_CONTROLS)
def control_character(subject: Subject) -> Iterator[Place]:
    """Browsers strip tabs and line breaks everywhere; a header ends at them."""
    for start, end, _ in _inner_runs(subject, [Piece(0, subject.text)], _CONTROLS):
        yield Place(start, end, "")


@looks_for("character-in-authority", component="odd", matching=_NOT_IN_AUTHORITY)
def character_in_authority(subject: Subject) -> Iterator[Place]:
    """Section 3.2: an authority has none of these; some parsers end it there."""
    for start, end, _ in _inner_runs(subject, subject.parts("authority"), _NOT_IN_AUTHORITY):
        yield Place(start, end)


@looks_for("whitespace", having=" ")
def whitespace(subject: Subject) -> Iterator[Place]:
    """A space ends a URI in text, in a header and on a command line."""
    for start, end, match in _inner_runs(subject, subject.after_authority(), _SPACES):
        yield Place(start, end, "%20" * len(match) if len(match) <= LONGEST else None)


@looks_for("excluded-character", component="odd", matching=_EXCLUDED)
def excluded_character(subject: Subject) -> Iterator[Place]:
    """RFC 2396, section 2.4.3: "delims" and "unwise", which no rule of RFC 3986 has; some encode them, some don't."""
    for start, end, match in _inner_runs(subject, subject.after_authority(), _EXCLUDED):
        yield Place(start, end, encoded(match) or None)


@looks_for("beyond-ascii", component="beyond_ascii")
def beyond_ascii(subject: Subject) -> Iterator[Place]:
    """RFC 3987, section 3.1: outside the host such characters become escaped UTF-8."""
    if subject.reference is not None:
        return
    for start, end, match in _inner_runs(subject, subject.after_authority(), BEYOND_ASCII):
        yield Place(start, end, encoded(match) or None)


@looks_for("invisible-character", component="beyond_ascii")
def invisible_character(subject: Subject) -> Iterator[Place]:
    """RFC 3987, section 4.1: characters that are invisible, or reorder others, hide the text."""
    for start, end, match in _inner_runs(subject, [Piece(0, subject.text)], _INVISIBLE):
        if not (match in JOINERS and joins(subject.text, start)):
            yield Place(start, end, "")


@looks_for("undecoded-octet", component="beyond_ascii")
def undecoded_octet(subject: Subject) -> Iterator[Place]:
    """A lone surrogate is not a character: the text was decoded wrongly, and each parser encodes it differently."""
    for start, end, _ in _inner_runs(subject, [Piece(0, subject.text)], _SURROGATES):
        yield Place(start, end)


@looks_for("delimiter-in-disguise", component="beyond_ascii")
def delimiter_in_disguise(subject: Subject) -> Iterator[Place]:
    """IDNA's mapping (RFC 5895, section 2) makes a delimiter, after the host was cut out and checked."""
    for authority in subject.parts("authority"):
        for at, letter in enumerate(authority.text[:LONGEST], authority.start):
            if letter > "\x9f":
                mapped = nfkc(letter).replace("\u3002", ".")
                if _DELIMITERS & set(mapped):
                    yield Place(at, at + 1, details={"mapped": mapped})
