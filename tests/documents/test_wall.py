"""The wall around readers: whatever a document's head or body says, it costs no other document a row."""

from __future__ import annotations

import codecs
import io
from pathlib import Path

import pytest

from support.hostile_heads import CHARSETS, run
from uriverse.documents import Document, FoundReference, links
from uriverse.documents.reading import reader
from uriverse.documents.rows import reason_of

NO_TEXT = ("hex", "rot13", "zlib", "uu", "quopri", "bz2", "base64", "punycode", "unicode_escape", "undefined", "idna")


@pytest.mark.parametrize("name", NO_TEXT)
@pytest.mark.parametrize("kind", ["text/html", "text/plain", "application/xml", "application/json"])
def test_codecs_that_are_not_charsets_are_not_known(name: str, kind: str) -> None:
    """Python's codecs between octets, and between texts, are none of the Encoding Standard's labels."""
    mail = f"Content-Type: {kind}; charset={name}\n\n<a href='http://h/x'/>".encode()
    rows = list(links(io.BytesIO(mail), format="mime"))
    assert [row.error for row in rows if row.problem == "charset"] == [f"its charset is not known: {name!r}"]


def test_python_has_these_codecs() -> None:
    """Otherwise the test before would ask nothing."""
    assert all(codecs.lookup(name) for name in NO_TEXT)
    assert len(CHARSETS) > 300


@pytest.mark.parametrize("seed", range(4))
def test_hostile_heads_and_bodies_cost_no_other_document(seed: int) -> None:
    """In mails, MHTML, mailboxes, responses, archives and files rows are whole, and the neighbours' are there."""
    assert run(seed, 500) == []


def test_an_exception_of_a_reader_is_a_row_of_its_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the middle of a document, and of a part of a mail; what came before it stays."""

    def broken(document: Document, *_: object) -> object:
        yield FoundReference(document.name, reference="before")
        raise ZeroDivisionError("by\nnothing")

    real = reader

    monkeypatch.setattr(
        "uriverse.documents.reading.reader", lambda format: broken if format.name == "css" else real(format)
    )
    mail = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/css\n\nx\n--b\n\nhttp://h/\n--b--"
    rows = list(
        links(Document("m", mail, format="mime"), Document("c", b"x", format="css"), Document("t", b"http://h/"))
    )
    assert [(row.source, row.reference, row.error) for row in rows] == [
        ("m, part 1", "before", None),
        ("m, part 1", None, "cannot be read: ZeroDivisionError: by nothing"),
        ("m, part 2", "http://h/", None),
        ("c", "before", None),
        ("c", None, "cannot be read: ZeroDivisionError: by nothing"),
        ("t", "http://h/", None),
    ]


def test_columns_have_the_same_rows() -> None:
    """As Arrow, too."""
    mail = b"Content-Type: text/html; charset=hex\n\n<a href=x>"
    rows = list(links(Document("m", mail, "http://h/", "mime")))
    table = links(Document("m", mail, "http://h/", "mime")).to_arrow().read_all()
    assert table["error"].to_pylist() == [row.error for row in rows] == [None, "its charset is not known: 'hex'"]


def test_reasons_are_one_line() -> None:
    """Where a system or an import says why, that is the reason; else the exception's name stands before it."""
    assert reason_of(MemoryError()) == "there is not enough memory for it"
    assert reason_of(FileNotFoundError(2, "No such file")) == "No such file"
    assert reason_of(ModuleNotFoundError("it needs\nthis")) == "it needs this"
    assert reason_of(KeyError("a")) == "KeyError: 'a'"


def test_warnings_of_the_pdf_parser_name_the_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Of many files nobody could tell which one is meant."""
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.4\nnothing")
    list(links(path))
    assert caplog.records
    assert all("broken.pdf" in record.getMessage() for record in caplog.records)
