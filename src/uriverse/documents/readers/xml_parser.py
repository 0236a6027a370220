"""The parser of XML: it reads no external entities, and what a document declares adds a bounded number of characters.

Illustrator's SVG and OWL use entities for namespaces and URIs. An entity may only use entities that are declared before
it, so its size is known at its declaration; a document has at most as many entity references as "&"s.

    <!ENTITY a "ha"> <!ENTITY b "&a;&a;">      a has 2 characters, b has 4
    ... &b; ...                                five "&"s: they expand to at most 5 * 4 characters

Text is cheap, but each element in an entity and each default attribute of an element is an object. Their characters are
counted as if the document were written out:

    <!ENTITY c "<i/><i/>"> <!ATTLIST i b CDATA "x">
    ... &c;&c; ...                             four elements, <i b="x"/>

An element counts as 4 characters, an attribute as 5, a default by its name and value too; no element has fewer octets.
So a document without such declarations can only have as many as its octets.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final
from xml.parsers import expat

from uriverse.documents.limits import Limits

_USE: Final = re.compile(r"&([^#;&][^;&]*);")
# XML 1.0, section 4.6.
PREDEFINED: Final = {"lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": '"'}
# xml-stylesheet, section 3: pseudo-attributes.
_PSEUDO: Final = re.compile(r"""[\t\n\r ]href[\t\n\r ]*=[\t\n\r ]*(?:"([^"<]*)"|'([^'<]*)')""")
# The length of the shortest element, and of the shortest attribute.
_ELEMENT: Final = len("<i/>")
# A blank, a letter, "=" and two quotes.
_ATTRIBUTE: Final = 5
# What a short document may have: characters of text by entities, and when it is written out. A mail or an archive may
# have thousands of short documents, so these cost a few milliseconds.
SHORT_TEXT: Final = 1 << 20
SHORT: Final = 1 << 13


class Refused(Exception):
    """The document has declarations that are not allowed."""


def bounded_parser(data: bytes, limits: Limits) -> expat.XMLParserType:
    """Return a parser without external entities, whose declarations add a bounded number of characters.

    Names of elements and attributes have the form "namespace local prefix". Parsing raises `Refused` if the document
    exceeds a limit.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.namespace_prefixes = True
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    declarations = _Declarations(parser, data, limits)
    parser.EntityDeclHandler, parser.AttlistDeclHandler = declarations.entity, declarations.attribute
    parser.StartNamespaceDeclHandler = lambda _, namespace: check_namespace(namespace, limits)
    return parser


class _Declarations:
    """The declarations of a document, and what they add to it."""

    def __init__(self, parser: expat.XMLParserType, data: bytes, limits: Limits) -> None:
        self._parser = parser
        self._limits = limits
        self._uses = data.count(b"&")
        self._text = max(SHORT_TEXT, limits.growth * len(data))
        self._sizes = dict.fromkeys(PREDEFINED, 1)
        self._most = max(SHORT, limits.expansion * len(data))
        self._defaults, self._added = Counter[str](), Counter[str]()
        self._size = 0
        self._start: Any = None

    def entity(self, name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        if is_parameter or value is None:
            return
        size = len(value)
        for used in _USE.findall(value):
            if used not in self._sizes:
                raise Refused(f"its entity {name!r} uses {used!r}, which is not declared before it")
            size += self._sizes[used]
        self._sizes.setdefault(name, size)  # XML 1.0, section 4.2: "the first declaration encountered is binding"
        if size * self._uses > self._text:
            raise Refused(f"its entity {name!r} may expand to more than {self._text} characters")
        self._count()

    def attribute(self, element: str, name: str, kind: str, default: str | None, *_: object) -> None:
        """Handle the declaration of an attribute. The parser compares each default with those of its element."""
        del kind
        if default is None:
            return
        self._defaults[element] += 1
        if self._defaults[element] > self._limits.defaults:
            raise Refused(f"its element {element!r} has more than {self._limits.defaults} default attributes")
        self._added[element] += len(name) + len(default)
        self._count()

    def _count(self) -> None:
        """Begin to count elements. Documents without declarations, which are most, need not pay for it."""
        if self._start is None:
            self._start, self._parser.StartElementHandler = self._parser.StartElementHandler, self._element

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        self._size += _ELEMENT + _ATTRIBUTE * len(attributes) + self._added[split_name(name)[2]]
        if self._size > self._most:
            raise Refused(f"its entities and default attributes expand to more than {self._most} characters")
        self._start(name, attributes)


def check_namespace(namespace: str | None, limits: Limits) -> None:
    """Refuse a long namespace, which would be repeated in the name of each element."""
    if namespace is not None and len(namespace) > limits.namespace:
        raise Refused(f"the name of a namespace is longer than {limits.namespace} characters")


def split_name(name: str) -> tuple[str, str, str]:
    """Split "namespace local prefix" into the namespace, the local name and the original name."""
    parts = name.split(" ")
    if len(parts) == 1:
        return "", name, name
    return parts[0], parts[1], f"{parts[2]}:{parts[1]}" if len(parts) > 2 else parts[1]


def style_sheet(target: str, data: str) -> str | None:
    """The reference in a processing instruction `xml-stylesheet`, or None.

    >>> style_sheet("xml-stylesheet", 'type="text/css" href="a&amp;b"')
    'a&b'
    """
    match = _PSEUDO.search(f" {data}") if target == "xml-stylesheet" else None
    if match is None:
        return None
    return _USE.sub(lambda use: PREDEFINED.get(use[1], use[0]), match[1] or match[2] or "")
