"""What is taken from a page's source, without a tree, is what the parser finds; the parser builds browsers' trees."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from support.paths import ROOT
from uriverse._core import LinkRows, LinkWalk, StartTags
from uriverse.documents import Document, links
from uriverse.documents.readers.attributes import tables
from uriverse.documents.readers.elements import Elements, namespace, parse, source_elements
from uriverse.documents.readers.trees import tree_parts

if TYPE_CHECKING:
    from uriverse.documents.readers.elements import Element

# The elements that tree construction has rules for, and some that it has none for. Some stand twice.
ELEMENTS = (
    *("html", "head", "body", "base", "link", "meta", "title", "noscript", "noframes", "script", "style", "template"),
    *("caption", "col", "colgroup", "tbody", "td", "tfoot", "th"),
    *("thead", "tr", "table", "select", "option", "optgroup"),
    *("form", "textarea", "xmp", "iframe", "noembed", "frameset", "frame", "image", "plaintext", "svg", "math", "br"),
    *("a", "b", "i", "p", "div", "span", "li", "ul", "dd", "dt", "h1", "button", "nobr", "font", "applet", "object"),
    *("marquee", "pre", "input", "hr", "img", "area", "address", "section", "isindex", "param", "source", "ruby"),
    *("path", "g", "linearGradient", "use", "fecomponenttransfer", "title", "desc", "foreignObject", "svg", "svg"),
    *("center", "blockquote", "a", "a", "a", "table", "table", "td", "tr", "div", "p", "form", "body"),
)
ATTRIBUTES = (
    *("href=1", "src=2", "style='x:url(3)'", "background=4", "itemid=5", "action=6", "srcset=7", "content=8"),
    *("class=x", "http-equiv=refresh", "charset=utf-8", "charset=koi8-r", "cite=9", "profile=a", "manifest=b"),
    *("data=c", "href", 'HREF="d" href=e', "href='&amp;&copy=1&copy;&#x2f;&#128;&#0;&notit;&hellip'", "src='\n é\r\n'"),
    *("href = f/", "xlink:href=k", "fill=url(l)", "fill=none", "STYLE='color: red'", "requiredfeatures='m n'"),
    *("clip-path=&#117;rl(o)", "/href=g", "=href=h", "href=>i", 'href="j', "title='>'"),
)
BETWEEN = (
    *("text", " ", "\n", "\r\n", "é😀", "\0", "\r", "<", "</", "&amp;", "&#32;", "<!-- c -->", "<!-->", "<!--->"),
    *("<!--", "-->", "<!-- <a href=1> --!>", "<!doctype html>", "<!x>", "</>", "</ x>", "<?xml a?>", "<?a b>"),
    *("<![CDATA[<a href=1>]]>", "<script><!-- </script> --></script>", "<script><!--<script></script>--></script>"),
    *("<style>url(x)</style>", "<title><a href=1></title>", "<textarea></textarea x>", "<table><tr><td>"),
    "</td></tr></table>",
)
BEGINNINGS = (
    *(
        "",
        "<!doctype html>",
        "\ufeff<html itemid=4><head>",
        "<!doctype html><html manifest=1>\n<head profile=2><title>x</title>",
    ),
    "<html><head><meta charset=utf-8></head><body background=3>",
)
ENCODINGS = (None, None, None, "utf-8", "iso-8859-1", "utf-16", "koi8-r")


def page(seed: int) -> str:
    """A page of tags in random order."""
    chance = random.Random(seed)

    def piece() -> str:
        which = chance.random()
        if which < 0.5:
            attributes = "".join(f" {each}" for each in chance.sample(ATTRIBUTES, chance.choice((0, 0, 1, 1, 2))))
            return f"<{chance.choice(ELEMENTS)}{attributes}{chance.choice(('>', '>', '>', '/>', ' >'))}"
        if which < 0.75:
            return f"</{chance.choice(ELEMENTS)}{chance.choice(('>', '>', ' >', ' a=b>'))}"
        return chance.choice(BETWEEN)

    return chance.choice(BEGINNINGS) + "".join(piece() for _ in range(chance.randrange(30)))


def row_data(element: Element) -> tuple[Any, ...]:
    """What the rows of an element are made of."""
    # A second `html` or `body` gives its attributes to the first; they hold no references, or the parser was asked.
    is_whole = namespace(element) == "html" and element.tag not in ("html", "body")
    others = {name: element.attr(name) for name in element.attrs} if is_whole else None
    sheet = element.text if element.tag == "style" else ""
    return namespace(element), element.tag, references(element), others, element.position, sheet


def references(element: Element) -> list[tuple[str, list[str]]]:
    """The attributes that hold references, with these."""
    rows = tables()[namespace(element)].by_element[element.tag]
    values = [(name, rows[name], element.attr(name) or "") for name in element.attrs if name in rows]
    found = [(name, [value] if row.how == "document" else list(row.read()(value))) for name, row, value in values]
    return [(name, read) for name, read in found if read]


def has_rows(element: Element) -> bool:
    return element.tag == "style" or bool(references(element))


def walked(page: Elements) -> list[Element]:
    """The elements of a page. Without a base the walk leaves all of them to Python."""
    if not isinstance(page.elements, StartTags):
        return list(page.elements)
    walk = LinkWalk(page.elements, page=("", None, True), base=("", ""), uri=None, url=None, encoding="utf-8")
    return list(iter(partial(walk.write, LinkRows()), None))


def is_taken(data: bytes, encoding: str | None = None) -> bool:
    """Whether a page is taken from its source. If it is, the parser finds the same."""
    found = source_elements(Document("page", data, encoding=encoding))
    if found is None:
        return False
    tree = Elements(*tree_parts(parse(data, encoding), data))
    taken = [row_data(element) for element in walked(found) if has_rows(element)]
    assert taken == [row_data(element) for element in walked(tree) if has_rows(element)], data
    assert found.encoding == tree.encoding, data
    assert (found.base and found.base.position) == (tree.base and tree.base.position), data
    return True


def test_random_pages() -> None:
    """Half of them are taken, so that both answers are tried."""
    chance = random.Random(3986)
    taken = sum(is_taken(page(seed).encode(), chance.choice(ENCODINGS)) for seed in range(4000))
    assert 1000 < taken < 3500


# What may stand before a declaration of the encoding, with declarations.
HEADS = (
    *("<!doctype html>", "<!DOCTYPE html SYSTEM 'x'>", "<html>", "<html lang=en>", '<html lang="en" dir=ltr>'),
    *("<head>", "<html lang='>", '<html a=b"c d="e>', "<html\v>", "<head x>", "<title>t</title>", "<title>é</title>"),
    *("é", "\ufeff", "<meta charset=utf-8>", "<meta charset=utf-8/>", '<META\nCHARSET="UTF-8" />'),
    *("<meta charset=utf-8 x>", "\v", "<meta charset='koi8-r'>", "<meta\vcharset=utf-8>", "<!--", "-->", " ", "\n"),
    *("<link href=1>", "<a b='", "'>", "<script>'<meta charset=koi8-r>'</script>"),
    "<meta http-equiv=content-type content='text/html; charset=koi8-r'>",
)


def test_random_declarations() -> None:
    """The encoding is the parser's, also where the page is not given to it."""
    chance = random.Random(13)
    heads = ("".join(chance.choices(HEADS, k=chance.randrange(7))) for _ in range(4000))
    taken = sum(is_taken(f"{head}{' ' * chance.choice((0, 1024))}<a href='?é'>".encode()) for head in heads)
    assert 1000 < taken < 3500


@pytest.mark.parametrize("name", ["frames-1997.html", "library.html", "mistakes.html", "shop.html", "steam-1997.html"])
def test_mutated_pages(name: str) -> None:
    """Pages as people write them, with pieces that are missing, doubled and moved."""
    text = (ROOT / "examples" / name).read_bytes().decode("utf-8", "replace")
    chance = random.Random(name)
    is_taken(text.encode())
    for _ in range(40):
        pieces = text.replace("<", "\0<").split("\0")
        for _ in range(chance.randrange(1, 4)):
            start, end = sorted(chance.choices(range(len(pieces)), k=2))
            moved = pieces[start : min(end, start + 5)]
            del pieces[start : start + chance.choice((0, len(moved)))]
            at = chance.randrange(len(pieces) + 1)
            pieces[at:at] = moved * chance.choice((0, 1, 1))
        is_taken("".join(pieces).encode())


@pytest.mark.parametrize(
    "source",
    [
        "<!doctype html><html lang=en><head><title>t</title></head><body><a href=x>y</a></body></html>",
        "<a href=1>x<a href=2>y",  # The first is closed; its copies have no tag.
        "<p><a href=1>x<p>y",
        "<table><caption><a href=1></caption><tr><td><a href=2><th><img src=3></table><a href=4>",
        "<table><tr><td><table><td><a href=1></table><a href=2></td></tr></table>",
        "<template><a href=1></template><a href=2>",
        "<form action=1></form><form action=2>",
        "<select><option><option></select><a href=1>",
        "<td><a href=1></td>",  # A cell without a table is none.
        "<script>'<a href=1>'</script><style>@import '2'</style><textarea><a href=3></textarea><a href=4>",
        "<script><!-- </script><a href=1>",
        "<svg viewBox='0 0 1 1'><title>t</title><g fill=url(#1)><use xlink:href=#2 /></g></svg><a href=4>",
        "<svg><lineargradient href=1></svg><svg/><a href=2/><feMergeNode style='x: url(3)'>",
        "<p style='color: red'><p style='x: url(1)'><p style='x: url&#40;2)'><p style='@import \"3\"'>",
        "<noscript><link href=1></noscript><noscript><img src=2></noscript>",
        "<base href=1><base href=2>",
        "<body background=1>",
        "<p>x\r\n<a href='é'>",
        "<meta charset=utf-8>é<a href=1>",
    ],
)
def test_pages_that_are_taken(source: str) -> None:
    """Each element is where its tag is."""
    assert is_taken(source.encode(), "utf-8")


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        (
            "<table><tr><a href=1><td><a href=2></table>",
            "13.2.6.1, foster parenting: the first stands before the table",
        ),
        ("<table><td></td></p><a href=1></table>", "13.2.6.1, foster parenting"),
        ("<table><td><a href=1></tbody><a href=2>", "13.2.6.4.15: whether the cell ends depends on what began the row"),
        ("<form><form action=1>", "13.2.6.4.7: a form in a form is left out"),
        ("<p><body background=1>", "13.2.6.4.7: its attributes go to the body that is there"),
        ("<td background=1>", "13.2.6.4.7: a cell without a table is left out"),
        ("<select><a href=1>", "13.2.6.4.7: versions of the standard differ"),
        ("<select></p><option></select>", "13.2.6.4.7: versions of the standard differ"),
        ("<template><td></template>", "13.2.6.4.20: a template has its own mode"),
        ("<template><base href=1></template>", "4.2.3: its document is another"),
        ("<template><form action=1></template>", "13.2.6.4.7: no form element pointer there"),
        ("<svg><g><p></svg><a href=1>", "13.2.6.5: a tag of HTML ends the SVG"),
        ("<svg></div><a href=1></svg>", "13.2.6.5: a tag of HTML ends the SVG"),
        ("<svg><title><a href=1></title></svg>", "13.2.6.5: HTML integration points"),
        ("<p><b></p><svg><title>t</title><a href=1></svg>", "13.2.4.3: b is opened again in the title"),
        ("<svg><![CDATA[<a href=1>]]></svg>", "13.2.5.42: a section is text"),
        ("<svg><style><a href=1></style></svg>", "13.2.6.5: a style sheet of SVG has tags"),
        ("<math><mi href=1></math>", "13.2.6.5: foreign content"),
        ("<frameset><frame src=1></frameset>", "13.2.6.4.18: framesets"),
        ("<image src=1>", "13.2.6.4.7: it is an img"),
        ("<plaintext><a href=1>", "13.2.6.4.7: there are no tags after it"),
        ("<noscript><noscript style='x:url(1)'>", "13.2.6.4.5: the second is left out"),
        ("<head>&#32;<noscript><noscript style='x:url(1)'>", "13.2.6.4.4: a space does not begin the body"),
        ("<template>x</template><noscript><noscript style='x:url(1)'>", "13.2.6.4.20: nor does text in a template"),
        ("<template></body></template><noscript><noscript style='x:url(1)'>", "13.2.6.4.20: nor does an end tag there"),
        ("<body><noscript><noscript style='x:url(1)'>", "nothing is lost: pages have no such thing"),
        ("<script><!--<script></script><a href=1>--></script>", "13.2.5.27: a script in a comment of a script"),
        ("<?x <a href=1>", "13.2.5.6: where it ends depends on the version of the standard"),
        ("<a href=1>\r<a href=2>", "13.2.3.5: CR alone ends a line"),
        ("<a href='\0'>", "13.2.5: what becomes of NUL depends on the state"),
    ],
)
def test_pages_that_are_left_to_the_parser(source: str, rule: str) -> None:
    """What tree construction may change, by the clause that says so."""
    assert source_elements(Document("page", source.encode(), encoding="utf-8")) is None, rule


@pytest.mark.parametrize(
    ("data", "encoding", "taken"),
    [
        (b"<a href='?\xc3\xa9'>", "utf-8", True),
        (b"\xef\xbb\xbf<a href='?\xc3\xa9'>", "koi8-r", True),
        (b"<a href='?\xc3\xa9'>", None, True),
        (b"<a href=x>" + b"x" * 2000 + b"\xc3\xa9", None, True),
        (b"x" * 1023 + b"\xc3\xa9<a href=x>", None, True),
        (b"<a href='?\xc3'>", "utf-8", False),
        (b"<a href='?&eacute;'>", None, True),
        (b"<a href='?&eacute;'><meta charset=koi8-r>", None, False),
        (b"<a href='x'>" + b"x" * 2000 + b"<meta charset=iso-2022-jp>", None, False),
        ("<a href='x'>".encode("utf-16"), None, False),
        (b"<a href='x'>", "utf-16le", False),
    ],
)
def test_encodings(data: bytes, encoding: str | None, taken: bool) -> None:
    """UTF-8, and octets of US-ASCII where they mean the same."""
    assert is_taken(data, encoding) is taken


def test_positions() -> None:
    """Lines from 1, and columns in characters, as the parser counts them."""
    found = source_elements(Document("page", "\ufeff<p>\r\né😀 <a\n href=1>\n <a href=2> é <a href=3>".encode()))
    assert found is not None
    assert [element.position for element in walked(found)] == [(2, 3), (4, 1), (4, 14)]


@pytest.mark.parametrize(
    "piece", ["<a href=x>", "</", "<!--", "<table><td>", "<a x='", "<template>", "&amp", "<title></", "<a b"]
)
def test_time_is_linear(piece: str) -> None:
    """A megabyte of anything is read; a method that is quadratic in it would take minutes."""
    data = (piece * (1_000_000 // len(piece))).encode()
    rows = list(links(Document("page", data, "http://h/", "html")))
    assert len(rows) == (100_000 if piece == "<a href=x>" else 0)
