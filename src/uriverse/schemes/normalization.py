"""Normal forms and equivalence by the rules of a scheme (RFC 3986, section 6.2.3).

What goes in is a reference that its edition accepts; what comes out is a reference of the same edition. The generic
steps come first (percent-encoding, case, dot segments, default ports), without those that the scheme's table keeps out
(`[keep]`: RFC 8141 forbids to decode a URN). Then come the steps that the table names (`steps`).

Two rules make every result a fixed point, and equivalence an equivalence relation:

- A step is taken only if the scheme's grammar accepts what it gives. What the scheme refuses gets the generic normal
  form; if the scheme accepts that one, the scheme's own steps follow.
- The steps are repeated until nothing changes: `tel:+1-2%2e` becomes `tel:+1-2.` by a generic step and `tel:+12` by the
  scheme's. Each step is a projection that shortens, lowers case or sorts, so this ends after a few rounds.

Two references are equivalent if their normal forms are equal without the components that the scheme does not compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from uriverse import _core
from uriverse.argument_types import TEXT, takes
from uriverse.errors import URISyntaxError
from uriverse.schemes.catalogue import DOT_SEGMENTS, PERCENT_ENCODING, Scheme, scheme_of
from uriverse.schemes.judging import accepts, cut
from uriverse.schemes.steps import EditableComponents


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
    given = _core.parse(reference, edition=edition)
    scheme = scheme_of(given.scheme, document)
    if scheme is None or not isinstance(given, _core.URI):
        return _core.normalize_generic(given, level="scheme")
    found = given
    while (normal := _round(found, scheme)) != found:
        found = normal
    return found


def _round(given: _core.URI, scheme: Scheme) -> _core.URI:
    """All steps once: the generic ones, then the scheme's."""
    found, accepted = _generic(given, scheme)
    if not accepted:
        return found
    parts = _components(found)
    for step in scheme.steps:
        changed = step(parts)
        if changed == parts:
            continue
        try:
            uri = _core.URI(changed.text(found.scheme), edition=given.edition)
        except URISyntaxError:
            # An older edition may refuse what the scheme's document has: the step is not taken.
            continue
        if accepts(cut(uri), scheme):
            found, parts = uri, _components(uri)
    return found


def _generic(given: _core.URI, scheme: Scheme) -> tuple[_core.URI, bool]:
    """The furthest generic normal form that the scheme accepts, and True.

    If the scheme accepts none, it is the furthest of all, and False. A scheme may refuse a step's result and still not
    keep the step out: RFC 1738 wants "~" encoded.
    """
    furthest: _core.URI | None = None
    for form in _generic_forms(given, scheme):
        if isinstance(form, _core.URI):
            furthest = furthest or form
            if accepts(cut(form), scheme):
                return form, True
    return furthest or given, False


def _generic_forms(given: _core.URI, scheme: Scheme) -> Iterator[_core.URIReference]:
    """The generic normal forms, the furthest first, without the steps that the scheme keeps out."""
    keeps_triplets = PERCENT_ENCODING in scheme.keep
    if DOT_SEGMENTS not in scheme.keep:
        if keeps_triplets:
            # An edition whose document does not remove dot segments has no level "path" (RFC 1738): nothing to yield.
            with suppress(ValueError):
                yield _core.normalize_generic(_core.normalize_generic(given, level="case"), level="path")
        else:
            yield _core.normalize_generic(given, level="scheme")
    if not keeps_triplets:
        yield _core.normalize_generic(_core.normalize_generic(given, level="percent"), level="case")
    yield _core.normalize_generic(given, level="case")
    yield given


@takes(a=TEXT, b=TEXT, document=(str, Scheme, type(None)))
def equivalent(
    a: _core.Text,
    b: _core.Text,
    *,
    document: str | Scheme | None = None,
    edition: _core.AnyEdition = None,
) -> bool:
    """Whether two references have the same normal form, without the components that the scheme says do not count.

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
    normal = normalize(reference, document=document, edition=edition)
    scheme = scheme_of(normal.scheme, document)
    if (
        scheme is None
        or not isinstance(normal, _core.URI)
        or not scheme.equivalence
        or not accepts(cut(normal), scheme)
    ):
        return str(normal)
    ignored: dict[str, Any] = dict.fromkeys(scheme.equivalence)
    return replace(_components(normal), **ignored).text(normal.scheme)


def _components(reference: _core.URIReference) -> EditableComponents:
    parts = cut(reference)
    return EditableComponents(parts.authority, parts.path, parts.query, parts.fragment)
