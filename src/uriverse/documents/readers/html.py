"""HTML: the base that a page embeds, and every reference that it holds.

The page is read by a parser that builds browsers' trees (docs/html-parser.md says which and why), without scripts: what
stands in `noscript` is part of the page. References in a `template` count, because scripts put them into the page; its
`BASE` does not, because it is in no document. An element that tree construction copies (an `a` left open at a
paragraph's end) stands in the source once, and gives one row.

Each row says where a browser goes besides (`browser.py`), whatever standard it is judged by. The two see different
bases where a `base` is no URI, and where HTML 4 has a `codebase`.

Memory is the tree's, linear in the page, and nothing recurses: a page may be nested as deep as it likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from uriverse._core import LinkWalk, attributes_of_tags, target
from uriverse.documents.browser import Browser, address, browser_base
from uriverse.documents.document import frame
from uriverse.documents.encodings import in_utf_8, lie
from uriverse.documents.judging import Judge
from uriverse.documents.readers.attributes import COMMON, AttributeRow, any_of, common_rows, marked, tables
from uriverse.documents.readers.css import references as css_references
from uriverse.documents.readers.values import WHITE_SPACE
from uriverse.documents.rows import NOWHERE, FoundReference, judged, of_charset, refused_base
from uriverse.whatwg import URL

try:
    import turbohtml
    from turbohtml import Element
except ModuleNotFoundError as missing:
    hint = "reading HTML needs the extra 'html': pip install 'uriverse[html]'"
    raise ModuleNotFoundError(hint, name=missing.name) from None

if TYPE_CHECKING:
    from uriverse._core import LinkRows
    from uriverse.documents.base import Base
    from uriverse.documents.context import Context
    from uriverse.documents.document import Document

_new: Final = tuple.__new__
# What stands in a style sheet: its references are fetched, and their queries are UTF-8.
_SHEET: Final = AttributeRow("style", ("*",), "css", "CSS Values Level 4, section 4.5", new_request=True)
_OF_SHEETS: Final = Browser()

# Encodings in which an octet of US-ASCII is its character, whatever stands before it.
_ASCII_IS_ITSELF: Final = frozenset({"UTF-8", "windows-1252"})

# The elements whose trees are not HTML's.
FOREIGN: Final = frozenset({"svg", "math"})

# HTML Standard, section 13.2.4.3: the formatting elements, which are opened again where they were left open.
COPIED: Final = frozenset(
    {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference of a page, in the tree's order.

    Args:
        document: the page, as octets.
        base: the base around it (sections 5.1.2 to 5.1.4).
        context: the edition of the syntax, the reader of pages that stand in this one, and where rows are written.
    """
    tree, data, reason = tree_of(document)
    page = Page(tree, data, document, base, context)
    yield from page.rows() if context.columns is None else page.rows_beside(context.columns)
    if reason is not None:
        yield of_charset(document.name, reason)


def tree_of(document: Document) -> tuple[turbohtml.Document, bytes, str | None]:
    """Return a page's tree, the octets that it is of, and what is wrong with its charset or None.

    Browsers do not report what is wrong with a charset, and go on.

    A charset that the Encoding Standard has no label for is decoded by Python, if Python knows it.
    """
    try:
        tree = parse(document.data, document.encoding)
    except LookupError:
        known, reason = in_utf_8(document)
        return parse(known.data), known.data, reason
    # Of what is likely to be said wrongly, UTF-8 alone can be refuted: in windows-1252 every octet is a character.
    may_lie = tree.encoding == "UTF-8" and not document.data.isascii()
    return tree, document.data, lie(document.data, "UTF-8") if may_lie else None


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

    An element of SVG is not an HTML element, and the content of a `template` is a document of its own. If the first
    one is refused as a base, the second doesn't take its place.
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

    def __init__(self, tree: turbohtml.Document, data: bytes, document: Document, base: Base, context: Context) -> None:
        self.document = document
        self.source: str = document.name
        self.outer = base
        self._elements, self._marked = _chosen(tree, data)
        has_base = any(element.tag == "base" for element in self._marked)
        self.base_element: Element | None = embedded_base(tree) if has_base else None
        self._encoding = str(tree.encoding)
        self._seen_outer = browser_base(base)
        self.base: Base = base
        self.seen_base: Base = self._seen_outer
        if self.base_element is not None:
            href = (self.base_element.attr("href") or "").strip(WHITE_SPACE)
            self.base = _inner(base, href, self._encoding)
            self.seen_base = _inner(self._seen_outer, href, self._encoding)
        self._context = context
        self._browser = Browser(self._encoding)
        self._address = address(document)
        self._judge: Judge | Browser = self._browser
        if context.edition != "whatwg":
            self._judge = Judge(document.address(context.edition), context.edition)
        self._frames = 0

    def rows(self) -> Iterator[FoundReference]:
        """Yield the rows of the whole page.

        Most references are such that nothing else decides about them; this loop makes them into rows itself, since a
        call costs as much as what it would do.
        """
        common = common_rows()
        judge = self._judge
        uri = judge.fast_base(self.base) if isinstance(judge, Judge) else None
        goes, by_browser = self._browser.target, judge is self._browser
        url = self.seen_base.uri if isinstance(self.seen_base.uri, URL) else None
        page, base, rule = self.source, self.base.text, self.base.rule
        copied: set[tuple[int, int] | None] = set()
        waiting = iter(self._marked)
        next_marked = next(waiting, None)
        for element in self._elements:
            tag = element.tag
            place = element.position
            if tag in COPIED:
                # Two elements that begin at the same place are the one there, and a copy.
                if place in copied:
                    if element == next_marked:
                        next_marked = next(waiting, None)
                    continue
                copied.add(place)
            if element == next_marked:
                next_marked = next(waiting, None)
                yield from self._rows_of(element)
                continue
            row = common.get(tag)
            value = None if row is None else element.attr(row.name)
            if row is None or value is None:
                continue
            reference = value.strip(WHITE_SPACE)
            found = target(reference, uri)
            if found is None:
                resolved, kind, valid, error, problem = judge(reference, self.base, new_request=row.new_request)
            else:
                resolved, kind = found
                valid, error, problem = True, None, None
            seen = goes(reference, url)
            if by_browser:
                resolved = seen
            elif seen == resolved:
                seen = resolved  # one text in memory, not two
            line, column = place or NOWHERE
            if column is not None:
                column += 1
            # What FoundReference's own constructor comes to, without its calls.
            known = (page, line, column, tag, row.name, reference, base, rule)
            yield _new(FoundReference, (*known, resolved, kind, valid, error, seen, None, problem))

    def rows_beside(self, columns: LinkRows) -> Iterator[FoundReference]:
        """Yield the rows that the engine cannot make; what it makes it writes to the columns, in the rows' order."""
        uri = self._judge.fast_base(self.base) if isinstance(self._judge, Judge) else None
        if uri is None:
            yield from self.rows()
            return
        url = self.seen_base.uri if isinstance(self.seen_base.uri, URL) else None
        walk = LinkWalk(
            self._elements,
            self._marked,
            names=_common_names(),
            copied=COPIED,
            source=self.source,
            base=str(uri),
            rule=self.base.rule or "",
            uri=uri,
            url=url,
            encoding=self._encoding,
        )
        while (element := columns.take(walk)) is not None:
            yield from self._rows_of(element)

    def _rows_of(self, element: Element) -> Iterator[FoundReference]:
        """The rows of one element, whatever it is."""
        rows = tables()[element.namespace.value].by_element[element.tag]
        for name in element.attrs:
            row = rows.get(name)
            if row is not None and _counts(row, element):
                yield from self._attribute(element, name, row)
        if element.tag == "style":
            yield from self._sheet(element)

    def _sheet(self, element: Element) -> Iterator[FoundReference]:
        for reference in css_references(element.text):
            yield self._row(element, None, reference, self.base, self.seen_base, _SHEET)

    def _attribute(self, element: Element, name: str, row: AttributeRow) -> Iterator[FoundReference]:
        base, seen_base = self.base, self.seen_base
        if row.how == "document":
            yield from self._frame(element, element.attr(name) or "")
            return
        if element.tag == "base" and _in_html(element):
            # HTML Standard, section 4.2.3: the href of any base element is read against the fallback base.
            base, seen_base = self.outer, self._seen_outer
        elif row.relative_to is not None and self.base.edition != "whatwg":
            codebase = element.attr(row.relative_to)
            if codebase is not None:
                base = base.inner(codebase.strip(WHITE_SPACE), "embedded")
        for reference in row.read()(element.attr(name) or ""):
            found = self._row(element, name, reference, base, seen_base, row)
            if not reference and row.empty_is_page and self._address is not None:
                found = self._of_the_page_itself(found)
            yield refused_base(found, base, self.base) if element == self.base_element else found

    def _of_the_page_itself(self, row: FoundReference) -> FoundReference:
        """The row of an empty reference that means the page's own URL to a browser."""
        resolved = self._address if self._judge is self._browser else row.resolved
        return row._replace(resolved=resolved, browser=self._address)

    def _frame(self, element: Element, content: str) -> Iterator[FoundReference]:
        """The rows of a page that stands in an attribute, on the line where its element begins."""
        self._frames += 1
        line = (element.position or NOWHERE)[0]
        around = self.base
        if around.text != self.seen_base.text:
            around = replace(around, browser=self.seen_base.text)
        for row in self._context.read(frame(content, self.document, self._frames), around):
            yield row._replace(line=line, column=None)

    def _row(
        self, element: Element, attribute: str | None, reference: str, base: Base, seen_base: Base, row: AttributeRow
    ) -> FoundReference:
        line, column = element.position or NOWHERE
        browser = self._browser if row.how != "css" else _OF_SHEETS
        judge = browser if self._judge is self._browser else self._judge
        judgement = judge(reference, base, new_request=row.new_request)
        place = (line, None if column is None else column + 1)
        seen = browser.target(reference, seen_base.uri if isinstance(seen_base.uri, URL) else None)
        return judged(self.source, place, element.tag, attribute, reference, base, judgement, seen)


def _inner(base: Base, text: str, encoding: str) -> Base:
    """The base that a `base` element gives.

    HTML Standard, section 4.2.3, "set the frozen base URL": a URL whose scheme is `data` or `javascript` is refused.
    """
    inner = base.inner(text, "embedded", encoding=encoding)
    if inner.text is not None and inner is not base and inner.refused is base.refused:
        scheme = inner.text.partition(":")[0].lower()
        if scheme in ("data", "javascript"):
            return base.refuse(text, "embedded", f"HTML takes no base of the scheme {scheme}")
    return inner


def _chosen(tree: turbohtml.Document, data: bytes) -> tuple[list[Element], list[Element]]:
    """The elements of a page that may have references, in order, and those that are read attribute by attribute.

    What is asked for is no more than what the page has: each selector of an attribute costs a look at every element.
    """
    may_be_there = _may_be_there(tree, data)
    found: list[Element] = tree.select(any_of(may_be_there)) if may_be_there else []
    if not found:
        return tree.select(any_of(tuple(f"[{name}]" for name in COMMON))), found
    tags = {element.tag for element in found}
    names = set(COMMON).union(*(element.attrs for element in found))
    foreign = ("svg *", "math *") if tags & FOREIGN else ()
    if foreign:
        found = tree.select(any_of((*may_be_there, *foreign)))
    asked = [each for each in may_be_there if each in tags or each.partition("[")[2][:-1] in names]
    common = (f"[{name}]" for name in COMMON)
    return tree.select(any_of(tuple(dict.fromkeys((*common, *asked, *foreign))))), found


def _may_be_there(tree: turbohtml.Document, data: bytes) -> tuple[str, ...]:
    """The selectors of `marked` that may take an element of the page: what its source has no name of is left out."""
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
    """The selectors of `marked`: those of an attribute alone by its name, and the others."""
    of_attributes = {each[1:-1]: each for each in marked() if each.startswith("[")}
    return of_attributes, tuple(each for each in marked() if not each.startswith("["))


@cache
def _common_names() -> dict[str, str]:
    """For each tag of `common_rows` the attribute's name."""
    return {tag: row.name for tag, row in common_rows().items()}


def _in_html(element: Element) -> bool:
    return element.namespace.value == "html"


def _counts(row: AttributeRow, element: Element) -> bool:
    """Whether the row's condition on another attribute holds."""
    return all((element.attr(name) or "").strip(WHITE_SPACE).lower() == value for name, value in row.when)
