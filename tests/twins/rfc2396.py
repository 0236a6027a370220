"""RFC 2396, section 5.2, steps 1 to 7: the editions from url-syntax-03 to RFC 2732.

What differs among them is an argument: whether a scheme equal to the base's may be taken away (from uri-syntax-03 on),
and whether a base can be opaque (the same editions).  In all of them a query alone is merged like any empty path.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from .appendix_b import split
from .merging import handle_excess, remove_dots
from .parts import Answer, Failure, Parts, SameDocument, guard, recompose, same_scheme

# "the scheme is known to always use the <hier_part> syntax": those whose forms in RFC 1738 all begin with "//"; https.
HIERARCHICAL_SCHEMES = frozenset({"file", "ftp", "gopher", "http", "https", "nntp", "prospero", "telnet", "wais"})


def is_opaque(base: Parts) -> bool:
    """Tell whether a base is opaque.

    3: ``absoluteURI = scheme ":" ( hier_part | opaque_part )``, and a hier_part begins with "/".
    """
    return base.scheme is not None and base.authority is None and not base.path.startswith("/")


def resolve(
    base: str,
    reference: str,
    *,
    scheme_may_be_removed: bool,
    base_may_be_opaque: bool,
    hierarchical_schemes: Collection[str] = HIERARCHICAL_SCHEMES,
    excess_parents: str = "keep",
    scheme: str = "[A-Za-z][A-Za-z0-9+.-]*",
) -> Answer:
    """Resolve a reference against a base; ``scheme_may_be_removed`` is the reading that does not validate."""
    base_parts = split(base)
    if base_parts.scheme is None:
        return Failure("base-not-absolute")

    # 1) "The URI reference is parsed into the potential four components and fragment identifier"
    parts = split(reference)
    # Appendix B's expression takes any characters before a colon; a scheme has fewer (3.1: letters, digits, "+", "-",
    # "."; since uri-syntax-02 a letter first). Any other text before a colon is part of a path: "./" hides the colon.
    if parts.scheme is not None and not re.fullmatch(scheme, parts.scheme):
        parts = split("./" + reference)
        parts = replace(parts, path=parts.path.removeprefix("./"))

    # 2) "If the path component is empty and the scheme, authority, and query components are undefined, then it is a
    #    reference to the current document and we are done."
    if parts.path == "" and parts.scheme is None and parts.authority is None and parts.query is None:
        return SameDocument(parts.fragment)

    # 3) "If the scheme component is defined [...] then the reference is interpreted as an absolute URI and we are
    #    done."
    #    "For backwards compatibility, an implementation may work around such references by removing the scheme if it
    #    matches that of the base URI and the scheme is known to always use the <hier_part> syntax."
    if parts.scheme is not None:
        known = parts.scheme.lower() in hierarchical_schemes
        if not (scheme_may_be_removed and same_scheme(parts.scheme, base_parts.scheme) and known):
            return reference

    # 5: "relative URI cannot be used within a document that has an unsuitable base URI."
    if base_may_be_opaque and is_opaque(base_parts):
        return Failure("opaque-base")

    # 3) "Otherwise, the reference URI's scheme is inherited from the base URI's scheme component."
    parts = replace(parts, scheme=base_parts.scheme)

    # 4) "If the authority component is defined, then the reference is a network-path and we skip to step 7.  Otherwise,
    #    the reference URI's authority is inherited from the base URI's authority component"
    if parts.authority is not None:
        return _recombine(parts)
    parts = replace(parts, authority=base_parts.authority)

    # 5) "If the path component begins with a slash character ("/"), then the reference is an absolute-path and we skip
    #    to step 7."
    if parts.path.startswith("/"):
        return _recombine(parts)

    # 6) a) "All but the last segment of the base URI's path component is copied to the buffer.  In other words, any
    #       characters after the last (right-most) slash character, if any, are excluded."
    buffer = base_parts.path[: base_parts.path.rfind("/") + 1]
    #    b) "The reference's path component is appended to the buffer string."
    buffer += parts.path
    #    c) to f)
    buffer = remove_dots(buffer)
    #    g)
    path = handle_excess(buffer, excess_parents)
    if isinstance(path, Failure):
        return path
    #    h) "The remaining buffer string is the reference URI's new path component."
    return _recombine(replace(parts, path=path))


def _recombine(parts: Parts) -> str:
    # 7) "The resulting URI components, including any inherited from the base URI, are recombined"
    return recompose(guard(parts))
