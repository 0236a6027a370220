"""The trees of pages, by the parser: elements that may have references, texts, the base and the encoding.

The parser builds browsers' trees; docs/html-parser.md says which one it is, and why. Importing it takes 26 ms of
processor time, so `elements.py` imports this module only for a page that needs it.
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator

import turbohtml

from uriverse.documents.encodings import ASCII_IS_ITSELF
from uriverse.documents.readers.attributes import COMMON, any_of, marked
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import Final

# The elements with foreign content.
FOREIGN: Final = frozenset({"svg", "math"})

# HTML Standard, section 13.2.4.3: the formatting elements, which are copied if they were left open.
COPIED: Final = frozenset(
    {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)


def tree_parts(
    tree: turbohtml.Document, data: bytes
) -> tuple[list[turbohtml.Element], str, turbohtml.Element | None, list[turbohtml.Element]]:
    """The fields of `Elements` for a page's tree; only the first of several copies of an element counts."""
    elements, marked = _candidates(tree, data)
    base = embedded_base(tree) if any(element.tag == "base" for element in marked) else None
    robots = [element for element in tree.find_all("meta") if not _is_foreign(element)]
    return list(_without_copies(elements)), str(tree.encoding), base, robots


def _without_copies(elements: Iterable[turbohtml.Element]) -> Iterator[turbohtml.Element]:
    """Yield the elements; of those of copied tags that have one place in the source, the first."""
    places = set[object]()
    for element in elements:
        if element.tag in COPIED:
            if element.position in places:
                continue
            places.add(element.position)
        yield element


def contents(tree: turbohtml.Document) -> Iterator[tuple[turbohtml.Element, str | None]]:
    """Yield each element of a tree with None, and each piece of text with its parent element."""
    copied = set[object]()
    for node in tree.descendants:
        if isinstance(node, turbohtml.Text) and isinstance(node.parent, turbohtml.Element):
            yield node.parent, node.data
        elif isinstance(node, turbohtml.Element) and (node.tag, node.position) not in copied:
            if node.tag in COPIED:
                copied.add((node.tag, node.position))
            yield node, None


def embedded_base(tree: turbohtml.Document) -> turbohtml.Element | None:
    """The element that sets the base: the first `base` in tree order that has an `href` (HTML Standard, section 4.2.3).

    Elements of SVG do not count, nor the content of a `template`, which is a separate document. If the first `base` is
    invalid, the second is not used.
    """
    inside: dict[object, bool] = {}  # a cache: whether an element is in a template
    for element in tree.find_all("base"):
        if _is_foreign(element) or element.attr("href") is None:
            continue
        climbed: list[object] = []
        is_within = False
        for ancestor in element.ancestors:
            if ancestor in inside:
                is_within = inside[ancestor]
                break
            climbed.append(ancestor)
            if isinstance(ancestor, turbohtml.Element) and ancestor.tag == "template" and not _is_foreign(ancestor):
                is_within = True
                break
        inside.update(dict.fromkeys(climbed, is_within))
        if not is_within:
            return element
    return None


def _is_foreign(element: turbohtml.Element) -> bool:
    return element.namespace is not turbohtml.Namespace.HTML


def _candidates(tree: turbohtml.Document, data: bytes) -> tuple[list[turbohtml.Element], list[turbohtml.Element]]:
    """The elements of a page that may have references, in order, and those whose attributes are read one by one.

    Only selectors that may match are used, because each selector of an attribute visits every element.
    """
    may_be_there = _may_be_there(tree, data)
    elements: list[turbohtml.Element] = tree.select(any_of(may_be_there)) if may_be_there else []
    if not elements:
        return tree.select(any_of(tuple(f"[{name}]" for name in COMMON))), elements
    tags = {element.tag for element in elements}
    names = set(COMMON).union(*(element.attrs for element in elements))
    foreign = ("svg *", "math *") if tags & FOREIGN else ()
    if foreign:
        elements = tree.select(any_of((*may_be_there, *foreign)))
    wanted = [selector for selector in may_be_there if selector in tags or selector.partition("[")[2][:-1] in names]
    common = (f"[{name}]" for name in COMMON)
    return tree.select(any_of(tuple(dict.fromkeys((*common, *wanted, *foreign))))), elements


def _may_be_there(tree: turbohtml.Document, data: bytes) -> tuple[str, ...]:
    """The selectors of `marked` that may match an element of the page, by the names in its source."""
    of_attributes, of_elements = _selectors()
    selectors = tuple(of_attributes.values())
    if tree.encoding in ASCII_IS_ITSELF:
        data = data.lower()
        selectors = tuple(selector for name, selector in of_attributes.items() if name.encode() in data)
    if tree.select_one(any_of(of_elements)) is None:
        return selectors
    return selectors + tuple(each for each in of_elements if tree.select_one(each) is not None)


@cache
def _selectors() -> tuple[dict[str, str], tuple[str, ...]]:
    """The selectors of `marked`: those of an attribute by its name, and the others."""
    of_attributes = {selector[1:-1]: selector for selector in marked() if selector.startswith("[")}
    return of_attributes, tuple(selector for selector in marked() if not selector.startswith("["))
