"""The formats of JSON Schema for references and templates (draft 2020-12, Validation, sections 7.3.5 and 7.3.6)."""

from __future__ import annotations

from uriverse._core import URI, URIReference, is_valid
from uriverse.editions.registry import EDITIONS, Edition, EditionId
from uriverse.errors import URISyntaxError
from uriverse.ground.lean_typing import Final

# Each format with the edition that defines it, and whether it must have a scheme.
FORMATS: Final[dict[str, tuple[EditionId, bool]]] = {
    "uri": ("rfc3986", True),
    "uri-reference": ("rfc3986", False),
    "iri": ("rfc3987", True),
    "iri-reference": ("rfc3987", False),
    "uri-template": ("rfc6570", False),
}


def format_of(kind: type[URIReference], edition: EditionId | Edition) -> str:
    """Return the format of a type of references: "uri", "uri-reference", "iri" or "iri-reference"."""
    rules = EDITIONS[edition] if isinstance(edition, str) else edition
    name = "iri" if rules.names_it.startswith("IRI") else "uri"
    return name if issubclass(kind, URI) else f"{name}-reference"


def has_format(text: str, name: str) -> bool:
    """Whether a text has a format.

    >>> has_format("#a", "uri"), has_format("#a", "uri-reference"), has_format("{a", "uri-template")
    (False, True, False)
    """
    edition, needs_scheme = FORMATS[name]
    if not needs_scheme:
        return is_valid(text, edition=edition)
    try:
        URI(text, edition=edition)
    except URISyntaxError:
        return False
    return True
