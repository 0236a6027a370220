"""The steps by which schemes normalize: small functions from components to components.

A scheme's table names its steps in `[normalization]`, in order, each with the clause that asks for it:

    [normalization]
    lower-nid = "3.1"

`lower-nid` is the function `lower_nid` of this module. It gets the components as they are written, here
`EditableComponents(None, "Example:a", None, None)`, and returns them changed: `path="example:a"`. It returns the same
value if there is nothing to change. A step sees only what the scheme's grammar accepts, and `normalization` takes its
result only if the grammar accepts that too. So a step may cut a text without looking whether it has the right form.

Each step must be a projection: taken twice, it gives what it gives once. Any scheme may use any step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Final, TypeAlias

from uriverse.masking import masked_repr


@dataclass(frozen=True, slots=True)
class EditableComponents:
    """The components that a step may change, as they are written; None is undefined."""

    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    def __repr__(self) -> str:
        return masked_repr(self)

    def text(self, scheme: str) -> str:
        """The whole reference (RFC 3986, section 5.3)."""
        before = "" if self.authority is None else f"//{self.authority}"
        query = "" if self.query is None else f"?{self.query}"
        return f"{scheme}:{before}{self.path}{query}" + ("" if self.fragment is None else f"#{self.fragment}")


Step: TypeAlias = Callable[[EditableComponents], EditableComponents]


def without_port(number: int) -> Step:
    """RFC 3986, section 6.2.3: the step that drops an empty port, and a port that is the default one."""

    def step(parts: EditableComponents) -> EditableComponents:
        written = re.search(r":([0-9]*)\Z", parts.authority or "")
        if written is None or written[1].lstrip("0") not in {"", str(number)} or set(written[1]) == {"0"}:
            return parts
        return replace(parts, authority=(parts.authority or "")[: written.start()])

    return step


def with_path(empty_path: str) -> Step:
    """RFC 3986, section 6.2.3: the step that writes the path for which an empty path stands after an authority."""

    def step(parts: EditableComponents) -> EditableComponents:
        return replace(parts, path=parts.path or empty_path) if parts.authority is not None else parts

    return step


def lower_nid(parts: EditableComponents) -> EditableComponents:
    """RFC 8141, section 3.1: namespace identifiers are compared without case."""
    nid, colon, nss = parts.path.partition(":")
    return replace(parts, path=nid.lower() + colon + nss)


def collect_mail_addresses(parts: EditableComponents) -> EditableComponents:
    """RFC 6068, section 2: "the "to" hfield" is another way to write addresses: they go before the "?"."""
    if parts.query is None:
        return parts
    addresses = [parts.path] if parts.path else []
    kept = []
    for pair in parts.query.split("&"):
        name, _, value = pair.partition("=")
        if name.lower() == "to" and "@" in value:
            addresses.append(value)
        else:
            kept.append(pair)
    return replace(parts, path=",".join(addresses), query="&".join(kept) if kept else None)


def lower_header_names(parts: EditableComponents) -> EditableComponents:
    """RFC 6068, section 2: "<hfname> is case-insensitive, but <hfvalue> in general is case-sensitive"."""
    if parts.query is None:
        return parts
    pairs = (pair.partition("=") for pair in parts.query.split("&"))
    return replace(parts, query="&".join(_lower(name) + mark + value for name, mark, value in pairs))


def all_newsgroups(parts: EditableComponents) -> EditableComponents:
    """RFC 5538, section 4: `news://news.server.example/*` and `news://news.server.example/` are equivalent."""
    return replace(parts, path=f"{parts.path}*") if parts.path in {"", "/"} else parts


def lower_mail_domains(parts: EditableComponents) -> EditableComponents:
    """RFC 1034, section 3.1: domain names are compared without case; of local parts nothing is known."""
    # In RFC 1738 a comma is a character of the one address, so a piece may have no domain.
    pieces = (address.rpartition("@") for address in parts.path.split(","))
    return replace(
        parts, path=",".join(local + at + (_lower(domain) if at else domain) for local, at, domain in pieces)
    )


def localhost_is_empty(parts: EditableComponents) -> EditableComponents:
    """Write the local machine as an empty authority.

    RFC 8089, section 2: "localhost", an empty authority and no authority are "the machine from which the URI is being
    interpreted". The traditional form has the empty one (Appendix B).
    """
    local = (parts.authority or "").lower() in {"", "localhost"}
    return replace(parts, authority="") if local else parts


def lower_ftp_type(parts: EditableComponents) -> EditableComponents:
    """RFC 1738, section 3.2.2: the type code has either case; its name is a quoted literal, which has either too."""
    path, semicolon, code = parts.path.partition(";")
    return replace(parts, path=path + semicolon + code.lower())


def menu_without_type(parts: EditableComponents) -> EditableComponents:
    """RFC 1738, section 3.4.1: without a path the type is "1", which is a menu."""
    return replace(parts, path="/") if parts.path in {"", "/1"} and parts.query is None else parts


def lower_media_type(parts: EditableComponents) -> EditableComponents:
    """RFC 2045, section 5.1: type, subtype and attributes have either case, and so has the literal ";base64"."""
    header, comma, payload = parts.path.partition(",")
    words = [name.partition("=") for name in header.split(";")]
    return replace(parts, path=";".join(_lower(name) + mark + value for name, mark, value in words) + comma + payload)


def default_media_type(parts: EditableComponents) -> EditableComponents:
    """RFC 2397, section 2: what is left out is text/plain;charset=US-ASCII, of which the charset may be given alone."""
    header, comma, payload = parts.path.partition(",")
    media_type, *parameters = header.split(";")
    if media_type.lower() != "text/plain" or not parameters or not parameters[0].lower().startswith("charset="):
        return parts
    if parameters[0].lower() == "charset=us-ascii" and parameters[1:] in ([], ["base64"]):
        parameters = parameters[1:]
    return replace(parts, path="".join(f";{parameter}" for parameter in parameters) + comma + payload)


def lower_ldap_scope(parts: EditableComponents) -> EditableComponents:
    """RFC 5234, section 2.3: the quoted literals of rule `scope` have either case."""
    words = (parts.query or "").split("?")
    if len(words) < 2:
        return parts
    return replace(parts, query="?".join((words[0], words[1].lower(), *words[2:])))


def drop_empty_ldap_fields(parts: EditableComponents) -> EditableComponents:
    """Leave out the fields that have their default.

    RFC 4516, section 3, has a default for each field. Section 4: `ldap://h`, `ldap://h/` and `ldap://h/?` "are
    equivalent".
    """
    query = (parts.query or "").rstrip("?") or None
    return replace(parts, path="" if query is None and parts.path == "/" else parts.path, query=query)


def decode_tel_marks(parts: EditableComponents) -> EditableComponents:
    """Decode the marks of RFC 2396 in the query, some of which RFC 3986 counts as reserved.

    RFC 3966, section 3: characters outside RFC 2396's "reserved" and "unsafe" sets "are equivalent to their "% HEX HEX"
    percent encoding".
    """
    query = None if parts.query is None else _decoded(parts.query, "!*'()")
    return replace(parts, path=_decoded(parts.path, "!*'()"), query=query)


def lower_tel(parts: EditableComponents) -> EditableComponents:
    """RFC 3966, section 4: "URI comparisons are case-insensitive"; section 3 prefers lower case."""
    fragment = None if parts.fragment is None else _lower(parts.fragment)
    query = None if parts.query is None else _lower(parts.query)
    return replace(parts, path=_lower(parts.path), query=query, fragment=fragment)


def drop_visual_separators(parts: EditableComponents) -> EditableComponents:
    """RFC 3966, section 4: numbers, also of extensions and contexts, compare "after removing all visual separators"."""
    if parts.query is not None or parts.fragment is not None:
        return parts
    number, *parameters = parts.path.split(";")
    written = [_without_separators(number)]
    for parameter in parameters:
        name, mark, value = parameter.partition("=")
        numeric = name.lower() == "ext" or (name.lower() == "phone-context" and value.startswith("+"))
        written.append(name + mark + (_without_separators(value) if numeric else value))
    return replace(parts, path=";".join(written))


def order_tel_parameters(parts: EditableComponents) -> EditableComponents:
    """Put the parameters in order: subaddress or extension, then the context, then the others by name.

    RFC 3966, section 3, has this order; section 4 compares parameters "regardless of the order".
    """
    if parts.query is not None or parts.fragment is not None:
        return parts
    number, *parameters = parts.path.split(";")
    first = {"ext": 0, "isub": 0, "phone-context": 1}
    keys = {parameter: parameter.partition("=")[0].lower() for parameter in parameters}
    ordered = sorted(parameters, key=lambda parameter: (first.get(keys[parameter], 2), keys[parameter], parameter))
    return replace(parts, path=";".join((number, *ordered)))


def geo_comparison(parts: EditableComponents) -> EditableComponents:
    """Write a place as RFC 5870, section 3.4.4, compares it.

    Numbers count by their values, names without case, values without percent-encoding, parameters in any order. The
    default system is not written. In WGS-84 a pole has no longitude, and 180 degrees are -180.

    A text that has `crs` at a wrong place stays as it is, since its system is not known.
    """
    coordinates, *parameters = parts.path.split(";")
    numbers = [_number(number) for number in coordinates.split(",")]
    pairs = [parameter.partition("=") for parameter in parameters]
    if any(name.lower() == "crs" for name, _, _ in pairs[1:]):
        return parts
    crs = pairs.pop(0)[2].lower() if pairs and pairs[0][0].lower() == "crs" else "wgs84"
    known = []
    if crs == "wgs84":
        if Decimal(numbers[0]).copy_abs() == 90:
            numbers[1] = "0"
        if Decimal(numbers[1]) == -180:
            numbers[1] = "180"
    else:
        known.append(f"crs={crs}")
    if pairs and pairs[0][0].lower() == "u" and re.fullmatch(r"[0-9]+(\.[0-9]+)?", pairs[0][2]):
        known.append(f"u={_number(pairs.pop(0)[2])}")
    others = sorted(name.lower() + mark + _decoded(value, "!*'():&+$") for name, mark, value in pairs)
    return replace(parts, path=";".join((",".join(numbers), *known, *others)))


def _number(text: str) -> str:
    """A number as short as it can be written: "-0.50" is "-0.5", "-0" is "0"."""
    number = f"{Decimal(text):f}"
    if "." in number:
        number = number.rstrip("0").rstrip(".")
    sign = "-" if number.startswith("-") else ""
    digits = number.lstrip("-").lstrip("0") or "0"
    digits = f"0{digits}" if digits.startswith(".") else digits
    return digits if digits == "0" else sign + digits


def _decoded(text: str, letters: str) -> str:
    """The text with the triplets of these characters decoded."""
    return re.sub("|".join(f"%{ord(letter):02X}" for letter in letters), lambda found: chr(int(found[0][1:], 16)), text)


def _without_separators(text: str) -> str:
    return re.sub(r"[-.()]", "", text)


def _lower(text: str) -> str:
    """Lower case, but for the digits of triplets, which the generic ladder has in upper case."""
    return re.sub(r"%[0-9a-f]{2}", lambda triplet: triplet.group().upper(), text.lower())


STEPS: Final[Mapping[str, Step]] = MappingProxyType(
    {
        step.__name__.replace("_", "-"): step
        for step in (
            all_newsgroups,
            collect_mail_addresses,
            decode_tel_marks,
            default_media_type,
            drop_empty_ldap_fields,
            drop_visual_separators,
            geo_comparison,
            localhost_is_empty,
            lower_ftp_type,
            lower_header_names,
            lower_ldap_scope,
            lower_mail_domains,
            lower_media_type,
            lower_nid,
            lower_tel,
            menu_without_type,
            order_tel_parameters,
        )
    }
)
