"""The positions of a reference's components in its text."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.records import NamedTuple


class Span(NamedTuple):
    """A component's position in the text.

    Attributes:
        name: the component.
        start, end: in characters; the component is `text[start:end]`.
    """

    name: str
    start: int
    end: int


def spans(reference: _core.URIReference | _core.Components) -> list[Span]:
    """The positions of the defined components, in the order of the text, an authority before its parts.

    These are the engine's own offsets.

    >>> import uriverse as uv
    >>> [(span.name, span.start, span.end) for span in spans(uv.parse("http://h/a?b"))]
    [('scheme', 0, 4), ('authority', 7, 8), ('host', 7, 8), ('path', 8, 10), ('query', 11, 12)]
    """
    return [Span(*row) for row in _core.spans(reference)]
