"""Paths as data: segments and their parameters (RFC 2396, section 3.3).

A path is split at "/" and then percent-decoded, so "%2F" is data and not a separator. In the same way, segments are
split at ";" into parameters and then decoded.
"""

from __future__ import annotations

from uriverse._core import decode
from uriverse.ground.argument_types import takes
from uriverse.ground.lean_typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from uriverse.reference.queries import Errors


class Segment(str):
    """One decoded segment of a path: a str, like those of `URIReference.segments`.

    Attributes:
        name: the text before the first ";".
        params: the parameters, in order; () if there is no ";".
    """

    __slots__ = ("name", "params")
    name: str
    params: tuple[str, ...]

    def __new__(cls, text: str, name: str, params: tuple[str, ...] = ()) -> Segment:
        segment = super().__new__(cls, text)
        segment.name, segment.params = name, params
        return segment

    def __reduce__(self) -> tuple[Any, ...]:
        return Segment, (str(self), self.name, self.params)


@takes(path=str, errors=str)
def path_segments(path: str, *, errors: Errors = "surrogateescape") -> tuple[Segment, ...]:
    """The segments of a path with their parameters, decoded as UTF-8.

    RFC 2396, section 3.3: "Each path segment may include a sequence of parameters, indicated by the semicolon ";"
    character." RFC 3986, section 3.3, leaves their meaning to the scheme.

    Args:
        path: a percent-encoded path. A leading "/" begins the first segment.
        errors: how to decode octets that are not UTF-8, as for `decode`.

    Returns:
        The segments, in order. The empty path has none; "/" has one, which is empty.

    Raises:
        PercentError: if "%" begins no triplet, or with "strict" octets are not UTF-8.
        TypeError: if `path` is not a str.

    >>> segments = path_segments("/a;v=1.1/b%2Fc")
    >>> segments, segments[0].name, segments[0].params
    (('a;v=1.1', 'b/c'), 'a', ('v=1.1',))
    """
    if not path:
        return ()

    def read(written: str) -> Segment:
        text = decode(written, errors=errors)
        if ";" not in written:
            return Segment(text, text)
        name, *params = (decode(part, errors=errors) for part in written.split(";"))
        return Segment(text, name, tuple(params))

    return tuple(map(read, path.removeprefix("/").split("/")))
