"""What all twins share: the components of a reference, putting them together again, and the signed departures.

The twins are the slow and obvious answers that the engine is held to.  They import nothing of the project, follow each
document's own steps in its own order, and may take quadratic time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Parts:
    """Components as a document cuts them.

    ``None`` is undefined, ``""`` is defined and empty; the path is never undefined.
    """

    scheme: str | None = None
    authority: str | None = None
    path: str = ""
    params: str | None = None
    query: str | None = None
    fragment: str | None = None


@dataclass(frozen=True)
class SameDocument:
    """The answer "current document", with the fragment of the reference."""

    fragment: str | None


@dataclass(frozen=True)
class Failure:
    """No answer: ``base-not-absolute``, ``opaque-base``, ``excess-parents`` or ``result-refused``."""

    reason: str


Answer = str | SameDocument | Failure


def recompose(parts: Parts) -> str:
    """Put the components together again.

    RFC 3986, 5.3 (the same pseudocode as RFC 2396, 5.2 step 7, and bis-00, 5.2); RFC 1808, 4 step 7 sets ``;`` params
    between the path and the query.
    """
    result = ""
    # "if defined(scheme) then append scheme to result; append ":" to result"
    if parts.scheme is not None:
        result += parts.scheme
        result += ":"
    # "if defined(authority) then append "//" to result; append authority to result"
    if parts.authority is not None:
        result += "//"
        result += parts.authority
    # "append path to result"
    result += parts.path
    if parts.params is not None:
        result += ";"
        result += parts.params
    # "if defined(query) then append "?" to result; append query to result"
    if parts.query is not None:
        result += "?"
        result += parts.query
    # "if defined(fragment) then append "#" to result; append fragment to result"
    if parts.fragment is not None:
        result += "#"
        result += parts.fragment
    return result


def guard(parts: Parts, *, net_loc_runs_to_slash: bool = False) -> Parts:
    """Change the path where the text, as the steps give it, would be read back as other components.

    Each line below departs from the printed algorithms, which name none of these cases.
    """
    if parts.authority is not None and parts.path != "" and not parts.path.startswith("/"):
        # Departure (RFC 2396, 5.2 step 6a): "http://a" and "g" give the path "g"; written out, that is the host "ag".
        parts = replace(parts, path="/" + parts.path)
    something_follows = parts.params is not None or parts.query is not None
    if net_loc_runs_to_slash and parts.authority is not None and parts.path == "" and something_follows:
        # Departure (RFC 1808, 2.4.3): net_loc ends at a slash or at the end of the text, so that params or a query
        # right after it would become a part of it: "http://a" and "?y" would be the net_loc "a?y".
        parts = replace(parts, path="/")
    if parts.authority is None and parts.path.startswith("//"):
        # Departure (RFC 3986, 5.2.4): "f:/a" and ".//g" give the path "//g"; written out, "g" would be an authority.
        parts = replace(parts, path="/." + parts.path)
    if parts.scheme is None and parts.authority is None and ":" in parts.path.split("/")[0]:
        # RFC 3986, 4.2: "Such a segment must be preceded by a dot-segment (e.g., "./this:that")".
        parts = replace(parts, path="./" + parts.path)
    return parts


def same_scheme(one: str | None, other: str | None) -> bool:
    """Tell whether two scheme names are the same; RFC 2396, 3.1: upper case letters count as lower case."""
    return one is not None and other is not None and one.lower() == other.lower()
