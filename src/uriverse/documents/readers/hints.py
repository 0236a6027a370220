"""Hints: references outside of links that a crawler may want. Their classes are data (hints.toml).

    <meta property=og:image content=a.png>     a row with the hint "open-graph"
    <script type=module>import "./a.js"        a row with the hint "module"

The content of an element may be a document of another format (JSON-LD is JSON); it is read as such, at the page's base.
"""

from __future__ import annotations

import json
import re
from _collections_abc import Callable, Iterator

from uriverse.documents.readers.values import HOW, WHITE_SPACE, is_url, single, spaces
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final
from uriverse.ground.records import dataclass, field
from uriverse.ground.tables import tables as prepared
from uriverse.text.schemes import Policy

if TYPE_CHECKING:
    from uriverse.documents.readers.elements import Element

# A module specifier in a script: ECMA-262, import and export declarations, import calls.
_SPECIFIER: Final = re.compile(r"""\b(?:import|from)\s*+\(?+\s*+(?:"([^"\\\n]*+)"|'([^'\\\n]*+)')""")
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*+)(?:"|\\?\Z)', re.DOTALL)
_REPORT_URI: Final = re.compile(r"(?:^|[;,])[ \t]*report-uri[ \t]([^;,]*)", re.I)
# Elements whose text is not prose.
NO_PROSE: Final = frozenset({"script", "style", "noframes", "noembed"})


@dataclass(frozen=True, slots=True)
class Hint:
    """A row of hints.toml."""

    hint: str
    clause: str
    names: list[str] = field(default_factory=list)
    elements: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    how: str = "single"
    parameter: str | None = None
    when: dict[str, list[str]] = field(default_factory=dict)

    def counts(self, element: Element) -> bool:
        """Whether the element's other attributes match the row."""
        for name, values in self.when.items():
            value = element.attr(name)
            if value is None or (values and value.strip(WHITE_SPACE).lower() not in values):
                return False
        return not self.types or (element.attr("type") or "").strip(WHITE_SPACE).lower() in self.types

    def read(self, value: str) -> Iterator[str]:
        """The non-empty references in a value."""
        return filter(None, _HOW[self.how](value))


@cache
def _table() -> dict[str, list[Hint]]:
    sections = prepared("documents/readers")["hints"].items()
    return {
        section: [Hint(**{"hint" if name == "class" else name: value for name, value in row.items()}) for row in rows]
        for section, rows in sections
    }


@cache
def _by_name(section: str) -> dict[str, list[Hint]]:
    """The rows of a section by attribute, field or member."""
    rows: dict[str, list[Hint]] = {}
    for row in _table()[section]:
        for name in row.names:
            rows.setdefault(name, []).append(row)
    return rows


def fields() -> dict[str, list[Hint]]:
    """Header fields of HTTP by lower-case name."""
    return _by_name("field")


def key(name: str, value: str) -> str | None:
    """The class of a member of JSON whose value is a relative reference, or None."""
    rows = _by_name("key").get(name)
    return rows[0].hint if rows and _is_relative(value) else None


def classes() -> frozenset[str]:
    """The classes of hints."""
    return frozenset(row.hint for rows in _table().values() for row in rows)


def in_attributes(element: Element) -> Iterator[tuple[str, str, Hint]]:
    """The references in an element's attributes that are hints: the attribute, the reference and the row."""
    rows = _by_name("attribute")
    for name in element.attrs:
        candidates = rows.get(name) or (rows["data-*"] if name.startswith("data-") else ())
        for row in candidates:
            if (element.tag in row.elements or "*" in row.elements) and row.counts(element):
                references = [*row.read(element.attr(name) or "")]
                yield from ((name, reference, row) for reference in references)
                if references:
                    break


def content_hint(element: Element, text: str) -> Hint | None:
    """The hint for a piece of an element's content, or None."""
    for row in _table()["content"]:
        prose = "*" in row.elements and element.tag not in NO_PROSE
        if (prose and ":" in text) or (element.tag in row.elements and row.counts(element)):
            return row
    return None


def _is_relative(text: str) -> bool:
    """Whether a value begins like a module specifier that HTML parses as a relative URL."""
    return text.startswith(("/", "./", "../")) and not any(map(str.isspace, text))


def _url(value: str) -> Iterator[str]:
    text = value.strip(WHITE_SPACE)
    if _is_relative(text) or is_url(text, Policy.of("registered")):
        yield text


def _urls(value: str) -> Iterator[str]:
    return (reference for text in spaces(value) for reference in _url(text))


def _members(text: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The strings below members with these names, each with the name of its innermost member."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    stack: list[tuple[str, bool, Any]] = [("", False, value)]
    while stack:
        name, counts, value = stack.pop()
        if isinstance(value, dict):
            stack += ((item, counts or item in names, value[item]) for item in reversed(value))
        elif isinstance(value, list):
            stack += ((name, counts, item) for item in reversed(value))
        elif isinstance(value, str) and counts:
            yield name, value


_HOW: Final[dict[str, Callable[[str], Iterator[str]]]] = {
    **HOW,
    "whole": single,
    "url": _url,
    "urls": _urls,
    "curie": lambda value: (text for text in single(value) if not text.startswith(("[", "_:"))),
    "specifiers": lambda text: (
        reference for match in _SPECIFIER.finditer(text) for reference in _url(match[1] or match[2] or "")
    ),
    "imports": lambda text: (
        reference for _, value in _members(text, ("imports", "scopes")) for reference in _url(value)
    ),
    "rules": lambda text: (value for name, value in _members(text, ("urls",)) if name == "urls"),
    "endpoints": lambda value: (url for name, url in _members(f"[{value}]", ("endpoints",)) if name == "url"),
    "quoted": lambda value: (re.sub(r"\\(.)", r"\1", match[1]) for match in _QUOTED.finditer(value)),
    "report-uri": lambda value: (token for match in _REPORT_URI.finditer(value) for token in match[1].split()),
}
# The contents that are documents, read by the reader of the format.
FORMATS_OF_CONTENT: Final = frozenset({"json", "html", "text"})
