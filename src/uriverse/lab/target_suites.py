"""A test suite of resolution: references, bases, and their targets by an edition.

Resolution is no automaton: `..` removes a segment that may be any number of segments away. So the suite is complete for
programs of one form, that of the documents' own steps:

1. The program chooses each component of the target by which components reference and base have. All combinations are
   here, each component undefined, empty and with content, the path also of every kind: `g`, `/g`, `;x`.
2. It goes through the segments from left to right and treats each by its kind (`.`, `..`, empty, other), by at most
   three segments before it, and by whether another follows. All sequences of four segments are here, in paths with and
   without a leading "/", merged with bases of several depths. Look-alikes such as `...` and `%2e` are of the kind
   "other".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from uriverse import _core
from uriverse.editions.registry import Edition, EditionId, edition_of
from uriverse.errors import ResolutionError, URISyntaxError
from uriverse.ground.argument_types import EDITION, takes
from uriverse.reference.resolution import SameDocument

_COMPONENTS: Final = (
    ("", "http:", "x:"),
    ("", "//", "//h"),
    ("", "g", "/", "/g", ";x", "g;x"),
    ("", "?", "?y"),
    ("", "#", "#s"),
)
_SEGMENTS: Final = (".", "..", "", "g")
_LOOK_ALIKES: Final = ("...", ".g", "g.", "..g", "g..", "%2e", "%2E%2e", "g;x=1", "a:b", "g=,")
MOST_SEGMENTS: Final = 4
_BASES: Final = (
    *("http://a/b/c/d?q", "http://a/b/c/d;p?q", "http://a/b/c/d;p?q#f", "http://a/b/c/", "http://a", "http://a?q"),
    *("http://a/", "http://a//b", "http://a/b/../c", "http://a/..", "x:/b/c", "x:/", "x:b/c", "x:", "x:?q", "x://"),
)
# Bases on which sequences of segments differ: deep, flat, without an authority, with dot segments of its own.
_BASES_OF_PATHS: Final = ("http://a/b/c/d", "http://a", "x:/b", "x:b/c", "http://a/b/../c")


class TargetCase(NamedTuple):
    """One test case: a reference and a base, and the target.

    Attributes:
        reference, base, strict: the arguments of `uriverse.resolve`.
        target: the target, or None.
        outcome: "target", "current-document", or the reason of a refusal.
    """

    reference: str
    base: str
    strict: bool
    target: str | None
    outcome: str

    def as_line(self) -> str:
        """The case as one line of JSON, its end included."""
        return json.dumps(self._asdict()) + "\n"


@takes(edition=EDITION)
def targets(edition: EditionId | Edition) -> Iterator[TargetCase]:
    """Yield a suite of an edition's resolution: references and bases that it accepts, with the targets.

    A program that answers them rightly resolves as the edition does, if it chooses each component by which components
    the two texts have, and treats each segment by its kind and by at most three segments before it.

    Args:
        edition: a built-in edition's id, or any Edition.

    Raises:
        UnknownEditionError: if no edition has that id.

    >>> import uriverse as uv
    >>> next(case for case in uv.lab.targets("rfc3986") if case.reference == "../g")
    TargetCase(reference='../g', base='http://a/b/c/d', strict=True, target='http://a/b/g', outcome='target')
    """
    source = edition_of(edition)
    for reference, base in _pairs():
        # A lenient resolver ignores the base's own scheme.
        for strict in (True, False) if reference.startswith("http:") else (True,):
            try:
                target = _core.resolve(reference, base, edition=source, strict=strict)
            except URISyntaxError:
                continue
            except ResolutionError as error:
                yield TargetCase(reference, base, strict, None, error.reason)
                continue
            if isinstance(target, SameDocument):
                yield TargetCase(reference, base, strict, None, "current-document")
            else:
                yield TargetCase(reference, base, strict, str(target), "target")


def _pairs() -> Iterator[tuple[str, str]]:
    combinations = ["".join(parts) for parts in product(*_COMPONENTS)]
    paths = ["/".join(path) for count in range(1, MOST_SEGMENTS + 1) for path in product(_SEGMENTS, repeat=count)]
    paths += [text for name in _LOOK_ALIKES for text in (name, f"{name}/", f"{name}/../g", f"./{name}")]
    beginnings = ("", "/", "//h/", "x:/", "x:")
    of_paths = dict.fromkeys(beginning + path for path in paths for beginning in beginnings)
    yield from dict.fromkeys((*product(combinations, _BASES), *product(of_paths, _BASES_OF_PATHS)))
