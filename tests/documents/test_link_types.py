"""What a row says of a link besides its target: its types, whether robots may follow it, and its page."""

from __future__ import annotations

import csv
import io
from functools import partial
from typing import Any

import pytest

from support import command
from uriverse.documents import Document, FoundReference, links, opened

AT = "http://h/dir/page"
# The second is read from the parser's tree: an `a` in a table, outside of its cells, is moved before it.
AROUND = ["{}", "<table>{}</table>"]


def read(page: str, *headers: tuple[str, str], format: str | None = "html") -> list[FoundReference]:
    return list(links(Document("page", page.encode(), f"{AT}#f", format, headers=headers)))


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(
    ("rel", "types", "follow"),
    [
        ("", (), True),
        (" rel", (), True),
        (" rel=next", ("next",), True),
        (" rel='  Next\n NOFOLLOW '", ("next", "nofollow"), False),
        (" rel='nofollowing ugc'", ("nofollowing", "ugc"), True),
        (" rel='no&#102;ollow' rel=next", ("nofollow",), False),
        (" REL='É'", ("É",), True),
    ],
)
def test_the_link_types_of_an_element(around: str, rel: str, types: tuple[str, ...], follow: bool) -> None:
    """HTML Standard, 4.6.7: a set of words, compared ignoring US-ASCII case; 4.6.7.13, `nofollow`."""
    (row,) = read(around.format(f"<a{rel} href=x>y</a>"))
    assert (row.rel, row.follow, row.page) == (types, follow, AT)


def test_the_elements_that_have_link_types() -> None:
    """HTML Standard, 4.6.7: `a`, `area`, `form` and `link`; the attribute means nothing on another element."""
    page = "<link rel=canonical href=1><form rel=search action=2></form><map><area rel=tag href=3></map>"
    page += "<img rel=x src=4><svg><a rel='a b' href=5></a></svg><a rel=y href='a b'></a>"
    assert [row.rel for row in read(page)] == [("canonical",), ("search",), ("tag",), (), ("a", "b"), ("y",)]
    xhtml = "<html xmlns='http://www.w3.org/1999/xhtml'><head><link rel='up' href='x'/></head></html>"
    assert [row.rel for row in read(xhtml, format="xhtml")] == [("up",)]
    feed = "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='p2'/><id>urn:x</id></feed>"
    assert [row.rel for row in read(feed, format="xml")] == [("next",), ()]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(
    ("name", "content", "follow"),
    [
        ("robots", "nofollow", False),
        (" ROBOTS ", "Index, NoFollow", False),
        ("robots", "none", False),
        ("rob&#111;ts", "none", False),
        ("robots", "all", True),
        ("robots", "noindex", True),
        ("robots", "nofollowing", True),
        ("googlebot", "nofollow", True),
        ("description", "nofollow", True),
    ],
)
def test_the_robots_meta(around: str, name: str, content: str, follow: bool) -> None:
    """HTML Author's Guide to the Robots META tag: NONE is NOINDEX, NOFOLLOW; names and values in any case."""
    page = f"<img src=1>{around.format('<a href=2>x</a>')}<meta name='{name}' content='{content}'><p style='a:url(3)'>"
    assert [row.follow for row in read(page)] == [follow] * 3
    assert [row.follow for row in read(page + "<iframe srcdoc='<a href=4>'>")][3:] == [follow]


@pytest.mark.parametrize(
    ("fields", "follow"),
    [
        (["nofollow"], False),
        (["noindex", "none"], False),
        (["unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow"], False),
        (["max-snippet: 5"], True),
        (["otherbot: noindex, nofollow"], True),
        (["otherbot: noindex", "nofollow"], False),
    ],
)
def test_the_robots_field(fields: list[str], follow: bool) -> None:
    """Google's specification of X-Robots-Tag: a name before ":" is a robot's; the rest holds for every robot."""
    headers = [("Content-Type", "text/html"), *(("X-Robots-Tag", value) for value in fields)]
    rows = read("<a href=1><a href=2 rel=nofollow>", *headers, format=None)
    assert [row.follow for row in rows] == [follow, False]


def test_the_field_link_has_types() -> None:
    """RFC 8288, 3.3: relation types, separated by spaces, compared ignoring case. It takes one line to page on."""
    field = '<?page=3>; rel="next last"; rel=ignored, <?page=1>; rel=PREV, <a>'
    response = Document("r", b"", AT, headers=(("Link", field),))
    rows = list(links(response))
    assert [row.rel for row in rows] == [("next", "last"), ("prev",), ()]
    assert next((str(row.url) for row in links(response) if "next" in row.rel), None) == f"{AT}?page=3"


def test_the_page_of_a_row_in_a_container() -> None:
    """The Content-Location of a part (RFC 2557, 4.2); a part without one has none. A file has its own URI."""
    mail = (
        "Content-Type: multipart/related; boundary=B\n\n--B\nContent-Type: text/html\nContent-Location: http://h/a\n\n"
    )
    mail += "<a href=x>\n--B\nContent-Type: text/html\n\n<a href=http://i/>\n--B--\n"
    rows = list(links(Document("m", mail.encode(), format="mime")))
    assert [(row.element, row.page) for row in rows if row.attribute] == [("a", "http://h/a"), ("a", None)]
    assert {row.page for row in read("see http://x/", format="text")} == {AT}


def test_every_output_has_the_fields(tmp_path: Any) -> None:
    """JSON has a list, CSV words; Arrow a list, which Parquet files have too."""
    page = tmp_path / "a.html"
    page.write_text("<a rel='Next nofollow' href=x><a href='a b'>")
    run = partial(command.run, "links", str(page))
    assert [(row["rel"], row["follow"], row["page"]) for row in command.objects(run("--json"))] == [
        (["next", "nofollow"], False, page.as_uri()),
        ([], True, page.as_uri()),
    ]
    rows = list(csv.DictReader(io.StringIO(run("--csv").stdout)))
    assert [(row["rel"], row["follow"]) for row in rows] == [("next nofollow", "False"), ("", "True")]
    answers = run("--get", "{rel}|{follow}|{page}").stdout.splitlines()
    assert answers == [f"next nofollow|False|{page.as_uri()}", f"|True|{page.as_uri()}"]


def test_the_documents_of_an_archive_are_those_that_links_reads() -> None:
    """A crawler numbers them, and reads each again under that name."""
    mail = b"From a@b Sat Jan  3 01:05:34 1996\nSubject: x\nDate: y\n\nhttp://h/%d\n\n"
    box = Document("box", mail % 1 + mail % 2, format="mbox")
    names = [document.name for document in opened(io.BytesIO(box.data)) if isinstance(document, Document)]
    assert names == ["<stream>, message 1", "<stream>, message 2"]
    assert [row.reference for row in links(box)] == ["http://h/1", "http://h/2"]
