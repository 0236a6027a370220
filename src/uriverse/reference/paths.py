"""Paths as data: segments and their parameters (RFC 2396, section 3.3).

A path goes in as it is written; out come its segments, cut at "/" and only then percent-decoded, so that a "%2F" in the
data stays data. Each knows its parameters, which are cut at ";" before they are decoded.
"""

from __future__ import annotations

from uriverse._core import decode
from uriverse.ground.argument_types import takes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uriverse.reference.queries import Errors


class Segment(str):
    """One segment of a path, decoded: a str, as those of `URIReference.segments` are.

    Attributes:
        name: what stands before the first ";".
        params: the parameters, in order; () if there is no ";".
    """

    __slots__ = ("name", "params")
    name: str
    params: tuple[str, ...]

    def __new__(cls, text: str, name: str, params: tuple[str, ...] = ()) -> Segment:
        made = super().__new__(cls, text)
        made.name, made.params = name, params
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Segment, (str(self), self.name, self.params)


@takes(path=str, errors=str)
def path_segments(path: str, *, errors: Errors = "surrogateescape") -> tuple[Segment, ...]:
    """The segments of a path with their parameters, decoded as UTF-8.

    RFC 2396, section 3.3: "Each path segment may include a sequence of parameters, indicated by the semicolon ";"
    character." RFC 3986, section 3.3, leaves their meaning to the scheme.

    Args:
        path: a path as it is written, percent-encoded. A "/" at its beginning begins the first segment.
        errors: what octets become that are not UTF-8, as for `decode`.

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
        name, *params = (decode(part, errors=errors) for part in written.split(";"))
        return Segment(decode(written, errors=errors), name, tuple(params))

    return tuple(map(read, path.removeprefix("/").split("/")))
