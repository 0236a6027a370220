"""Normal forms and equivalence by the rules of a scheme (RFC 3986, section 6.2.3).

The result is a reference of the same edition. The engine (`crates/schemes`) applies the generic steps, except those
that the scheme's table turns off (`[keep]`: RFC 8141 forbids decoding a URN), and then the table's own steps
(`[normalization]`). This module chooses the document.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import TEXT, URL_STANDARD, takes
from uriverse.ground.base_errors import UnknownEditionError
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.schemes.catalogue import Scheme, scheme_of

if TYPE_CHECKING:
    from uriverse._core import URI, AnyEdition, RelativeReference, Text, URIReference


@takes(document=(str, Scheme, type(None)))
def normalize(
    reference: Text, *, document: str | Scheme | None = None, edition: AnyEdition = None
) -> URI | RelativeReference:
    """The normal form by the generic steps and the scheme's own; the same object if nothing changes.

    Args:
        reference: a text or a reference.
        document: the document that describes the scheme ("rfc1738"), by default the newest; or a scheme of your own.
        edition: the edition that reads the text.

    Raises:
        URISyntaxError: if the edition refuses the text. A text that the scheme refuses gets the generic normal form.

    >>> from uriverse import schemes
    >>> str(schemes.normalize("URN:Example:a%2cB")), str(schemes.normalize("tel:+1-(201)-555-0123"))
    ('urn:example:a%2CB', 'tel:+12015550123')
    """
    parsed = _parsed(reference, edition)
    scheme = scheme_of(parsed.scheme, document)
    if scheme is None or not isinstance(parsed, _core.URI):
        return _core.normalize_generic(parsed, level="scheme")
    return scheme.rules.normalize(parsed)


@takes(a=TEXT, b=TEXT, document=(str, Scheme, type(None)))
def equivalent(
    a: Text,
    b: Text,
    *,
    document: str | Scheme | None = None,
    edition: AnyEdition = None,
) -> bool:
    """Whether two references have the same normal form, ignoring the components that the scheme ignores.

    A domain name is the same in A-labels, in U-labels and in their triplets, as for `uriverse.equivalent`.

    Args:
        a, b: texts or references.
        document, edition: as for `normalize`.

    Raises:
        URISyntaxError: if the edition refuses one of them.

    >>> from uriverse import schemes
    >>> schemes.equivalent("urn:example:a123,z456?+abc", "URN:Example:a123,z456#789")
    True
    """
    return _compared(a, document, edition) == _compared(b, document, edition)


def _compared(reference: Text, document: str | Scheme | None, edition: AnyEdition) -> str:
    parsed = _parsed(reference, edition)
    scheme = scheme_of(parsed.scheme, document)
    if scheme is None or not isinstance(parsed, _core.URI):
        return str(_core.normalize_generic(parsed, level="scheme"))
    return scheme.rules.compared(parsed)


def _parsed(reference: Text, edition: AnyEdition) -> URIReference:
    parsed = _core.parse(reference, edition=edition)
    if not isinstance(parsed, _core.URIReference):
        raise UnknownEditionError(edition=URL_STANDARD)
    return parsed
