"""What a caller names as a source: each kind is taken, and what is likely to be a mistake is refused at once."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from uriverse.documents import Document, links
from uriverse.documents.spark import _files_with_sizes

PAGE = b"<a href=x>"


@pytest.mark.parametrize(
    ("source", "kind", "message"),
    [
        (PAGE, TypeError, "sources[0] is bytes: for a document in memory give Document(name, data)"),
        (bytearray(PAGE), TypeError, "sources[0] is bytearray: "),
        (io.StringIO("<a href=x>"), TypeError, "sources[0] is a text stream: open the file with mode 'rb'"),
        (None, TypeError, "sources[0] is NoneType: give a file's name"),
        (["a.html"], TypeError, "sources[0] is list: give a file's name"),
        (5, TypeError, "sources[0] is int: give a file's name"),
        ("<a href=x>", ValueError, "sources[0] is a text, and no file has this name: for a document in memory give"),
        ("see\nhttp://h/", ValueError, "sources[0] is a text, and no file has this name"),
    ],
)
def test_a_wrong_source_is_refused_before_anything_is_read(source: Any, kind: type[Exception], message: str) -> None:
    """The call raises, not the first row; the message names the argument and says what to give."""
    with pytest.raises(kind) as raised:
        links(source)
    assert message in str(raised.value)


def test_the_argument_is_counted() -> None:
    """The second source is sources[1]."""
    with pytest.raises(TypeError, match=r"sources\[1\]"):
        links("a.html", PAGE)  # type: ignore[arg-type]


def test_other_options() -> None:
    with pytest.raises(TypeError, match="limits must be Limits, not dict"):
        links(limits={})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="format must be one of html, xhtml, text"):
        links(format="htm")
    with pytest.raises(ValueError, match="rfc9999"):
        links(edition="rfc9999")  # type: ignore[arg-type]


def test_a_file_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks like a page's text is a name if a file has it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "<a>\n.html").write_bytes(PAGE)
    assert [row.reference for row in links("<a>\n.html")] == ["x"]


def test_a_base_in_octets() -> None:
    """A base may be any text or URL; tests/test_text_protocol.py has all kinds of them."""
    page = Document("p", PAGE)
    assert [row.resolved for row in links(page, base=b"http://h/")] == ["http://h/x"]
    assert [row.resolved for row in links(page, default_base=b"http://h/")] == ["http://h/x"]


def test_a_document_in_memory() -> None:
    """Its own URI is the base, unless the caller says another."""
    page = Document("p", PAGE, "http://h/")
    assert [row.resolved for row in links(page)] == ["http://h/x"]
    assert [row.resolved for row in links(page, base="http://b/")] == ["http://b/x"]


def test_the_files_for_spark_have_their_sizes(tmp_path: Path) -> None:
    """By which they are shared out to partitions; what cannot be read weighs nothing."""
    (tmp_path / "a.html").write_bytes(PAGE)
    (tmp_path / "b.html").write_bytes(PAGE * 3)
    assert sorted(size for _, size in _files_with_sizes(str(tmp_path), None)) == [len(PAGE), 3 * len(PAGE)]
    assert [size for _, size in _files_with_sizes(str(tmp_path / "none*"), None)] == [0]
