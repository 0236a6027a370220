"""Paths as data: segments and their parameters (RFC 2396, section 3.3).

A path goes in as it is written; out come its segments, cut at "/", each cut at ";" into a name and parameters, and only
then percent-decoded, so that a "%2F" or "%3B" in the data stays data.
"""

from __future__ import annotations

from typing import NamedTuple

from uriverse._core import decode
from uriverse.ground.argument_types import takes


class Segment(NamedTuple):
    """One segment of a path, decoded.

    Attributes:
        name: what stands before the first ";".
        params: the parameters, in order; () if there is no ";".
    """

    name: str
    params: tuple[str, ...] = ()


@takes(path=str)
def path_segments(path: str) -> tuple[Segment, ...]:
    """The segments of a path with their parameters, decoded as UTF-8.

    RFC 2396, section 3.3: "Each path segment may include a sequence of parameters, indicated by the semicolon ";"
    character." RFC 3986, section 3.3, leaves their meaning to the scheme.

    Args:
        path: a path as it is written, percent-encoded. A "/" at its beginning begins the first segment.

    Returns:
        The segments, in order. The empty path has none; "/" has one, which is empty.

    Raises:
        PercentError: if "%" begins no triplet, or octets are not UTF-8.
        TypeError: if `path` is not a str.

    >>> path_segments("/a;v=1.1/b%2Fc")
    (Segment(name='a', params=('v=1.1',)), Segment(name='b/c', params=()))
    """
    if not path:
        return ()
    segments = (segment.split(";") for segment in path.removeprefix("/").split("/"))
    return tuple(Segment(decode(name), tuple(map(decode, params))) for name, *params in segments)
