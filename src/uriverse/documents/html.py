"""HTML: the base that a page embeds, and every reference that it holds.

The page is read by a parser that builds browsers' trees (docs/html-parser.md says which and why), without scripts: what
stands in `noscript` is part of the page. References in a `template` count, because scripts put them into the page; its
`BASE` does not, because it is in no document. An element that tree construction copies (an `a` left open at a
paragraph's end) stands in the source once, and gives one row.

Memory is the tree's, linear in the page, and nothing recurses: a page may be nested as deep as it likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from uriverse.documents.attributes import AttributeRow, tables
from uriverse.documents.css import references as css_references
from uriverse.documents.references import FoundReference, judge
from uriverse.documents.values import WHITE_SPACE

try:
    import turbohtml
    from turbohtml import Element
except ModuleNotFoundError as missing:
    hint = "reading HTML needs the extra 'html': pip install 'uriverse[html]'"
    raise ModuleNotFoundError(hint, name=missing.name) from None

if TYPE_CHECKING:
    from uriverse import Edition, EditionId
    from uriverse.documents.base import Base
    from uriverse.documents.dispatch import Document

# HTML Standard, section 13.2.4.3: the formatting elements, which are opened again where they were left open.
COPIED: Final = frozenset(
    {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)


def references(document: Document, base: Base, edition: EditionId | Edition) -> Iterator[FoundReference]:
    """Yield a row for each reference of a page, in the tree's order.

    Args:
        document: the page, as octets.
        base: the base around it (sections 5.1.2 to 5.1.4).
        edition: the edition of the syntax.
    """
    page = Page(parse(document.data), document, base, edition)
    yield from page.rows()


def parse(data: bytes) -> turbohtml.Document:
    """Parse a page; its encoding is determined as browsers do it (HTML Standard, section 13.2.3)."""
    # A declarative shadow root stays a template, so that the walk over the tree comes through it.
    return turbohtml.parse(data, allow_declarative_shadow_roots=False)


def embedded_base(tree: turbohtml.Document) -> Element | None:
    """The element that sets the base: the first `base` in tree order that has an `href` (HTML Standard, section 4.2.3).

    An element of SVG is no HTML element, and the content of a `template` is a document of its own. When the first one
    is refused as a base, the second doesn't take its place.
    """
    inside: dict[object, bool] = {}  # whether an element is in a template, so that no path is climbed twice
    for element in tree.find_all("base"):
        if not _in_html(element) or element.attr("href") is None:
            continue
        climbed: list[object] = []
        found = False
        for ancestor in element.ancestors:
            if ancestor in inside:
                found = inside[ancestor]
                break
            climbed.append(ancestor)
            if isinstance(ancestor, turbohtml.Element) and ancestor.tag == "template" and _in_html(ancestor):
                found = True
                break
        inside.update(dict.fromkeys(climbed, found))
        if not found:
            return element
    return None


class Page:
    """A parsed page and what its references are judged by."""

    def __init__(self, tree: turbohtml.Document, document: Document, base: Base, edition: EditionId | Edition) -> None:
        self.tree = tree
        self.source = document.name
        self.edition = edition
        self.outer = base
        self.document = document.address(edition)
        self.base_element = embedded_base(tree)
        self.base = base
        if self.base_element is not None:
            text = (self.base_element.attr("href") or "").strip(WHITE_SPACE)
            self.base = base.inner(text, "embedded")

    def rows(self) -> Iterator[FoundReference]:
        """Yield the rows of the whole page."""
        by_namespace = tables()
        copied: set[tuple[str, int, int]] = set()
        for element in self.tree.iter_elements():
            tag = element.tag
            attributes = element.attrs
            if not attributes and tag != "style":
                continue
            table = by_namespace[element.namespace.value]
            wanted = [name for name in attributes if name in table.names]
            if tag in COPIED and wanted:
                place = (tag, *(element.position or (0, 0)))
                if place in copied:
                    continue
                copied.add(place)
            for name in wanted:
                row = table.find(tag, name)
                if row is not None and _counts(row, element):
                    yield from self._attribute(element, name, row)
            if tag == "style":
                for reference in css_references(element.text):
                    yield self._row(element, None, reference, self.base, new_request=True)

    def _attribute(self, element: Element, name: str, row: AttributeRow) -> Iterator[FoundReference]:
        base = self.base
        if element.tag == "base":
            # HTML Standard, section 4.2.3: the href of any base element is read against the fallback base.
            base = self.outer
        elif row.relative_to is not None:
            codebase = element.attr(row.relative_to)
            if codebase is not None:
                base = base.inner(codebase.strip(WHITE_SPACE), "embedded")
        for reference in row.read()(element.attr(name) or ""):
            found = self._row(element, name, reference, base, new_request=row.new_request)
            if element == self.base_element and found.error is None and len(self.base.refused) > len(base.refused):
                found = found._replace(error=f"refused as a base: {self.base.refused[-1].reason}")
            yield found

    def _row(
        self, element: Element, attribute: str | None, reference: str, base: Base, *, new_request: bool
    ) -> FoundReference:
        judged = judge(reference, base, document=self.document, edition=self.edition, new_request=new_request)
        line, column = element.position or (None, None)
        return FoundReference(
            self.source,
            line,
            None if column is None else column + 1,
            element.tag,
            attribute,
            reference,
            None if base.uri is None else str(base.uri),
            base.rule,
            *judged,
        )


def _in_html(element: Element) -> bool:
    return element.namespace.value == "html"


def _counts(row: AttributeRow, element: Element) -> bool:
    """Whether the row's condition on another attribute holds."""
    return all((element.attr(name) or "").strip(WHITE_SPACE).lower() == value for name, value in row.when)
