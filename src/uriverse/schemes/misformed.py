"""Relative references after a scheme, such as `http:g`, which some editions call misformed.

RFC 2396, section 5.2, step 3, reads a reference with a scheme as an absolute URI, but: "for backwards
compatibility, an implementation may work around such references by removing the scheme if it matches that of the base
URI and the scheme is known to always use the <hier_part> syntax. [...] Validating parsers should mark such a misformed
relative reference as an error." Editions with that rule list the schemes in their settings (`hierarchical_schemes`).
RFC 3986 and the editions before 1998 do not have it.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.editions.registry import EDITIONS, Edition
from uriverse.errors.diagnosis import resolution_clause
from uriverse.ground.lean_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Text


def misformed_relative(text: Text, *, edition: AnyEdition = None) -> str | None:
    """Return the clause by which a validating parser marks a reference as misformed, or None.

    A text is split leniently.

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
