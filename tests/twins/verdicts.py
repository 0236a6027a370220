"""The verdict on a host, reading by reading: what `crates/hosts/src/verdicts.rs` must agree with."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address
from typing import Final

from twins.idna2003 import DIFFERING, by_python, by_rfc_3454
from twins.kinds import kind_of_address, kind_of_name
from twins.numeric import LONGEST, inet_aton
from uriverse import _core
from uriverse.ground.patterns import pattern
from uriverse.ground.unicode_tables import nfkc
from uriverse.hosts import Address, HostReading, HostVerdict
from uriverse.hosts.addresses import address_text
from uriverse.hosts.kinds import Kind

# The URL Standard's "ends in a number" (section 3.5): such a host is an address or invalid.
_NUMBER: Final = pattern(r"(?:[0-9]+|0x[0-9a-f]*)\Z")
_DECIMALS: Final = pattern(r"[0-9]+(?:\.[0-9]+){0,3}")
_TRIPLET: Final = pattern(r"%([0-9A-Fa-f]{2})")
# The URL Standard's parser reads this as zero.
_EMPTY_HEX: Final = pattern(r"(?<![^.])(0[xX])(?![^.])")
# Of an ambiguous host the first reading with the least weight decides: every name of one label is "local".
_WEIGHT: Final = {"local": 1, "public": 2}
_EMPTY_LABEL: Final = pattern(r"\A\.+|(?<=\.)\.+")


def verdict(host: str | Address) -> HostVerdict:
    """The form of a host, an address or a text, and where it leads."""
    if isinstance(host, IPv4Address | IPv6Address):
        return _address_verdict(host)
    if len(host) > LONGEST:
        return _invalid("it is longer than any host")
    return _plain(host) or _odd(host)


def _plain(host: str, *, is_reading: bool = False) -> HostVerdict | None:
    """The verdict on a host in its usual form, or None. A reading of an ambiguous host may hide letters in "xn--"."""
    if host.startswith("[") or ":" in host:
        return _version_6(host)
    if not host.isascii():
        # A name is in its usual form if UTS #46 maps no letter beyond US-ASCII.
        name = host.encode("utf-8", "replace").lower().decode()
        host = _mapped(name)
        if host == "" or DIFFERING.search(name) or not _is_kept(name, host, _core.whatwg_domain_to_unicode(host)):
            return None
    elif host[-1:].isdigit() and (address := _version_4(host)) is not None:
        return _address_verdict(address)
    name = host.lower().removesuffix(".")
    return HostVerdict("name", kind_of_name(name), name) if _core.is_plain_name(name, is_reading) else None


def _invalid(reason: str, kind: Kind = "public") -> HostVerdict:
    return HostVerdict("invalid", kind, reason=reason)


def _address_verdict(address: Address, zone: str | None = None) -> HostVerdict:
    if isinstance(address, IPv6Address) and address.scope_id:
        address, zone = IPv6Address(int(address)), address.scope_id
    return HostVerdict("address", kind_of_address(address), address_text(address), address, zone)


def _version_4(host: str) -> IPv4Address | None:
    try:
        return IPv4Address(host)
    except ValueError:
        return None


def _version_6(host: str) -> HostVerdict:
    text, percent, zone = host.removeprefix("[").removesuffix("]").partition("%")
    if host.startswith("[") != host.endswith("]"):
        return _invalid("its brackets do not enclose it")
    try:
        return _address_verdict(IPv6Address(text), zone.removeprefix("25") if percent else None)
    except ValueError:
        return _invalid("it is not an IPv6 address (RFC 3986, section 3.2.2)")


def _mapped(name: str) -> str:
    """A name in US-ASCII as UTS #46 maps it; "" if it has no such form."""
    return _core.whatwg_domain_to_ascii(name) or ""


def _is_kept(name: str, ascii_name: str, shown: str) -> bool:
    """Whether each label of a name is that of its "xn--" form or of its Unicode form: `bücher.xn--p1ai` mixes them."""
    if name == shown:
        return True
    labels = [text.split(".") for text in (name, ascii_name, shown)]
    return len(set(map(len, labels))) == 1 and all(label in forms for label, *forms in zip(*labels, strict=True))


def _odd(host: str) -> HostVerdict:
    """The verdict on a host in an unusual form."""
    decoded = _decoded(host)
    in_2003 = by_rfc_3454(decoded)
    wide = in_2003 or nfkc(decoded).replace("\u3002", ".")
    numeric = _EMPTY_HEX.sub("0x0", wide.removesuffix("."))
    short = ".".join(label for label in wide.split(".") if label)
    candidates = (
        ("UTS #46", "" if decoded.isascii() else _mapped(decoded)),
        ("IDNA 2003", in_2003),
        ("IDNA 2003 of Python", by_python(decoded)),
        ("inet_aton", _text(inet_aton(numeric))),
        ("decimal numbers", _text(_decimal(numeric))),
        ("escapes decoded", decoded),
        ("empty labels dropped", short if _EMPTY_LABEL.search(wide) else ""),
    )
    by_text: dict[str, tuple[str, HostVerdict]] = {}
    for by, text in candidates:
        judged = _plain(text, is_reading=True) if text != host else None
        if judged is not None and judged.form != "invalid":
            by_text.setdefault(judged.text, (by, judged))
    if not by_text:
        return _invalid(_why_invalid(decoded), kind_of_name(short.lower()))
    leading = min((judged for _, judged in by_text.values()), key=lambda judged: _WEIGHT.get(judged.kind, 0))
    readings = (*(HostReading(by, text) for text, (by, _) in by_text.items()), HostReading("as written", host))
    reason = _why_ambiguous(host, readings, leading)
    return HostVerdict("ambiguous", leading.kind, "", leading.address, None, reason, readings)


def _decoded(host: str) -> str:
    """The host with its escapes decoded as UTF-8, once."""
    if "%" not in host:
        return host
    octets = _TRIPLET.sub(lambda triplet: chr(int(triplet[1], 16)), host.encode("utf-8", "replace").decode("latin-1"))
    return octets.encode("latin-1").decode("utf-8", "ignore")


def _text(address: IPv4Address | None) -> str:
    return "" if address is None else str(address)


def _decimal(text: str) -> IPv4Address | None:
    """The address for parsers that read "010" as ten, as OpenJDK's `InetAddress` and `ipaddress` before 3.9.5."""
    if not _DECIMALS.fullmatch(text):
        return None
    return inet_aton(".".join(part.lstrip("0") or "0" for part in text.split(".")))


def _why_ambiguous(host: str, readings: tuple[HostReading, ...], leading: HostVerdict) -> str:
    if "%" in host:
        return "some parsers decode its escapes, others keep them in the name"
    if leading.form == "address":
        return "some parsers read an address, others a name or another address (RFC 3986, section 7.4)"
    if readings[0].by == "empty labels dropped":
        return "a label is empty: some parsers drop the dot, others do not find the host (RFC 1035, section 2.3.1)"
    return "parsers map its letters differently before a lookup (UTS #46, section 7)"


def _why_invalid(host: str) -> str:
    if not host.strip("."):
        return "it is empty"
    if _NUMBER.match(host.lower().removesuffix(".").rpartition(".")[2]):
        return "its last label is a number, but it is not an IPv4 address (URL Standard, section 3.5)"
    return "the DNS has no such name (RFC 1123, section 2.1)"
