"""XML: its references, each against the base that `xml:base` gives it; Atom, RSS and sitemaps among others.

XML Base (2nd edition), section 4.2, and RFC 3986, section 5.1.1: the base of an element is its own `xml:base`, else its
parent's, else the document's; an `xml:base` that is relative is read against the base around it. The references in an
element's attributes and in its text have the element's own base, those in a processing instruction the base of the
element that holds it.

Nothing outside the document is read, and nothing in it is multiplied: the parser is expat without external entities,
and a document that declares an entity is refused there and then, before it can be used. What stands before a fault in
the document gives rows; then comes one that names the fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from uriverse.documents.base import Base
from uriverse.documents.document import frame, html_piece
from uriverse.documents.readers.attributes import tables
from uriverse.documents.readers.css import references as css_references
from uriverse.documents.readers.values import WHITE_SPACE
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
from uriverse.documents.rows import FoundReference, Rows

if TYPE_CHECKING:
    from uriverse.documents.context import Context
    from uriverse.documents.document import Document

PIECE: Final = 1 << 16

# xml-stylesheet, section 3: pseudo-attributes.
_PSEUDO: Final = re.compile(r"""[\t\n\r ]href[\t\n\r ]*=[\t\n\r ]*(?:"([^"<]*)"|'([^'<]*)')""")
_CHARACTERS: Final = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}


class Refused(Exception):
    """The document has what is not read."""


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference of an XML document, in the document's order.

    Args:
        document: XML, no longer compressed.
        base: the base around it.
        context: the edition of the syntax, and the reader of HTML that stands in it.
    """
    events = Events(Rows(document, base, context.edition), context)
    data = memoryview(document.data)
    for start in range(0, len(data) + 1, PIECE):
        reason = events.feed(bytes(data[start : start + PIECE]), start + PIECE > len(data))
        for found in events.found:
            yield from found
        events.found.clear()
        if reason is not None:
            yield events.rows.failed(reason, events.place())
            return


class Element:
    """An element that is open: its name, its base and, if its text matters, the text so far."""

    __slots__ = ("base", "html", "name", "place", "shown", "text")

    def __init__(self, name: tuple[str, str], shown: str, base: Base, place: tuple[int, int]) -> None:
        self.name: tuple[str, str] = name
        self.shown: str = shown
        self.base: Base = base
        self.place: tuple[int, int] = place
        self.text: list[str] | None = None
        self.html: bool = False


class Events:
    """What expat tells of one document, made into rows.

    Attributes:
        found: the rows since the last piece, in groups that are made when their turn comes: each row may be as long as
            its base, so they are not in memory together.
    """

    def __init__(self, rows: Rows, context: Context) -> None:
        self.rows = rows
        self.context = context
        self.found: list[Iterator[FoundReference]] = []
        self.open: list[Element] = []
        self.root: str = ""
        self.frames: int = 0
        self.parser: expat.XMLParserType = expat.ParserCreate(namespace_separator=" ")
        self.parser.namespace_prefixes = True
        self.parser.buffer_text = True
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        handlers: dict[str, Callable[..., object]] = {
            "StartElementHandler": self._start,
            "EndElementHandler": self._end,
            "CharacterDataHandler": self._characters,
            "ProcessingInstructionHandler": self._instruction,
            "EntityDeclHandler": self._entity,
        }
        for name, handler in handlers.items():
            setattr(self.parser, name, handler)

    def feed(self, data: bytes, final: bool) -> str | None:
        """Read a piece; return the reason why no more is read, or None."""
        try:
            self.parser.Parse(data, final)
        except Refused as refusal:
            return str(refusal)
        except expat.ExpatError as failure:
            return f"it is not well-formed: {expat.ErrorString(failure.code)}"
        except (LookupError, ValueError) as failure:
            return f"its encoding is not known: {failure}"
        return None

    def place(self) -> tuple[int, int]:
        """The line and column where the parser stands."""
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, local, shown = _named(name)
        named = {_named(key)[:2]: (_named(key)[2], value) for key, value in attributes.items()}
        if not self.open:
            self.root = local
        outer = self.open[-1].base if self.open else self.rows.base
        place = self.place()
        base = outer
        own = named.pop((XML, "base"), None)
        if own is not None:
            text = own[1].strip(WHITE_SPACE)
            base = outer.inner(text, "embedded")
            self.found.append(iter((self.rows.base_row(text, place, shown, own[0], outer, base),)))
        element = Element((namespace, local), shown, base, place)
        self.open.append(element)
        vocabulary = self._vocabulary(namespace)
        for key, (called, value) in named.items():
            references = _references_in(vocabulary, element.name, key, value, named)
            self.found.append(self._rows(references, element, called))
            if key == ("", "srcdoc") and element.name == (XHTML, "iframe"):
                self.found.append(self._frame(value, element))
        if vocabulary is not None:
            self._expect_text(vocabulary, element, named)
        elif local == "style" and namespace in MARKUP:
            element.text = []

    def _vocabulary(self, namespace: str) -> Vocabulary | None:
        return vocabularies().get((namespace, "" if namespace else self.root))

    def _expect_text(
        self, vocabulary: Vocabulary, element: Element, named: dict[tuple[str, str], tuple[str, str]]
    ) -> None:
        local = element.name[1]
        kind = vocabulary.html.get(local)
        if local in vocabulary.text:
            # RSS 2.0, guid: isPermaLink "false" says that it is not a URL.
            if not (local == "guid" and named.get(("", "isPermaLink"), ("", ""))[1].lower() == "false"):
                element.text = []
        elif kind is not None and (kind == "" or named.get(("", "type"), ("", ""))[1] == kind):
            element.text, element.html = [], True

    def _characters(self, data: str) -> None:
        if self.open and self.open[-1].text is not None:
            self.open[-1].text.append(data)

    def _end(self, name: str) -> None:
        del name
        element = self.open.pop()
        text = "" if element.text is None else "".join(element.text)
        if not text.strip(WHITE_SPACE):
            return
        if element.name[0] in MARKUP:
            self.found.append(self._rows(css_references(text), element, None))
        elif not element.html:
            self.found.append(self._rows(iter((text.strip(WHITE_SPACE),)), element, None))
        elif "<" in text:
            self.found.append(self._html(text, element))

    def _rows(self, references: Iterator[str], element: Element, attribute: str | None) -> Iterator[FoundReference]:
        for reference in references:
            yield self.rows.row(reference, element.place, element.shown, attribute, base=element.base)

    def _html(self, text: str, element: Element) -> Iterator[FoundReference]:
        """The rows of HTML that an element has as its text, from the element's line on."""
        for row in self.context.rows(html_piece(text, self.rows.document), element.base):
            yield row._replace(line=element.place[0] + (row.line or 1) - 1, column=None)

    def _frame(self, text: str, element: Element) -> Iterator[FoundReference]:
        """The rows of a page that stands in an attribute, on the element's line."""
        self.frames += 1
        for row in self.context.rows(frame(text, self.rows.document, self.frames), element.base):
            yield row._replace(line=element.place[0], column=None)

    def _instruction(self, target: str, data: str) -> None:
        if target != "xml-stylesheet":
            return
        match = _PSEUDO.search(f" {data}")
        if match is not None:
            value = re.sub("|".join(_CHARACTERS), lambda each: _CHARACTERS[each[0]], match[1] or match[2] or "")
            base = self.open[-1].base if self.open else self.rows.base
            row = self.rows.row(value, self.place(), "?xml-stylesheet", "href", base=base)
            self.found.append(iter((row,)))

    def _entity(self, name: str, *_: object) -> None:
        raise Refused(f"it declares an entity, {name!r}, and entities are not read")


def _named(name: str) -> tuple[str, str, str]:
    """The namespace, the local name and the name as written, of "namespace local prefix", as expat tells them."""
    parts = name.split(" ")
    if len(parts) == 1:
        return "", name, name
    return parts[0], parts[1], f"{parts[2]}:{parts[1]}" if len(parts) > 2 else parts[1]


def _references_in(
    vocabulary: Vocabulary | None,
    element: tuple[str, str],
    attribute: tuple[str, str],
    value: str,
    named: dict[tuple[str, str], tuple[str, str]],
) -> Iterator[str]:
    """The references in an attribute's value."""
    if attribute in ANYWHERE:
        yield value.strip(WHITE_SPACE)
    elif attribute == (SCHEMA_INSTANCE, "schemaLocation"):
        # XML Schema part 1, 2.6.3: pairs of a namespace and a hint where its schema is.
        yield from value.split()
    elif element[0] in MARKUP:
        name = f"xlink:{attribute[1]}" if attribute[0] == XLINK else attribute[1]
        row = tables()[MARKUP[element[0]]].find(element[1], name)
        if row is not None and all(named.get(("", other), ("", ""))[1].lower() == said for other, said in row.when):
            yield from row.read()(value)
    elif attribute[0] == "" and (
        attribute[1] in ("href", "src") or (vocabulary is not None and vocabulary.holds(element[1], attribute[1]))
    ):
        # In every vocabulary these two names are taken to mean what they do in HTML, besides those that are described.
        yield value.strip(WHITE_SPACE)
