"""Rows: one for each reference in a document, and one for each error of a document.

The readers find references, `judging.py` and `browser.py` check and resolve them, and this module creates the rows. In
a row, `problem` is a word for programs and `error` a sentence for people.
"""

from __future__ import annotations

import bisect
import re
from _collections_abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from uriverse.documents.base import Base, BaseRule
from uriverse.documents.browser import judge_of
from uriverse.documents.formats import OCTETS_ONLY
from uriverse.documents.judging import CheckedReference, Problem
from uriverse.documents.robots import NOFOLLOW
from uriverse.ground.caching import cached_property
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.records import NamedTuple
from uriverse.reference.web_urls import url_or_none

if TYPE_CHECKING:
    from uriverse._core import Kind, LinkRows
    from uriverse._core import WebURL as URL
    from uriverse.documents.document import Document
    from uriverse.editions.registry import Standard
    from uriverse.text.cuts import Cut


class FoundReference(NamedTuple):
    """A reference in a document, or an error of a document.

    A row about a document has a `source`, an `error` and a `problem`, and no `reference`.

    Attributes:
        source: the document: a file's name, or the caller's name for it.
        line, column: the start of the element, both from 1; the column counts characters. None if the parser inserted
            the element without a tag in the source.
        element: the element's name, "style" for a style sheet in the page.
        attribute: the attribute's name, or None if the reference is in the element's text.
        reference: as written, with decoded character references and, if HTML says so, without white space around it.
        base: the base URI that it was resolved against, or None.
        base_rule: the layer that chose the base, "embedded", "entity", "retrieval" or "default", or None.
        resolved: the target URI, or None.
        kind: "absolute", "opaque", "network-path", "absolute-path", "relative-path" or "same-document"; None if the
            reference is not valid.
        valid: whether the edition's grammar accepts the reference; by the URL Standard, whether it is a valid URL
            string.
        error: the error, in one line, or None.
        browser: the URL that a browser opens, for a reference of an HTML page, or None. If the page is read by the URL
            Standard, it equals `resolved`.
        cut: in running text, why the reference ends in the middle of a word (`uriverse.text.Match.cut`), or None.
        trimmed: in running text, the text directly after the reference that could be part of it, or None.
        hint: the class of a reference that is not a link (`hints.toml` has the classes), or None.
        rel: the link types of the element's `rel` or of a Link header field, in lower case; () if it has none.
        follow: whether the document lets robots follow the reference (`robots.py` has the sources); False for a row
            about a document.
        page: the URL of the document, without a fragment: where it was retrieved from, its record's target in an
            archive, its Content-Location in a message; None if unknown.
        part: the name of the part of the same message that the reference refers to, or None. The command line's JSON,
            CSV and Parquet have only the fields before this one.
        problem: the kind of `error`, or None. For a reference: "syntax" (the edition refuses it), "unresolved" (it has
            no target), "base" (it is an invalid base), "part" (the part is missing); only for the command line's
            --fail-on, "misformed" (RFC 2396, section 5.2, step 3) and "host" (a label of its host looks like another
            one); from `missing_targets`, "no-file", "no-anchor" and "outside". For a document: "unreadable" (it, or the
            rest of it, is not read), "incomplete" (some of it is missing), "charset" (its charset is wrong), "skipped"
            (no reader supports it; only on request).
    """

    source: str
    line: int | None = None
    column: int | None = None
    element: str | None = None
    attribute: str | None = None
    reference: str | None = None
    base: str | None = None
    base_rule: BaseRule | None = None
    resolved: str | None = None
    kind: Kind | None = None
    valid: bool = False
    error: str | None = None
    browser: str | None = None
    cut: Cut | None = None
    trimmed: str | None = None
    hint: str | None = None
    rel: tuple[str, ...] = ()
    follow: bool = False
    page: str | None = None
    part: str | None = None
    problem: Problem | None = None

    @property
    def url(self) -> URL | None:
        """The target as a `uriverse.URL`: the reference against its base, by the URL Standard; None if there is none.

        >>> from uriverse.documents import Document, links
        >>> [row.url for row in links(Document("a.html", b"<a href='../x|y'><a href=mailto:a@b>"), base="http://h/a/b")]
        [URL('http://h/x%7Cy'), None]
        """
        return None if self.reference is None else url_or_none(self.reference, self.base)


Place = tuple[int | None, int | None]
NOWHERE: Final[Place] = (None, None)


def unreadable(source: str, reason: str, place: Place = NOWHERE) -> FoundReference:
    """The row of a document of which nothing is read, or nothing from a position on."""
    return FoundReference(source, *place, error=f"cannot be read: {reason}", problem="unreadable")


def skipped(source: str, kind: str, page: str | None = None) -> FoundReference:
    """The row of a file that is not a document: counted, and shown only on request."""
    return FoundReference(source, error=f"it is passed over: no reader takes {kind}", page=page, problem="skipped")


def skipped_kind(source: str, kind: str, page: str | None = None) -> FoundReference:
    """The row of a document with an unsupported media type; `page` is its URL."""
    if kind in OCTETS_ONLY:
        return unreadable(source, f"its type says no more than that it is octets: {kind}")
    return skipped(source, kind, page)


def incomplete(source: str, reason: str, place: Place = NOWHERE) -> FoundReference:
    """The row of a document that is only partly read."""
    return FoundReference(source, *place, error=f"cannot be read wholly: {reason}", problem="incomplete")


def charset_row(source: str, reason: str) -> FoundReference:
    """The row of a document with a wrong charset."""
    return FoundReference(source, error=reason, problem="charset")


def one_by_one(batches: Iterable[FoundReference | LinkRows], start: int = 0) -> Iterator[FoundReference]:
    """Yield rows one by one; the rows of a buffer from `start` on are removed from it."""
    for part in batches:
        if isinstance(part, FoundReference):
            yield part
        else:
            yield from map(_as_row, part.tuples(start))


# `FoundReference._make`, without its overhead.
_as_row: Final = partial(tuple.__new__, FoundReference)

T = TypeVar("T")


def guarded(name: str, begin: Callable[[], Iterator[T]]) -> Iterator[T | FoundReference]:
    """Iterate over a reader or an archive; if it raises, yield an error row.

    This isolates untrusted documents: an error in one does not affect others.
    """
    try:
        yield from begin()
    except Exception as failure:  # a hostile document may make a reader or a library raise anything
        yield unreadable(name, reason_of(failure))


def reason_of(failure: Exception) -> str:
    """The reason of an exception, in one line."""
    if isinstance(failure, MemoryError):
        return "there is not enough memory for it"
    name, message = type(failure).__name__, " ".join(str(getattr(failure, "strerror", None) or failure).split())
    return (message or name) if isinstance(failure, OSError | ImportError) else f"{name}: {message}"


def failed(name: str, failure: OSError | ValueError) -> FoundReference:
    """The row of a file that cannot be opened, or of a directory that cannot be listed."""
    return unreadable(name, getattr(failure, "strerror", None) or str(failure) or type(failure).__name__)


def link_row(
    source: str,
    place: Place,
    element: str | None,
    attribute: str | None,
    reference: str,
    base: Base,
    verdict: CheckedReference,
    browser: str | None = None,
    *,
    rel: tuple[str, ...] = (),
    follow: bool = True,
    page: str | None = None,
) -> FoundReference:
    """Return the row of a checked reference."""
    resolved, kind, valid, error, problem = verdict
    front = (source, *place, element, attribute, reference, base.text, base.rule)
    follow = follow and NOFOLLOW not in rel
    return FoundReference(
        *front, resolved, kind, valid, error, browser, rel=rel, follow=follow, page=page, problem=problem
    )


class RowMaker:
    """Creates the rows of one document."""

    def __init__(self, document: Document, base: Base, edition: Standard) -> None:
        self.document = document
        self.base = base
        self.edition = edition
        self._judge = judge_of(document, edition)

    def row(
        self,
        reference: str,
        place: Place = NOWHERE,
        element: str | None = None,
        attribute: str | None = None,
        *,
        base: Base | None = None,
        new_request: bool = False,
        rel: tuple[str, ...] = (),
    ) -> FoundReference:
        """A row for a reference.

        `new_request`: such a reference always makes a new request (RFC 2396, section 4.2).
        """
        base = base or self.base
        verdict = self._judge(reference, base, new_request=new_request)
        name = self.document.name
        return link_row(name, place, element, attribute, reference, base, verdict, rel=rel, page=self.document.page)

    def failed(self, reason: str, place: Place = NOWHERE) -> FoundReference:
        """A row with the reason why the document, or the rest of it, is not read."""
        return unreadable(self.document.name, reason, place)


def refused_base(row: FoundReference, around: Base, inside: Base) -> FoundReference:
    """The row of a base, with an error if it is invalid."""
    if row.error is not None or inside.refused is around.refused:
        return row
    return row._replace(error=f"refused as a base: {inside.refused[-1].reason}", problem="base")


_LINE_BREAK: Final = re.compile(r"\r\n?|\n")


class Places:
    """Converts offsets of a text to lines and columns, both from 1; CR, LF and CR LF end lines.

    >>> Places("a\\nbc").place(3)
    (2, 2)
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_BREAK.finditer(self._text))]

    def place(self, at: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect.bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1
