"""RFC 1630: what its generic grammar accepts, as expressions of Python's own, and the two rules of partial forms."""

from __future__ import annotations

import re

from .merging import handle_excess, segments
from .parts import Answer, Failure

ESCAPE = "%[0-9A-Fa-f]{2}"
# alpha, digit, safe, extra
XALPHA = rf"""(?:[A-Za-z0-9$_@.&!*"'(),-]|{ESCAPE})"""
XPALPHA = rf"(?:{XALPHA}|\+)"
SCHEME = rf"[A-Za-z]{XALPHA}*"
SEARCH = rf"{XALPHA}+(?:\+{XALPHA}+)*"
# Segments may be void, as the document's own examples have it.
PATH = rf"(?:{XPALPHA}|/)*"
ACCEPTED = {
    "fragmentaddress as read": rf"{SCHEME}:{PATH}(?:\?{SEARCH})?(?:#{XALPHA}+)?",
    "scheme": SCHEME,
    "search": SEARCH,
    "fragmentid": rf"{XALPHA}+",
    '*( xpalpha / "/" )': PATH,
    # As printed.
    "path": rf"(?:{XPALPHA}+(?:/{XPALPHA}+)*/?)?",
    "xpalphas": rf"{XPALPHA}+",
}


def accepts(expression: str, text: str) -> bool:
    """Whether a rule, or an expression of the table, accepts a whole text."""
    return re.fullmatch(ACCEPTED[expression], text) is not None


def resolve(base: str, reference: str, excess_parents: str) -> Answer:
    """Give the full form of a partial one in a context."""
    absolute = re.compile(r"[^:/?#]+:")
    context = base.split("#")[0]
    scheme = absolute.match(context)
    if scheme is None:
        return Failure("base-not-absolute")
    if absolute.match(reference):
        return reference
    partial = reference.split("#")[0]
    if partial == "":
        return context + reference
    context = context.split("?")[0]
    count = len(partial) - len(partial.lstrip("/"))
    if count:
        # Rule 1: "everything of the context up to (but not including) the first occurrence of exactly" as many.
        run = next((each for each in re.finditer("/+", context) if len(each[0]) == count), None)
        return Failure("leading-slashes") if run is None else context[: run.start()] + reference
    # Rule 2: the last part of the path, what follows the rightmost slash, is removed.
    path, mark, search = partial.partition("?")
    directory = context[scheme.end() : context.rfind("/") + 1]
    merged = handle_excess(_without_patterns(directory + path), excess_parents)
    if isinstance(merged, Failure):
        return merged
    return scheme[0] + merged + mark + search + reference[len(partial) :]


def _without_patterns(buffer: str) -> str:
    """Remove each "xxx/../" and "/.", the leftmost first, until none is left; ".." is no xxx."""
    places = segments(buffer)
    for (start, end), (next_start, next_end) in zip(places, [*places[1:], (0, 0)], strict=True):
        if buffer[start:end] == "." and start > 0:
            return _without_patterns(buffer[: start - 1] + buffer[end:])
        if buffer[start:end] != ".." and buffer[next_start:next_end] == ".." and next_end < len(buffer):
            return _without_patterns(buffer[:start] + buffer[next_end + 1 :])
    return buffer
