"""Normal forms and equivalence by the rules of a scheme (RFC 3986, section 6.2.3).

What goes in is a reference that its edition accepts; what comes out is a reference of the same edition. The engine
(`crates/schemes`) takes the generic steps, without those that the scheme's table keeps out (`[keep]`: RFC 8141 forbids
to decode a URN), and then the steps that the table names (`[normalization]`). Here the document is chosen.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import TEXT, URL_STANDARD, takes
from uriverse.ground.base_errors import UnknownEdition
from uriverse.schemes.catalogue import Scheme, scheme_of


@takes(document=(str, Scheme, type(None)))
def normalize(
    reference: _core.Text, *, document: str | Scheme | None = None, edition: _core.AnyEdition = None
) -> _core.URI | _core.RelativeReference:
    """The normal form by the generic steps and by the scheme's own; the same object if nothing changes.

    Args:
        reference: a text or a reference.
        document: the document that describes the scheme ("rfc1738"), by default the newest; or a scheme of your own.
        edition: the edition that reads the text.

    Raises:
        URISyntaxError: if the edition refuses the text. What the scheme refuses gets the generic normal form.

    >>> from uriverse import schemes
    >>> str(schemes.normalize("URN:Example:a%2cB")), str(schemes.normalize("tel:+1-(201)-555-0123"))
    ('urn:example:a%2CB', 'tel:+12015550123')
    """
    given = _parsed(reference, edition)
    scheme = scheme_of(given.scheme, document)
    if scheme is None or not isinstance(given, _core.URI):
        return _core.normalize_generic(given, level="scheme")
    return scheme.rules.normalize(given)


@takes(a=TEXT, b=TEXT, document=(str, Scheme, type(None)))
def equivalent(
    a: _core.Text,
    b: _core.Text,
    *,
    document: str | Scheme | None = None,
    edition: _core.AnyEdition = None,
) -> bool:
    """Whether two references have the same normal form, without the components that the scheme says do not count.

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


def _compared(reference: _core.Text, document: str | Scheme | None, edition: _core.AnyEdition) -> str:
    given = _parsed(reference, edition)
    scheme = scheme_of(given.scheme, document)
    if scheme is None or not isinstance(given, _core.URI):
        return str(_core.normalize_generic(given, level="scheme"))
    return scheme.rules.compared(given)


def _parsed(reference: _core.Text, edition: _core.AnyEdition) -> _core.URIReference:
    given = _core.parse(reference, edition=edition)
    if not isinstance(given, _core.URIReference):
        raise UnknownEdition(edition=URL_STANDARD)
    return given
