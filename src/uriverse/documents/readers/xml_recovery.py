"""A lenient parser for XML that is not well-formed: it finds tags, attributes and text.

    <item><title>a &nbsp; b</title><link>http://h/?a=1&b=2</link>

XML parsers must stop at the undeclared entity. This parser decodes HTML's named characters and keeps any other "&". An
end tag closes all open elements inside its own; an unmatched end tag is ignored. An undeclared prefix is part of the
name. Each token begins at the end of the last one, so time is linear.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from html.entities import html5
from typing import Final, Protocol

from uriverse.documents.limits import Limits
from uriverse.documents.readers.vocabularies import XML
from uriverse.documents.readers.xml_parser import check_namespace
from uriverse.documents.rows import Places

_PATTERN: Final = r"""
      <!--.*?(?:-->|\Z)
    | <!\[CDATA\[(?P<cdata>.*?)(?:\]\]>|\Z)
    | <\?(?P<target>[^\s?>]*+)(?P<instruction>.*?)(?:\?>|\Z)
    | <!(?:[^<>\[]*+\[.*?\]\s*+>|[^<>]*+>?) # the first has an internal subset
    | </(?P<end>[^\s<>/]++)[^<>]*+>?
    | <(?P<start>[A-Za-z_:\u0080-\U0010ffff][^\s<>/="'&;]*+)(?P<attributes>(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+)[^<>]*+>?
    | (?P<text><?[^<]*+)
    """
_TOKEN: Final = re.compile(_PATTERN, re.DOTALL | re.VERBOSE)
# After the last end of a subset none is searched for: each "<![" would look through the rest of the document.
_WITHOUT_SUBSET: Final = re.compile(_PATTERN.replace(r"[^<>\[]*+\[.*?\]\s*+>|", ""), re.DOTALL | re.VERBOSE)
_END_OF_SUBSET: Final = re.compile(r"\]\s*+>")
# A name must not be preceded by another character of a name.
_ATTRIBUTE: Final = re.compile(r"""(?<![^\s/"'])([^\s=/<>"']++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>]++))""")
_REFERENCE: Final = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]*+));")


class Handlers(Protocol):
    """Handlers of events; names of elements and attributes are arguments for `split_name`."""

    place: Callable[[], tuple[int, int]]

    def start(self, name: str, attributes: dict[str, str], /) -> None:
        """Handle the start of an element."""

    def end(self, name: str, /) -> None:
        """Handle the end of the innermost element."""

    def characters(self, data: str, /) -> None:
        """Handle a piece of text."""

    def instruction(self, target: str, data: str, /) -> None:
        """Handle a processing instruction."""


def _tokens(text: str) -> Iterator[re.Match[str]]:
    last = max((match.start() for match in _END_OF_SUBSET.finditer(text)), default=-1)
    at = 0
    # The last match is empty, at the end of the text.
    while match := (_TOKEN if at < last else _WITHOUT_SUBSET).match(text, at):
        yield match
        if match.end() == at:
            return
        at = match.end()


def elements(text: str) -> bool:
    """Whether a text has a start tag."""
    return any(match["start"] for match in _tokens(text))


def recover(text: str, handlers: Handlers, limits: Limits) -> Iterator[tuple[int, int]]:
    """Call the handlers for a document; yield the line and column of each token's end, after its handlers."""
    places, at = Places(text), 0
    handlers.place = lambda: places.place(at)
    names: list[tuple[str, list[str]]] = []  # the open elements, each with the prefixes it declares
    count: Counter[str] = Counter()  # the number of open elements by name
    namespaces: dict[str, list[str]] = {"xml": [XML], "": [""]}

    def qualified(name: str, default: str) -> str:
        prefix, colon, local = name.rpartition(":")
        namespace = namespaces.get(prefix if colon else default, [""])[-1]
        return f"{namespace} {local} {prefix}".rstrip() if namespace and local else name

    def end() -> str:
        name, declared = names.pop()
        count[name] -= 1
        handlers.end(name)
        for prefix in declared:
            namespaces[prefix].pop()
        return name

    for match in _tokens(text):
        at = match.start()
        if match["cdata"] is not None or match["text"]:
            handlers.characters(match["cdata"] or _decoded(match["text"] or ""))
        elif match["target"]:
            handlers.instruction(match["target"], match["instruction"])
        elif match["end"] and count[match["end"]]:
            while end() != match["end"]:
                pass
        elif match["start"]:
            values = {
                attribute[1]: _decoded(attribute[attribute.lastindex or 1])
                for attribute in _ATTRIBUTE.finditer(match["attributes"])
            }
            declared = {key[6:]: value for key, value in values.items() if key == "xmlns" or key.startswith("xmlns:")}
            for prefix, namespace in declared.items():
                check_namespace(namespace, limits)
                namespaces.setdefault(prefix, []).append(namespace.replace(" ", ""))
            names.append((match["start"], list(declared)))
            count[match["start"]] += 1
            attributes = {
                qualified(key, "-"): value for key, value in values.items() if key[:6] not in ("xmlns", "xmlns:")
            }
            handlers.start(qualified(match["start"], ""), attributes)
            if match[0].endswith("/>"):
                end()
        yield places.place(match.end())
    while names:
        end()


def _decoded(text: str) -> str:
    return _REFERENCE.sub(_meant, text) if "&" in text else text


def _meant(reference: re.Match[str]) -> str:
    decimal, hexadecimal, name = reference.groups()
    if name is not None:
        return html5.get(f"{name};", reference[0])
    code = int(decimal or hexadecimal, 10 if decimal else 16)
    return chr(code) if 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else reference[0]
