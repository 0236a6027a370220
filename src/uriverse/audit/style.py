"""Style: a valid reference that is not in its normal form (RFC 3986, section 6), or whose scheme nobody registered."""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse import _core, schemes
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern

_UPPER: Final = pattern("[A-Z]")


def _replaced(subject: Subject, normal: str) -> Place:
    """The whole text, with its normal form as the replacement."""
    return Place(0, len(subject.text), normal)


@looks_for("scheme-upper-case", component="scheme")
def scheme_upper_case(_: Subject, scheme: Piece) -> Iterator[Place]:
    """Section 3.1: "should only produce lowercase scheme names for consistency"."""
    if _UPPER.search(scheme.text):
        yield Place(scheme.start, scheme.end, scheme.text.lower())


@looks_for("host-upper-case", component="capitals")
def host_upper_case(subject: Subject) -> Iterator[Place]:
    """Section 3.2.2: "should use lowercase for registered names ... for the sake of uniformity"."""
    assert subject.host is not None
    if "%" not in subject.host.text:
        yield Place(subject.host.start, subject.host.end, subject.host.text.lower())


@looks_for("path-empty", component="path")
def path_empty(subject: Subject) -> Iterator[Place]:
    """Section 6.2.3: "normalized to a path of "/"", where the scheme says that it is equivalent."""
    table = subject.scheme_table
    port = None if table is None else table.port
    if subject.authority is not None and port is not None and port.empty_path and not subject.path.text:
        yield Place(subject.path.start, subject.path.end, port.empty_path)


@looks_for("not-normal", component="reference")
def not_normal(subject: Subject) -> Iterator[Place]:
    """Section 6.2.2: case, escapes and dot segments."""
    assert subject.normal is not None
    if subject.normal != subject.text:
        yield _replaced(subject, subject.normal)


@looks_for("not-normal-in-scheme", component="reference")
def not_normal_in_scheme(subject: Subject) -> Iterator[Place]:
    """Section 6.2.3: equivalences of the scheme's own document, beyond case, escapes and dots."""
    table = subject.scheme_table
    if table is None or not table.normalization or not isinstance(subject.reference, _core.URI):
        return
    normal = str(table.rules.normalize(subject.reference))
    if normal != subject.normal:
        yield _replaced(subject, normal)


@looks_for("scheme-unregistered", component="scheme")
def scheme_unregistered(subject: Subject, scheme: Piece) -> Iterator[Place]:
    """RFC 7595, section 6: a private name may mean something else elsewhere."""
    name = subject.scheme_name
    is_known = not name or subject.scheme_table is not None or schemes.registered(name) is not None
    if not is_known and subject.reference is not None:
        yield Place(scheme.start, scheme.end, details={"scheme": name})
