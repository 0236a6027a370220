"""Where XML vocabularies have references (xml-references.toml), and attributes that any of them may use."""

from __future__ import annotations

from contextlib import suppress
from xml.parsers import expat

from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import dataclass, field
from uriverse.ground.tables import tables as prepared

XHTML: Final = "http://www.w3.org/1999/xhtml"
XML: Final = "http://www.w3.org/XML/1998/namespace"
XLINK: Final = "http://www.w3.org/1999/xlink"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
SCHEMA_INSTANCE: Final = "http://www.w3.org/2001/XMLSchema-instance"

# The namespaces of html-attributes.toml, with their short names there.
MARKUP: Final = {
    XHTML: "html",
    "http://www.w3.org/2000/svg": "svg",
    "http://www.w3.org/1998/Math/MathML": "math",
}

# Attributes that mean a reference on any element: XLink 1.1, 5.4 and 5.5; RDF/XML, 2.2; XML Schema part 1, 2.6.3.
ANYWHERE: Final = frozenset(
    {
        (XLINK, "href"),
        (XLINK, "role"),
        (XLINK, "arcrole"),
        (RDF, "about"),
        (RDF, "resource"),
        (RDF, "datatype"),
        (SCHEMA_INSTANCE, "noNamespaceSchemaLocation"),
    }
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The references of one vocabulary; the data file describes the columns."""

    clause: str
    namespace: str
    root: str = ""
    base: str = ""
    relative_to: str = ""
    attributes: dict[str, list[str]] = field(default_factory=dict)
    text: tuple[str, ...] = ()
    html: dict[str, str] = field(default_factory=dict)


def unknown_root(head: bytes) -> str | None:
    """The root element of an XML document by its first octets, if its vocabulary is unknown, with its namespace.

    >>> unknown_root(b"<a:x xmlns:a='urn:y'>"), unknown_root(b"<urlset>"), unknown_root(b"")
    ("'x' in the namespace 'urn:y'", None, None)
    """
    names: list[str] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = lambda name, _: names.append(name)
    with suppress(expat.ExpatError, LookupError, ValueError):
        parser.Parse(head, False)
    if not names:
        return None
    namespace, _, root = names[0].rpartition(" ")
    if namespace in MARKUP or not {(namespace, ""), (namespace, root), ("", root)}.isdisjoint(vocabularies()):
        return None
    return f"{root!r} in " + (f"the namespace {namespace!r}" if namespace else "no namespace")


@cache
def vocabularies() -> dict[tuple[str, str], Vocabulary]:
    """The vocabularies by namespace, or by the name of the root element if they have no namespace."""
    rows = (
        Vocabulary(**{**row, "text": tuple(row.get("text", ()))})
        for row in prepared("documents/readers")["xml-references"]["vocabulary"]
    )
    return {(row.namespace, row.root): row for row in rows}
