"""A relative reference with the scheme in front, such as `http:g`, which some editions call misformed.

RFC 2396, section 5.2, step 3, takes a reference with a scheme for an absolute URI, and goes on: "for backwards
compatibility, an implementation may work around such references by removing the scheme if it matches that of the base
URI and the scheme is known to always use the <hier_part> syntax. [...] Validating parsers should mark such a misformed
relative reference as an error." The editions that say so name those schemes in their settings (`hierarchical_schemes`).
RFC 3986 and the editions before 1998 do not say so.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.editions.registry import EDITIONS, Edition
from uriverse.errors.diagnosis import resolution_clause


def misformed_relative(text: _core.Text, *, edition: _core.AnyEdition = None) -> str | None:
    """Return the clause by which a validating parser marks a reference as misformed, or None.

    Args:
        text: a text or a reference; it is cut as the lenient split does.
        edition: by which it is judged.

    >>> misformed_relative("http:g", edition="rfc2396"), misformed_relative("http:g", edition="rfc3986")
    ('RFC 2396, section 5.2', None)
    >>> misformed_relative("http:/g", edition="rfc2396"), misformed_relative("mailto:g", edition="rfc2396")
    (None, None)
    """
    parts = _core.split(text, edition=edition)
    judge = parts.edition if isinstance(parts.edition, Edition) else EDITIONS[parts.edition]
    schemes = judge.resolution.get("hierarchical_schemes", "").split()
    if parts.scheme is None or parts.scheme.lower() not in schemes:
        return None
    if parts.authority is not None or parts.path.startswith("/"):
        return None
    return resolution_clause(judge, "same-scheme")
