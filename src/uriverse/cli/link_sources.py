"""The sources of `uriverse links`: names, globs and standard input, with progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeAlias, cast

import click

from uriverse.cli.inputs import standard_input
from uriverse.cli.progress import STATUS, octets_read
from uriverse.documents import Document, FoundReference, Limits
from uriverse.documents.formats import HEAD
from uriverse.documents.sources.files import File, Readable, files, matching, readable, tree
from uriverse.documents.sources.given import Source, documents
from uriverse.documents.sources.streams import Watch

if TYPE_CHECKING:
    from uriverse.documents.local_targets import Site


class StandardInput:
    """Standard input, with the name that its rows have as their source."""

    name = "-"

    def read(self, size: int = -1) -> bytes:
        return standard_input().read(size)

    def readline(self, size: int) -> bytes:
        """Read a line, or as much of it as `size` allows."""
        return standard_input().readline(size)


# A source, or a row with the reason why a name matched by a pattern is not one.
Named: TypeAlias = "Source | FoundReference"


def expanded(pages: Iterable[str]) -> Iterator[Named]:
    """Yield the sources that the arguments name. A pattern without a match is treated as a name.

    "**" in a pattern matches directories at any depth; it is quoted in shells that lack it.
    """
    for page in pages:
        if page == "-":
            yield cast(IO[bytes], StandardInput())
        else:
            yield from matching(page)


def sites(sources: Iterable[Named], base: str | None) -> tuple[Site, ...]:
    """Return the sites of the sources, in whose files targets are looked up."""
    from uriverse.documents.local_targets import site

    of_sources = []
    for source in sources:
        if isinstance(source, str):
            try:
                of_sources.append(site(source, base))
            except ValueError as failure:
                raise click.BadParameter(str(failure), param_hint="--base") from None
        elif not isinstance(source, FoundReference):
            raise click.UsageError("--targets local needs files or directories, and standard input is neither")
    return tuple(dict.fromkeys(of_sources))


class CountedDocuments:
    """The documents of the sources, counted as they are read."""

    def __init__(self, sources: Iterable[Named | File], base: str | None, format: str | None, limits: Limits) -> None:
        self._sources = sources
        self._base = base
        self._format = format
        self._limits = limits
        self.pages: int = 0
        self.formats: Counter[str] = Counter()
        self._xml: Document | File | None = None

    def documents(self, watch: Watch | None) -> Iterator[Readable]:
        """Yield the documents, files that are one, and rows for what could not be read."""
        for source in self._sources:
            for document in self._of(source, watch):
                # A file that could not be read counts as a document.
                self.pages += not isinstance(document, FoundReference) or document.problem == "unreadable"
                if not isinstance(document, FoundReference):
                    self.formats[document.format or "http"] += 1
                    self._xml = document if document.format == "xml" else self._xml
                yield document

    def why_nothing(self) -> str:
        """How the documents were read, if they have no reference: it may be wrong, and --format says it better."""
        formats = ", ".join(name if count == self.pages else f"{count} {name}" for name, count in self.formats.items())
        reasons = [f"read as {formats}"] if formats else []
        if self._xml is not None:
            from uriverse.documents.readers.vocabularies import unknown_root

            octets = self._xml.data[:HEAD] if isinstance(self._xml, Document) else _head(self._xml.name)
            unknown = unknown_root(octets)
            reasons += [f"the root element {unknown} is of no known vocabulary"] if unknown else []
        return "".join(f"; {reason}" for reason in reasons)

    def _of(self, source: Named | File, watch: Watch | None) -> Iterator[Readable]:
        if isinstance(source, FoundReference | File):
            yield from readable(source, self._format, watch, self._limits)
        elif isinstance(source, str):
            for file in files(source, self._base):
                yield from readable(file, self._format, watch, self._limits)
        else:
            yield from documents(source, self._base, self._format, watch, limits=self._limits)


def _head(name: str) -> bytes:
    """The first octets of a file; none if it cannot be read."""
    try:
        with open(name, "rb") as file:
            return file.read(HEAD)
    except OSError:
        return b""


@contextmanager
def progress(sources: list[Named]) -> Iterator[Watch | None]:
    """Show progress on the terminal; yield None if there is no terminal."""
    if not STATUS.begins():
        yield None
        return
    total, octets_done = sum(map(size_of, sources)), 0

    def read(octets: int) -> None:
        nonlocal octets_done
        octets_done += octets
        STATUS.tell(lambda: octets_read(octets_done, total))

    try:
        yield read
    finally:
        STATUS.wipe()


def size_of(source: Named) -> int:
    """Return the size of a source in octets; 0 if only reading it would tell."""
    if not isinstance(source, str):
        return 0
    path = Path(source)
    try:
        if path.is_dir():
            return sum(size_of(file) for file in tree(path, source) if isinstance(file, str))
        return path.stat().st_size
    except (OSError, ValueError):
        return 0
