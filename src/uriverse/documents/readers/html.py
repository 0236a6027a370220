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
from typing import TYPE_CHECKING, Final

from uriverse._core import target
from uriverse.documents.browser import Browser, address, browser_base
from uriverse.documents.document import frame
from uriverse.documents.encodings import in_utf_8, lie
from uriverse.documents.judging import Judge
from uriverse.documents.readers.attributes import AttributeRow, tables
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
    from uriverse.documents.base import Base
    from uriverse.documents.context import Context
    from uriverse.documents.document import Document

_new: Final = tuple.__new__
# What stands in a style sheet: its references are fetched, and their queries are UTF-8.
_SHEET: Final = AttributeRow("style", ("*",), "css", "CSS Values Level 4, section 4.5", new_request=True)
_OF_SHEETS: Final = Browser()

# HTML Standard, section 13.2.4.3: the formatting elements, which are opened again where they were left open.
COPIED: Final = frozenset(
    {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference of a page, in the tree's order.

    Args:
        document: the page, as octets.
        base: the base around it (sections 5.1.2 to 5.1.4).
        context: the edition of the syntax, and the reader of pages that stand in this one.
    """
    tree, reason = tree_of(document)
    yield from Page(tree, document, base, context).rows()
    if reason is not None:
        yield of_charset(document.name, reason)


def tree_of(document: Document) -> tuple[turbohtml.Document, str | None]:
    """Return a page's tree, and what is wrong with its charset or None. Browsers do not report it, and go on.

    A charset that the Encoding Standard has no label for is decoded by Python, if Python knows it.
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

    def __init__(self, tree: turbohtml.Document, document: Document, base: Base, context: Context) -> None:
        self.tree = tree
        self.document = document
        self.source = document.name
        self.outer = base
        self.base_element = embedded_base(tree)
        self.base, self._encoding = base, str(tree.encoding)
        self._seen_outer = self.seen_base = browser_base(base)
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
        in_html = tables()["html"].by_element
        all_html = self.tree.select_one("svg, math") is None
        html = turbohtml.Namespace.HTML
        judge = self._judge
        uri = judge.fast_base(self.base) if isinstance(judge, Judge) else None
        goes, address, by_browser = self._browser.target, self._address, judge is self._browser
        url = self.seen_base.uri if isinstance(self.seen_base.uri, URL) else None
        page, base, rule = self.source, self.base.text, self.base.rule
        copied: set[tuple[int, int] | None] = set()
        for element in self.tree.iter_elements():
            attributes = element.attrs
            if not attributes:
                if element.tag == "style":
                    yield from self._sheet(element)
                continue
            tag = element.tag
            place = None
            if tag in COPIED:
                # Two elements that begin at the same place are the one there, and a copy.
                place = element.position
                if place in copied:
                    continue
                copied.add(place)
            if all_html or element.namespace is html:
                rows = in_html[tag]
            else:
                rows = tables()[element.namespace.value].by_element[tag]
            for name, value in attributes.items():
                if name not in rows:
                    continue
                row = rows[name]
                if not row.is_plain:
                    if _counts(row, element):
                        yield from self._attribute(element, name, row)
                    continue
                reference = (value if isinstance(value, str) else _joined(value)).strip(WHITE_SPACE)
                found = target(reference, uri)
                if found is None:
                    resolved, kind, valid, error, problem = judge(reference, self.base, new_request=row.new_request)
                else:
                    resolved, kind = found
                    valid, error, problem = True, None, None
                seen = goes(reference, url) if reference or address is None or not row.empty_is_page else address
                if by_browser:
                    resolved = seen
                elif seen == resolved:
                    seen = resolved  # one text in memory, not two
                line, column = place or element.position or NOWHERE
                if column is not None:
                    column += 1
                # What FoundReference's own constructor comes to, without its calls.
                known = (page, line, column, tag, name, reference, base, rule)
                yield _new(FoundReference, (*known, resolved, kind, valid, error, seen, None, problem))
            if tag == "style":
                yield from self._sheet(element)

    def _sheet(self, element: Element) -> Iterator[FoundReference]:
        for reference in css_references(element.text):
            yield self._row(element, None, reference, self.base, self.seen_base, _SHEET)

    def _attribute(self, element: Element, name: str, row: AttributeRow) -> Iterator[FoundReference]:
        base, seen_base = self.base, self.seen_base
        if row.how == "document":
            yield from self._frame(element, element.attr(name) or "")
            return
        if element.tag == "base":
            # HTML Standard, section 4.2.3: the href of any base element is read against the fallback base.
            base, seen_base = self.outer, self._seen_outer
        elif row.relative_to is not None and self.base.edition != "whatwg":
            codebase = element.attr(row.relative_to)
            if codebase is not None:
                base = base.inner(codebase.strip(WHITE_SPACE), "embedded")
        for reference in row.read()(element.attr(name) or ""):
            found = self._row(element, name, reference, base, seen_base, row)
            yield refused_base(found, base, self.base) if element == self.base_element else found

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


def _joined(value: list[str] | None) -> str:
    """The value of an attribute, if the parser made a list of tokens of it or it has no value."""
    return " ".join(value or ())


def _in_html(element: Element) -> bool:
    return element.namespace.value == "html"


def _counts(row: AttributeRow, element: Element) -> bool:
    """Whether the row's condition on another attribute holds."""
    return all((element.attr(name) or "").strip(WHITE_SPACE).lower() == value for name, value in row.when)
