"""`links(...).to_arrow()` has the rows that `links(...)` has, whichever of them the engine makes by itself."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.warcwriter import WARCWriter

from uriverse._core import LinkRows
from uriverse.cli.link_output import csv_line
from uriverse.documents import Document, FoundReference, Limits, links
from uriverse.documents.arrow import gathered

AT = "http://h/d/e?q#f"
# What page authors write, and what they should not.
TAGS = (
    *("<a href='x'>", "<a href=' ../y?z \n'>", "<a href>", "<a href=''>", "<a href='#f'>", "<a name=n>", "</a>", "<p>"),
    *("<a href='d e'>", "<a href='http://[x'>", "<a href='//other/%zz'>", "<a href='mailto:a@b'>", "<a href='\\g'>"),
    *("<a href='é?ж'>", "<a href='HTTP://H:80/..'>", "<a href='javascript:x'>", "<a href=q ping='r s' urn=t>", "<b>"),
    *("<img src=i srcset='a 1x, b 2x' usemap=' #m'>", "<img src=/i longdesc=l>", "<img href=no>", "<div src=no>"),
    *("<base href=/b/>", "<base>", "<base href='http://[x'>", "<link href=s imagesrcset=c>", "<form action>"),
    *("<table>", "<form action=''>", "<form action=k><button formaction=u>", "<td background=v>", "<tr>", "</table>"),
    *("<script src=w>", "<svg>", "</svg>", "<a xlink:href=x href=y>", "<path fill='url(#p)'>", "<math>", "</math>"),
    *("<mi href=m>", "<style>@import url(z)</style>", "<p style='background: url(c)'>", "<template>", "</template>"),
    *("<title>", "<iframe src=f srcdoc='<a href=g>'>", "</iframe>"),
    *("<object codebase=/o/ data=d classid=c archive='e f'>", "<meta http-equiv=refresh content='1;url=n'>"),
    *("<meta name=a content=b>", "<!--", "-->", "&amp;", "\0", "<select>"),
)


def both(*documents: Document | str, **options: Any) -> list[FoundReference]:
    """The rows, after their columns were found to hold the same."""
    rows = list(links(*documents, **options))
    table = links(*documents, **options).to_arrow().read_all()
    assert [FoundReference(**(row | {"rel": tuple(row["rel"])})) for row in table.to_pylist()] == list(
        map(storable, rows)
    )
    return rows


def page(data: bytes) -> Document:
    return Document("page", data, AT, "html")


def storable(row: FoundReference) -> FoundReference:
    """A row as Arrow can hold it: UTF-8."""
    return FoundReference(
        *(
            "".join("\ufffd" if "\ud800" <= each <= "\udfff" else each for each in value)
            if isinstance(value, str)
            else value
            for value in row
        )
    )


@given(pieces=st.lists(st.sampled_from(TAGS), max_size=25), encoding=st.sampled_from(("utf-8", "cp1251", "utf-16")))
def test_any_page(pieces: list[str], encoding: str) -> None:
    """Copies, foster parents, foreign trees, bases that come late: in the same order, with the same fields."""
    both(page("".join(pieces).encode(encoding, "replace")))


@pytest.mark.parametrize("edition", ["rfc1808", "rfc2396", "rfc3986", "rfc3987", "whatwg"])
def test_by_every_standard(edition: Any) -> None:
    """The engine makes the rows of some editions and Python those of others."""
    assert len(both(page("".join(TAGS).encode()), edition=edition)) > 20
    assert both(Document("no base", b"<a href=x><a href=http://h/>", None, "html"), edition=edition)[0].resolved is None


def test_more_rows_than_a_batch() -> None:
    """A page is cut into batches where one is full, also where Python makes every second row."""
    data = b"".join(b"<a href=%d><img src='%d x'>" % (at, at) for at in range(5_000))
    assert len(both(page(data))) == 10_000
    reader = links(page(data)).to_arrow()
    assert max(batch.num_rows for batch in reader) < 5_000


def test_rows_alone_and_in_batches() -> None:
    """Rows are put into batches that are not longer than others, and stay before the batch that follows them."""
    row, other = links(page(b"<a href=x><a href=y>"))
    (batch,) = links(page(b"<a href=z>")).to_arrow()
    batches = list(gathered([row] * 10_000 + [batch, other], ["reference"]))
    assert max(part.num_rows for part in batches) < 5_000
    assert [cell.as_py() for part in batches for cell in part["reference"]] == ["x"] * 10_000 + ["z", "y"]


@pytest.mark.parametrize("most", [0, 1, 2, 3, 4, 5])
def test_the_limit_of_rows(most: int) -> None:
    """A document has as many rows as the limit says, and one that says so if there are more."""
    data = b"<a href=1><a href='2 2'><img src=3 srcset='4 1x, 5 2x'>"
    rows = both(page(data), page(data), limits=Limits(references=most))
    assert len(rows) == 2 * (most + (most < 5))


def test_other_formats_and_archives() -> None:
    """Documents that hold documents, in one list, with what cannot be read."""
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True)
    for at in range(3):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: <l>; rel=next\r\n\r\n"
        content = head + "".join(TAGS).encode()
        record = writer.create_warc_record(
            f"http://{at}.example/",
            "response",
            io.BytesIO(content),
            length=len(content),
            warc_content_type="application/http; msgtype=response",
        )
        writer.write_record(record)
    rows = both(
        Document("a.warc.gz", out.getvalue()),
        Document("cut.warc.gz", out.getvalue()[:-60]),
        "no such file",
        Document("text", b"see http://h/ and <http://i/\xff>", None, "text"),
        Document("mail", b"From: a@b\nTo: c@d\nContent-Type: text/html\n\n<a href=x><a href=//y>", None, "mime"),
        Document("\udcff.md", b"[a](b) <a href=c>", AT, "markdown"),
        Document("\udcff.html", b"<a href=c><a href='d e'>", AT, "html"),
    )
    assert len({row.source for row in rows}) >= 9
    assert {row.problem for row in rows} >= {"unreadable", "incomplete", "syntax", None}


def test_the_columns_are_the_fields_of_a_row() -> None:
    """The two lists that have a row's fields say the same, in the same order."""
    rust, python = "crates/python/src/documents/rows.rs", "src/uriverse/documents/rows.py"
    assert tuple(LinkRows().finish().names) == FoundReference._fields, f"{rust} and {python} differ"


def test_columns_as_json() -> None:
    """The engine writes the lines that Python's encoder writes: RFC 8259 with all but US-ASCII escaped."""
    texts = ["".join(map(chr, range(1, 0x180))), "\u2028\uffff\U0001f600", '"\\/', ""]
    rows = [
        FoundReference(text, at or None, None, text, reference=text, resolved=text, valid=bool(at))
        for at, text in enumerate(texts)
    ]
    for fields in (1, 13, 15):
        made = LinkRows()
        assert all(map(made.append, rows))
        names = FoundReference._fields[:fields]
        wanted = "".join(json.dumps(dict(zip(names, row, strict=False))) + "\n" for row in rows)
        assert made.lines("json", fields) == (wanted.encode("ascii"), 1, 0, 0)


def test_columns_as_csv() -> None:
    """RFC 4180, section 2: fields with line breaks, commas and quotation marks are quoted, and no others."""
    texts = ["".join(map(chr, range(1, 0x180))), "a,b", "a\rb", '"', 'a""\n,"', "\n", " a", "", "\U0001f600"]
    rows = [
        FoundReference(text, at or None, None, text, reference=text, resolved=text if at else None, valid=bool(at % 3))
        for at, text in enumerate(texts)
    ]
    for fields in (2, 13, 15):
        made = LinkRows()
        assert all(map(made.append, rows))
        lines, *counts = made.lines("csv", fields) or (b"", -1, -1)
        values = [["" if value is None else str(value) for value in row[:fields]] for row in rows]
        assert list(csv.reader(io.StringIO(lines.decode(), newline=""))) == values
        assert (lines.decode(), *counts) == ("".join(map(csv_line, values)), 3, 0, 0)
        assert len(made) == 0
    made.append(FoundReference("a", error="cannot be read"))
    assert made.lines("json", 3) is None


def test_lines_count_what_is_refused_not_resolved_and_cut() -> None:
    made = LinkRows()
    for valid, resolved in ((True, "http://h/"), (True, None), (False, None), (False, "http://h/")):
        made.append(FoundReference("s", reference="x", valid=valid, resolved=resolved))
    made.append(FoundReference("s", reference="x", valid=True, resolved="http://h/", cut="excluded"))
    lines = made.lines("json", 1)
    assert lines is not None
    assert lines[1:] == (2, 1, 1)


def test_rows_or_columns() -> None:
    """What was begun as rows does not go on as columns; columns leave no rows."""
    found = links(page(b"<a href=x><a href=y>"))
    assert next(found).reference == "x"
    with pytest.raises(ValueError, match="rows were read before"):
        found.to_arrow()
    found = links(page(b"<a href=x>"))
    assert found.to_arrow().read_all().num_rows == 1
    assert list(found) == []
