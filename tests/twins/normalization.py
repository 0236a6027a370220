"""RFC 3986, sections 6.2.2 and 6.2.3, one level at a time, for every edition.

The steps are RFC 3986's. An edition says which of them mean something to it, which characters it calls unreserved
(written out here), which parts it calls case-insensitive and which ports it knows (its table tells), and whether it can
read a text as opaque or an authority as a registered name. How a text is read is the caller's to say: ``read`` gives
what the slow reader finds. A step never changes how the text is read: what would, stays as written or is guarded.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import category

from .parts import Parts, recompose
from .rfc3986 import remove_dot_segments

LETTERS_AND_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
HEX_DIGITS = "0123456789abcdefABCDEF"

# RFC 1630: alpha, digit, safe and extra, of which xalpha consists
OF_XALPHA = LETTERS_AND_DIGITS + "$-_@.&" + "!*\"'(),"
# RFC 1738, 5: unreserved = alpha | digit | safe | extra (RFC 1808, 2.2, the same)
OF_1994 = LETTERS_AND_DIGITS + "$-_.+" + "!*'(),"
# url-syntax-03 and -04, 2.2 and 2.3: mark = "$" | "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")" | ","
OF_1996 = LETTERS_AND_DIGITS + "$-_.!~*'(),"
# RFC 2396, 2.3: mark = "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")"
OF_1998 = LETTERS_AND_DIGITS + "-_.!~*'()"
# RFC 3986, 2.3: unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
OF_2005 = LETTERS_AND_DIGITS + "-._~"

# RFC 3987, 2.2, ucschar: the planes from 1 to 13 have all but their last two characters
UCSCHAR = [
    *[(0xA0, 0xD7FF), (0xF900, 0xFDCF), (0xFDF0, 0xFFEF)],
    *[(plane << 16, (plane << 16) + 0xFFFD) for plane in range(1, 14)],
    (0xE1000, 0xEFFFD),
]


class OfIris:
    """RFC 3987, 2.2: iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar.

    But for what 4.1 and 6.1 exclude: formats (bidirectional ones among them) and white space, by Unicode's categories.
    """

    def __contains__(self, character: str) -> bool:
        # U+13439 to U+1343F are formats since Unicode 15, which Python 3.11 does not know.
        if "\U00013439" <= character <= "\U0001343f" or category(character) in {"Cf", "Zs", "Zl", "Zp"}:
            return False
        return character in OF_2005 or any(low <= ord(character) <= high for low, high in UCSCHAR)


UNRESERVED: dict[str, Container[str]] = {
    "rfc1630": OF_XALPHA,
    "rfc1738": OF_1994,
    "rfc1808": OF_1994,
    "url-syntax-03": OF_1996,
    "url-syntax-04": OF_1996,
    "uri-syntax-02": OF_1998,
    "uri-syntax-03": OF_1998,
    "rfc2396": OF_1998,
    "rfc2732": OF_1998,
    "rfc2396bis-00": OF_1998,
    "rfc3986": OF_2005,
    # RFC 3987, 5.3.2.3: "decoding any percent-encoded octet sequence that corresponds to an unreserved character"
    "rfc3987": OfIris(),
    "rfc6570": OF_2005,
    "rfc6874": OF_2005,
}


@dataclass(frozen=True)
class Reading:
    """How a text is read: its components, and what no component tells."""

    parts: Parts
    opaque: bool = False
    userinfo: str | None = None
    host: str | None = None
    port: str | None = None

    def same_way(self, other: Reading | None) -> bool:
        """Tell whether two texts were cut in the same places, whatever stands between the cuts."""
        if other is None:
            return False
        return self.opaque == other.opaque and all(
            (one is None) == (two is None)
            for one, two in (
                (self.parts.scheme, other.parts.scheme),
                (self.parts.authority, other.parts.authority),
                (self.userinfo, other.userinfo),
                (self.host, other.host),
                (self.port, other.port),
            )
        )


# How a text is read; None for a text that the edition refuses.
Read = Callable[[str], Reading | None]


@dataclass(frozen=True)
class Rules:
    """What an edition says about normal forms."""

    unreserved: Container[str]
    case_insensitive: frozenset[str]
    steps: frozenset[str]
    ports: Mapping[str, int]
    empty_paths: Mapping[str, str]


def rules_of(edition: str, table: Mapping[str, Any]) -> Rules:
    """Give an edition's rules; its table (its TOML, parsed) tells the case-insensitive parts and the ports."""
    rows = table.get("port", [])
    return Rules(
        unreserved=UNRESERVED.get(edition) or UNRESERVED[table["based_on"]],
        case_insensitive=frozenset(table.get("case_insensitive", {})),
        steps=frozenset(table["normal_form"]),
        ports={row["scheme"]: row["port"] for row in rows},
        empty_paths={row["scheme"]: row["empty_path"] for row in rows if "empty_path" in row},
    )


def normalize(text: str, level: str, rules: Rules, read: Read) -> str:
    """Give the normal form of a text at a level: "case", "percent", "path", "syntax" or "scheme"."""
    if level in ("percent", "syntax", "scheme") and "unreserved-triplets" in rules.steps:
        text = _percent(text, read, rules.unreserved)
    if level in ("case", "syntax", "scheme"):
        text = _case(text, read, rules)
    if level in ("path", "syntax", "scheme") and "dot-segments" in rules.steps:
        text = _path(text, read)
    if level == "scheme":
        text = _scheme(text, read, rules)
    return text


def decode_unreserved(text: str, unreserved: Container[str]) -> str:
    """6.2.2.2: decode "any percent-encoded octet that corresponds to an unreserved character"."""
    result = ""
    place = 0
    while place < len(text):
        if not _is_triplet(text[place : place + 3]):
            result += text[place]
            place += 1
            continue
        # A character has one to four octets in UTF-8.
        for count in (1, 2, 3, 4):
            triplets = text[place : place + 3 * count]
            character = _character(triplets, count)
            if character is not None and character in unreserved:
                result += character
                place += 3 * count
                break
        else:
            result += text[place : place + 3]
            place += 3
    return result


def _is_triplet(text: str) -> bool:
    return len(text) == 3 and text[0] == "%" and text[1] in HEX_DIGITS and text[2] in HEX_DIGITS


def _character(triplets: str, count: int) -> str | None:
    """The character for which so many triplets stand; None for another number of them, and for what is no character."""
    pieces = [triplets[3 * place : 3 * place + 3] for place in range(count)]
    if not all(_is_triplet(piece) for piece in pieces):
        return None
    try:
        character = bytes(int(piece[1:], 16) for piece in pieces).decode()
    except UnicodeDecodeError:
        return None
    return character if len(character) == 1 else None


def upper_case_triplets(text: str) -> str:
    """6.2.2.1: the digits of a triplet "should be normalized to use uppercase letters for the digits A-F"."""
    result = ""
    place = 0
    while place < len(text):
        triplet = text[place : place + 3]
        if _is_triplet(triplet):
            result += triplet.upper()
            place += 3
        else:
            result += text[place]
            place += 1
    return result


def _read(text: str, read: Read) -> Reading:
    reading = read(text)
    assert reading is not None, f"the edition refuses {text!r}"
    return reading


def _percent(text: str, read: Read, unreserved: Container[str]) -> str:
    before = _read(text, read)
    parts = before.parts
    decoded = Parts(
        scheme=parts.scheme,
        authority=None if parts.authority is None else decode_unreserved(parts.authority, unreserved),
        path=decode_unreserved(parts.path, unreserved),
        params=None if parts.params is None else decode_unreserved(parts.params, unreserved),
        query=None if parts.query is None else decode_unreserved(parts.query, unreserved),
        fragment=None if parts.fragment is None else decode_unreserved(parts.fragment, unreserved),
    )
    if before.same_way(read(recompose(decoded))):
        return recompose(decoded)
    # A registered name that, decoded, would be a server, and a path "//..." that would show an authority, stay.
    for kept in (
        replace(decoded, authority=parts.authority),
        replace(decoded, path=parts.path),
        replace(decoded, authority=parts.authority, path=parts.path),
    ):
        if before.same_way(read(recompose(kept))):
            return recompose(kept)
    return text


def _case(text: str, read: Read, rules: Rules) -> str:
    insensitive = rules.case_insensitive
    reading = _read(text, read)
    parts = reading.parts
    # 6.2.2.1: "the scheme and host are case-insensitive and therefore should be normalized to lowercase"
    if parts.scheme is not None and "scheme" in insensitive:
        parts = replace(parts, scheme=parts.scheme.lower())
    if reading.host is not None and "host" in insensitive:
        parts = replace(parts, authority=_authority(reading.userinfo, _lower(reading.host), reading.port))
    text = recompose(parts)
    return upper_case_triplets(text) if "triplet-case" in rules.steps else text


def _lower(host: str) -> str:
    """RFC 3987, 5.3.2.1: the case of other letters than US-ASCII's "can be culturally dependent"; they stay."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in host)


def _path(text: str, read: Read) -> str:
    reading = _read(text, read)
    parts = reading.parts
    # 6.2.2.3: dot segments "are intended only for use within relative references": a relative path keeps them.
    if reading.opaque or (parts.scheme is None and not parts.path.startswith("/")):
        return text
    parts = replace(parts, path=remove_dot_segments(parts.path))
    if parts.path.startswith("//") and not reading.same_way(read(recompose(parts))):
        # Departure (5.2.4): the path "/.//b" would become "//b", and "b" an authority; in RFC 1808, where no path
        # begins with an empty segment, the text would be opaque or refused.  A path that an edition reads with its two
        # slashes and without an authority (url-syntax-03's "//a_b/") needs no guard.
        parts = replace(parts, path="/." + parts.path)
    return recompose(parts)


def _scheme(text: str, read: Read, rules: Rules) -> str:
    reading = _read(text, read)
    parts = reading.parts
    scheme = None if parts.scheme is None else parts.scheme.lower()
    # 6.2.3: "an explicit ":port", for which the port is empty or the default for the scheme, [...] should be removed"
    if reading.host is not None and reading.port is not None:
        default = rules.ports.get(scheme or "") if "default-port" in rules.steps else None
        needless = "empty-port" in rules.steps if reading.port == "" else reading.port.lstrip("0") == str(default)
        if needless:
            elided = replace(parts, authority=_authority(reading.userinfo, reading.host, None))
            # RFC 1808's net_loc takes any number of colons: "h:8:80" without its port would be the host "h", port 8.
            again = read(recompose(elided))
            if again is not None and again.host == reading.host and again.port is None:
                parts = elided
    # 6.2.3: "a URI that uses the generic syntax for authority with an empty path should be normalized to a path of "/""
    empty = parts.authority is not None and parts.path == "" and not reading.opaque
    if empty and "empty-path" in rules.steps and (scheme or "") in rules.empty_paths:
        parts = replace(parts, path=rules.empty_paths[scheme or ""])
    return recompose(parts)


def _authority(userinfo: str | None, host: str, port: str | None) -> str:
    result = host
    if userinfo is not None:
        result = userinfo + "@" + result
    if port is not None:
        result = result + ":" + port
    return result
