"""The elements of an XHTML page, by a parser of XML (HTML Standard, section 14.2).

In XML `<title/>` is a whole element; an HTML parser would read the rest of the page as its text. A page that is not
well-formed is read as HTML. HTML's named character references are supported for every document type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import html5
from typing import Final
from xml.parsers import expat

from uriverse.documents.limits import Limits
from uriverse.documents.readers.values import WHITE_SPACE
from uriverse.documents.readers.vocabularies import MARKUP, XHTML, XLINK, XML
from uriverse.documents.readers.xml_parser import PREDEFINED, bounded_parser, split_name, style_sheet

_NAME: Final = re.compile(rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|&([A-Za-z][A-Za-z0-9]*+);", re.DOTALL)


class Scope:
    """The scope of an `xml:base`: its element and the descendants."""

    __slots__ = ("outer", "text")

    def __init__(self, outer: Scope | None, text: str) -> None:
        self.outer = outer
        self.text = text


class XmlElement:
    """An element for `html.Page`.

    Names of XLink and XML have the prefixes `xlink:` and `xml:`. Lines are from 1, columns from 0.
    """

    __slots__ = ("attrs", "namespace", "pieces", "position", "scope", "tag")

    def __init__(self, name: str, attributes: dict[str, str], position: tuple[int, int], outer: Scope | None) -> None:
        uri, self.tag, _ = split_name(name)
        self.namespace: str = MARKUP.get(uri, uri)
        self.attrs: dict[str, str] = {}
        for key, value in attributes.items():
            of, local, qualified = split_name(key)
            self.attrs[f"{'xlink' if of == XLINK else 'xml'}:{local}" if of in (XLINK, XML) else qualified] = value
        self.position = position
        base = self.attrs.get("xml:base")
        self.scope: Scope | None = outer if base is None else Scope(outer, base.strip(WHITE_SPACE))
        self.pieces: list[str] = []

    def attr(self, name: str) -> str | None:
        return self.attrs.get(name)

    @property
    def text(self) -> str:
        return "".join(self.pieces)


class XmlElements:
    """The elements of a page, in order.

    `base` is the first `base` that has an `href`, outside of templates (HTML Standard, section 4.2.3).
    """

    def __init__(self) -> None:
        self._elements: list[XmlElement] = []
        self.base: XmlElement | None = None
        self.robots: list[XmlElement] = []

    def __iter__(self) -> Iterator[XmlElement]:
        return iter(self._elements)

    @classmethod
    def read(cls, data: bytes, limits: Limits, *, texts: bool = False) -> XmlElements | None:
        """Read a page in UTF-8 or with a byte order mark; None if it is not well-formed.

        Only `style` has its text, unless `texts` is set: then all elements do, with child elements as line breaks.
        """
        page, opened = cls(), list[XmlElement]()
        data = _NAME.sub(_character_reference, data)
        parser = bounded_parser(data, limits)
        templates = 0

        def start(name: str, attributes: dict[str, str]) -> None:
            nonlocal templates
            place = parser.CurrentLineNumber, parser.CurrentColumnNumber
            element = XmlElement(name, attributes, place, opened[-1].scope if opened else None)
            if texts and opened:
                opened[-1].pieces.append("\n")
            opened.append(element)
            page._elements.append(element)
            if element.namespace == "html":
                templates += element.tag == "template"
                if element.tag == "meta" and "name" in element.attrs:
                    page.robots.append(element)
                if page.base is None and element.tag == "base" and "href" in element.attrs and not templates:
                    page.base = element

        def end(_: str) -> None:
            nonlocal templates
            element = opened.pop()
            templates -= element.namespace == "html" and element.tag == "template"

        def characters(text: str) -> None:
            if texts or opened[-1].tag == "style":
                opened[-1].pieces.append(text)

        def instruction(target: str, text: str) -> None:
            reference = style_sheet(target, text)
            if reference is not None:
                place = parser.CurrentLineNumber, parser.CurrentColumnNumber
                scope = opened[-1].scope if opened else None
                page._elements.append(XmlElement(f"{XHTML} ?xml-stylesheet", {"href": reference}, place, scope))

        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, characters
        parser.ProcessingInstructionHandler = instruction
        try:
            parser.Parse(data, True)
        except (expat.ExpatError, LookupError, ValueError):
            return None
        return page


def _character_reference(match: re.Match[bytes]) -> bytes:
    name = (match[1] or b"").decode("ascii")
    characters = None if name in PREDEFINED else html5.get(f"{name};")
    return match[0] if characters is None else "".join(f"&#{ord(letter)};" for letter in characters).encode("ascii")
