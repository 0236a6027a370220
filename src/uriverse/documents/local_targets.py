"""Check the links within a site against its files.

A site is a directory and the URL of its files, such as `docs/` and `http://h/docs/`:

    reference in docs/a/index.html   target                          looked up
    ../b.html                        http://h/docs/b.html            docs/b.html: a file
    ../c%20d/                        http://h/docs/c%20d/            docs/c d/index.html: a directory's index
    ../b.html#install                http://h/docs/b.html#install    docs/b.html, and in it id="install"
    /about.html                      http://h/about.html             not in this site: not checked

A page may also be named without its suffix: with `clean_urls`, `/about` is `about.html`, as GitHub Pages and others
serve it. In a mail, an EPUB or an archive, targets are looked up in it (`containers.py`).

Names are compared with directory listings, so they are case-sensitive on every disk. The query is ignored. `anchors.py`
checks fragments. Nothing is fetched, and only regular files are opened: a named pipe would block.
"""

from __future__ import annotations

import os
from _collections_abc import Callable, Iterable, Iterator
from pathlib import Path

from uriverse._core import decode
from uriverse.documents.anchors import anchors, missing_anchor
from uriverse.documents.containers import Contents, container_of, href_or_none
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.documents.reading import Options
from uriverse.documents.rows import FoundReference
from uriverse.documents.sources.files import Readable, file_uri
from uriverse.documents.sources.given import check, documents
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import EDITION, TEXT, takes, text_or_none
from uriverse.ground.caching import lru_cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal, TypeAlias
from uriverse.ground.records import NamedTuple
from uriverse.whatwg import URL

if TYPE_CHECKING:
    from uriverse._core import Text
    from uriverse.editions.registry import Standard

INDEXES: Final = ("index.html", "index.htm", "index.xhtml")
# The sizes of the caches: looked-up names, and pages, whose anchors take some 100 octets each.
NAMES: Final = 1 << 17
PAGES: Final = 1 << 12
# A container has up to a quarter of a million names.
CONTAINERS: Final = 4
# The suffix that `clean_urls` adds.
PAGE: Final = ".html"


class Site(NamedTuple):
    """A directory and the URL of its files.

    The URL is as the URL Standard serializes it, and ends with "/".
    """

    directory: str
    url: str


@takes(base=(TEXT, type(None)), edition=EDITION, format=(str, type(None)), limits=Limits, clean_urls=bool)
def missing_targets(
    *sources: str | Path,
    base: Text | None = None,
    edition: Standard = DEFAULT_EDITION,
    format: str | None = None,
    limits: Limits = DEFAULT,
    clean_urls: bool = False,
) -> Iterator[FoundReference]:
    """Yield the broken references within the sources' site, and the errors of reading.

    Args:
        sources: names of directories and files.
        base: the URL of each source; by default its file URI.
        edition: the edition that resolves references, or "whatwg". Those of pages are always resolved as in a browser.
        format: a name of `FORMATS`; None detects each document's format.
        limits: the limits of a document.
        clean_urls: whether the target `page` may be the file `page.html`.

    A row's `problem` is "no-file", "no-anchor" or "outside" (the target is a file outside of the site), and its `error`
    has the missing name.

    Raises:
        TypeError, ValueError: as `links` does; and if `base` cannot have files.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from uriverse.documents import missing_targets
    >>> with TemporaryDirectory() as site:
    ...     _ = Path(site, "a.html").write_text("<h1 id=top-1>A</h1><a href='#top-2'>x</a><a href=b.html>y</a>")
    ...     for row in missing_targets(site, base="http://h/"):
    ...         print(row.reference, row.problem)
    #top-2 no-anchor
    b.html no-file
    """
    check(sources, edition=edition, format=format)
    base_text = text_or_none(base)
    sites = tuple(site(os.fspath(source), base_text) for source in sources)
    readable = (item for source in sources for item in documents(source, base_text, format, limits=limits))
    return LocalTargets(Options(edition, None, limits), sites, clean_urls).rows(readable)


def site(source: str, base: str | None = None) -> Site:
    """The site of a source.

    The site of a directory has all files below it. For a file with the URL `base`, it has all files in the file's
    directory and below; without `base`, all files of the disk, because a file URI does not reveal the site.
    """
    is_directory = os.path.isdir(source)
    directory = source if is_directory else os.path.dirname(source) or os.curdir
    if base is None:
        if not is_directory:
            directory = Path(source).absolute().anchor
        return Site(directory, _with_slash(URL(file_uri(Path(directory))).href))
    url = URL(base).href.partition("#")[0].partition("?")[0]
    if not url.partition(":")[2].startswith("/"):
        raise ValueError(f"files cannot stand under {base!r}: give a URL with a path, such as http://www.example.org/")
    return Site(directory, _with_slash(url) if is_directory else url[: url.rindex("/") + 1])


def _with_slash(url: str) -> str:
    return url if url.endswith("/") else url + "/"


class LocalTargets:
    """Reads documents for their broken references.

    The caches belong to this object; a worker process has one object for all batches.

    A target is looked up in the first site whose URL is its prefix.
    """

    def __init__(self, options: Options, sites: tuple[Site, ...], clean_urls: bool = False) -> None:
        self.options = options
        self.sites = sites
        self.clean_urls = clean_urls
        entries, suffix = lru_cache(NAMES)(_entries), PAGE if clean_urls else None
        self._lookup = lru_cache(NAMES)(lambda address: _lookup(address, sites, entries, suffix))
        self._container = lru_cache(NAMES)(container_of)
        self._contents = lru_cache(CONTAINERS)(lambda name, format: Contents(name, format, options.limits))
        self._anchors = lru_cache(PAGES)(lambda file: anchors(file, options.limits))

    def __reduce__(self) -> tuple[Callable[[Options, tuple[Site, ...], bool], LocalTargets], tuple[object, ...]]:
        return _shared_object, (self.options, self.sites, self.clean_urls)

    def rows(self, readables: Iterable[Readable]) -> Iterator[FoundReference]:
        for row in self.options.rows(readables):
            if row.reference is None:
                yield row
                continue
            if row.element == "base" or row.attribute == "xml:base":
                continue  # a base is not fetched
            container = self._container(row.source)
            if row.problem == "part":
                yield row._replace(problem="no-file")
                continue
            target = row.browser if row.browser is not None else _href(row.resolved)
            if target is None:
                continue
            if container is not None:
                lost = self._contents(*container).lacks(row, target)
                if lost is not None:
                    yield row._replace(problem=lost[0], error=lost[1])
                    continue
            address, sharp, fragment = target.partition("#")
            place = self._lookup(address)
            if place.problem is not None:
                yield row._replace(problem=place.problem, error=place.text)
            elif sharp and place.is_file:
                name = missing_anchor(self._anchors(place.text), fragment)
                if name is not None:
                    yield row._replace(problem="no-anchor", error=f"{place.text} has no anchor {name!r}")


@lru_cache(1)
def _shared_object(options: Options, sites: tuple[Site, ...], clean_urls: bool) -> LocalTargets:
    """Return the one object of a worker process, which unpickles it with each batch."""
    return LocalTargets(options, sites, clean_urls)


class Place(NamedTuple):
    """The result of looking up a target."""

    text: str = ""
    problem: Literal["no-file", "outside"] | None = None

    @property
    def is_file(self) -> bool:
        """Whether the target is a file of a site."""
        return self.problem is None and self.text != ""


_ELSEWHERE: Final = Place()
# "special" is a named pipe, a socket, a device, or a link that leads nowhere.
EntryKind: TypeAlias = Literal["file", "directory", "special"]
# Returns the entries of a directory.
Listing: TypeAlias = Callable[[str], dict[str, EntryKind]]


def _lookup(address: str, sites: tuple[Site, ...], entries: Listing, suffix: str | None) -> Place:
    """Look up a URL without a fragment; an empty result if it is not in the sites."""
    path = address.partition("?")[0]
    for site in sites:
        if path.startswith(site.url):
            return _file(site.directory, path[len(site.url) :], entries, suffix)
        if path + "/" == site.url:
            return _file(site.directory, "", entries, suffix)
    if path.startswith("file:"):
        # Without a base the site has file URLs, and a link to "/" leads to the root of the disk.
        helps = all(site.url.startswith("file:") for site in sites)
        root = """; "/" is the disk's root unless the base is the URL of the site, such as https://www.example.org/"""
        advice = root if helps else f", which is {sites[0].url}"
        return Place(f"it leads to a file outside of the site{advice}", "outside")
    return _ELSEWHERE


def _file(directory: str, path: str, entries: Listing, suffix: str | None) -> Place:
    """The file of a path in a site, perhaps with the suffix of pages; for a directory its index file."""
    current = directory
    segments = path.split("/")
    for at, segment in enumerate(segments):
        if segment == "" and at == len(segments) - 1:
            break
        name = decode(segment, errors="surrogateescape", malformed="keep")
        kind = None if "/" in name else entries(current).get(name)
        is_last = at == len(segments) - 1
        if suffix and is_last and kind != "file" and entries(current).get(name + suffix) == "file":
            name, kind = name + suffix, "file"
        if kind is None:
            file = os.path.join(current, segment if "/" in name else name)
            what = "file" if is_last else "directory"
            return Place(f"there is no {what} {file!r}{_similar(entries(current), name)}", "no-file")
        there = os.path.join(current, name)
        if kind == "special":
            return Place(f"{there!r} is neither a file nor a directory", "no-file")
        if kind == "file":
            if not is_last:
                return Place(f"{there!r} is a file, not a directory", "no-file")
            return Place(there)
        current = there
    names = entries(current)
    index = next((candidate for candidate in INDEXES if names.get(candidate) == "file"), None)
    if index is None:
        return Place(f"the directory {current!r} has no {INDEXES[0]}", "no-file")
    return Place(os.path.join(current, index))


def _entries(directory: str) -> dict[str, EntryKind]:
    """The entries of a directory: exact names and their kinds, links followed."""
    try:
        with os.scandir(directory) as entries:
            return {entry.name: _kind(entry) for entry in entries}
    except OSError:
        return {}


def _kind(entry: os.DirEntry[str]) -> EntryKind:
    try:
        return "file" if entry.is_file() else "directory" if entry.is_dir() else "special"
    except OSError:  # a link to itself
        return "special"


def _similar(names: Iterable[str], name: str) -> str:
    """A hint at a name that differs only in case."""
    entry = next((candidate for candidate in names if candidate.casefold() == name.casefold()), None)
    return "" if entry is None else f"; there is {entry!r}"


_href: Final = lru_cache(NAMES)(href_or_none)
