"""The elements of a page that may have references, in the tree's order, with its encoding and its base.

A parser that builds browsers' trees can read every page (docs/html-parser.md says which and why), but it is only used
if necessary. In most pages, tree construction makes one element from each start tag, in the order of the source. Then
the engine has a fast path without a tree:

    <p><a href=x>y</a>         from the source: its elements are its tags
    <table><a href=x>y</a>     from the tree, in which `a` precedes the table

Both give the same elements: `StartTags.read` returns None for pages in which they may differ.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from html.entities import html5
from importlib.util import find_spec

from uriverse._core import ReferenceNames, StartTags, whatwg_decode
from uriverse.documents.encodings import (
    ASCII_IS_ITSELF,
    PRESCANNED,
    declared,
    in_utf_8,
    utf_8_error,
    xml_encoding,
)
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.documents.readers.attributes import attribute_rows, common_names, common_rows
from uriverse.documents.readers.values import WHITE_SPACE
from uriverse.documents.robots import lets_follow
from uriverse.documents.rows import FoundReference, charset_row, incomplete
from uriverse.ground.caching import cache, lru_cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, cast
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    import turbohtml

    from uriverse._core import StartTag
    from uriverse.documents.document import Document
    from uriverse.documents.readers.xhtml import XmlElement, XmlElements

    Element: TypeAlias = turbohtml.Element | StartTag | XmlElement

# Fail early, although some pages need no parser: whether a page can be read must not depend on its content.
if find_spec("turbohtml") is None:
    raise ModuleNotFoundError("reading HTML needs the extra 'html': pip install turbohtml", name="turbohtml")

# The beginning of a page that declares UTF-8 in its first `meta`. The prescan (HTML Standard, section 13.2.3.2) and the
# tokenizer read everything before it in the same way.
_DECLARES_UTF_8: Final = re.compile(
    rb"""(?xi)
    [\t\n\f\r ]* (?: <!doctype[ ]html> [\t\n\f\r ]* )?
    (?: <html (?: [\t\n\f\r ]+ [a-z:-]+ = (?: "[^"<>]*" | [a-z-]+ ) )* > [\t\n\f\r ]* )?
    (?: <head> [\t\n\f\r ]* )?
    <meta [\t\n\f\r ]+ charset = (?: utf-8 (?=[ >]) | "utf-8" ) [ ]? /? >
    """
)


class Elements(NamedTuple):
    """The elements of a page that may have references, in order."""

    elements: StartTags | XmlElements | list[turbohtml.Element]
    encoding: str
    base: Element | None
    robots: Sequence[Element] = ()

    @property
    def follow(self) -> bool:
        """Whether the page lets robots follow its links."""
        directives = [meta for meta in self.robots if (meta.attr("name") or "").strip(WHITE_SPACE).lower() == "robots"]
        return lets_follow(element.attr("content") or "" for element in directives)


def xhtml_elements(
    document: Document, limits: Limits, *, texts: bool = False
) -> tuple[Elements | None, FoundReference | None]:
    """Like `elements_of`; without elements if the page is not XHTML, not well-formed, or exceeds a limit."""
    if document.format != "xhtml":
        return None, None
    from uriverse.documents.readers.xhtml import XmlElements
    from uriverse.documents.readers.xml_parser import Refused

    label = document.encoding or declared(document.data)
    page, reason = (document, None) if label is None else in_utf_8(document._replace(encoding=label, format="xml"))
    try:
        elements = XmlElements.read(page.data, limits, texts=texts)
    except Refused as refusal:
        return None, incomplete(document.name, f"it is read as HTML, because {refusal}")
    if elements is None:
        return None, None
    label_and_text = whatwg_decode(b"", label or "utf-8")
    encoding = "UTF-8" if label_and_text is None else label_and_text[0]
    return Elements(elements, encoding, elements.base, elements.robots), _charset_row(document, reason)


def elements_of(document: Document, limits: Limits = DEFAULT) -> tuple[Elements, FoundReference | None]:
    """Return a page's elements, and the row of an error of its charset or its declarations, or None.

    Browsers ignore errors of a charset. One without a label in the Encoding Standard is decoded by Python, if possible.
    """
    xhtml, row = xhtml_elements(document, limits)
    if xhtml is not None:
        return xhtml, row
    document = _with_encoding(document)
    try:
        elements = source_elements(document)
        if elements is not None:
            return elements, row
        tree = parse(document.data, document.encoding)
    except (LookupError, UnicodeEncodeError):
        page, reason = in_utf_8(document)
        return _tree_elements(parse(page.data), page.data), row or _charset_row(document, reason)
    # A wrong charset can only be detected in UTF-8: in windows-1252 every octet is a character.
    may_be_wrong = tree.encoding == "UTF-8" and not document.data.isascii()
    reason = utf_8_error(document.data) if may_be_wrong else None
    return _tree_elements(tree, document.data), row or _charset_row(document, reason)


def _charset_row(document: Document, reason: str | None) -> FoundReference | None:
    return None if reason is None else charset_row(document.name, reason)


def _tree_elements(tree: turbohtml.Document, data: bytes) -> Elements:
    from uriverse.documents.readers.trees import tree_parts

    return Elements(*tree_parts(tree, data))


def contents(document: Document, limits: Limits) -> Iterator[tuple[Element, str | None]]:
    """Yield each element of a page with None, and each piece of text with its parent element."""
    xhtml, _ = xhtml_elements(document, limits, texts=True)
    if xhtml is not None:
        for element in cast("XmlElements", xhtml.elements):
            yield element, None
            yield element, element.text
        return
    document = _with_encoding(document)
    try:
        tree = parse(document.data, document.encoding)
    except (LookupError, UnicodeEncodeError):
        tree = parse(in_utf_8(document)[0].data)
    from uriverse.documents.readers.trees import contents as tree_parts

    yield from tree_parts(tree)


def _with_encoding(document: Document) -> Document:
    """The page with the encoding of its XML declaration, if there is no other declaration."""
    encoding = None if document.encoding else xml_encoding(document.data)
    if encoding is None or _names_encoding(document.data[:PRESCANNED]):
        return document
    return document._replace(encoding=encoding)


def source_elements(document: Document) -> Elements | None:
    """The elements from a page's source; None if the tree is needed."""
    tags = StartTags.read(document.data, _reference_names())
    if tags is None:
        return None
    encoding = _encoding(tags, document)
    if encoding == "UTF-8" or (tags.is_ascii and encoding in ASCII_IS_ITSELF):
        return Elements(tags, encoding, tags.base, tags.robots)
    return None


def _encoding(tags: StartTags, document: Document) -> str:
    """The page's encoding, as browsers determine it (HTML Standard, section 13.2.3).

    Most pages do not need the parser for it: those whose transport says UTF-8, those that begin with a declaration of
    UTF-8, and those without a declaration, which are UTF-8 if they are not US-ASCII.
    """
    data = document.data
    if document.encoding is not None:
        if _is_utf_8(document.encoding):
            return "UTF-8"
    else:
        if _DECLARES_UTF_8.match(data, 0, PRESCANNED):
            return "UTF-8"
        if not tags.last_meta and b"<meta" not in data[:PRESCANNED].lower():
            return "windows-1252" if tags.is_ascii and not data.startswith(BOM_UTF8) else "UTF-8"
    # The parser detects the encoding from the first octets, or a later `meta` element.
    beginning = data[: max(PRESCANNED, tags.last_meta)]
    if not tags.is_ascii:
        # Without a declaration, the parser tests for UTF-8. So add a character beyond US-ASCII, as in the page.
        beginning = beginning.decode("utf-8", "ignore").encode() + b"\xc3\xa9"
    return str(parse(beginning, document.encoding).encoding)


def parse(data: bytes, encoding: str | None = None) -> turbohtml.Document:
    """Parse a page; its encoding is determined as browsers do it (HTML Standard, section 13.2.3).

    `encoding` is the transport's charset, which outranks the page's declaration.
    """
    import turbohtml

    # Keep a declarative shadow root as a template, so the walk over the tree includes it.
    return turbohtml.parse(data, encoding=encoding, allow_declarative_shadow_roots=False)


# A crawl has few distinct labels.
@lru_cache(64)
def _is_utf_8(label: str) -> bool:
    """Whether a charset is UTF-8; only a byte order mark outranks it, and that of UTF-16 is not valid UTF-8."""
    decoded = whatwg_decode(b"", label) if label.isascii() else None
    return decoded is not None and decoded[0] == "UTF-8"


def _names_encoding(beginning: bytes) -> bool:
    """Whether a `meta` declares the encoding: then the parser does not test for UTF-8."""
    in_ascii = bytes(octet for octet in beginning if octet < 0x80)
    return parse(in_ascii).encoding == parse(in_ascii + b"\xc3\xa9").encoding


def namespace(element: Element) -> str:
    """The namespace of an element: "html", "svg" or "math"; in XHTML also others, by their names."""
    name = element.namespace
    return name if isinstance(name, str) else str(name.value)


@cache
def _reference_names() -> ReferenceNames:
    """The table of attributes for `StartTags.read`."""
    common = common_rows()
    others = {
        (row.needed, element)
        for row in attribute_rows()
        for element in row.elements
        if row.namespace == "html" and common.get(element) is not row
    }
    svg = {row.name for row in attribute_rows() if row.namespace == "svg"}
    css = {row.name for row in attribute_rows() if row.how == "css"}
    return ReferenceNames(list(common_names().items()), sorted(others), sorted(svg), sorted(css), html5)
