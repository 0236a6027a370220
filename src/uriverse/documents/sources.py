"""From what a caller names to documents: files, directories, open files, responses, mails, archives.

An archive's documents come one after another, and no more than one is in memory. What cannot be read becomes a row
that says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from email.message import Message
from importlib import import_module
from io import BufferedReader
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast, runtime_checkable

from uriverse.documents import detection
from uriverse.documents.document import Document
from uriverse.documents.references import FoundReference

if TYPE_CHECKING:
    from uriverse.documents.dispatch import Format


@runtime_checkable
class Response(Protocol):
    """A response as HTTP libraries have it: `requests.Response`, `httpx.Response`, what `urllib.request` opens."""

    @property
    def url(self) -> Any:
        """Where it came from, after redirects the last."""
        ...

    @property
    def headers(self) -> Any:
        """Its header fields."""
        ...


Source = str | os.PathLike[str] | IO[bytes] | Response | Message | Document

MANY: Final = 1 << 20
Watch = Callable[[int], object]


class File(NamedTuple):
    """A file to read.

    Attributes:
        name: by which it is opened, and its rows call it.
        base: where it was retrieved from; None where nobody said.
        asked_for: whether it was named itself. Of a directory only what is a document counts: a tree has images and
            programs too, and nobody asked for each of them.
    """

    name: str
    base: str | None = None
    asked_for: bool = True


class Archive(Protocol):
    """What the module of an archive's format offers as `documents`."""

    def __call__(self, stream: IO[bytes], name: str, uri: str | None) -> Iterator[Document | FoundReference]:
        """Yield the documents in an archive, and a row for what in it cannot be read."""
        ...


def documents(
    source: Source, base: str | None = None, format: str | None = None, watch: Watch | None = None
) -> Iterator[Document | FoundReference]:
    """Yield the documents of a source, each in memory while it is looked at; a row for what cannot be read.

    Args:
        source: a file's or a directory's name, a binary file that is open, a response, a mail, or a document.
        base: where it was retrieved from; None takes a file's own URI and a response's.
        format: a name of `FORMATS`; None tells each document's from what is known of it.
        watch: is told of every piece of a file how many octets it has, as it is read.
    """
    if isinstance(source, Document):
        yield source if format is None else source._replace(format=format)
    elif isinstance(source, Message):
        yield Document("<message>", source.as_bytes(), base, "mime")
    elif isinstance(source, str | os.PathLike):
        for found in files(os.fspath(source), base):
            if isinstance(found, FoundReference):
                yield found
            else:
                yield from documents_of_file(found, format, watch)
    elif isinstance(source, Response):
        from uriverse.documents import http

        yield from http.documents(source, base, format)
    else:
        yield from _of_stream(source, str(getattr(source, "name", "<stream>")), base, format, watch)


def failed(name: str, failure: Exception) -> FoundReference:
    """The row of a source that cannot be read."""
    reason = getattr(failure, "strerror", None) or str(failure) or type(failure).__name__
    return FoundReference(name, error=f"cannot be read: {reason}")


def file_uri(path: Path) -> str:
    """The URI of a file: absolute, its symbolic links not followed, ".." taken out as the system does."""
    return Path(os.path.abspath(path)).as_uri()


def files(source: str, base: str | None = None) -> Iterator[File | FoundReference]:
    """Yield the file of a name, or the files of a directory in the order of their names; a row for what cannot be read.

    Args:
        source: the name.
        base: where it was retrieved from; a directory's files stand under it.
    """
    path = Path(source)
    try:
        if not path.is_dir():
            yield File(source, base)
            return
    except ValueError as failure:
        yield failed(source, failure)
        return
    root = file_uri(path).rstrip("/")
    for found in tree(path, source):
        if isinstance(found, FoundReference):
            yield found
        else:
            own = None if base is None else base.rstrip("/") + file_uri(found).removeprefix(root)
            yield File(str(found), own, asked_for=False)


def tree(path: Path, name: str) -> Iterator[Path | FoundReference]:
    """Yield the regular files under a directory; links to directories aren't followed, so no way leads back."""
    waiting: list[Path] = [path]
    while waiting:
        current = waiting.pop()
        try:
            entries = sorted(os.scandir(current), key=lambda entry: entry.name)
        except OSError as failure:
            yield failed(str(current) if current != path else name, failure)
            continue
        for entry in entries:
            if entry.is_file():
                yield Path(entry.path)
        waiting += [Path(entry.path) for entry in reversed(entries) if entry.is_dir(follow_symlinks=False)]


def documents_of_file(
    file: File, format: str | None = None, watch: Watch | None = None
) -> Iterator[Document | FoundReference]:
    """Yield the documents of a file, as `documents` does."""
    path = Path(file.name)
    try:
        with path.open("rb") as stream:
            yield from documents_of_stream(stream, file, format, watch, own=file_uri(path))
    except (OSError, ValueError) as failure:
        yield failed(file.name, failure)


def documents_of_stream(
    stream: BufferedReader[Any], file: File, format: str | None = None, watch: Watch | None = None, *, own: str
) -> Iterator[Document | FoundReference]:
    """Yield the documents of a file that is open; `own` is its own URI."""
    if not file.asked_for and format is None:
        head = stream.peek(detection.HEAD)
        told = detection.told_by_suffix(file.name) or detection.told_by_content(head)
        if told is None and not _is_page(head):
            return
    yield from _of_stream(stream, file.name, file.base, format, watch, own=own)


def _of_stream(
    stream: IO[bytes],
    name: str,
    base: str | None,
    format: str | None,
    watch: Watch | None,
    *,
    own: str | None = None,
) -> Iterator[Document | FoundReference]:
    """The documents of an open file.

    Args:
        stream: the file.
        name: what its rows call it.
        base: where it was retrieved from, when that is told.
        format: its format, when that is told.
        watch: is told what is read.
        own: its own URI, which counts where `base` is None and the format is none that people save under other names.
    """
    from uriverse.documents.dispatch import FORMATS

    try:
        head = stream.read(detection.HEAD)
        chosen = FORMATS[format or detection.told(name, head)]
        uri = base if base is not None or chosen.saved else own
        begun = cast(IO[bytes], Begun(head, stream, watch))
        if chosen.archive:
            yield from archive(chosen)(begun, name, uri)
        else:
            yield Document(name, b"".join(iter(lambda: begun.read(MANY), b"")), uri, chosen.name)
    except OSError as failure:
        yield failed(name, failure)


def archive(format: Format) -> Archive:
    """The function that takes an archive apart, imported now."""
    return cast(Archive, import_module(format.module).documents)


def _is_page(head: bytes) -> bool:
    """Whether octets begin as a page does (MIME Sniffing Standard, section 7.1, the more common of its tags)."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\t\n\f\r ").lower()
    return text.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<script", b"<title", b"<!--", b"<a "))


class Begun:
    """A binary stream of which a beginning was read already; tells who watches what it gives."""

    def __init__(self, head: bytes, stream: IO[bytes], watch: Watch | None) -> None:
        self._head = head
        self._stream = stream
        self._watch = watch

    def read(self, size: int) -> bytes:
        """Read the beginning again, then the rest."""
        if self._head:
            given, self._head = self._head[:size], self._head[size:]
        else:
            given = self._stream.read(size)
        return self._told(given)

    def readline(self) -> bytes:
        """Read a line, or the rest where no line ends."""
        at = self._head.find(b"\n") + 1
        if at:
            given, self._head = self._head[:at], self._head[at:]
        else:
            given, self._head = self._head + self._stream.readline(), b""
        return self._told(given)

    def _told(self, given: bytes) -> bytes:
        if self._watch is not None:
            self._watch(len(given))
        return given
