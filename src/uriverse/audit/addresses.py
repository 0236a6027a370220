"""Addresses: rare forms, and addresses that no stranger should make a machine fetch (RFC 3986, section 7.4)."""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.catalogue import FINDINGS
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import PREFIX, Piece, Place, Subject
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern
from uriverse.hosts.addresses import address_text
from uriverse.hosts.embedding import embedded_address
from uriverse.hosts.kinds import kind_of_address
from uriverse.hosts.numeric import LONGEST

if TYPE_CHECKING:
    import re

    from uriverse.hosts.addresses import Address

_ENDS_IN_NUMBER: Final = pattern(r"(?s)(?:.*\.)?(?:[0-9]+|0[xX][0-9A-Fa-f]*)\.?")
# Four numbers joined by dots or by hyphens, with no digit directly before them.
_OCTET: Final = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_QUAD: Final = rf"(?<![0-9])(?<![0-9][.-]){_OCTET}(?P<joint>[.-])(?:{_OCTET}(?P=joint)){{2}}{_OCTET}(?![0-9])"
# By nip.io's documentation: eight hexadecimal digits at the end of a label, alone or after a hyphen.
_HEXADECIMAL: Final = r"(?<![^.-])(?P<hexadecimal>[0-9a-f]{8})(?=\.)"
# By sslip.io's documentation: an IPv6 address with hyphens for its colons.
_GROUPS: Final = r"[0-9a-f]{1,4}(?:-[0-9a-f]{1,4}){0,6}"
_HYPHENS: Final = (
    rf"(?<![^.-])(?P<six>(?:{_GROUPS})?--(?:{_GROUPS})?|(?:[0-9a-f]{{1,4}}-){{7}}[0-9a-f]{{1,4}})(?![^.-])"
)
_IN_NAME: Final = pattern(f"{_QUAD}|{_HEXADECIMAL}|{_HYPHENS}")


def _inner(subject: Subject) -> ipaddress.IPv4Address | None:
    return embedded_address(subject.address) if isinstance(subject.address, ipaddress.IPv6Address) else None


def _places_of_kind(subject: Subject, kind: str) -> Iterator[Place]:
    assert subject.host is not None and subject.address is not None
    if subject.verdict.kind == kind:
        inner = _inner(subject)
        address = subject.address if inner is None or kind_of_address(inner) != kind else inner
        clause = FINDINGS[f"address-{kind}"].clause_6 if address.version == 6 else None
        yield Place(subject.host.start, subject.host.end, details={"address": address_text(address)}, clause=clause)


@looks_for("address-rare", component="address")
def address_rare(subject: Subject, address: Address) -> Iterator[Place]:
    """Section 7.4: "literals should be converted to numeric form and filtered based on the numeric value"."""
    assert subject.host is not None
    if subject.verdict.form == "ambiguous":
        text = address_text(address)
        yield Place(subject.host.start, subject.host.end, text, {"address": text})


@looks_for("address-impossible", component="host")
def address_impossible(subject: Subject, host: Piece) -> Iterator[Place]:
    """To browsers, a host whose last label is a number is an address or a failure."""
    text = host.text
    if text and len(text) <= LONGEST and subject.address is None and _ENDS_IN_NUMBER.fullmatch(text) is not None:
        yield Place(host.start, host.end)


@looks_for("address-embedded", component="address", having="[")
def address_embedded(subject: Subject) -> Iterator[Place]:
    """An IPv4 address inside an IPv6 one reaches the same host and passes filters of IPv4 addresses."""
    assert subject.host is not None
    inner = _inner(subject)
    if inner is not None:
        yield Place(subject.host.start, subject.host.end, details={"address": inner})


@looks_for("address-future", component="host", having="[")
def address_future(_: Subject, host: Piece) -> Iterator[Place]:
    """Section 3.2.2: the "v" form is there "in anticipation of future, as-yet-undefined" addresses."""
    if host.text[:2] in {"[v", "[V"}:
        yield Place(host.start, host.end)


@looks_for("address-zone", component="address", having="[")
def address_zone(subject: Subject) -> Iterator[Place]:
    """RFC 6874, section 1: a zone has a meaning on one machine only."""
    assert subject.host is not None
    if subject.verdict.zone is not None:
        percent = subject.host.text.index("%")
        yield Place(subject.host.start + percent, subject.host.end - 1, "")


@looks_for("address-in-name", component="host")
def address_in_name(subject: Subject, host: Piece) -> Iterator[Place]:
    """A name that contains an address may resolve to it, as the names of some public services do."""
    # No resolver takes a longer name.
    if subject.address is not None or len(host.text) > LONGEST:
        return
    spelling = host.text.lower()
    readings = (subject.verdict.text, *(reading.host for reading in subject.verdict.readings))
    for text in (spelling, *readings):
        match = next(filter(_is_address, _IN_NAME.finditer(text)), None)
        if match is not None:
            start, end = match.span() if text is spelling else (0, len(host.text))
            yield Place(host.start + start, host.start + end)
            return


def _is_address(match: re.Match[str]) -> bool:
    """Whether a part of a name is an address.

    Hashes and dates have eight hexadecimal digits too, and `a--b` is a name: such a part counts if few others have its
    form, because it leads inside, or is an IPv6 address that is in use. The hyphens of `xn---0-bja` encode letters.
    """
    if match["joint"] is None and match.string.startswith(PREFIX, match.string.rfind(".", 0, match.start()) + 1):
        return False
    if match["hexadecimal"]:
        return kind_of_address(ipaddress.IPv4Address(int(match["hexadecimal"], 16))) not in {"public", "special"}
    if match["six"]:
        try:
            return kind_of_address(ipaddress.IPv6Address(match["six"].replace("-", ":"))) != "special"
        except ValueError:
            return False
    return True


@looks_for("address-metadata", component="metadata")
def address_metadata(subject: Subject) -> Iterator[Place]:
    """A cloud's metadata service, by its address or by its name."""
    assert subject.host is not None
    if subject.address is not None:
        yield from _places_of_kind(subject, "metadata")
    else:
        yield Place(subject.host.start, subject.host.end, details={"address": subject.host.text})


def _look_for_kind(kind: str) -> None:
    @looks_for(f"address-{kind}", component="address")
    def look(subject: Subject) -> Iterator[Place]:
        return _places_of_kind(subject, kind)


for _kind in (
    # RFC 1122, section 3.2.1.3: "this host on this network"; connecting there reaches the machine itself.
    "unspecified",
    # RFC 1122, section 3.2.1.3, and RFC 4291, section 2.5.3.
    "loopback",
    # RFC 3927, section 2.1, and RFC 4291, section 2.5.6.
    "link-local",
    # RFC 1918, section 3, RFC 4193, and the other ranges that are not globally reachable in IANA's registries.
    "private",
    # RFC 6890: multicast, reserved and shared addresses.
    "special",
):
    _look_for_kind(_kind)
