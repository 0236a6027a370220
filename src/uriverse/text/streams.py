"""Search a stream: read it in chunks, keep the text that a match may still need, drop the rest.

        |<- dropped ->|<- KEPT_BEFORE ->|<- undecided ->|<- next piece ->|
                                        ^ scanner.needed

The spans of matches are in the file's own units: characters or octets. The maximum length of a reference bounds the
memory. If a chunk decides nothing, the next one is twice as long, so undecided text is not searched again and again.
"""

from __future__ import annotations

import codecs
from _collections_abc import Callable, Iterator

from uriverse.ground.lean_typing import Final, Protocol
from uriverse.text.cuts import LeftOut
from uriverse.text.defanging import Refanged
from uriverse.text.matches import Match
from uriverse.text.options import NO_OPTIONS, SearchOptions
from uriverse.text.scanning import KEPT_BEFORE, Scanner

PIECE: Final = 1 << 18


class Readable(Protocol):
    """A file-like object, of text or of octets."""

    def read(self, size: int, /) -> str | bytes:
        """Return at most `size` characters or octets; empty at the end."""
        ...


def matches_in_stream(
    source: Readable,
    scanner: Scanner,
    piece: int = PIECE,
    left_out: list[LeftOut] | None = None,
    options: SearchOptions = NO_OPTIONS,
) -> Iterator[Match]:
    """Yield the matches in a stream. Spans count characters of a text stream, or octets of a UTF-8 stream.

    The current position of the stream is 0 in the spans. `left_out` receives each reference that is not reported.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    pieces = [source.read(piece)]

    def read(size: int) -> tuple[str, bool]:
        got = pieces.pop() if pieces else source.read(size)
        return (got if isinstance(got, str) else decoder.decode(got, not got)), not got

    measure = len if isinstance(pieces[0], str) else _octets
    left_out = [] if left_out is None else left_out
    if options.defanged:
        yield from _defanged_matches(read, Refanged(measure), scanner, piece, left_out)
    else:
        yield from _Window(scanner, measure, left_out).matches(read, piece)


def _defanged_matches(
    read: Callable[[int], tuple[str, bool]], source: Refanged, scanner: Scanner, piece: int, left_out: list[LeftOut]
) -> Iterator[Match]:
    """Yield the matches in the originals of a stream, at their places in the stream."""
    places = list[LeftOut]()
    window = _Window(scanner, len, places)

    def read_originals(size: int) -> tuple[str, bool]:
        left_out.extend(omission._replace(at=source.place(omission.at)) for omission in places)
        places.clear()
        source.drop(window.origin)
        more, final = read(size)
        return source.add(more, final), final

    for match in window.matches(read_originals, piece):
        yield source.placed(match)
    left_out.extend(omission._replace(at=source.place(omission.at)) for omission in places)


def _octets(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))


class _Window:
    """The part of a stream that is in memory."""

    def __init__(self, scanner: Scanner, measure: Callable[[str], int], left_out: list[LeftOut]) -> None:
        self.scanner = scanner
        self.measure = measure
        self.left_out = left_out
        self.text = ""
        self.origin = 0

    def matches(self, read: Callable[[int], tuple[str, bool]], piece: int) -> Iterator[Match]:
        """Read to the end and yield the matches."""
        size = piece
        while True:
            more, final = read(size)
            if not more and not final:
                continue
            self.text += more
            yield from self._placed(self.scanner.scan(self.text, final))
            self.left_out += (
                omission._replace(at=self.origin + self.measure(self.text[: omission.at]))
                for omission in self.scanner.left_out
            )
            if final:
                return
            dropped = max(self.scanner.needed - KEPT_BEFORE, 0)
            self.origin += self.measure(self.text[:dropped])
            self.text = self.text[dropped:]
            self.scanner.moved(dropped)
            size = max(piece, len(self.text))

    def _placed(self, matches: Iterator[Match]) -> Iterator[Match]:
        """The same matches with their spans in the source's units."""
        at, place = 0, self.origin
        if self.measure is len or self.text.isascii():
            # Fast path: characters are the units. `tuple.__new__` saves the call of the NamedTuple's constructor.
            for match in matches:
                start, end = match.span
                yield tuple.__new__(Match, ((place + start, place + end), *match[1:]))
            return
        for match in matches:
            start, end = match.span
            place += self.measure(self.text[at:start])
            until = place + self.measure(self.text[start:end])
            yield match._replace(span=(place, until))
            at, place = end, until
