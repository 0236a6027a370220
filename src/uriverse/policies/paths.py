"""Patterns of paths, matched segment by segment.

    /hooks/new    that path
    /hooks/*      one segment below /hooks
    /hooks/**     any number of segments, at least one, below /hooks

Segments are compared after unreserved characters are decoded (RFC 3986, section 2.3): `/%68ooks/new` matches
`/hooks/new`. What some servers split or drop never matches: `%2F` and `%5C` in a segment, an empty segment before the
last, and a segment that begins with `..` or `.` before a ";" or its end, in any spelling. An empty last segment is one
of its own: `/hooks/` matches `/hooks/` and `/hooks/**`, not `/hooks` and not `/hooks/*`.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.caching import lru_cache
from uriverse.policies.reasons import excerpt

ANY_SEGMENT, ANY_BELOW = "*", "**"


def segments_of(path: str) -> list[str] | None:
    """The segments of a path for a comparison; None for a path that servers read differently.

    >>> segments_of("/%68ooks/a%2Fb"), segments_of("/%68ooks/a%20b")
    (None, ['hooks', 'a%20b'])
    """
    first, *rest = path.split("/")
    if first or not rest or "" in rest[:-1] or any(map(_is_split, rest)):
        return None
    return _core.normalize(path).path.split("/")[1:]


def _is_split(segment: str) -> bool:
    """Whether some server reads it as more than one segment, or drops it."""
    text = _core.decode(segment, errors="replace")
    name = text.partition(";")[0]
    return "/" in text or "\\" in text or name in (".", "..")


@lru_cache(maxsize=1024)
def pattern_segments(pattern: str) -> tuple[str, ...]:
    """The segments of a pattern.

    Raises:
        ValueError: with what is wrong, such as a "*" that is a part of a segment.
    """
    segments = pattern.split("/")
    name = f"paths: {excerpt(pattern)!r}"
    if segments[0] or len(segments) < 2:
        raise ValueError(f"{name} does not begin with '/'")
    if ANY_BELOW in segments[:-1]:
        raise ValueError(f"{name} has '**' before its end")
    if wrong := [part for part in segments if "*" in part and part not in (ANY_SEGMENT, ANY_BELOW)]:
        raise ValueError(f"{name}: '*' stands for a whole segment, and here it is a part of {wrong[0]!r}")
    if not _core.is_valid(pattern, rule="path-absolute", edition="rfc3986"):
        raise ValueError(f"{name} is not a path (RFC 3986, section 3.3)")
    literal = "/".join("x" if part in (ANY_SEGMENT, ANY_BELOW) else part for part in segments)
    if segments_of(literal) is None:
        raise ValueError(f"{name} matches nothing: servers split or drop a segment of it")
    return tuple(part if "*" in part else _core.normalize(f"/{part}").path[1:] for part in segments[1:])


def path_matches(path: str, patterns: frozenset[str]) -> bool:
    """Whether a path matches one of the patterns."""
    segments = segments_of(path)
    return segments is not None and any(_matches(segments, pattern_segments(pattern)) for pattern in patterns)


def _matches(segments: list[str], pattern: tuple[str, ...]) -> bool:
    if pattern[-1] == ANY_BELOW:
        if len(segments) < len(pattern):
            return False
        segments, pattern = segments[: len(pattern) - 1], pattern[:-1]
    return len(segments) == len(pattern) and all(
        part == segment or (part == ANY_SEGMENT and segment != "")
        for part, segment in zip(pattern, segments, strict=True)
    )
