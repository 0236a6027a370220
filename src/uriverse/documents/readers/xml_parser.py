"""The parser of XML: it reads no external entities, and the expansion of internal ones is bounded.

Illustrator's SVG and OWL use entities for namespaces and URIs. An entity may only use entities that are declared before
it, so its size is known at its declaration; a document has at most as many entity references as "&"s.

    <!ENTITY a "ha"> <!ENTITY b "&a;&a;">      a has 2 characters, b has 4
    ... &b; ...                                five "&"s: they expand to at most 5 * 4 characters
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
    """The document has entities that are not allowed."""


def bounded_parser(data: bytes, largest: int) -> expat.XMLParserType:
    """Return a parser without external entities, whose internal ones expand to at most `largest` characters.

    Names of elements and attributes have the form "namespace local prefix". Parsing raises `Refused` if the entities
    may expand to more.
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
