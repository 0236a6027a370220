"""Names: hosts that the DNS cannot have, does not have, or resolves to an address of the attacker's choice.

a;b.example.com    no name of the DNS has ";"
db.storage-7       the root of the DNS has no "storage-7"
7f000001.nip.io    resolves to 127.0.0.1
"""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.hosts.kinds import resolving_domain
from uriverse.text.domains import top_level

# RFC 3986, section 3.2.2: allowed in a reg-name, not allowed in a DNS name (except "_", which is used in the DNS).
_NOT_IN_DNS: Final = pattern(r"[!$&'()*+,;=~]+", needs="!$&'()*+,;=~")
_EMPTY_LABEL: Final = pattern(r"^\.|\.\.+")


def _is_looked_up(subject: Subject) -> bool:
    """Whether the DNS is queried for the host: the scheme belongs to a server, or there is none."""
    return subject.scheme is None or subject.scheme_name in words()["server"]


@looks_for("host-not-in-dns", component="host")
def host_not_in_dns(subject: Subject, host: Piece) -> Iterator[Place]:
    """Section 3.2.2: "URI producers should use names that conform to the DNS syntax"; some parsers stop here."""
    if not _is_looked_up(subject) or host.text.startswith("["):
        return
    places = list(host.places(_NOT_IN_DNS))
    if not places and not host.text.isascii() and subject.verdict.form == "invalid":
        places = [Place(label.start, label.end) for label in subject.international or () if label.unicode is None]
        places = places or [Place(host.start, host.end)]
    yield from places


@looks_for("host-empty-label", component="host")
def host_empty_label(subject: Subject, host: Piece) -> Iterator[Place]:
    """RFC 1035, section 2.3.1: a label has at least one letter; only the root's is empty, and it is the last."""
    if (".." in host.text or host.text.startswith(".")) and _is_looked_up(subject):
        yield from host.places(_EMPTY_LABEL)


@looks_for("authority-as-option", component="authority", having="-")
def authority_as_option(subject: Subject) -> Iterator[Place]:
    """RFC 1123, section 2.1: no name begins with "-"; a program may parse the authority as an option."""
    for part in subject.parts("userinfo", "host"):
        if part.text.startswith("-"):
            yield Place(part.start, part.start + 1)


@looks_for("host-unknown-top-level", component="host", having=".")
def host_unknown_top_level(subject: Subject, host: Piece) -> Iterator[Place]:
    """Section 3.2.2: a name that is not in the public DNS is looked up elsewhere, or answered by a wildcard."""
    verdict = subject.verdict
    if verdict.form != "name" or "." not in verdict.text or verdict.kind not in ("public", "rebinding"):
        return
    # RFC 6761, section 6.5: "Application software SHOULD NOT recognize example names as special".
    top = verdict.text.rpartition(".")[2]
    if top not in top_level() and top != "example":
        end = host.end - host.text.endswith(".")
        last = host.text.removesuffix(".").rpartition(".")[2]
        yield Place(end - len(last), end, details={"label": last.lower()})


@looks_for("host-rebinding", component="host")
def host_rebinding(subject: Subject, host: Piece) -> Iterator[Place]:
    """Section 7.4: it passes a filter of names, and the resolver returns the address that the attacker chose."""
    if subject.verdict.kind == "rebinding":
        names = (subject.verdict.text, *(reading.host for reading in subject.verdict.readings), host.text)
        domain = next(filter(None, map(resolving_domain, names)))
        yield Place(host.start, host.end, details={"domain": domain})
