"""Lengths: components longer than every parser supports. The limits are data, with their clauses (`words.toml`)."""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.patterns import pattern


def _limit(name: str) -> int:
    limit: int = words()["lengths"][name]
    return limit


def _longer(part: Piece, separator: str, most: int) -> Iterator[Place]:
    """Yield the pieces between separators that are longer than `most`."""
    if len(part.text) > most:
        yield from part.places(pattern(f"[^{separator}]{{{most + 1},}}"))


@looks_for("text-very-long")
def text_very_long(subject: Subject) -> Iterator[Place]:
    """RFC 9110, section 4.1: "support, at a minimum, URIs with lengths of 8000 octets"."""
    if len(subject.text) > _limit("text"):
        yield Place(0, len(subject.text), details={"length": len(subject.text)})


@looks_for("host-very-long", component="host")
def host_very_long(_: Subject, host: Piece) -> Iterator[Place]:
    """RFC 3986, section 3.2.2: "no more than 255 characters in length", of which the DNS needs two."""
    if len(host.text.removesuffix(".")) > _limit("name"):
        yield Place(host.start, host.end)


@looks_for("label-very-long", component="host")
def label_very_long(_: Subject, host: Piece) -> Iterator[Place]:
    """RFC 1035, section 2.3.4: "labels 63 octets or less"."""
    if not host.text.startswith("["):
        yield from _longer(host, ".", _limit("label"))


@looks_for("userinfo-very-long", component="userinfo")
def userinfo_very_long(_: Subject, userinfo: Piece) -> Iterator[Place]:
    """RFC 3986, section 7.6: "a misleading userinfo subcomponent could be much longer than the example above"."""
    if len(userinfo.text) > _limit("userinfo"):
        yield Place(userinfo.start, userinfo.end)


@looks_for("segment-very-long", component="path")
def segment_very_long(subject: Subject) -> Iterator[Place]:
    """Most file systems have no names of more than 255 octets."""
    if subject.hierarchical:
        yield from _longer(subject.path, "/", _limit("segment"))
