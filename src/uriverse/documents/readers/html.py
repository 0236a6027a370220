"""HTML: the base in a page, and all its references.

The elements are those of browsers' trees, from a parser or from the source (`elements.py`), with scripts disabled, so
`noscript` is part of the page. References in a `template` count, because scripts insert them into the page; its `BASE`
does not. An element that tree construction copies (an `a` left open at the end of a paragraph) gives one row.

Each row also has the URL that a browser opens (`browser.py`), for every edition. The bases differ if `base` is not a
URI, and for HTML 4's `codebase`.

Memory is linear in the page, and nothing recurses, so any nesting is possible.
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator

from uriverse._core import LinkWalk, StartTags
from uriverse.documents.browser import Browser, address, browser_base
from uriverse.documents.document import frame, html_piece
from uriverse.documents.encodings import SURROGATE
from uriverse.documents.judging import Judge
from uriverse.documents.readers.attributes import AttributeRow, tables
from uriverse.documents.readers.css import references as css_references
from uriverse.documents.readers.elements import contents, elements_of, namespace
from uriverse.documents.readers.values import HAVE_TYPES, WHITE_SPACE, link_types
from uriverse.documents.rows import NOWHERE, FoundReference, link_row, refused_base
from uriverse.ground.argument_types import is_url_standard
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.records import replace
from uriverse.whatwg import URL

if TYPE_CHECKING:
    from uriverse._core import LinkRows
    from uriverse.documents.base import Base
    from uriverse.documents.context import Context
    from uriverse.documents.document import Document
    from uriverse.documents.readers.elements import Element, Elements
    from uriverse.documents.readers.hints import Hint
    from uriverse.documents.readers.xhtml import Scope

# Style sheets: their references are fetched, and their queries are UTF-8.
_SHEET: Final = AttributeRow("style", ("*",), "css", "CSS Values Level 4, section 4.5", new_request=True)
_SHEET_BROWSER: Final = Browser()
_STYLE_SHEET: Final = AttributeRow("href", ("?xml-stylesheet",), "single", "xml-stylesheet 1.0, section 3")
_HINT: Final = AttributeRow("", ("*",), "single", "hints.toml")
_XML_BASE: Final = AttributeRow("xml:base", ("*",), "single", "XML Base, 3.1; browsers do not read it")


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
    """Yield a row for each reference of a page, in the tree's order."""
    elements, row = elements_of(document, context.limits)
    page = Page(elements, document, base, context)
    yield from page.rows()
    if context.search.hints:
        yield from page.hints()
    if row is not None:
        yield row


class Page:
    """A parsed page, with its bases and judges."""

    def __init__(self, elements: Elements, document: Document, base: Base, context: Context) -> None:
        self.document = document
        self.source: str = document.name
        self.outer = base
        self._elements = elements
        self.base_element = elements.base
        self._encoding = elements.encoding
        self._browser_outer = browser_base(base)
        self.base: Base = base
        self.browser_base: Base = self._browser_outer
        if self.base_element is not None:
            href = (self.base_element.attr("href") or "").strip(WHITE_SPACE)
            self.base = _inner(base, href, self._encoding)
            self.browser_base = _inner(self._browser_outer, href, self._encoding)
        self._context = context
        self._browser = Browser(self._encoding)
        self._judge: Judge | Browser = self._browser
        if not is_url_standard(context.edition):
            self._judge = Judge(document, context.edition)
        self._frames = 0
        self._follow = elements.follow
        self._page = document.page
        self._scopes: dict[Scope | None, Base] = {None: self.base}

    def rows(self) -> Iterator[FoundReference | LinkRows]:
        """Yield the rows of the whole page, in batches."""
        elements = self._elements.elements
        if not isinstance(elements, StartTags):
            for element in elements:
                yield from self._rows_of(element)
            return
        # Without a base, and for a name that is not UTF-8, Python makes every row.
        uri = self._judge.fast_base(self.base)
        if SURROGATE.search(self.source):
            uri = None
        walk = LinkWalk(
            elements,
            page=("" if uri is None else self.source, self._page, self._follow),
            base=(str(uri), self.base.rule or ""),
            uri=uri,
            url=self.browser_base.uri if isinstance(self.browser_base.uri, URL) else None,
            encoding=self._encoding,
        )
        rows = self._context.buffer
        try:
            while (element := walk.write(rows)) is not None:
                for row in self._rows_of(element):
                    if not rows.append(row, mend=False):
                        yield rows
                        yield row
                    elif rows.is_full:
                        yield rows
        except Exception:
            yield rows
            raise
        yield rows

    def _rows_of(self, element: Element) -> Iterator[FoundReference]:
        table = tables().get(namespace(element))
        base = self.base
        scope: Scope | None = getattr(element, "scope", None)  # elements of XHTML have one
        if scope is not None and self._judge is not self._browser:
            outer = self._scopes[scope.outer]
            base = self._scopes.setdefault(scope, outer)
            if "xml:base" in element.attrs:
                base = self._scopes[scope] = outer.inner(scope.text, "embedded")
                base_row = self._row(element, "xml:base", scope.text, outer, self.browser_base, _XML_BASE)
                yield refused_base(base_row, outer, base)
        if element.tag == "?xml-stylesheet":
            yield self._row(element, "href", element.attr("href") or "", base, self.browser_base, _STYLE_SHEET)
        if table is None:
            return
        rows = table.by_element[element.tag]
        for name in element.attrs:
            row = rows.get(name)
            if row is None:
                continue
            if row.is_plain and not row.empty_is_page:
                reference = (element.attr(name) or "").strip(WHITE_SPACE)
                yield self._row(element, name, reference, base, self.browser_base, row)
            elif all((element.attr(name) or "").strip(WHITE_SPACE).lower() == value for name, value in row.when):
                yield from self._attribute(element, name, row, base)
        if element.tag == "style":
            for reference in css_references(element.text):
                yield self._row(element, None, reference, base, self.browser_base, _SHEET)

    def hints(self) -> Iterator[FoundReference]:
        """Yield the rows of the page's hints, in the tree's order."""
        from uriverse.documents.readers.hints import FORMATS_OF_CONTENT, content_hint, in_attributes

        for element, text in contents(self.document, self._context.limits):
            hints: Iterable[tuple[str | None, str, Hint]] = ()
            if text is None:
                hints = in_attributes(element)
            elif (hint := content_hint(element, text)) is not None:
                if hint.how in FORMATS_OF_CONTENT:
                    yield from self._content(element, text, hint)
                    continue
                hints = ((None, reference, hint) for reference in hint.read(text))
            for attribute, reference, hint in hints:
                row = self._row(element, attribute, reference, self.base, self.browser_base, _HINT)
                yield row._replace(hint=hint.hint)

    def _content(self, element: Element, text: str, hint: Hint) -> Iterator[FoundReference]:
        """The rows of a document in an element's content, with the line of the element."""
        line, tag = (element.position or NOWHERE)[0], element.tag
        piece = html_piece(text, self.document)._replace(format=hint.how)
        for row in self._context.rows(piece, self.base):
            if row.reference is not None:
                name = row.element if hint.how == "html" else tag
                follow = self._follow and row.follow
                yield row._replace(line=line, column=None, element=name, hint=hint.hint, follow=follow)

    def _attribute(self, element: Element, name: str, row: AttributeRow, base: Base) -> Iterator[FoundReference]:
        seen_base = self.browser_base
        if row.how == "document":
            yield from self._frame(element, element.attr(name) or "", base)
            return
        if element.tag == "base" and namespace(element) == "html":
            # HTML Standard, section 4.2.3: the href of any base element is relative to the fallback base.
            base, seen_base = self.outer, self._browser_outer
        elif row.relative_to is not None and not is_url_standard(self.base.edition):
            codebase = element.attr(row.relative_to)
            if codebase is not None:
                base = base.inner(codebase.strip(WHITE_SPACE), "embedded")
        for reference in row.read()(element.attr(name) or ""):
            link = self._row(element, name, reference, base, seen_base, row)
            if not reference and row.empty_is_page:
                link = self._page_row(link)
            yield refused_base(link, base, self.base) if element == self.base_element else link

    def _page_row(self, row: FoundReference) -> FoundReference:
        """The row of an empty reference that a browser resolves to the page's own URL."""
        page = address(self.document)
        if page is None:
            return row
        return row._replace(resolved=page if self._judge is self._browser else row.resolved, browser=page)

    def _frame(self, element: Element, content: str, around: Base) -> Iterator[FoundReference]:
        """The rows of a page in an attribute, with the line of its element."""
        self._frames += 1
        line = (element.position or NOWHERE)[0]
        if around.text != self.browser_base.text:
            around = replace(around, browser=self.browser_base.text)
        for row in self._context.rows(frame(content, self.document, self._frames), around):
            yield row._replace(line=line, column=None, follow=self._follow and row.follow, page=self._page)

    def _row(
        self,
        element: Element,
        attribute: str | None,
        reference: str,
        base: Base,
        seen_base: Base,
        row: AttributeRow,
    ) -> FoundReference:
        line, column = element.position or NOWHERE
        browser = self._browser if row.how != "css" else _SHEET_BROWSER
        judge = browser if self._judge is self._browser else self._judge
        verdict = judge(reference, base, new_request=row.new_request)
        place = (line, None if column is None else column + 1)
        url = browser.target(reference, seen_base.uri if isinstance(seen_base.uri, URL) else None)
        rel = link_types(element.attr("rel")) if element.tag in HAVE_TYPES else ()
        return link_row(
            self.source, place, element.tag, attribute, reference, base, verdict, url,
            rel=rel, follow=self._follow, page=self._page,
        )  # fmt: skip


def _inner(base: Base, text: str, encoding: str) -> Base:
    """The base of a `base` element.

    HTML Standard, section 4.2.3, "set the frozen base URL": a URL whose scheme is `data` or `javascript` is refused.
    """
    inner = base.inner(text, "embedded", encoding=encoding)
    if inner.text is not None and inner is not base and inner.refused is base.refused:
        scheme = inner.text.partition(":")[0].lower()
        if scheme in ("data", "javascript"):
            return base.refuse(text, "embedded", f"HTML ignores a base of the scheme {scheme}")
    return inner
