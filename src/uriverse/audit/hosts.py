"""Hosts: names that are empty or disguised, and names that only one machine or network knows."""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import PREFIX, Piece, Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern
from uriverse.ground.unicode_tables import DEVIATIONS

if TYPE_CHECKING:
    from uriverse._core import Doubt

_ESCAPES: Final = pattern("(?:%[0-9A-Fa-f]{2})++")
_DELIMITER: Final = pattern("%(?:[01][0-9A-Fa-f]|2[03Ff]|3[AaFf]|40|5[BbCcDd]|7[Ff])")
_BRACKETS: Final = pattern(r"[\[\]]")
# The letters that `differs` in crates/hosts/src/idna2003.rs. Mapping turns the capital U+1E9E into U+00DF.
_DIFFERING: Final = pattern(f"[{DEVIATIONS}\u1806\u13a0-\u13f5\u1e9e]+")
_LITERAL: Final = pattern(r"(?i)\[(?:(?P<six>[0-9A-Fa-f:.]+)(?:%[^\[\]]*)?|v[0-9A-Fa-f]+\.[^\[\]]+)\](?::[^\[\]]*)?")


def _whole(subject: Subject) -> Place:
    assert subject.host is not None
    return Place(subject.host.start, subject.host.end)


@looks_for("host-empty", component="host")
def host_empty(subject: Subject, host: Piece) -> Iterator[Place]:
    """RFC 9110, section 4.2.1: "A recipient that processes such a URI reference MUST reject it as invalid"."""
    assert subject.authority is not None
    if host.text:
        return
    table = subject.scheme_table
    needs_host = subject.scheme_name in words()["server"] or (table is not None and "host" in table.nonempty)
    if needs_host or subject.scheme is None or subject.authority.text:
        yield Place(subject.authority.start - 2, subject.authority.end)


@looks_for("host-localhost", component="host")
def host_localhost(subject: Subject) -> Iterator[Place]:
    """RFC 6761, section 6.3: names that mean the machine itself."""
    if subject.verdict.kind == "loopback" and subject.address is None:
        yield _whole(subject)


@looks_for("host-local-name", component="host")
def host_local_name(subject: Subject) -> Iterator[Place]:
    """RFC 6761 and RFC 6762: names of several labels that the public DNS does not have."""
    if subject.verdict.kind == "local" and "." in subject.verdict.text:
        yield _whole(subject)


def _is_a_scheme(subject: Subject) -> bool:
    """Whether the host is the scheme of a whole URI that was appended to a prefix."""
    assert subject.host is not None
    return subject.host.text.lower() in {"http", "https"} and subject.path.text.startswith("//")


@looks_for("host-single-label", component="host")
def host_single_label(subject: Subject) -> Iterator[Place]:
    """RFC 3986, section 3.2.2: a name may be resolved without the DNS; a single label usually is."""
    name = subject.verdict.text if subject.verdict.form == "name" else "."
    if "." not in name and name != "localhost" and not _is_a_scheme(subject) and subject.scheme_name in words()["web"]:
        yield _whole(subject)


@looks_for("host-is-a-scheme", component="host")
def host_is_a_scheme(subject: Subject) -> Iterator[Place]:
    """`http://https://example.com/` has the host `https`: a prefix was added to a whole URI."""
    if _is_a_scheme(subject):
        yield _whole(subject)


@looks_for("host-trailing-dot", component="host", having=".")
def host_trailing_dot(_: Subject, host: Piece) -> Iterator[Place]:
    """RFC 3986, section 3.2.2: the last label "may be followed by a single "."", which few name lists have."""
    if host.text.endswith(".") and len(host.text) > 1:
        yield Place(host.end - 1, host.end, "")


@looks_for("host-escaped", component="host", having="%", matching=_ESCAPES)
def host_escaped(_: Subject, host: Piece) -> Iterator[Place]:
    """Section 3.2.2: a reg-name may have escapes; few resolvers and fewer lists decode them."""
    return iter(()) if host.text.startswith("[") else host.places(_ESCAPES)


@looks_for("host-escaped-delimiter", component="host", having="%", matching=_DELIMITER)
def host_escaped_delimiter(_: Subject, host: Piece) -> Iterator[Place]:
    """Section 7.3: "the decoded octets might be mistaken for delimiters", so the host ends elsewhere."""
    return iter(()) if host.text.startswith("[") else host.places(_DELIMITER)


@looks_for("host-beyond-ascii", component="beyond_ascii")
def host_beyond_ascii(subject: Subject) -> Iterator[Place]:
    """UTS #46, section 7: some programs map or drop letters that others keep, and the names differ."""
    if subject.host is None or subject.host.text.isascii():
        return
    places = list(subject.host.places(_DIFFERING))
    if not places and subject.verdict.form == "ambiguous":
        places = [_whole(subject)]
    yield from places


def _look_for_doubts(finding: str, *doubts: Doubt) -> None:
    @looks_for(finding, component="international")
    def look(subject: Subject) -> Iterator[Place]:
        for label in subject.international or ():
            if label.doubt in doubts:
                yield Place(label.start, label.end, details={"text": label.unicode})


# UTS #39, sections 5.2 and 5.3: "highly restrictive" is what browsers show.
_look_for_doubts("host-mixed-scripts", "mixed-scripts", "mixed-numbers")
# UTS #39, section 3.1: symbols, phonetic letters, and scripts that are no longer in common use.
_look_for_doubts("host-restricted-character", "restricted")
# RFC 3987, section 8: a character that looks like a delimiter makes the host seem to end early.
_look_for_doubts("host-imitated-delimiter", "looks-like-delimiter")
# RFC 5892, section 2.1: IDNA 2008 does not allow symbols; some registries do.
_look_for_doubts("host-pictograph", "pictograph")
# UTS #39, section 4: its letters look like Latin ones, where people expect Latin ones.
_look_for_doubts("host-lookalike", "looks-latin")


@looks_for("host-punycode-broken", component="international")
def host_punycode_broken(subject: Subject) -> Iterator[Place]:
    """UTS #46, section 4.1: an "xn--" label that is not the form of a valid label; parsers differ on it."""
    for label in subject.international or ():
        if label.unicode is None and subject.text[label.start : label.start + 4].lower() == PREFIX:
            yield Place(label.start, label.end)


@looks_for("brackets-in-authority", component="odd", matching=_BRACKETS)
def brackets_in_authority(subject: Subject) -> Iterator[Place]:
    """Section 3.2.2: "This is the only place where square bracket characters are allowed in the URI syntax"."""
    if subject.authority is None:
        return
    at = subject.authority.start if subject.userinfo is None else subject.userinfo.end + 1
    rest = subject.authority.text[at - subject.authority.start :]
    first = min((place for bracket in "[]" if (place := rest.find(bracket)) >= 0), default=-1)
    if first >= 0 and not _is_literal(rest):
        yield Place(at + first, at + max(rest.rfind("["), rest.rfind("]")) + 1)


def _is_literal(text: str) -> bool:
    """Whether brackets enclose an address, with or without a port after them."""
    match = _LITERAL.fullmatch(text) if len(text) <= 1024 else None
    if match is None or match["six"] is None:
        return match is not None
    try:
        ipaddress.IPv6Address(match["six"])
    except ValueError:
        return False
    return True
