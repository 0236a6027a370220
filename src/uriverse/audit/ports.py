"""Ports: which service a port is reserved for, and odd ways to write one (RFC 3986, sections 3.2.3 and 7.2)."""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse import _core
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.audit.word_lists import ports
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.reference.reading import HIGHEST_PORT

WELL_KNOWN: Final = 1024
LISTS: Final = ("bad_ports", "service_ports")
_LONG: Final = pattern(":[0-9]{5}")


def _whole(port: Piece) -> tuple[int, int]:
    return port.start, port.end


def _service(scheme: str | None, number: int, list: str) -> str | None:
    """The service that a list names for the port; None if it names none, or if the scheme speaks its protocol."""
    service, schemes = ports(list).get(number, (None, frozenset()))
    return None if schemes & ({"http", "https"} if scheme is None else {scheme}) else service


def finding_of(scheme: str | None, number: int, default: int | None) -> str | None:
    """The id of the finding for a port number other than 0, or None."""
    if number == default:
        return "port-default"
    if _service(scheme, number, "bad_ports") is not None:
        return "port-of-another-protocol"
    is_own = any(scheme in ports(list).get(number, ("", frozenset()))[1] for list in LISTS)
    is_well_known = number < WELL_KNOWN and not is_own and (scheme is not None or number not in {80, 443})
    if _service(scheme, number, "service_ports") is not None or is_well_known:
        return "port-well-known"
    return None if number > HIGHEST_PORT or default is None else "port-not-default"


def _port_place(subject: Subject, finding: str, **details: object) -> Iterator[Place]:
    """The position of the port, if its number has this finding."""
    assert subject.port is not None
    number = subject.port_number
    scheme = None if subject.scheme is None else subject.scheme_name
    # In `http://[::1/`, whose "]" is missing, ":1" is the end of an address and not a port.
    is_port = subject.host is None or not subject.host.text.startswith("[") or "]" in subject.host.text
    if number and is_port and finding_of(scheme, number, subject.default_port) == finding:
        yield Place(*_whole(subject.port), details={"port": number, **details})


@looks_for("port-of-another-protocol", component="port")
def port_of_another_protocol(subject: Subject) -> Iterator[Place]:
    """Section 7.2: "specifying a port number other than that reserved for the network protocol in question"."""
    service = ports("bad_ports").get(subject.port_number or 0, ("",))[0]
    return _port_place(subject, "port-of-another-protocol", service=service)


@looks_for("port-well-known", component="port")
def port_well_known(subject: Subject) -> Iterator[Place]:
    """Section 7.2: "a TCP port number within the "well-known port" range (0 - 1023)", unless it is the scheme's."""
    return _port_place(subject, "port-well-known")


@looks_for("port-not-default", component="port")
def port_not_default(subject: Subject) -> Iterator[Place]:
    """RFC 2396, section 7: "Caution should be used ... a port number other than the default for the protocol".

    Ports that have a finding of their own are skipped.
    """
    return _port_place(subject, "port-not-default", scheme=subject.scheme_name)


@looks_for("port-zero", component="port", having=":0")
def port_zero(subject: Subject, port: Piece) -> Iterator[Place]:
    """RFC 6335, section 6: port 0 is reserved; nothing can listen there."""
    if subject.port_number == 0:
        yield Place(*_whole(port))


@looks_for("port-out-of-range", component="port", matching=_LONG)
def port_out_of_range(_: Subject, port: Piece) -> Iterator[Place]:
    """Some parsers take a number of more than 16 bits modulo 65536; others truncate it."""
    digits = port.text.lstrip("0")
    if not _core.is_port_too_high(digits):
        return
    wrapped: object = int(digits) % (HIGHEST_PORT + 1) if len(digits) < 100 else "another"
    yield Place(*_whole(port), details={"wrapped": wrapped})


@looks_for("port-leading-zero", component="port", having=":0")
def port_leading_zero(subject: Subject, port: Piece) -> Iterator[Place]:
    """Section 3.2.3: a port is decimal, with any number of leading zeros."""
    number = subject.port_number
    if number and port.text.startswith("0"):
        yield Place(*_whole(port), str(number), {"port": number})


@looks_for("port-empty", component="port")
def port_empty(_: Subject, port: Piece) -> Iterator[Place]:
    """Section 3.2.3: "should omit the port component and its ":" delimiter if port is empty"."""
    if not port.text:
        yield Place(port.start - 1, port.end, "")


@looks_for("port-default", component="port")
def port_default(subject: Subject, port: Piece) -> Iterator[Place]:
    """Section 3.2.3: "... or if its value would be the same as that of the scheme's default"."""
    number = subject.port_number
    if number and number == subject.default_port:
        yield Place(port.start - 1, port.end, "", {"port": number, "scheme": subject.scheme_name})


@looks_for("port-twice", component="host")
def port_twice(subject: Subject, host: Piece) -> Iterator[Place]:
    """A second ":" in an authority, outside brackets: some parsers take the first port, others the last."""
    assert subject.authority is not None
    colon = host.text.find(":", host.text.rfind("]") + 1)
    if colon >= 0 and "[" not in host.text[colon:]:
        yield Place(host.start + colon, subject.authority.end, None)
