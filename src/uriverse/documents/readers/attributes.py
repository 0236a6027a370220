"""The table of attributes that hold references, read from html-attributes.toml.

The data file describes the columns. This module builds lookup tables for the reader's inner loop: from an element of a
namespace and an attribute's name to its row.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterator

from uriverse.documents.readers.values import HOW
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import dataclass, field
from uriverse.ground.tables import tables as prepared

NAMESPACES: Final = ("html", "svg", "math")


@dataclass(frozen=True, slots=True)
class AttributeRow:
    """One attribute that holds references.

    `is_plain`: its value is always one reference, resolved against the page's base after stripping.
    """

    name: str
    elements: tuple[str, ...]
    how: str
    clause: str
    namespace: str = "html"
    strip: bool = True
    new_request: bool = False
    relative_to: str | None = None
    when: tuple[tuple[str, str], ...] = ()
    empty: str = "base"

    is_plain: bool = field(init=False)
    empty_is_page: bool = field(init=False)

    def __post_init__(self) -> None:
        alone = self.how == "single" and self.strip and self.relative_to is None and not self.when
        # The href of a base element is not relative to the page's base.
        object.__setattr__(self, "is_plain", alone and "base" not in self.elements)
        object.__setattr__(self, "empty_is_page", self.empty == "page")

    @property
    def needed(self) -> str:
        """The rarest attribute that the row requires: many META elements have content, few have a refresh."""
        return self.when[0][0] if self.when else self.name

    def read(self) -> Callable[[str], Iterator[str]]:
        """The function that splits a value."""
        return HOW[self.how] if self.strip else lambda value: iter((value,))


@cache
def attribute_rows() -> tuple[AttributeRow, ...]:
    """The table, in the data file's order."""
    return tuple(
        AttributeRow(**{**row, "elements": tuple(row["elements"]), "when": tuple(row.get("when", {}).items())})
        for row in prepared("documents/readers")["html-attributes"]["attribute"]
    )


class _ByElement(dict[str, dict[str, AttributeRow]]):
    """The rows of each element's attributes by name; by default those for every element."""

    def __init__(self, default: dict[str, AttributeRow]) -> None:
        self.default = default

    def __missing__(self, element: str) -> dict[str, AttributeRow]:
        return self.default


class AttributeTable:
    """The rows of one namespace, found by element and attribute."""

    def __init__(self, namespace: str) -> None:
        self._by_name: dict[str, dict[str, AttributeRow]] = {}
        for row in attribute_rows():
            if row.namespace == namespace:
                self._by_name.setdefault(row.name, {}).update(dict.fromkeys(row.elements, row))
        self.names: frozenset[str] = frozenset(self._by_name)

        self.by_element: _ByElement = _ByElement(
            {name: rows["*"] for name, rows in self._by_name.items() if "*" in rows}
        )
        for name, rows in self._by_name.items():
            for element, row in rows.items():
                if element != "*":
                    self.by_element.setdefault(element, dict(self.by_element.default))[name] = row

    def find(self, element: str, attribute: str) -> AttributeRow | None:
        elements = self._by_name.get(attribute)
        return None if elements is None else elements.get(element) or elements.get("*")


@cache
def tables() -> dict[str, AttributeTable]:
    """The tables by namespace."""
    return {namespace: AttributeTable(namespace) for namespace in NAMESPACES}


# The attributes of nearly all references in pages.
COMMON: Final = ("href", "src")


@cache
def common_rows() -> dict[str, AttributeRow]:
    """For each tag of HTML the row of its common attribute, if no other attribute matters."""
    return {
        element: row
        for row in attribute_rows()
        if row.namespace == "html" and row.name in COMMON and row.is_plain and not row.empty_is_page
        for element in row.elements
    }


@cache
def common_names() -> dict[str, str]:
    """For each tag of `common_rows` the attribute's name."""
    return {tag: row.name for tag, row in common_rows().items()}


@cache
def marked() -> tuple[str, ...]:
    """CSS selectors of the elements whose attributes are read one by one, and of foreign elements.

    The parser evaluates a selector for a whole page, so Python never visits the other elements.

    >>> "[srcset]" in marked(), "base[href]" in marked(), "a[href]" in marked()
    (True, True, False)
    """
    selectors = {"style", "svg", "math"}
    for row in attribute_rows():
        if row.namespace == "html" and row.name in COMMON:
            selectors |= {f"{element}[{row.name}]" for element in row.elements if common_rows().get(element) is not row}
        elif row.namespace == "html":
            selectors.add(f"[{row.needed}]")
    return tuple(sorted(selectors))


@cache
def any_of(selectors: tuple[str, ...]) -> str:
    """A selector that matches any of some selectors."""
    return f":is({', '.join(selectors)})"
