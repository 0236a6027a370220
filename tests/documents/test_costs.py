"""Hostile documents of every format cost what their size allows, and a row names the limit that they exceed.

The shapes are those with which readers were made to take quadratic time, or hundreds of times that of ordinary text.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.linear import calls_of, costs_what_its_size_allows
from uriverse.documents import Document, FoundReference, Limits, links
from uriverse.documents.limits import DEFAULT


def read(name: str, data: bytes, limits: Limits = DEFAULT) -> list[FoundReference]:
    return list(links(Document(name, data, "http://h/"), limits=limits))


def defaults(count: int, name: bytes = b"a%d") -> bytes:
    """A document type with default attributes for the element `l`."""
    return b"<!DOCTYPE l [<!ATTLIST l " + b" ".join(name % at + b" CDATA 'v'" for at in range(count)) + b">]>"


def around(start: bytes, inner: bytes, size: int, end: bytes = b"</l>") -> bytes:
    """A start, as many elements as fit into half of the size, and an end."""
    return start + inner * (size // (2 * len(inner))) + end


ENTITY = b"<!DOCTYPE l [<!ENTITY e '%b'>]><l>"
XML: dict[str, Callable[[int], bytes]] = {
    "default attributes": lambda size: around(defaults(size // 30) + b"<l>", b"<l/>", size),
    "as many as allowed": lambda size: around(
        defaults(100) + b"<l>", b"<m/>", size, b"<l/>" * (size // 1000) + b"</l>"
    ),
    "defaults of one element": lambda size: defaults(size // 14) + b"<l/>",
    "namespaces by default": lambda size: around(defaults(size // 30, b"xmlns:a%d") + b"<l>", b"<l/>", size),
    "a long default": lambda size: around(
        b"<!DOCTYPE l [<!ATTLIST l a CDATA '%b'>]><l>" % (b"x" * (size // 2)), b"<l/>", size
    ),
    "a long namespace": lambda size: around(b"<l xmlns='%b'>" % (b"n" * (size // 2)), b"<l/>", size),
    "a long prefix": lambda size: around(b"<l xmlns:a='%b'>" % (b"n" * (size // 2)), b"<l a:b=''/>", size),
    "damaged": lambda size: around(b"<l xmlns='%b'>" % (b"n" * (size // 2)), b"<l/>", size, b"</m>"),
    "subsets without an end": lambda size: b"<l>&x;" + b"<![a" * (size // 4),
    "elements in an entity": lambda size: around(ENTITY % (b"<l/>" * (size // 8)), b"&e;", size),
    "references in an entity": lambda size: around(ENTITY % (b"<l src=''/>" * (size // 22)), b"&e;", size),
    "text in an entity": lambda size: around(ENTITY % (b"x" * (size // 2)), b"&e;", size),
}


@pytest.mark.parametrize(
    ("name", "shape"),
    [*(("x.xml", shape) for shape in XML), ("x.xhtml", "default attributes"), ("x.xhtml", "a long namespace")],
)
def test_xml_costs_what_its_size_allows(name: str, shape: str) -> None:
    costs_what_its_size_allows(lambda size: read(name, XML[shape](size)), 1_500)


def test_default_attributes_are_read_up_to_a_limit() -> None:
    """XML 1.0, section 3.3.2: "the application must behave as though the attribute were present"."""
    rows = read("x.xml", b"<!DOCTYPE l [<!ATTLIST l href CDATA 'd'>]><l><l/><l href='e'/></l>")
    assert [row.reference for row in rows] == ["d", "d", "e"]
    assert [row.error for row in read("x.xml", defaults(1000) + b"<l href='x'/>")] == [None]
    (row,) = read("x.xml", defaults(1001) + b"<l href='x'/>")
    assert row.error == "cannot be read: its element 'l' has more than 1000 default attributes"
    (row,) = read("x.xml", defaults(3) + b"<l href='x'/>", Limits(defaults=2))
    assert row.error == "cannot be read: its element 'l' has more than 2 default attributes"


@pytest.mark.parametrize("shape", ["default attributes", "elements in an entity", "namespaces by default"])
def test_a_document_that_would_be_long_if_it_were_written_out(shape: str) -> None:
    """Its elements and default attributes have at most four characters for each of its octets, or 8 KB."""
    expands = "its entities and default attributes expand to more than"
    for size, most in ((3_000, None), (1_000, 8192)):
        data = XML[shape](size)
        (row,) = read("x.xml", data)
        assert row.error == f"cannot be read: {expands} {most or 4 * len(data)} characters"
    (row,) = read("x.xhtml", data)
    assert row.error is not None
    assert row.error.startswith(
        "cannot be read wholly: it is read as HTML, because its entities and default attributes"
    )
    assert read("x.xml", data, Limits(expansion=1000)) == []


@pytest.mark.parametrize("end", [b"</l>", b"</m>"])
def test_the_name_of_a_namespace_has_a_limit(end: bytes) -> None:
    """Also in a document that is not well-formed. Each element's name begins with it."""
    start = b"<l xmlns='%b'><l href='x'/>"
    assert read("x.xml", start % (b"n" * 1000) + end)[0].reference == "x"
    row = read("x.xml", start % (b"n" * 1001) + end)[-1]
    assert row.error == "cannot be read: the name of a namespace is longer than 1000 characters"


MARKDOWN: dict[str, Callable[[int], bytes]] = {
    "images": lambda size: b"![" * (size // 2),
    "brackets and an end": lambda size: b"[" * size + b"]: x",
    "paragraphs": lambda size: (b"[" * 45 + b"\n\n") * (size // 47),
    "emphasis between": lambda size: b"[" * 90 + b"*a" * (size // 2),
    "images in images": lambda size: b"![" * 90 + b"*a*" * (size // 3) + b"](x)" * 90,
}


def ordinary(size: int) -> bytes:
    """Short paragraphs with links."""
    return b"Some words, [a link](http://h/x) and *others*.\n\n" * (size // 48)


@pytest.mark.parametrize("shape", MARKDOWN)
def test_markdown_costs_what_its_size_allows(shape: str) -> None:
    """And at most twenty times as much as ordinary text: brackets took hundreds of times as much."""
    costs_what_its_size_allows(lambda size: read("x.md", MARKDOWN[shape](size)), 150, memory=False)
    hostile = calls_of(lambda size: read("x.md", MARKDOWN[shape](size)), 2_400)
    assert hostile < 20 * calls_of(lambda size: read("x.md", ordinary(size)), 2_400)


@pytest.mark.parametrize("shape", ["images", "brackets and an end", "images in images"])
def test_brackets_take_a_bounded_number_of_steps(shape: str) -> None:
    """The parser of Markdown looks ahead for the end of each. The limit has a row, and other paragraphs are read."""
    last = read("x.md", MARKDOWN[shape](8_000) + b"\n\n[a](b)\n\n[c\n\n[d](e)")
    assert [row.reference for row in last if row.reference in ("b", "e")] == ["b", "e"]
    reason = "the brackets of a paragraph take more than 4 steps for each of its characters"
    assert last[-1].error == f"cannot be read wholly: {reason}"
    assert all(row.error is None for row in read("x.md", ordinary(8_000)))


def test_nested_brackets_are_read() -> None:
    """CommonMark 0.31, section 6.3: brackets in a link's text are balanced; an image may stand in a link."""
    text = b"[![a](b)](c) [d [e [f]]](g) [" + b"[" * 9 + b"x" + b"]" * 9 + b"](h) ![i ![j](k)](l)"
    rows = read("x.md", text)
    assert [(row.reference, row.error) for row in rows] == [(name, None) for name in ("c", "b", "g", "h", "l", "k")]


@pytest.mark.parametrize(("lines", "is_title"), [(100, True), (9_000, False)])
def test_a_definition_has_a_bounded_length(lines: int, is_title: bool) -> None:
    """A definition with a title is not a paragraph. The parser copies what it has read for each line of a title."""
    rows = read("x.md", b"[a]\n\n[a]: b\n'\n[x](y)\n" + b"c\n" * lines + b"'\n")
    assert [row.reference for row in rows] == (["b"] if is_title else ["b", "y"])


def test_the_steps_are_a_limit() -> None:
    data = (b"[" * 90 + b"](x)\n\n") * 4
    assert [row.reference for row in read("x.md", data, Limits(steps=400))] == ["x"] * 4
    assert read("x.md", data, Limits(steps=0))[-1].problem == "incomplete"
