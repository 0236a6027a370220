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
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from uriverse.documents.attributes import tables
from uriverse.documents.base import Base
from uriverse.documents.references import FoundReference
from uriverse.documents.rows import Rows
from uriverse.documents.values import WHITE_SPACE
from uriverse.documents.vocabularies import ANYWHERE, MARKUP, SCHEMA_INSTANCE, XLINK, XML, Vocabulary, vocabularies

if TYPE_CHECKING:
    from uriverse import Edition, EditionId
    from uriverse.documents.document import Document

PIECE: Final = 1 << 16
# sitemaps.org: a sitemap "must be no larger than 50MB (52,428,800 bytes)" uncompressed.
LARGEST: Final = 52_428_800
GZIP: Final = b"\x1f\x8b"

# xml-stylesheet, section 3: pseudo-attributes.
_PSEUDO: Final = re.compile(r"""[\t\n\r ]href[\t\n\r ]*=[\t\n\r ]*(?:"([^"<]*)"|'([^'<]*)')""")
_CHARACTERS: Final = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}


class Refused(Exception):
    """The document has what is not read."""


def references(document: Document, base: Base, edition: EditionId | Edition) -> Iterator[FoundReference]:
    """Yield a row for each reference of an XML document, in the document's order.

    Args:
        document: XML, or XML compressed with gzip.
        base: the base around it.
        edition: the edition of the syntax.
    """
    rows = Rows(document, base, edition)
    try:
        data = expanded(document.data) if document.data.startswith(GZIP) else document.data
    except Refused as refusal:
        yield rows.failed(str(refusal))
        return
    reader = Reader(rows)
    for start in range(0, len(data) + 1, PIECE):
        reason = reader.feed(data[start : start + PIECE], start + PIECE > len(data))
        yield from reader.found
        reader.found.clear()
        if reason is not None:
            yield rows.failed(reason, reader.place())
            return


def expanded(data: bytes) -> bytes:
    """Decompress gzip, no further than a sitemap may be long.

    Raises:
        Refused: where it is longer, cut short or damaged.
    """
    whole, rest = b"", data
    while rest.startswith(GZIP):
        stream = zlib.decompressobj(31)
        try:
            whole += stream.decompress(rest, LARGEST + 1 - len(whole))
        except zlib.error as failure:
            raise Refused(f"its compression is damaged: {failure}") from None
        if len(whole) > LARGEST:
            raise Refused(f"it is longer than {LARGEST} octets")
        if not stream.eof:
            raise Refused("its compression ends too early")
        # RFC 1952, 2.2: a file is a series of members; zero octets may fill it up.
        rest = stream.unused_data
    return whole


class Element:
    """An element that is open: its name, its base and, where its text matters, the text so far."""

    __slots__ = ("base", "html", "name", "place", "shown", "text")

    def __init__(self, name: tuple[str, str], shown: str, base: Base, place: tuple[int, int]) -> None:
        self.name = name
        self.shown = shown
        self.base = base
        self.place = place
        self.text: list[str] | None = None
        self.html = False


class Reader:
    """One document's way through expat.

    Attributes:
        found: the rows since the last piece.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.found: list[FoundReference] = []
        self.open: list[Element] = []
        self.root = ""
        self.parser = expat.ParserCreate(namespace_separator=" ")
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
        """Read a piece; the reason why no more is read, or None."""
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
            base = outer.inner(own[1].strip(WHITE_SPACE), "embedded")
            row = self.rows.row(own[1].strip(WHITE_SPACE), place, shown, own[0], base=outer)
            if row.error is None and base.refused is not outer.refused:
                row = row._replace(error=f"refused as a base: {base.refused[-1].reason}")
            self.found.append(row)
        element = Element((namespace, local), shown, base, place)
        self.open.append(element)
        vocabulary = self._vocabulary(namespace)
        for key, (called, value) in named.items():
            for reference in _references_in(vocabulary, element.name, key, value, named):
                self.found.append(self.rows.row(reference, place, shown, called, base=base))
        if vocabulary is not None:
            self._expect_text(vocabulary, element, named)

    def _vocabulary(self, namespace: str) -> Vocabulary | None:
        return vocabularies().get((namespace, "" if namespace else self.root))

    def _expect_text(
        self, vocabulary: Vocabulary, element: Element, named: dict[tuple[str, str], tuple[str, str]]
    ) -> None:
        local = element.name[1]
        kind = vocabulary.html.get(local)
        if local in vocabulary.text:
            # RSS 2.0, guid: isPermaLink "false" says that it is no URL.
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
        if not element.html:
            self.found.append(self.rows.row(text.strip(WHITE_SPACE), element.place, element.shown, base=element.base))
        elif "<" in text:
            self._html(text, element)

    def _html(self, text: str, element: Element) -> None:
        """The rows of HTML that an element has as its text, from the element's line on."""
        from uriverse.documents import html

        # The mark tells the parser that it is UTF-8.
        piece = self.rows.document._replace(data=f"\ufeff{text}".encode("utf-8", "replace"), encoding=None)
        for row in html.references(piece, element.base, self.rows.edition):
            line = element.place[0] + (row.line or 1) - 1
            self.found.append(row._replace(line=line, column=None))

    def _instruction(self, target: str, data: str) -> None:
        if target != "xml-stylesheet":
            return
        match = _PSEUDO.search(f" {data}")
        if match is not None:
            value = re.sub("|".join(_CHARACTERS), lambda each: _CHARACTERS[each[0]], match[1] or match[2] or "")
            base = self.open[-1].base if self.open else self.rows.base
            self.found.append(self.rows.row(value, self.place(), "?xml-stylesheet", "href", base=base))

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
        vocabulary.holds(element[1], attribute[1]) if vocabulary is not None else attribute[1] in ("href", "src")
    ):
        # In a vocabulary that nobody described, these two names are taken to mean what they do in HTML.
        yield value.strip(WHITE_SPACE)
