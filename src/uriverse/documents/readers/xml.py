"""XML: its references, each with the base of its `xml:base`; including Atom, RSS and sitemaps.

XML Base (2nd edition), section 4.2, and RFC 3986, section 5.1.1: the base of an element is its own `xml:base`, else its
parent's, else the document's; a relative `xml:base` is resolved against the base around it. References in an element's
attributes and text have the element's own base, those in a processing instruction the base of its parent.

The parser is expat. External entities are not read, and internal ones are bounded (`xml_parser.py`). If the document is
not well-formed, there is an error row, and a lenient parser reads the rest (`xml_recovery.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final
from xml.parsers import expat

from uriverse.documents.base import Base
from uriverse.documents.context import Context
from uriverse.documents.document import Document, frame, html_piece
from uriverse.documents.encodings import decode
from uriverse.documents.readers.attributes import tables
from uriverse.documents.readers.css import references as css_references
from uriverse.documents.readers.values import HAVE_TYPES, WHITE_SPACE, link_types
from uriverse.documents.readers.vocabularies import (
    ANYWHERE,
    MARKUP,
    SCHEMA_INSTANCE,
    XHTML,
    XLINK,
    XML,
    Vocabulary,
    vocabularies,
)
from uriverse.documents.readers.xml_parser import Refused, bounded_parser, split_name, style_sheet
from uriverse.documents.readers.xml_recovery import elements, recover
from uriverse.documents.rows import FoundReference, RowMaker, incomplete, refused_base

PIECE: Final = 1 << 16


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference of an XML document, in the document's order."""
    events = Events(RowMaker(document, base, context.edition), context)
    parser = events.parser()
    data = memoryview(document.data)
    for start in range(0, len(data) + 1, PIECE):
        reason = _parse_chunk(parser, bytes(data[start : start + PIECE]), start + PIECE > len(data))
        yield from events.rows_since()
        if reason is not None:
            yield from _rest_rows(reason, events.place(), Events(events.maker, context))
            return


def _parse_chunk(parser: expat.XMLParserType, data: bytes, final: bool) -> str | None:
    """Parse a chunk; return an error that ends parsing, or None."""
    try:
        parser.Parse(data, final)
    except Refused as refusal:
        return str(refusal)
    except expat.ExpatError as failure:
        return f"it is not well-formed: {expat.ErrorString(failure.code)}"
    except (LookupError, ValueError) as failure:
        return f"its encoding is not known: {failure}"
    return None


def _rest_rows(reason: str, place: tuple[int, int], events: Events) -> Iterator[FoundReference]:
    """Yield the row of an error, then the rows of the rest."""
    text, _ = decode(events.maker.document.data)
    if not reason.startswith("it is not well-formed") or not elements(text):
        yield events.maker.failed(reason, place)
        return
    yield incomplete(events.maker.document.name, reason, place)
    try:
        for end in recover(text, events, events.context.limits):
            if end > place:
                yield from events.rows_since()
            else:
                # The parser of XML has yielded these rows already.
                events.groups.clear()
    except Refused as refusal:
        yield events.maker.failed(str(refusal), events.place())
    yield from events.rows_since()


class Element:
    """An open element: its name, its base and, if needed, its text so far."""

    __slots__ = ("base", "html", "label", "name", "place", "text")

    def __init__(self, name: tuple[str, str], label: str, base: Base, place: tuple[int, int]) -> None:
        self.name: tuple[str, str] = name
        self.label: str = label
        self.base: Base = base
        self.place: tuple[int, int] = place
        self.text: list[str] | None = None
        self.html: bool = False


class Events:
    """Converts a parser's events to rows.

    `groups` has lazy groups of rows: each may be as long as its base, so they should not be in memory together.
    """

    def __init__(self, maker: RowMaker, context: Context) -> None:
        self.maker = maker
        self.context = context
        self.groups: list[Iterator[FoundReference]] = []
        self.open: list[Element] = []
        self.root: str = ""
        self.namespace: str = ""
        self.frames: int = 0
        self.place: Callable[[], tuple[int, int]] = lambda: (1, 1)

    def parser(self) -> expat.XMLParserType:
        """Create the parser for these events."""
        data, limits = self.maker.document.data, self.context.limits
        parser = bounded_parser(data, limits)
        self.place = lambda: (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.ProcessingInstructionHandler = self.instruction
        parser.ExternalEntityRefHandler = self._external
        return parser

    def rows_since(self) -> Iterator[FoundReference]:
        """Yield the rows since the last call."""
        for rows in self.groups:
            yield from rows
        self.groups.clear()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element, with a name for `split_name`."""
        namespace, local, label = split_name(name)
        by_name = {split_name(key)[:2]: (split_name(key)[2], value) for key, value in attributes.items()}
        if not self.open:
            self.root, self.namespace = local, namespace
        outer = self.open[-1].base if self.open else self.maker.base
        place = self.place()
        base = outer
        vocabulary = vocabularies().get((namespace, "" if namespace else self.root))
        if vocabulary is None and namespace == self.namespace:
            # RSS and sitemaps are written with other namespaces, too.
            vocabulary = vocabularies().get(("", self.root))
        if vocabulary is not None and vocabulary.relative_to and not self.open:
            base = outer = outer.inner(vocabulary.relative_to, "entity")
        base_attribute = by_name.pop((XML, "base"), None)
        if base_attribute is None and vocabulary is not None and vocabulary.base:
            base_attribute = by_name.pop(("", vocabulary.base), None)
        if base_attribute is not None:
            text = base_attribute[1].strip(WHITE_SPACE)
            base = outer.inner(text, "embedded")
            row = self.maker.row(text, place, label, base_attribute[0], base=outer)
            self.groups.append(iter((refused_base(row, outer, base),)))
        element = Element((namespace, local), label, base, place)
        self.open.append(element)
        for key, (called, value) in by_name.items():
            references = _references_in(vocabulary, element.name, key, value, by_name)
            if references:
                # RFC 4287, 4.2.7.2; RFC 5005, 3: "next" of a paged feed. XHTML and SVG have the attribute too.
                rel = link_types(by_name.get(("", "rel"), ("", None))[1]) if local in HAVE_TYPES else ()
                self.groups.append(self._rows(references, element, called, rel))
            if key == ("", "srcdoc") and element.name == (XHTML, "iframe"):
                self.groups.append(self._frame(value, element))
        if vocabulary is not None:
            self._expect_text(vocabulary, element, by_name)
        elif local == "style" and namespace in MARKUP:
            element.text = []

    def _expect_text(
        self, vocabulary: Vocabulary, element: Element, by_name: dict[tuple[str, str], tuple[str, str]]
    ) -> None:
        local = element.name[1]
        kind = vocabulary.html.get(local)
        if local in vocabulary.text:
            # RSS 2.0, guid: with isPermaLink "false" it is not a URL.
            if not (local == "guid" and by_name.get(("", "isPermaLink"), ("", ""))[1].lower() == "false"):
                element.text = []
        elif kind is not None and (kind == "" or by_name.get(("", "type"), ("", ""))[1] == kind):
            element.text, element.html = [], True

    def characters(self, data: str) -> None:
        if self.open and self.open[-1].text is not None:
            self.open[-1].text.append(data)

    def end(self, name: str) -> None:
        del name
        element = self.open.pop()
        text = "" if element.text is None else "".join(element.text)
        if not text.strip(WHITE_SPACE):
            return
        if element.name[0] in MARKUP:
            self.groups.append(self._rows(css_references(text), element, None))
        elif not element.html:
            self.groups.append(self._rows((text.strip(WHITE_SPACE),), element, None))
        elif "<" in text:
            self.groups.append(self._html(text, element))

    def _rows(
        self, references: Iterable[str], element: Element, attribute: str | None, rel: tuple[str, ...] = ()
    ) -> Iterator[FoundReference]:
        for reference in references:
            yield self.maker.row(reference, element.place, element.label, attribute, base=element.base, rel=rel)

    def _html(self, text: str, element: Element) -> Iterator[FoundReference]:
        """The rows of HTML in an element's text, with lines from the element's on."""
        for row in self.context.rows(html_piece(text, self.maker.document), element.base):
            yield row._replace(line=element.place[0] + (row.line or 1) - 1, column=None)

    def _frame(self, text: str, element: Element) -> Iterator[FoundReference]:
        """The rows of a page in an attribute, with the element's line."""
        self.frames += 1
        for row in self.context.rows(frame(text, self.maker.document, self.frames), element.base):
            yield row._replace(line=element.place[0], column=None)

    def instruction(self, target: str, data: str) -> None:
        reference = style_sheet(target, data)
        if reference is not None:
            base = self.open[-1].base if self.open else self.maker.base
            row = self.maker.row(reference, self.place(), "?xml-stylesheet", "href", base=base)
            self.groups.append(iter((row,)))

    def _external(self, context: str, base: str | None, system: str | None, public: str | None) -> int:
        del context, base
        reason = f"an entity in it is external: {system or public}"
        self.groups.append(iter((incomplete(self.maker.document.name, reason, self.place()),)))
        return 1


def _references_in(
    vocabulary: Vocabulary | None,
    element: tuple[str, str],
    attribute: tuple[str, str],
    value: str,
    by_name: dict[tuple[str, str], tuple[str, str]],
) -> Iterable[str]:
    """The references in an attribute's value; an empty tuple for an attribute without any."""
    if attribute in ANYWHERE:
        return (value.strip(WHITE_SPACE),)
    if attribute == (SCHEMA_INSTANCE, "schemaLocation"):
        # XML Schema part 1, 2.6.3: pairs of a namespace and the location of its schema.
        return value.split()
    if element[0] in MARKUP:
        name = f"xlink:{attribute[1]}" if attribute[0] == XLINK else attribute[1]
        row = tables()[MARKUP[element[0]]].find(element[1], name)
        if row is not None and all(by_name.get(("", other), ("", ""))[1].lower() == need for other, need in row.when):
            return row.read()(value)
    elif attribute[0] == "" and (
        attribute[1] in ("href", "src")
        or (vocabulary is not None and attribute[1] in vocabulary.attributes.get(element[1], ()))
    ):
        # In every vocabulary these two names are assumed to mean the same as in HTML.
        return (value.strip(WHITE_SPACE),)
    return ()
