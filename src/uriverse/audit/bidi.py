"""Right-to-left text: components that are displayed in another order than they are sent (RFC 3987, section 4.2).

In `http://ab.cd.ef/GH1/2IJ/`, with capitals for Hebrew letters, the screen shows `http://ab.cd.ef/JI1/2HG/`: the digits
of two segments look like one fraction, and people mistake each segment for the other.

The components are those of section 4.2, split as it advises: the labels of a name, the segments of a path
and their extensions, the names and values of a query. Only unescaped characters count: a
screen shows escapes as they are written.
"""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.ground.unicode_tables import bidi_class, category

# Every right-to-left letter lies in these ranges, which Unicode reserves for them (UAX #9, section 3.2).
_MAY_BE_RIGHT_TO_LEFT: Final = pattern(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})
_NUMBERS: Final = frozenset({"EN", "AN"})
_LONGEST_LINE: Final = 8000
# The smaller components between the delimiters of each part.
_DELIMITERS: Final = {
    "userinfo": pattern("[^:]+"),
    "host": pattern("[^.]+"),
    "path": pattern("[^/.;=]+"),
    "query": pattern("[^&;=]+"),
    "fragment": pattern("(?s).+"),
}


def _components(subject: Subject, *names: str) -> Iterator[tuple[str, Piece]]:
    """The components of the named parts, in order; no screen shows those after the first eight thousand characters."""
    for name in names:
        for part in subject.parts(name):
            for match in _DELIMITERS[name].finditer(part.text, 0, max(0, _LONGEST_LINE - part.start)):
                yield name, Piece(part.start + match.start(), match[0])


def _is_right_to_left(text: str) -> bool:
    return _MAY_BE_RIGHT_TO_LEFT.search(text) is not None and any(
        bidi_class(letter) in _RIGHT_TO_LEFT for letter in text
    )


def _place(name: str, component: Piece) -> Place:
    """Section 4.2: "the whole component has to be mapped" to URI notation; a host name is not."""
    mapped = "".join(f"%{octet:02X}" for octet in component.text.encode("utf-8", "replace"))
    return Place(component.start, component.end, None if name == "host" else mapped)


@looks_for("bidi-both-directions", component="beyond_ascii", matching=_MAY_BE_RIGHT_TO_LEFT)
def bidi_both_directions(subject: Subject) -> Iterator[Place]:
    """Restriction 1: a component "SHOULD NOT use both right-to-left and left-to-right characters"."""
    for name, component in _components(subject, *_DELIMITERS):
        if _is_right_to_left(component.text) and any(bidi_class(letter) == "L" for letter in component.text):
            yield _place(name, component)


@looks_for("bidi-open-end", component="beyond_ascii", matching=_MAY_BE_RIGHT_TO_LEFT)
def bidi_open_end(subject: Subject) -> Iterator[Place]:
    """Restriction 2: a component with right-to-left characters "SHOULD start and end with" them.

    Departure: a mark that follows a letter belongs to it, and a label of a host may end with a number (RFC
    5893, section 2).
    """
    for name, component in _components(subject, *_DELIMITERS):
        if not _is_right_to_left(component.text):
            continue
        kinds = [bidi_class(letter) for letter in component.text]
        while kinds[-1] == "NSM":
            kinds.pop()
        both = "L" in kinds  # restriction 1 reports it
        ends = _RIGHT_TO_LEFT | _NUMBERS if name == "host" else _RIGHT_TO_LEFT
        if not both and not (kinds[0] in _RIGHT_TO_LEFT and kinds[-1] in ends):
            yield _place(name, component)


@looks_for("bidi-number-beside", component="beyond_ascii", matching=_MAY_BE_RIGHT_TO_LEFT)
def bidi_number_beside(subject: Subject) -> Iterator[Place]:
    """Section 4.4, example 10: a component of digits may change places with an adjacent right-to-left one."""
    components = [component for _, component in _components(subject, "host", "path", "query", "fragment")]
    adjacent = [False, *(_is_right_to_left(component.text) for component in components), False]
    for at, component in enumerate(components):
        if all(category(letter) == "Nd" for letter in component.text) and (adjacent[at] or adjacent[at + 2]):
            yield Place(component.start, component.end)
