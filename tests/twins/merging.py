"""Removal of "." and ".." from a merged path, as all documents before RFC 3986 print it, one string step at a time.

RFC 1808, 4 step 6 a-d, RFC 2396, 5.2 step 6 c-g, and bis-00, 5.2 merge 3-7, are the same steps; the comments quote
RFC 2396.  A slash at the very start opens an absolute path and belongs to no segment; elsewhere a segment may be empty.
"""

from __future__ import annotations

from itertools import pairwise

from .parts import Failure


def segments(buffer: str) -> list[tuple[int, int]]:
    """List where each complete path segment starts and ends."""
    found: list[tuple[int, int]] = []
    start = 1 if buffer.startswith("/") else 0
    while True:
        end = buffer.find("/", start)
        if end == -1:
            found.append((start, len(buffer)))
            return found
        found.append((start, end))
        start = end + 1


def remove_dots(buffer: str) -> str:
    """Take the "." and "<segment>/.." out of a merged path; superfluous ".." segments stay in front."""
    buffer = _remove_every_current(buffer)
    buffer = _remove_last_current(buffer)
    buffer = _remove_every_parent(buffer)
    return _remove_last_parent(buffer)


def _remove_every_current(buffer: str) -> str:
    # c) "All occurrences of "./", where "." is a complete path segment, are removed from the buffer string."
    removed = True
    while removed:
        removed = False
        for start, end in segments(buffer):
            if buffer[start:end] == "." and end < len(buffer):
                buffer = buffer[:start] + buffer[end + 1 :]
                removed = True
                break
    return buffer


def _remove_last_current(buffer: str) -> str:
    # d) "If the buffer string ends with "." as a complete path segment, that "." is removed."
    start, end = segments(buffer)[-1]
    if buffer[start:end] == ".":
        return buffer[:start]
    return buffer


def _remove_every_parent(buffer: str) -> str:
    # e) "All occurrences of "<segment>/../", where <segment> is a complete path segment not equal to "..", are removed
    #    from the buffer string.  Removal of these path segments is performed iteratively, removing the leftmost
    #    matching pattern on each iteration, until no matching pattern remains."
    removed = True
    while removed:
        removed = False
        places = segments(buffer)
        for (start, end), (next_start, next_end) in pairwise(places):
            if buffer[start:end] != ".." and buffer[next_start:next_end] == ".." and next_end < len(buffer):
                buffer = buffer[:start] + buffer[next_end + 1 :]
                removed = True
                break
    return buffer


def _remove_last_parent(buffer: str) -> str:
    # f) "If the buffer string ends with "<segment>/..", where <segment> is a complete path segment not equal to "..",
    #    that "<segment>/.." is removed."
    places = segments(buffer)
    if len(places) < 2:
        return buffer
    (start, end), (last_start, last_end) = places[-2:]
    if buffer[start:end] != ".." and buffer[last_start:last_end] == "..":
        return buffer[:start]
    return buffer


def handle_excess(buffer: str, excess_parents: str) -> str | Failure:
    """Do what the caller chose about ".." segments that are still in front.

    g) "If the resulting buffer string still begins with one or more complete path segments of "..", then the reference
    is considered to be in error.  Implementations may handle this error by retaining these components in the resolved
    path [...], by removing them from the resolved path [...], or by avoiding traversal of the reference."
    """
    while True:
        start, end = segments(buffer)[0]
        if buffer[start:end] != ".." or excess_parents == "keep":
            return buffer
        if excess_parents == "refuse":
            return Failure("excess-parents")
        if end < len(buffer):
            buffer = buffer[:start] + buffer[end + 1 :]
        else:
            buffer = buffer[:start]
