"""EPUB publications: the documents in their ZIP container (EPUB 3.3, section 4).

4.2.5: a path in the container is relative to its file, and cannot leave the container. The reading system chooses the
URL of the root; here it is "thismessage:/", as in a message (RFC 2557, section 5).
"""

from __future__ import annotations

import zipfile
import zlib
from _collections_abc import Iterator
from functools import partial
from io import BytesIO
from typing import IO
from urllib.parse import quote

from uriverse.documents.document import Document
from uriverse.documents.formats import format_by_suffix, other_kind
from uriverse.documents.limits import Limits
from uriverse.documents.opening import Opening
from uriverse.documents.rows import FoundReference, incomplete, skipped, unreadable
from uriverse.ground.lean_typing import Final

ROOT: Final = "thismessage:/"
# XML files with other suffixes: the package, the contents of EPUB 2, captions.
_XML: Final = (".opf", ".ncx", ".smil")


def documents(
    stream: IO[bytes], name: str, uri: str | None, limits: Limits, opening: Opening
) -> Iterator[Document | FoundReference]:
    """Yield the documents of a publication, in the container's order."""
    del uri
    data = bytearray()
    while len(data) <= limits.octets and (piece := stream.read(1 << 20)):
        data += piece
    if len(data) > limits.octets:
        yield unreadable(name, f"it is longer than {limits.octets} octets")
        return
    budget = most = min(limits.octets, limits.compression * len(data))
    with zipfile.ZipFile(BytesIO(data)) as container:
        if len(container.infolist()) > limits.parts:
            yield unreadable(name, f"it has more than {limits.parts} files")
            return
        for entry in container.infolist():
            format = "xml" if entry.filename.lower().endswith(_XML) else format_by_suffix(entry.filename)
            part_name = f"{name}, {entry.filename}"
            if format is None:
                if entry.filename != "mimetype" and not entry.is_dir():
                    yield skipped(part_name, other_kind(entry.filename, b""), ROOT + quote(entry.filename.lstrip("/")))
                continue
            try:
                with container.open(entry) as file:
                    content, longer = opening.open(len(data), partial(_read, file, budget))
            except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as failure:
                yield incomplete(part_name, str(failure))
                continue
            budget -= len(content)
            if longer is not None:
                yield unreadable(part_name, f"the documents in {name} are longer than {most} octets")
                return
            # 4.2.6: the paths in META-INF are relative to the root. In a ZIP file none may begin with "/" (APPNOTE,
            # 4.4.17.1): after the root's, a second one would begin an authority.
            path = "" if entry.filename.startswith("META-INF/") else quote(entry.filename.lstrip("/"))
            opens = opening.share(entry.compress_size, content, format)
            yield Document(part_name, content, ROOT + path, format, opens=opens)


def _read(file: IO[bytes], budget: int, most: int) -> tuple[bytes, str | None]:
    """The octets of a file, and an error if they are more than are left."""
    content = file.read(min(budget, most) + 1)
    return (b"", f"it is longer than {most} octets") if len(content) > min(budget, most) else (content, None)
