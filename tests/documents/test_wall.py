"""The wall around readers: whatever a document's head or body says, it costs no other document a row."""

from __future__ import annotations

import codecs
import gzip
import io
import signal
import sys
import zlib
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import brotli
import pytest
import zstandard

from support import command
from support.hostile_heads import CHARSETS, record, run
from uriverse.documents import Document, FoundReference, links
from uriverse.documents.coding import decoded
from uriverse.documents.parallel import ENDING, _begin_worker, _undisturbed
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


PAGE = b"<!doctype html><a href='x'>x</a>"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        *(("text/html", "html"), ("TEXT/HTML;charset=utf-8", "html"), ("text/html, text/html", "html")),
        *(("html", "html"), ("", "html"), ("text/", "html"), (", text/html", "html"), ('x/"y"', "html")),
        *(("unknown/unknown", "html"), ("application/unknown", "html"), ("*/*", "html"), ("text/html, */*", "html")),
        *(("image/png, text/html", "html"), ("text/html, image/png", "image/png"), ("image/png", "image/png")),
        *(("application/octet-stream", "octets"), ("application/foo", "application/foo")),
    ],
)
@pytest.mark.parametrize("container", ["http", "headers", "warc"])
def test_no_media_type_loses_a_document_in_silence(container: str, value: str, kind: str) -> None:
    """Fetch, "extract a MIME type": the last that can be read; MIME Sniffing, section 7: unknown ones are sniffed."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {value}\r\n\r\n".encode()
    documents = {
        "http": Document("d", head + PAGE, "http://h/d", "http"),
        "headers": Document("d", PAGE, "http://h/d", headers=(("Content-Type", value),)),
        "warc": Document("d", record(b"response", b"application/http", head + PAGE), None, "warc"),
    }
    (row,) = links(documents[container], skipped=True)
    wanted = {
        "html": (True, None, None),
        "octets": (
            False,
            "unreadable",
            "cannot be read: its type says no more than that it is octets: application/octet-stream",
        ),
    }
    skipped = (False, "skipped", f"it is passed over: no reader takes {kind}")
    if container != "warc":
        skipped = (False, "unreadable", f"cannot be read: no reader takes its type: {kind}")
    assert (row.resolved is not None, row.problem, row.error) == wanted.get(kind, skipped)


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip", "deflate"])
def test_content_codings_are_taken_off(coding: str) -> None:
    """Also cut short, damaged, or many times longer than they look."""
    made = {"br": brotli.compress, "zstd": zstandard.compress, "gzip": gzip.compress, "deflate": zlib.compress}[coding]
    assert decoded(made(PAGE), "", coding, 1000) == (PAGE, None)
    assert decoded(made(PAGE) * (2 if coding == "zstd" else 1), "", coding, 1000)[1] is None
    bomb = made(b"<a href=x>" * 2_000_000)
    assert decoded(bomb, "", coding, 1 << 20) == (b"", "it is longer than 1048576 octets")
    cut, reason = decoded(bomb[: len(bomb) // 2], "", coding, 1 << 28)
    assert set(cut) <= set(b"<a href=x>")
    assert reason == "its compression is cut short"
    for at in range(0, len(bomb), 199):
        decoded(bomb[:at] + b"\xff" + bomb[at + 1 :], "", coding, 1 << 20)


def test_without_the_library_of_a_coding_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the row of the record."""
    monkeypatch.setitem(sys.modules, "brotli", None)
    assert decoded(b"x", "", "br", 9) == (
        b"",
        "its content coding 'br' needs the extra 'coding': pip install brotli zstandard isal",
    )


TEXTS = {
    "a.mbox": b"From a 1996\n\nsee http://h/x\n",
    "a.json": b'{"a": "http://h/x"}',
    "a.html": b"<a href=http://h/x>",
    "a.txt": b"see http://h/x",
    "a.md": b"[a](http://h/x)",
    "a.eml": b"A: b\nContent-Type: text/html\n\n<a href=http://h/x>",
    "a.xml": b"<r href='http://h/x'/>",
    "a.css": b"@import 'http://h/x';",
    "a": b"From a@b 1996\n\nsee http://h/x\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_every_format_may_come_in_gzip(name: str, tmp_path: Path) -> None:
    """A list's archive is 2024-January.txt.gz; nobody has to unpack it."""
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress(TEXTS[name]))
    assert [row.resolved for row in links(path)] == ["http://h/x"]
    path.write_bytes(gzip.compress(TEXTS[name])[:-4])
    rows = list(links(tmp_path))
    assert [row.resolved for row in rows if row.reference] in (["http://h/x"], [])
    assert [row.error for row in rows if row.error and "compression is cut short" in row.error]


def test_what_a_directory_has_besides_documents_is_counted(tmp_path: Path) -> None:
    """By what it is, in the last line; with --skipped in rows."""
    for name, data in (("a.html", PAGE), ("b.png", b"\x89PNG\r\n\x1a\n"), ("c.so", b"\x7fELF\0\1"), ("d", b"\0")):
        (tmp_path / name).write_bytes(data)
    done = command.run("links", str(tmp_path))
    assert done.stderr.splitlines()[-1] == (
        "1 reference in 1 page; 3 passed over, which no reader takes: 1 a PNG image, 1 .so, 1 no suffix"
    )
    assert len(list(links(tmp_path))) == 1
    assert [row.problem for row in links(tmp_path, skipped=True)] == [None, "skipped", "skipped", "skipped"]
    lines = command.run("links", str(tmp_path), "--json", "--skipped").stdout.splitlines()
    assert "it is passed over: no reader takes .so" in lines[2]


def test_a_worker_can_be_ended(tmp_path: Path) -> None:
    """The parent blocks the signals that end a run while it starts workers; no worker inherits that."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        with ProcessPoolExecutor(1, get_context("spawn"), _begin_worker, (str(tmp_path),)) as pool:
            blocked = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    assert blocked & ENDING == set()


def test_signals_wait_until_the_workers_are_started() -> None:
    """In the main thread; in another one Python takes no handlers, so they are left as they are."""

    def handler() -> object:
        with _undisturbed():
            return signal.getsignal(signal.SIGTERM)

    received: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: received.append(number))
    try:
        with _undisturbed():
            signal.raise_signal(signal.SIGTERM)
            assert received == []
        assert received == [signal.SIGTERM]
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(handler).result() == signal.getsignal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
