"""`uriverse.find`: the references in running text (RFC 2396, Appendix E; RFC 3986, Appendix C)."""

from __future__ import annotations

import os
from _collections_abc import Callable, Iterable, Iterator
from io import BytesIO, StringIO

from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.editions.registry import Edition, EditionId
from uriverse.ground.argument_types import EDITION, URL_STANDARD, is_url_standard, takes, wrong_type
from uriverse.ground.base_errors import UnknownEditionError, UnknownWordError
from uriverse.text.abbreviations import AbbreviationScanner
from uriverse.text.cuts import LeftOut
from uriverse.text.delimiters import Hyphens
from uriverse.text.extents import Rules
from uriverse.text.judging import takes_beyond_ascii
from uriverse.text.matches import Match
from uriverse.text.options import NO_OPTIONS, SearchOptions
from uriverse.text.scanning import Scanner
from uriverse.text.schemes import Policy, Schemes
from uriverse.text.streams import Readable, matches_in_stream


class Found(Iterator[Match]):
    """The references in a text, found lazily.

    Attributes:
        left_out: the references that are not reported, each with its start and the reason: they are longer than
            `max_length`, or their host or address goes on with characters that the edition does not have, so that a
            part would name another one; for the text read so far.
    """

    def __init__(self, matches: Iterator[Match], left_out: list[LeftOut]) -> None:
        self._matches = matches
        self.left_out = left_out

    def __iter__(self) -> Iterator[Match]:
        return self._matches

    def __next__(self) -> Match:
        return next(self._matches)


Source = str | bytes | bytearray | memoryview | os.PathLike[str] | Readable

# The maximum length of a reference, in characters; a stream keeps a small multiple of it in memory.
LONGEST = 1 << 20


@takes(
    edition=EDITION,
    schemes=Iterable,
    hyphens=str,
    lenient=bool,
    abbreviated=bool,
    max_length=int,
    options=SearchOptions,
)
def find(
    text: Source,
    *,
    edition: EditionId | Edition = DEFAULT_EDITION,
    schemes: Schemes = "registered",
    hyphens: Hyphens = "keep",
    lenient: bool = False,
    abbreviated: bool = False,
    max_length: int = LONGEST,
    options: SearchOptions = NO_OPTIONS,
) -> Found:
    """Yield the references in a text, in order, each accepted by the edition.

    Delimiters are quotation marks, angle brackets and white space. Inside angle brackets white space is ignored, inside
    quotation marks only line breaks and the space around them. A "URL:" prefix is removed, and so is punctuation after
    a reference without delimiters (see `uriverse.text.trimming`).

    Args:
        text: a text, octets, a path, or an open file. Octets are decoded as UTF-8; invalid ones end a reference or,
            with `lenient`, are percent-encoded. Files are read in chunks, in bounded memory; the result does not depend
            on the chunks.
        edition: the edition that must accept the references; RFC 3987 finds IRIs.
        schemes: "registered" for those of IANA's registry and any before "//"; "any"; or a name or names.
        hyphens: whether to "keep" a hyphen before a line break inside delimiters, as the document's "ignore all
            whitespace" implies, or to "drop" it; the other reading is the match's `alternative`.
        lenient: whether a reference may have what people send even if the edition does not allow it: characters outside
            US-ASCII, dashes and other marks between letters, "|", and brackets in a query; the match's `lenient` is
            then true, and its `uri` is the IRI converted by `to_uri`.
        abbreviated: whether to find "www.w3.org/Addressing/", domain names, e-mail addresses and network paths
            (Appendix F), which is right only without a base; the match's `heuristic` says how.
        max_length: the maximum length of a reference, in characters. Longer ones are skipped; their positions are in
            the result's `left_out`.
        options: the choices that few callers need.

    Returns:
        An iterator of matches, each with its `uri`, its `span` and `how` it was delimited.

    Raises:
        ValueError: if `schemes` or `hyphens` has another value.
        UnknownEditionError: if there is no such edition, or it is "whatwg", which is not a grammar.

    >>> import uriverse as uv
    >>> found, = uv.find("but you can probably pick it up from <ftp://foo.example.\\ncom/rfc/>.")
    >>> str(found.uri), found.how, found.span
    ('ftp://foo.example.com/rfc/', 'bracketed', (38, 65))
    """
    if not isinstance(text, str | bytes | bytearray | memoryview | os.PathLike) and not hasattr(text, "read"):
        raise wrong_type("text", "a str, bytes, a path or an open file", text)
    return finder(
        edition=edition,
        schemes=schemes,
        hyphens=hyphens,
        lenient=lenient,
        abbreviated=abbreviated,
        max_length=max_length,
        options=options,
    )(text)


def finder(
    *,
    edition: EditionId | Edition = DEFAULT_EDITION,
    schemes: Schemes = "registered",
    hyphens: Hyphens = "keep",
    lenient: bool = False,
    abbreviated: bool = False,
    max_length: int = LONGEST,
    options: SearchOptions = NO_OPTIONS,
) -> Callable[[Source], Found]:
    """Return `find` with these arguments, for many texts: the arguments are checked only once."""
    rules = _rules(edition, schemes, hyphens, lenient, max_length)
    kind = AbbreviationScanner if abbreviated else Scanner

    def search(text: Source) -> Found:
        scanner, left_out = kind(rules), list[LeftOut]()
        if isinstance(text, str) and not options.defanged:
            return Found(scanner.scan(text, True), scanner.left_out)
        if isinstance(text, os.PathLike):
            return Found(_matches_in_file(text, scanner, left_out, options), left_out)
        stream: Readable = (
            StringIO(text, newline="")
            if isinstance(text, str)
            else BytesIO(text)
            if isinstance(text, bytes | bytearray | memoryview)
            else text
        )
        return Found(matches_in_stream(stream, scanner, left_out=left_out, options=options), left_out)

    return search


def scanner(*, edition: EditionId | Edition, schemes: Schemes, lenient: bool, max_length: int) -> Scanner:
    """Return the scanner, for callers that process many bare references at once."""
    return Scanner(_rules(edition, schemes, "keep", lenient, max_length))


def _rules(edition: EditionId | Edition, schemes: Schemes, hyphens: Hyphens, lenient: bool, max_length: int) -> Rules:
    """Check the arguments now, not at the first candidate."""
    if hyphens not in ("keep", "drop"):
        raise UnknownWordError("hyphens", hyphens, ("keep", "drop"))
    if is_url_standard(edition):
        raise UnknownEditionError(edition=URL_STANDARD)
    return Rules(Policy.of(schemes), edition, hyphens, lenient, max_length, takes_beyond_ascii(edition))


def _matches_in_file(
    path: os.PathLike[str], scanner: Scanner, left_out: list[LeftOut], options: SearchOptions
) -> Iterator[Match]:
    with open(path, "rb") as file:
        yield from matches_in_stream(file, scanner, left_out=left_out, options=options)
