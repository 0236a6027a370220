"""Pages: the base that counts, every attribute of the table, and what a row says."""

from __future__ import annotations

import io

import pytest

import uriverse as uv
from uriverse.documents import Document, FoundReference, links
from uriverse.documents.readers.attributes import AttributeRow, attribute_rows
from uriverse.documents.readers.values import HOW

AT = "http://h/dir/page"


def rows(markup: str | bytes, *, base: str | None = AT, edition: uv.EditionId = "rfc3986") -> list[FoundReference]:
    data = markup if isinstance(markup, bytes) else markup.encode()
    return list(links(io.BytesIO(data), base=base, edition=edition))


def resolved(markup: str | bytes, *, base: str | None = AT, edition: uv.EditionId = "rfc3986") -> list[str | None]:
    """The targets of the references that don't stand on BASE itself."""
    return [row.resolved for row in rows(markup, base=base, edition=edition) if row.element != "base"]


@pytest.mark.parametrize(
    ("markup", "target"),
    [
        ("<base href=/b/><a href=x>", "http://h/b/x"),
        ("<a href=x><base href=/b/>", "http://h/b/x"),
        ("<base href=sub/><a href=x>", "http://h/dir/sub/x"),
        ("<base href=' /b/\n'><a href=x>", "http://h/b/x"),
        ("<base target=t><base href=/b/><base href=/c/><a href=x>", "http://h/b/x"),
        ("<!-- <base href=/b/> --><a href=x>", "http://h/dir/x"),
        ("<template><base href=/b/></template><a href=x>", "http://h/dir/x"),
        (
            "<template><div><template><base href=/b/></template></div></template><base href=/c/><a href=x>",
            "http://h/c/x",
        ),
        ("<svg><base href=/b/></svg><a href=x>", "http://h/dir/x"),
        ("<svg><template><base href=/b/></template></svg><a href=x>", "http://h/dir/x"),
        ("<script>'<base href=/b/>'</script><a href=x>", "http://h/dir/x"),
        ("<title><base href=/b/></title><a href=x>", "http://h/dir/x"),
        ("<table><tr><base href=/b/><td><a href=x>", "http://h/b/x"),
        ("<base href='javascript:1'><base href=/c/><a href=x>", "http://h/dir/x"),
        ("<base href='http://[bad'><a href=x>", "http://h/dir/x"),
        ("<base href=''><a href=x>", "http://h/dir/x"),
        ("<base href='/b/#f'><a href=x>", "http://h/b/x"),
        ("<div><template shadowrootmode=open><base href=/b/><a href=x></template></div>", "http://h/dir/x"),
    ],
)
def test_which_base_counts(markup: str, target: str) -> None:
    """The first BASE with an href in the document's own tree, resolved against the base around it."""
    assert resolved(markup) == [target]


def test_a_refused_base_is_reported() -> None:
    """The row of a BASE that cannot be one says why; a later BASE is listed, and changes nothing."""
    first, second, link = rows("<base href='javascript:1'><base href=/c/><a href=x>")
    assert (first.valid, first.resolved) == (True, "javascript:1")
    assert first.error == "refused as a base: HTML ignores a base of the scheme javascript"
    assert (second.resolved, second.error) == ("http://h/c/", None)
    assert (link.resolved, link.base_rule) == ("http://h/dir/x", "retrieval")


def test_a_row_says_everything() -> None:
    """Place, element, reference as decoded, base and the rule that chose it, target, kind."""
    (_, row) = rows('<!doctype html>\n<base href="/b/">\n<p>é <a\n class=x href=" c?a=1&amp;b ">')
    assert row == FoundReference(
        "<stream>",
        line=3,
        column=6,
        element="a",
        attribute="href",
        reference="c?a=1&b",
        base="http://h/b/",
        base_rule="embedded",
        resolved="http://h/b/c?a=1&b",
        kind="relative-path",
        valid=True,
        error=None,
        browser="http://h/b/c?a=1&b",
        follow=True,
        page="http://h/dir/page",
    )


def test_an_invalid_reference_says_where_and_why() -> None:
    """The error is one line with the place, the rule, its clause and a hint."""
    (row,) = rows("<a href='a b'>")
    assert (row.valid, row.resolved, row.kind) == (False, None, None)
    assert row.error is not None
    assert row.error.startswith("at 1: ' ' is not in segment-nz-nc (RFC 3986, section 3.3)")
    assert "%20" in row.error
    assert "\n" not in row.error


def test_without_any_base() -> None:
    """Absolute references stand for themselves; others are valid and say what they miss."""
    absolute, relative = rows("<a href='http://h/a'><a href=b>", base=None)
    assert (absolute.resolved, absolute.base, absolute.base_rule) == ("http://h/a", None, None)
    assert (relative.resolved, relative.valid) == (None, True)
    assert relative.error == "there is no base to resolve it against"
    (refused,) = rows("<a href=b>", base="mailto:x@y", edition="rfc2396")
    assert refused.error is not None
    assert "'mailto:x@y' was refused" in refused.error


def test_the_current_document_is_not_the_base() -> None:
    """RFC 2396, section 4.2: "#s" is in the current document, whatever BASE says; in RFC 3986 it is in the base."""
    page = "<base href=/b/><a href='#s'></a><a href=''></a><form action=''></form>"
    assert resolved(page) == ["http://h/b/#s", "http://h/b/", "http://h/b/"]
    assert resolved(page, edition="rfc2396") == [f"{AT}#s", AT, "http://h/b/"]
    assert resolved(page, edition="url-syntax-04") == [f"{AT}#s", AT, AT]
    assert resolved(page, edition="rfc1808") == ["http://h/b/#s", "http://h/b/", "http://h/b/"]


def test_what_resolves_beyond_the_grammar() -> None:
    """RFC 2396 refuses "?y" and its Appendix C resolves it: the row says both."""
    (row,) = rows("<a href='?y'>", edition="rfc2396")
    assert (row.valid, row.resolved) == (False, "http://h/dir/?y")
    assert row.error is not None


def test_an_element_that_the_tree_copies_gives_one_row() -> None:
    """An `a` that stays open over a paragraph's end is two elements in the tree and one in the source."""
    found = rows("<p><a href=1>x<p>y</a><p><a href=1>z</a>")
    assert [(row.reference, row.column) for row in found] == [("1", 4), ("1", 26)]


def test_an_element_without_a_tag_has_no_place() -> None:
    """Attributes of a second `html` tag join an element that no tag began."""
    (row,) = rows("<p><html manifest=m>")
    assert (row.line, row.column, row.attribute) == (None, None, "manifest")


def test_values_are_taken_apart() -> None:
    """Lists, refreshes and style sheets give one row a reference."""
    page = """<a ping="p q" href=r><img srcset="a 1x, b 2x"><object archive="c d"></object>
    <div><applet archive="e, f"></applet></div><meta http-equiv=" Refresh " content="5; url='g'">
    <meta http-equiv=refresh content=5><meta name=x content="5; url=no">
    <p style="background: url(h)"><style>@import "i"; b { c: url(j) }</style>
    <svg><rect fill="url(#k)"/><style>b { c: url(l) }</style></svg>"""
    found = [(row.element, row.attribute, row.reference) for row in rows(page)]
    assert found == [
        ("a", "ping", "p"),
        ("a", "ping", "q"),
        ("a", "href", "r"),
        ("img", "srcset", "a"),
        ("img", "srcset", "b"),
        ("object", "archive", "c"),
        ("object", "archive", "d"),
        ("applet", "archive", "e"),
        ("applet", "archive", "f"),
        ("meta", "content", "g"),
        ("p", "style", "h"),
        ("style", None, "i"),
        ("style", None, "j"),
        ("rect", "fill", "#k"),
        ("style", None, "l"),
    ]


def test_codebase_is_the_base_of_its_element() -> None:
    """HTML 4.01, 13.3: codebase is the base of classid, data and archive, and is itself read against the page's."""
    page = "<base href=/b/><object codebase=c/ data=d archive='e' classid='java:f' usemap='#m'></object>"
    found = {row.attribute: row.resolved for row in rows(page) if row.element == "object"}
    assert found == {
        "codebase": "http://h/b/c/",
        "data": "http://h/b/c/d",
        "archive": "http://h/b/c/e",
        "classid": "java:f",
        "usemap": "http://h/b/#m",
    }


def test_references_in_templates_and_noscript_count() -> None:
    """What scripts put into the page, and what stands there without scripts, are references of the page."""
    page = "<template><a href=1></template><noscript><img src=2></noscript><template><template><a href=3>"
    assert [row.reference for row in rows(page)] == ["1", "2", "3"]


def test_what_no_element_has_is_no_reference() -> None:
    """Comments, scripts, text areas and attributes of other elements hold none."""
    page = "<!-- <a href=1> --><script>'<a href=2>'</script><textarea><a href=3></textarea><p href=4 src=5 data=6>"
    assert rows(page) == []


def test_the_encoding_is_determined_as_browsers_do() -> None:
    """A byte order mark, then what the page says, then UTF-8 or windows-1252."""
    for data, reference in [
        ("\ufeff<a href=é>".encode("utf-16-le"), "é"),
        (b"<meta charset=windows-1251><a href='\xef'>", "\u043f"),
        (b"<a href='\xe9'>", "é"),
        ("<a href=é>".encode(), "é"),
    ]:
        assert [row.reference for row in rows(data)] == [reference]


def page_with(row: AttributeRow, value: str) -> str:
    """A page in which the row's attribute stands on its first element, where a parser leaves it."""
    tag = row.elements[0]
    tag = {"html": "p", "svg": "g", "math": "mi"}[row.namespace] if tag == "*" else tag
    extra = "".join(f' {name}="{needed}"' for name, needed in row.when)
    element = f'<{tag} {row.name}="{value}"{extra}>'
    around = {"frame": "<frameset>{}", "svg": "<svg>{}</svg>", "math": "<math>{}</math>"}
    if row.namespace != "html" and tag != row.namespace:
        return around[row.namespace].format(element)
    return around.get(tag, "{}").format(element) if row.namespace == "html" else element


@pytest.mark.parametrize("row", attribute_rows(), ids=lambda row: f"{row.namespace} {row.elements[0]} {row.name}")
def test_every_row_of_the_table_is_found(row: AttributeRow) -> None:
    """Each attribute of the table gives its reference, read as the table says."""
    values = {"css": "url(x)", "refresh": "5;url=x", "srcset": "x 1x", "document": "<a href=x>"}
    found = [(one.attribute, one.reference, one.resolved) for one in rows(page_with(row, values.get(row.how, "x")))]
    # A page in an attribute has references in attributes of its own.
    assert ("href" if row.how == "document" else row.name, "x", "http://h/dir/x") in found
    for element in row.elements:
        assert element == element.lower() or row.namespace != "html"


def test_the_table_is_whole() -> None:
    """No attribute of an element has two rows, and each is read in a way that there is."""
    seen = set()
    for row in attribute_rows():
        assert row.how in HOW
        assert row.clause
        for element in row.elements:
            key = (row.namespace, element, row.name)
            assert key not in seen, key
            seen.add(key)


@pytest.mark.parametrize("element", ["body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"])
def test_background_of_every_part_of_a_table(element: str) -> None:
    """Elements that only stand in tables keep their attributes there."""
    inner = {"tr": "<tbody>", "td": "<tr>", "th": "<tr>"}.get(element, "")
    page = f"<{element} background=x>" if element in ("body", "table") else f"<table>{inner}<{element} background=x>"
    assert resolved(page) == ["http://h/dir/x"]


def test_a_page_in_an_attribute() -> None:
    """HTML Standard, section 4.8.5: srcdoc's base is that of the page around it, unless it has a base of its own."""
    page = (
        "<base href=/b/>\n<iframe srcdoc=\"<a href=x><img src='y&amp;amp;z'>\"></iframe>"
        "<iframe srcdoc='<base href=c/><a href=x><iframe srcdoc=&quot;<a href=deep>&quot;></iframe>'></iframe>"
        "<a href=x>"
    )
    assert [(row.source, row.line, row.column, row.element, row.resolved) for row in rows(page)] == [
        ("<stream>", 1, 1, "base", "http://h/b/"),
        ("<stream>, srcdoc 1", 2, None, "a", "http://h/b/x"),
        ("<stream>, srcdoc 1", 2, None, "img", "http://h/b/y&z"),
        ("<stream>, srcdoc 2", 2, None, "base", "http://h/b/c/"),
        ("<stream>, srcdoc 2", 2, None, "a", "http://h/b/c/x"),
        ("<stream>, srcdoc 2, srcdoc 1", 2, None, "a", "http://h/b/c/deep"),
        ("<stream>", 2, 162, "a", "http://h/b/x"),
    ]


def test_a_page_in_an_attribute_of_xhtml() -> None:
    """The same in a page that is read as XML."""
    page = b'<html xmlns="http://www.w3.org/1999/xhtml"><iframe srcdoc="&lt;a href=x>"/></html>'
    (row,) = links(io.BytesIO(page), base="http://h/d/", format="xml")
    assert (row.source, row.resolved) == ("<stream>, srcdoc 1", "http://h/d/x")


XHTML = b"""<?xml version='1.0' encoding='Shift_JIS'?>
<?xml-stylesheet href="s.css?a&amp;b"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:l="http://www.w3.org/1999/xlink"><head><title/><script src="s.js"/>
<template><base href="http://no/"/></template><style>@import "i.css";</style></head><body xml:base="/b/">
<a href="a?\x93\xfa&nbsp;">x</a><p xml:base="c/"><iframe srcdoc="&lt;a href=f>"/></p><A href="no"/>
<svg xmlns="http://www.w3.org/2000/svg"><use l:href="#u"/></svg><x xmlns="urn:x" l:href="no"/></body></html>"""


def test_xhtml_is_read_by_a_parser_of_xml() -> None:
    """HTML Standard, section 14.2: `<title/>` is a whole element; XML Base, section 4.2: bases within it."""
    found = [
        *(
            ("s.css?a&b", "http://h/d/s.css?a&b"),
            ("s.js", "http://h/d/s.js"),
            ("http://no/", "http://no/"),
            ("i.css", "http://h/d/i.css"),
        ),
        *(("/b/", "http://h/b/"), ("a?日\xa0", "http://h/d/a?%93%FA%26%23160%3B"), ("c/", "http://h/b/c/")),
        *(("f", "http://h/b/c/f"), ("#u", "http://h/b/#u")),
    ]
    for document in (
        Document("d", XHTML, "http://h/d/p", "xhtml"),
        Document("d", XHTML, "http://h/d/p", headers=(("Content-Type", "application/xhtml+xml"),)),
        Document("d.xhtml", XHTML, "http://h/d/p"),
    ):
        read = list(links(document))
        assert [(row.reference, row.resolved if row.valid else row.browser) for row in read] == found
        # Browsers do not read xml:base.
        assert [row.browser for row in read if row.reference in ("f", "c/")] == ["http://h/d/c/", "http://h/d/f"]
        assert [row.resolved for row in links(document, edition="whatwg")][-2] == "http://h/d/f"


def test_xhtml_that_is_not_well_formed_is_tag_soup() -> None:
    page = Document("d", b"<html xmlns='http://www.w3.org/1999/xhtml'><title/><a href=x></html>", "http://h/", "xhtml")
    assert not list(links(page))
    page = page._replace(data=b"<html xmlns='http://www.w3.org/1999/xhtml'><br><a href=x></html>")
    assert [row.resolved for row in links(page)] == ["http://h/x"]
    base = b"<html xmlns='http://www.w3.org/1999/xhtml'><base href='/b/'/><base href='/c/'/><a href='x'/></html>"
    assert [row.resolved for row in links(page._replace(data=base))] == ["http://h/b/", "http://h/c/", "http://h/b/x"]


@pytest.mark.parametrize(
    ("reference", "target"),
    [("#nose", "urn:example:a#nose"), ("?q", "urn:example:a?q"), ("x", "urn:x"), ("", "urn:example:a")],
)
def test_a_base_without_a_hierarchy(reference: str, target: str) -> None:
    """RFC 3986, section 5.2.2, resolves against any base; RFC 2396 against none that is opaque, and the row says so."""
    page = f"<base href='urn:example:a'><a href='{reference}'>"
    assert rows(page)[-1].resolved == target
    assert rows(f"<a href='{reference}'>", base="urn:example:a")[-1].resolved == target
    first, _ = rows(page, edition="rfc2396")
    assert first.error == "refused as a base: its scheme has no hierarchy that a relative reference could use"
    assert first.problem == "base"
