"""The parser of XML: nothing outside the document is read, and its own entities expand within a bound.

Illustrator's SVG and OWL write namespaces and URIs as entities. An entity may use those that are declared before it,
so that its size is known when it is declared; no document has more references than "&"s.

    <!ENTITY a "ha"> <!ENTITY b "&a;&a;">      a has 2 characters, b has 4
    ... &b; ...                                five "&"s: no more than 5 * 4 characters can come of them
"""

from __future__ import annotations

import re
from typing import Final
from xml.parsers import expat

_USE: Final = re.compile(r"&([^#;&][^;&]*);")
# XML 1.0, section 4.6.
PREDEFINED: Final = {"lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": '"'}
# xml-stylesheet, section 3: pseudo-attributes.
_PSEUDO: Final = re.compile(r"""[\t\n\r ]href[\t\n\r ]*=[\t\n\r ]*(?:"([^"<]*)"|'([^'<]*)')""")


class Refused(Exception):
    """The document has what is not read."""


def bounded_parser(data: bytes, largest: int) -> expat.XMLParserType:
    """Return a parser that reads nothing outside the document, and whose entities expand to `largest` at most.

    Names of elements and attributes come as "namespace local prefix". Parsing raises `Refused` if the entities may
    expand to more.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.namespace_prefixes = True
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    sizes = dict.fromkeys(PREDEFINED, 1)
    uses = data.count(b"&")

    def declared(name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        if is_parameter or value is None:
            return
        size = len(value)
        for used in _USE.findall(value):
            if used not in sizes:
                raise Refused(f"its entity {name!r} uses {used!r}, which is not declared before it")
            size += sizes[used]
        sizes.setdefault(name, size)  # XML 1.0, section 4.2: "the first declaration encountered is binding"
        if size * uses > largest:
            raise Refused(f"its entity {name!r} may expand to more than {largest} characters")

    parser.EntityDeclHandler = declared
    return parser


def split_name(name: str) -> tuple[str, str, str]:
    """The namespace, the local name and the name as written, of "namespace local prefix"."""
    parts = name.split(" ")
    if len(parts) == 1:
        return "", name, name
    return parts[0], parts[1], f"{parts[2]}:{parts[1]}" if len(parts) > 2 else parts[1]


def style_sheet(target: str, data: str) -> str | None:
    """The reference in a processing instruction `xml-stylesheet`; None if it is another, or has none.

    >>> style_sheet("xml-stylesheet", 'type="text/css" href="a&amp;b"')
    'a&b'
    """
    match = _PSEUDO.search(f" {data}") if target == "xml-stylesheet" else None
    if match is None:
        return None
    return _USE.sub(lambda use: PREDEFINED.get(use[1], use[0]), match[1] or match[2] or "")
