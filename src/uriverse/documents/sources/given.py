"""The types of sources, and their documents.

`check` refuses likely mistakes before reading, such as a page's text instead of its name.
"""

from __future__ import annotations

import os
import sys
from _collections_abc import Iterator, Sequence
from io import TextIOBase
from typing import IO, TypeGuard

from uriverse import _core
from uriverse.documents.document import Document
from uriverse.documents.formats import FORMATS
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.documents.rows import FoundReference, guarded
from uriverse.documents.sources import http
from uriverse.documents.sources.files import documents_of_file, files
from uriverse.documents.sources.streams import Watch, documents_of_stream
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import TEXT, takes, text_or_none
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

if TYPE_CHECKING:
    from email.message import Message

    from uriverse._core import Text
    from uriverse.editions.registry import Standard


class Response(Protocol):
    """A response of an HTTP library: `requests.Response`, `httpx.Response`, or of `urllib.request`."""

    @property
    def url(self) -> Any: ...

    @property
    def headers(self) -> Any: ...


def is_response(source: object) -> TypeGuard[Response]:
    """Whether a source is a response. `isinstance` with a protocol is as slow as reading a small page."""
    return hasattr(source, "url") and hasattr(source, "headers")


def is_mail(source: object) -> TypeGuard[Message]:
    """Whether a source is a mail; if `email.message` is not imported, there cannot be one."""
    email = sys.modules.get("email.message")
    return email is not None and isinstance(source, email.Message)


Source: TypeAlias = "str | os.PathLike[str] | IO[bytes] | Response | Message | Document"

IN_MEMORY = "for a document in memory give Document(name, data) or io.BytesIO(data), with data as bytes"


def check(sources: Sequence[Source], *, edition: Standard, format: str | None) -> None:
    """Refuse invalid arguments."""
    for at, source in enumerate(sources):
        _check_source(source, f"sources[{at}]")
    if format is not None and format not in FORMATS:
        raise UnknownWordError("format", format, FORMATS)
    _core.is_valid("", edition=edition)


def _check_source(source: object, argument: str) -> None:
    if isinstance(source, bytes | bytearray | memoryview):
        raise TypeError(f"{argument} is {type(source).__name__}: {IN_MEMORY}; for a file give its name as str")
    if isinstance(source, str):
        if (source.lstrip().startswith("<") or "\n" in source) and not os.path.lexists(source):
            raise ValueError(f"{argument} is a text, and no file has this name: {IN_MEMORY}")
    elif isinstance(source, os.PathLike):
        name = os.fspath(source)
        if not isinstance(name, str):
            raise TypeError(f"{argument} is a path of {type(name).__name__}: give one of str")
    elif not (isinstance(source, Document) or is_mail(source) or is_response(source)):
        if not callable(getattr(source, "read", None)):
            kind = type(source).__name__
            raise TypeError(f"{argument} is {kind}: give a file's name, an open binary file or a Document")
        if isinstance(source, TextIOBase):
            raise TypeError(f"{argument} is a text stream: open the file with mode 'rb'; {IN_MEMORY}")


@takes(base=(TEXT, type(None)), format=(str, type(None)), limits=Limits)
def opened(
    *sources: Source, base: Text | None = None, format: str | None = None, limits: Limits = DEFAULT
) -> Iterator[Document | FoundReference]:
    """The documents that `links` would read, one in memory at a time: the records of an archive, the file itself.

    Args:
        sources, base, format, limits: as for `links`. A document, perhaps with another name, is a source too.

    What cannot be read gives a row with its error; so does what has no reader, a picture in an archive, say.

    Raises:
        TypeError, ValueError: as `links` does.

    >>> import io
    >>> from uriverse.documents import opened
    >>> [(document.uri, document.format) for document in opened(io.BytesIO(b"<a href=x>"), base="http://h/")]
    [('http://h/', 'html')]
    """
    check(sources, edition=DEFAULT_EDITION, format=format)
    stands = text_or_none(base)
    return (document for source in sources for document in documents(source, stands, format, limits=limits))


def documents(
    source: Source,
    base: str | None = None,
    format: str | None = None,
    watch: Watch | None = None,
    *,
    limits: Limits = DEFAULT,
) -> Iterator[Document | FoundReference]:
    """Yield the documents of a source, one in memory at a time, and error rows."""
    if isinstance(source, Document):
        uri = source.uri if base is None else base
        yield source._replace(uri=uri, format=format or source.format)
    elif is_mail(source):
        yield from guarded("<message>", lambda: iter((Document("<message>", source.as_bytes(), base, "mime"),)))
    elif isinstance(source, str | os.PathLike):
        for file in files(os.fspath(source), base):
            if isinstance(file, FoundReference):
                yield file
            else:
                yield from documents_of_file(file, format, watch, limits)
    elif is_response(source):
        yield from http.documents(source, base, format)
    else:
        name = str(getattr(source, "name", "<stream>"))
        yield from documents_of_stream(cast("IO[bytes]", source), name, base, format, watch, limits)
