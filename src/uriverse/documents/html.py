"""HTML: the base that a page embeds, and every reference that it holds.

The page is read by a parser that builds browsers' trees (docs/html-parser.md says which and why), without scripts: what
stands in `noscript` is part of the page. References in a `template` count, because scripts put them into the page; its
`BASE` does not, because it is in no document. An element that tree construction copies (an `a` left open at a
paragraph's end) stands in the source once, and gives one row.

Memory is the tree's, linear in the page, and nothing recurses: a page may be nested as deep as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from uriverse.documents.attributes import AttributeRow, tables
from uriverse.documents.charsets import in_utf_8, lie
from uriverse.documents.css import references as css_references
from uriverse.documents.references import FoundReference, Judge, Judgement
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
    from uriverse.documents.document import Document

# From an element, its tag, the attribute and the reference, a row.
Maker = Callable[["Element", str, str | None, str], FoundReference]

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
    tree, reason = tree_of(document)
    yield from Page(tree, document, base, edition).rows()
    if reason is not None:
        yield FoundReference(document.name, error=reason)


def tree_of(document: Document) -> tuple[turbohtml.Document, str | None]:
    """A page's tree, and what is wrong with its charset, or None; browsers say nothing of that, and go on.

    A charset that the Encoding Standard has no label for is read as Python does, where it knows it.
    """
    try:
        tree = parse(document.data, document.encoding)
    except LookupError:
        known, reason = in_utf_8(document)
        return parse(known.data), reason
    # Of what is likely to be said wrongly, UTF-8 alone can be refuted: in windows-1252 every octet is a character.
    return tree, lie(document.data, "UTF-8") if tree.encoding == "UTF-8" else None


def parse(data: bytes, encoding: str | None = None) -> turbohtml.Document:
    """Parse a page; its encoding is determined as browsers do it (HTML Standard, section 13.2.3).

    Args:
        data: the page.
        encoding: the charset that came with it, which goes before what the page says.
    """
    # A declarative shadow root stays a template, so that the walk over the tree comes through it.
    return turbohtml.parse(data, encoding=encoding, allow_declarative_shadow_roots=False)


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
        self.outer = base
        self.base_element = embedded_base(tree)
        self.base = base
        if self.base_element is not None:
            text = (self.base_element.attr("href") or "").strip(WHITE_SPACE)
            self.base = base.inner(text, "embedded")
        self._judge = Judge(document.address(edition), edition)
        self._makers = {again: self._maker(again) for again in (False, True)}

    def rows(self) -> Iterator[FoundReference]:
        """Yield the rows of the whole page.

        Most references are such that nothing else decides about them, and are made into rows at once.
        """
        in_html = tables()["html"].rows_of
        html = turbohtml.Namespace.HTML
        found_here, found_at_new_request = self._makers[False], self._makers[True]
        copied: set[tuple[int, int] | None] = set()
        for element in self.tree.iter_elements():
            tag = element.tag
            attributes = element.attrs
            if not attributes and tag != "style":
                continue
            if tag in COPIED:
                # Two elements that begin at the same place are the one there, and a copy.
                place = element.position
                if place in copied:
                    continue
                copied.add(place)
            rows = in_html(tag) if element.namespace is html else tables()[element.namespace.value].rows_of(tag)
            for name, value in attributes.items():
                row = rows.get(name)
                if row is None:
                    continue
                if row.is_plain:
                    text = value if isinstance(value, str) else _joined(value)
                    make = found_at_new_request if row.new_request else found_here
                    yield make(element, tag, name, text.strip(WHITE_SPACE) if row.strip else text)
                elif _counts(row, element):
                    yield from self._attribute(element, name, row)
            if tag == "style":
                yield from self._sheet(element)

    def _sheet(self, element: Element) -> Iterator[FoundReference]:
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
            if element == self.base_element and found.error is None and self.base.refused is not base.refused:
                found = found._replace(error=f"refused as a base: {self.base.refused[-1].reason}")
            yield found

    def _row(
        self, element: Element, attribute: str | None, reference: str, base: Base, *, new_request: bool
    ) -> FoundReference:
        if base is self.base:
            return self._makers[new_request](element, element.tag, attribute, reference)
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
            *self._judge(reference, base, new_request=new_request),
        )

    def _maker(self, new_request: bool) -> Maker:
        """What makes a row at the page's base; a reference that is there often is judged once."""
        source, base, judge = self.source, self.base, self._judge
        base_text, rule = None if base.uri is None else str(base.uri), base.rule
        known: dict[str, Judgement] = {}
        new = tuple.__new__  # what FoundReference's own constructor comes to, without its calls

        def make(element: Element, tag: str, attribute: str | None, reference: str) -> FoundReference:
            judged = known.get(reference)
            if judged is None:
                judged = known[reference] = judge(reference, base, new_request=new_request)
            resolved, kind, valid, error = judged
            line, column = element.position or (None, None)
            if column is not None:
                column += 1
            place = (source, line, column, tag, attribute, reference, base_text, rule)
            return new(FoundReference, (*place, resolved, kind, valid, error, None))

        return make


def _joined(value: list[str] | None) -> str:
    """The value of an attribute of which the parser makes a list of tokens, or that has none."""
    return " ".join(value or ())


def _in_html(element: Element) -> bool:
    return element.namespace.value == "html"


def _counts(row: AttributeRow, element: Element) -> bool:
    """Whether the row's condition on another attribute holds."""
    return all((element.attr(name) or "").strip(WHITE_SPACE).lower() == value for name, value in row.when)
