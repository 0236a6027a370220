"""Expand names, directories and patterns to files.

A directory's files are sorted by name. Symbolic links to directories are not followed, neither in a directory nor by
"**", so cyclic links are harmless. An unreadable entry gives an error row.
"""

from __future__ import annotations

import glob
import os
import re
import stat
from _collections_abc import Iterator
from contextlib import suppress
from fnmatch import translate
from io import BufferedReader
from pathlib import Path
from typing import IO
from urllib.parse import quote_from_bytes

from uriverse.documents.document import Document
from uriverse.documents.formats import FORMATS, HEAD, SIGNATURES, format_by_suffix, is_document, other_kind
from uriverse.documents.limits import Limits
from uriverse.documents.rows import FoundReference, failed, skipped, unreadable
from uriverse.documents.sources.streams import Watch, documents_of_stream
from uriverse.ground.lean_typing import Any, TypeAlias, cast
from uriverse.ground.records import NamedTuple


class File(NamedTuple):
    """A file to read.

    `asked_for`: it was named explicitly; in a directory, only documents are read. The size is 0 if unknown.
    """

    name: str
    base: str | None = None
    asked_for: bool = True
    format: str | None = None
    size: int = 0


# A document, a file that its reader opens, or a row to pass on.
Readable: TypeAlias = "Document | File | FoundReference"


def file_uri(path: str | Path) -> str:
    """The URI of a file: absolute, without resolving symbolic links, ".." removed by the system's rules."""
    absolute = os.path.abspath(path)
    # The same as `as_uri`, in a third of the time.
    return f"file://{quote_from_bytes(os.fsencode(absolute))}" if os.sep == "/" else Path(absolute).as_uri()


def files(source: str, base: str | None = None) -> Iterator[File | FoundReference]:
    """Yield a file, or the files of a directory sorted by name; an error row for an unreadable entry.

    For a directory `base` is the base of its files.
    """
    path = Path(source)
    try:
        if not path.is_dir():
            yield File(source, base)
            return
    except (OSError, ValueError) as failure:
        yield failed(source, failure)
        return
    root = file_uri(path).rstrip("/")
    for file in tree(path, source):
        if isinstance(file, FoundReference):
            yield file
        else:
            file_base = None if base is None else base.rstrip("/") + file_uri(file).removeprefix(root)
            yield File(file, file_base, asked_for=False)


def tree(path: Path, name: str) -> Iterator[str | FoundReference]:
    """Yield the names of the regular files under a directory, and an error row for each unreadable entry."""
    here = os.path.join(os.curdir, "")  # the prefix of names in the current directory
    stack = [str(path)]
    while stack:
        current = stack.pop()
        try:
            entries = sorted(os.scandir(current), key=lambda entry: entry.name)
        except OSError as failure:
            yield failed(current if current != str(path) else name, failure)
            continue
        for entry in entries:
            try:
                if entry.is_file():
                    yield entry.path.removeprefix(here)
            except OSError as failure:  # a link to itself, say
                yield failed(entry.path, failure)
        stack += [entry.path.removeprefix(here) for entry in reversed(entries) if entry.is_dir(follow_symlinks=False)]


def matching(pattern: str) -> Iterator[str | FoundReference]:
    """Yield the names that a pattern matches, sorted; the pattern itself if it is a name or matches nothing.

    "*", "?" and "[...]" match within a name; names with a leading dot only match a pattern with one. "**" matches
    directories at any depth, without following links. Anything but a file or directory (a named pipe would block) gives
    an error row.
    """
    if not glob.has_magic(pattern) or os.path.lexists(pattern):
        yield pattern
        return
    names = sorted(_expanded(pattern))
    for name in names:
        try:
            mode = os.stat(name).st_mode
        except OSError as failure:
            yield failed(name, failure)
            continue
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            yield name
        else:
            yield unreadable(name, "it is neither a file nor a directory")
    if not names:
        yield pattern


def _expanded(pattern: str) -> set[str]:
    """The names that a pattern matches.

    The pattern's parts are applied in order to a set of names. The set has no duplicates, so each "**" costs at most
    one walk of the tree.
    """
    drive, rest = os.path.splitdrive(pattern)
    root = drive + rest[: len(rest) - len(rest.lstrip(os.sep))]
    folders = {root}
    parts = [part for part in rest.split(os.sep) if part]
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        if part == "**":
            folders = {folder for name in folders for folder in _under(name, with_files=last)}
        elif glob.has_magic(part):
            matches = re.compile(translate(part)).match
            folders = {
                os.path.join(name, entry.name)
                for name in folders
                for entry in _entries(name)
                if matches(entry.name) and (part.startswith(".") or not entry.name.startswith("."))
            }
        else:
            folders = {path for name in folders if os.path.lexists(path := os.path.join(name, part))}
    return folders - {root}


def _under(name: str, *, with_files: bool) -> Iterator[str]:
    """Yield a directory and all directories below it; with files, all entries below it instead."""
    stack = [name]
    while stack:
        current = stack.pop()
        if current != name or not with_files:
            yield current
        for entry in _entries(current):
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                stack.append(os.path.join(current, entry.name))
            elif with_files:
                yield os.path.join(current, entry.name)


def _entries(name: str) -> list[os.DirEntry[str]]:
    """The entries of a directory; empty if it is unreadable."""
    try:
        return list(os.scandir(name or os.curdir))
    except OSError:
        return []


def readable(
    file: File | FoundReference, format: str | None, watch: Watch | None, limits: Limits
) -> Iterator[Readable]:
    """Yield the file itself if its name says that it is one document (a worker then opens it), else its documents."""
    if isinstance(file, FoundReference):
        yield file
        return
    row = FORMATS.get(format or format_by_suffix(file.name) or "")
    if row is None or row.archive:
        yield from documents_of_file(file, format, watch, limits)
        return
    size = 0
    with suppress(OSError, ValueError):
        size = os.stat(file.name).st_size
    if watch is not None:
        watch(size)
    yield file._replace(format=row.name, size=size)


def documents_of_file(
    file: File, format: str | None, watch: Watch | None, limits: Limits
) -> Iterator[Document | FoundReference]:
    """Yield the documents of a file, as `given.documents` does."""
    try:
        if format is not None and not FORMATS[format].archive:
            # Nothing peeks at the first octets and nothing reads lines, so a buffer has no benefit.
            with open(file.name, "rb", buffering=0) as raw:
                stream = cast(IO[bytes], raw)
                uri = file_uri(file.name)
                yield from documents_of_stream(stream, file.name, file.base, format, watch, limits, own=uri)
            return
        with open(file.name, "rb") as stream:
            yield from documents_of_opened(stream, file, format, watch, limits, own=file_uri(file.name))
    except (OSError, ValueError) as failure:
        yield failed(file.name, failure)


def documents_of_opened(
    stream: BufferedReader[Any], file: File, format: str | None, watch: Watch | None, limits: Limits, *, own: str
) -> Iterator[Document | FoundReference]:
    """Yield the documents of an open file; `own` is its URI."""
    if format is None and not is_document(file.name, stream.peek(HEAD)):
        kind = other_kind(file.name, stream.peek(HEAD))
        if not file.asked_for:
            yield skipped(file.name, kind)
            return
        if kind not in SIGNATURES.values():
            yield unreadable(file.name, f"it is no text, and no reader takes {kind}")
            return
    yield from documents_of_stream(stream, file.name, file.base, format, watch, limits, own=own)
