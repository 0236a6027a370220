"""What `uriverse links` reads: names, globs and standard input as sources, and the bar that shows how far it is."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, cast

import click

from uriverse.documents import Document, FoundReference, Limits
from uriverse.documents.local_targets import Site, site
from uriverse.documents.sources.files import matching, tree
from uriverse.documents.sources.given import Source, documents
from uriverse.documents.sources.streams import Watch

# Less than this is read before a bar could be seen.
LONG: Final = 8 << 20


class StandardInput:
    """Standard input, under the name that rows call it by."""

    name = "-"

    def read(self, size: int = -1) -> bytes:
        """Read some octets."""
        return sys.stdin.buffer.read(size)

    def readline(self, size: int) -> bytes:
        """Read a line, or as much of it as `size` allows."""
        return sys.stdin.buffer.readline(size)


# What an argument names: a source, or a row that says why a name that a pattern matched is not one.
Named = Source | FoundReference


def expanded(pages: Iterable[str]) -> Iterator[Named]:
    """Yield the sources that the arguments name. A pattern that matches nothing is taken for a name.

    A pattern has "**" for directories at any depth; shells without it hand it on when it is quoted.
    """
    for page in pages:
        if page == "-":
            yield cast(IO[bytes], StandardInput())
        else:
            yield from matching(page)


def sites(sources: Iterable[Named], base: str | None) -> tuple[Site, ...]:
    """The sites that sources stand for, whose files targets are looked up in."""
    found = []
    for source in sources:
        if isinstance(source, str):
            try:
                found.append(site(source, base))
            except ValueError as failure:
                raise click.BadParameter(str(failure), param_hint="--base") from None
        elif not isinstance(source, FoundReference):
            raise click.UsageError("--targets local needs files or directories, and standard input is neither")
    return tuple(dict.fromkeys(found))


class CountedDocuments:
    """The documents of the sources, counted as they are read.

    Attributes:
        pages: how many documents there were, those that could not be read too.
    """

    def __init__(
        self, sources: Iterable[Named], base: str | None, format: str | None, limits: Limits | None = None
    ) -> None:
        self._sources = sources
        self._base = base
        self._format = format
        self._limits = limits or Limits()
        self.pages = 0

    def documents(self, watch: Watch | None) -> Iterator[Document | FoundReference]:
        """Yield the documents, and rows for what could not be read."""
        for source in self._sources:
            for found in self._of(source, watch):
                self.pages += isinstance(found, Document) or found.problem == "unreadable"
                yield found

    def _of(self, source: Named, watch: Watch | None) -> Iterator[Document | FoundReference]:
        if isinstance(source, FoundReference):
            return iter((source,))
        return documents(source, self._base, self._format, watch, limits=self._limits)


@contextmanager
def progress(sources: list[Named], *, rows_are_shown: bool) -> Iterator[Watch | None]:
    """Show on standard error how much is read, if that is a terminal, the work is long and no rows come between.

    Args:
        sources: what is read.
        rows_are_shown: whether rows go to standard output.
    """
    if not sys.stderr.isatty() or (rows_are_shown and sys.stdout.isatty()):
        yield None
        return
    total = sum(map(_octets, sources))
    if total < LONG:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("read", total=total)
        yield lambda octets: bar.advance(task, octets)


def _octets(source: Named) -> int:
    """How many octets a source has, as far as that can be known without reading it."""
    if not isinstance(source, str):
        return 0
    path = Path(source)
    try:
        if path.is_dir():
            return sum(_octets(str(each)) for each in tree(path, source) if isinstance(each, Path))
        return path.stat().st_size
    except (OSError, ValueError):
        return 0
