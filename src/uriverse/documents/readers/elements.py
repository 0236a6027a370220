"""The elements of a page that may have references, in the tree's order, with its encoding and its base.

A parser that builds browsers' trees can read every page (docs/html-parser.md says which and why), but it is only used
if necessary. In most pages, tree construction makes one element from each start tag, in the order of the source. Then
the engine has a fast path without a tree:

    <p><a href=x>y</a>         from the source: its elements are its tags
    <table><a href=x>y</a>     from the tree, in which `a` precedes the table

Both give the same elements: `StartTags.read` returns None for pages in which they may differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from html.entities import html5
from typing import Final, NamedTuple, TypeAlias, cast

from uriverse._core import ReferenceNames, StartTag, StartTags, TreeElements, attributes_of_tags, whatwg_decode
from uriverse.documents.document import Document
from uriverse.documents.encodings import PRESCANNED, declared, in_utf_8, utf_8_error, xml_encoding
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.documents.readers.attributes import COMMON, any_of, attribute_rows, common_rows, marked
from uriverse.documents.readers.xhtml import XmlElement, XmlElements

try:
    import turbohtml
except ModuleNotFoundError as missing:
    hint = "reading HTML needs the extra 'html': pip install 'uriverse[html]'"
    raise ModuleNotFoundError(hint, name=missing.name) from None

Element: TypeAlias = turbohtml.Element | StartTag | XmlElement

# Encodings in which octets of US-ASCII always are their characters.
_ASCII_IS_ITSELF: Final = frozenset({"UTF-8", "windows-1252"})

# The elements with foreign content.
FOREIGN: Final = frozenset({"svg", "math"})

# HTML Standard, section 13.2.4.3: the formatting elements, which are copied if they were left open.
COPIED: Final = frozenset(
    {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)


class Elements(NamedTuple):
    """The elements of a page that may have references, in order.

    Attributes:
        elements: for `LinkWalk`, from the source or from the parser's tree; or those of XHTML.
        encoding: the page's, by its name in the Encoding Standard.
        base: the element that sets the base, or None.
    """

    elements: StartTags | TreeElements | XmlElements
    encoding: str
    base: Element | None


def of_tree(tree: turbohtml.Document, data: bytes) -> Elements:
    """The elements of a page's tree; only the first of several copies counts."""
    found, marked = _chosen(tree, data)
    base = embedded_base(tree) if any(element.tag == "base" for element in marked) else None
    return Elements(TreeElements(found, marked, _common_names(), COPIED), str(tree.encoding), base)


def of_xhtml(document: Document, limits: Limits, *, texts: bool = False) -> tuple[Elements, str | None] | None:
    """Like `elements_of`; None if the page is not XHTML, or not well-formed."""
    if document.format != "xhtml":
        return None
    label = document.encoding or declared(document.data)
    known, reason = (document, None) if label is None else in_utf_8(document._replace(encoding=label, format="xml"))
    elements = XmlElements.read(known.data, limits, texts=texts)
    if elements is None:
        return None
    found = whatwg_decode(b"", label or "utf-8")
    return Elements(elements, "UTF-8" if found is None else found[0], elements.base), reason


def elements_of(document: Document, limits: Limits = DEFAULT) -> tuple[Elements, str | None]:
    """Return a page's elements, and an error of its charset or None.

    Browsers ignore such errors. A charset without a label in the Encoding Standard is decoded by Python, if possible.
    """
    xhtml = of_xhtml(document, limits)
    if xhtml is not None:
        return xhtml
    document = _with_encoding(document)
    try:
        found = of_source(document)
        if found is not None:
            return found, None
        tree = parse(document.data, document.encoding)
    except (LookupError, UnicodeEncodeError):
        known, reason = in_utf_8(document)
        return of_tree(parse(known.data), known.data), reason
    # Only a wrong UTF-8 can be detected: in windows-1252 every octet is a character.
    may_be_wrong = tree.encoding == "UTF-8" and not document.data.isascii()
    return of_tree(tree, document.data), utf_8_error(document.data) if may_be_wrong else None


def contents(document: Document, limits: Limits) -> Iterator[tuple[Element, str | None]]:
    """Yield each element of a page with None, and each piece of text with its parent element."""
    xhtml = of_xhtml(document, limits, texts=True)
    if xhtml is not None:
        for element in cast("XmlElements", xhtml[0].elements):
            yield element, None
            yield element, element.text
        return
    document, copied = _with_encoding(document), set[object]()
    try:
        tree = parse(document.data, document.encoding)
    except (LookupError, UnicodeEncodeError):
        tree = parse(in_utf_8(document)[0].data)
    for node in tree.descendants:
        if isinstance(node, turbohtml.Text) and isinstance(node.parent, turbohtml.Element):
            yield node.parent, node.data
        elif isinstance(node, turbohtml.Element) and (node.tag, node.position) not in copied:
            if node.tag in COPIED:
                copied.add((node.tag, node.position))
            yield node, None


def _with_encoding(document: Document) -> Document:
    """The page with the encoding of its XML declaration, if there is no other declaration."""
    named = None if document.encoding else xml_encoding(document.data)
    if named is None or _names_encoding(document.data[:PRESCANNED]):
        return document
    return document._replace(encoding=named)


def of_source(document: Document) -> Elements | None:
    """The elements from a page's source; None if the tree is needed.

    Raises:
        LookupError: if the Encoding Standard has no label for the charset that came with the page.
    """
    tags = StartTags.read(document.data, _reference_names())
    if tags is None:
        return None
    if document.encoding is not None and _is_utf_8(document.encoding):
        return Elements(tags, "UTF-8", tags.base)
    # The parser detects the encoding from the first octets, or a later `meta` element.
    beginning = document.data[: max(PRESCANNED, tags.last_meta)]
    if not tags.is_ascii:
        # Without a declaration the parser tests for UTF-8 beyond US-ASCII, so keep the excerpt like the page.
        beginning = beginning.decode("utf-8", "ignore").encode() + b"\xc3\xa9"
    encoding = parse(beginning, document.encoding).encoding
    if encoding == "UTF-8" or (tags.is_ascii and encoding in _ASCII_IS_ITSELF):
        return Elements(tags, encoding, tags.base)
    return None


# The labels of a crawl are few.
@lru_cache(64)
def _is_utf_8(label: str) -> bool:
    """Whether a charset is UTF-8; only a byte order mark outranks it, and that of UTF-16 is not valid UTF-8."""
    found = whatwg_decode(b"", label) if label.isascii() else None
    return found is not None and found[0] == "UTF-8"


def _names_encoding(beginning: bytes) -> bool:
    """Whether a `meta` declares the encoding: then the parser does not test for UTF-8."""
    in_ascii = bytes(octet for octet in beginning if octet < 0x80)
    return parse(in_ascii).encoding == parse(in_ascii + b"\xc3\xa9").encoding


def namespace(element: Element) -> str:
    """The namespace of an element: "html", "svg" or "math"; in XHTML also others, by their names."""
    return str(element.namespace.value) if isinstance(element, turbohtml.Element) else element.namespace


def parse(data: bytes, encoding: str | None = None) -> turbohtml.Document:
    """Parse a page; its encoding is determined as browsers do it (HTML Standard, section 13.2.3).

    Args:
        data: the page.
        encoding: the transport's charset, which outranks the page's declaration.
    """
    # Keep a declarative shadow root as a template, so the walk over the tree includes it.
    return turbohtml.parse(data, encoding=encoding, allow_declarative_shadow_roots=False)


def embedded_base(tree: turbohtml.Document) -> turbohtml.Element | None:
    """The element that sets the base: the first `base` in tree order that has an `href` (HTML Standard, section 4.2.3).

    Elements of SVG do not count, nor the content of a `template`, which is a separate document. If the first `base` is
    invalid, the second is not used.
    """
    inside: dict[object, bool] = {}  # a cache: whether an element is in a template
    for element in tree.find_all("base"):
        if namespace(element) != "html" or element.attr("href") is None:
            continue
        climbed: list[object] = []
        found = False
        for ancestor in element.ancestors:
            if ancestor in inside:
                found = inside[ancestor]
                break
            climbed.append(ancestor)
            if isinstance(ancestor, turbohtml.Element) and ancestor.tag == "template" and namespace(ancestor) == "html":
                found = True
                break
        inside.update(dict.fromkeys(climbed, found))
        if not found:
            return element
    return None


def _chosen(tree: turbohtml.Document, data: bytes) -> tuple[list[turbohtml.Element], list[turbohtml.Element]]:
    """The elements of a page that may have references, in order, and those whose attributes are read one by one.

    Only selectors that may match are used, because each selector of an attribute visits every element.
    """
    may_be_there = _may_be_there(tree, data)
    found: list[turbohtml.Element] = tree.select(any_of(may_be_there)) if may_be_there else []
    if not found:
        return tree.select(any_of(tuple(f"[{name}]" for name in COMMON))), found
    tags = {element.tag for element in found}
    names = set(COMMON).union(*(element.attrs for element in found))
    foreign = ("svg *", "math *") if tags & FOREIGN else ()
    if foreign:
        found = tree.select(any_of((*may_be_there, *foreign)))
    wanted = [each for each in may_be_there if each in tags or each.partition("[")[2][:-1] in names]
    common = (f"[{name}]" for name in COMMON)
    return tree.select(any_of(tuple(dict.fromkeys((*common, *wanted, *foreign))))), found


def _may_be_there(tree: turbohtml.Document, data: bytes) -> tuple[str, ...]:
    """The selectors of `marked` that may match an element of the page, by the names in its source."""
    of_attributes, of_elements = _selectors()
    found = tuple(of_attributes.values())
    if tree.encoding in _ASCII_IS_ITSELF:
        names = attributes_of_tags(data, list(of_attributes))
        if names is not None:
            found = tuple(of_attributes[name] for name in names)
    if tree.select_one(any_of(of_elements)) is None:
        return found
    return found + tuple(each for each in of_elements if tree.select_one(each) is not None)


@cache
def _selectors() -> tuple[dict[str, str], tuple[str, ...]]:
    """The selectors of `marked`: those of an attribute by its name, and the others."""
    of_attributes = {each[1:-1]: each for each in marked() if each.startswith("[")}
    return of_attributes, tuple(each for each in marked() if not each.startswith("["))


@cache
def _common_names() -> dict[str, str]:
    """For each tag of `common_rows` the attribute's name."""
    return {tag: row.name for tag, row in common_rows().items()}


@cache
def _reference_names() -> ReferenceNames:
    """The table of attributes for `StartTags.read`."""
    common = common_rows()
    others = {
        (row.name, element)
        for row in attribute_rows()
        for element in row.elements
        if row.namespace == "html" and common.get(element) is not row
    }
    svg = {row.name for row in attribute_rows() if row.namespace == "svg"}
    css = {row.name for row in attribute_rows() if row.how == "css"}
    return ReferenceNames(list(_common_names().items()), sorted(others), sorted(svg), sorted(css), html5)
