"""PDF: the link annotations, the base of the catalogue, and files that are damaged."""

from __future__ import annotations

import io
import logging
import random
import re

import pytest
from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    DictionaryObject,
    NameObject,
    NullObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

from uriverse.documents import FoundReference, links


def read(data: bytes, base: str | None = "http://h/d/x.pdf") -> list[FoundReference]:
    return list(links(io.BytesIO(data), base=base, format="pdf"))


def dictionary(**entries: PdfObject) -> DictionaryObject:
    return DictionaryObject({NameObject(f"/{key}"): value for key, value in entries.items()})


def action(uri: PdfObject, **more: PdfObject) -> DictionaryObject:
    return dictionary(S=NameObject("/URI"), URI=uri, **more)


def link(**entries: PdfObject) -> DictionaryObject:
    rectangle = ArrayObject(NumberObject(each) for each in (0, 0, 9, 9))
    return dictionary(Type=NameObject("/Annot"), Subtype=NameObject("/Link"), Rect=rectangle, **entries)


def document(*pages: list[PdfObject], base: str | None = None, password: str | None = None) -> bytes:
    writer = PdfWriter()
    for entries in pages:
        page = writer.add_blank_page(100, 100)
        page[NameObject("/Annots")] = ArrayObject(writer._add_object(each) for each in entries)
    if base is not None:
        writer.root_object[NameObject("/URI")] = dictionary(Base=TextStringObject(base))
    if password is not None:
        writer.encrypt(password, algorithm="RC4-128")
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def test_a_string_of_octets_is_utf_8_if_it_may_be() -> None:
    """ISO 32000-2, 12.6.4.8: UTF-8 since PDF 2.0; 7.9.2.2: else PDFDocEncoding, or UTF-16 with a mark."""
    octets = [b"http://h/caf\xc3\xa9?q=\xc3\xbc", b"http://h/caf\xe9", b"\xfe\xff\0h\0:\0\xe9"]
    pages = document([link(A=action(ByteStringObject(each))) for each in octets])
    rows = list(links(io.BytesIO(pages), format="pdf", edition="whatwg"))
    assert [row.reference for row in rows] == ["http://h/café?q=ü", "http://h/café", "h:é"]
    assert rows[0].resolved == "http://h/caf%C3%A9?q=%C3%BC"


def text(value: str) -> TextStringObject:
    return TextStringObject(value)


def damaged(count: int) -> bytes:
    """A file whose objects stand one octet before their places."""
    offsets = re.compile(rb"([0-9]{10}) 00000 n")
    data = document([link(A=action(text("http://a/"))) for _ in range(count)])
    return offsets.sub(lambda match: b"%010d 00000 n" % (int(match[1]) + 1), data)


def test_of_the_parsers_warnings_ten_are_logged_and_the_others_counted(caplog: pytest.LogCaptureFixture) -> None:
    assert len(read(damaged(60))) == 60
    assert len(caplog.records) == 11
    assert re.fullmatch("'<stream>': [0-9]+ more warnings", caplog.records[-1].getMessage())


def test_a_program_without_logging_prints_no_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without any handler, logging would write to standard error."""
    monkeypatch.setattr(logging.root, "handlers", [])
    assert len(read(damaged(1))) == 1
    logging.getLogger("another").warning("said")
    assert capsys.readouterr().err == "said\n"


def test_link_annotations() -> None:
    """Page by page; actions in a chain, too; what is no URI action is none."""
    data = document(
        [
            link(A=action(text("http://a/"))),
            link(A=dictionary(S=NameObject("/GoTo"), D=text("here"))),
            link(A=action(text("b"), Next=action(text("c"), Next=ArrayObject([action(text("#d"))])))),
            dictionary(Subtype=NameObject("/Text"), A=action(text("http://not/"))),
        ],
        [],
        [link(A=action(ByteStringObject(b"http://e/%20")))],
    )
    assert [(row.element, row.attribute, row.reference, row.resolved) for row in read(data)] == [
        ("page 1", "/A/URI", "http://a/", "http://a/"),
        ("page 1", "/A/URI", "b", "http://h/d/b"),
        ("page 1", "/A/Next/URI", "c", "http://h/d/c"),
        ("page 1", "/A/Next/Next/URI", "#d", "http://h/d/x.pdf#d"),
        ("page 3", "/A/URI", "http://e/%20", "http://e/%20"),
    ]


def test_the_base_of_the_catalogue() -> None:
    """ISO 32000-2, 12.6.4.8: it is the base that the content embeds."""
    (row,) = read(document([link(A=action(text("b")))], base="http://c/d/"))
    assert (row.base, row.base_rule, row.resolved) == ("http://c/d/", "embedded", "http://c/d/b")


def test_what_is_not_as_it_should_be() -> None:
    """Entries of other kinds hold no reference."""
    strange = [NullObject(), NumberObject(1), link(), link(A=text("http://a/")), link(A=action(NumberObject(1)))]
    assert read(document([*strange, link(A=action(text("a b")))]))[0].valid is False


def test_an_action_that_follows_itself() -> None:
    looped = action(text("http://a/"))
    writer = PdfWriter()
    reference = writer._add_object(looped)
    looped[NameObject("/Next")] = reference
    page = writer.add_blank_page(100, 100)
    page[NameObject("/Annots")] = ArrayObject([writer._add_object(link(A=reference))])
    target = io.BytesIO()
    writer.write(target)
    rows = read(target.getvalue())
    assert {row.reference for row in rows} == {"http://a/"}
    assert len(rows) == 100


def test_encrypted_files() -> None:
    """Without a password for reading they are read, with one they say so."""
    (row,) = read(document([link(A=action(text("http://a/")))], password=""))
    assert row.reference == "http://a/"
    (row,) = read(document([link(A=action(text("http://a/")))], password="secret"))
    assert row.error == "cannot be read: it is encrypted, and needs a password"


@pytest.mark.parametrize("data", [b"", b"no pdf", b"%PDF-1.7\n", b"%PDF-1.7\n%%EOF"])
def test_no_pdf(data: bytes) -> None:
    (row,) = read(data)
    assert row.error is not None and row.error.startswith("cannot be read: ")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_damaged_files_give_an_answer() -> None:
    """Octets changed, cut out and cut off."""
    data = document([link(A=action(text("http://a/")))] * 3, base="http://c/")
    chosen = random.Random(8)
    for _ in range(60):
        damaged = bytearray(data)
        for _ in range(chosen.randint(1, 8)):
            damaged[chosen.randrange(len(damaged))] = chosen.randrange(256)
        cut = chosen.randrange(len(damaged))
        for row in read(bytes(damaged)) + read(data[:cut]) + read(data[: cut // 2] + data[cut:]):
            assert (row.reference is None) == (row.error is not None and row.error.startswith("cannot be read"))
