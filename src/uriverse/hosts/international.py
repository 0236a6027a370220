"""Names in ASCII and in Unicode: IDNA by four rules.

| rules | document | what it takes |
|---|---|---|
| `uts46` | UTS #46, all checks | user input; it is mapped first (`FASS` becomes `fass`) |
| `whatwg` | URL Standard, section 3.3 | what browsers accept; a name in ASCII is only lower-cased |
| `idna2008` | RFC 5891 | what may be registered; nothing is mapped; needs the extra `idna` |
| `dns` | RFC 1123, section 2.1 | letters, digits and hyphens in ASCII; nothing is converted |

"All checks" are CheckHyphens, CheckBidi, CheckJoiners, UseSTD3ASCIIRules and VerifyDnsLength. `whatwg` checks neither
hyphens nor lengths. A trailing dot is the root's and is kept. UTS #46 is the Rust crate `idna`; IDNA 2008 is the Python
package `idna`. A label of more than 1,000 characters is refused before conversion, because Punycode takes quadratic
time.
"""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse import _core
from uriverse.ground.argument_types import check_argument, wrong_type
from uriverse.ground.base_errors import UnknownWordError, URIError
from uriverse.ground.extras import Extra
from uriverse.ground.lean_typing import Final, Literal, Never, TypeAlias
from uriverse.ground.masking import masked
from uriverse.ground.patterns import pattern
from uriverse.ground.unicode_tables import JOINERS, category

Rules: TypeAlias = Literal["uts46", "whatwg", "idna2008", "dns"]
Reason: TypeAlias = Literal[
    "empty-label", "label-too-long", "name-too-long", "hyphen", "character", "combining-mark", "joiner", "punycode",
    "bidi", "idna2008",
]  # fmt: skip

LONGEST_CONVERTED: Final = 1000
LONGEST_LABEL: Final = 63
LONGEST_NAME: Final = 253

REASONS: Final[dict[str, str]] = {
    "empty-label": "a label is empty",
    "label-too-long": "a label is too long: the DNS has at most 63 octets in ASCII",
    "name-too-long": "the name is too long: the DNS has at most 253 octets in ASCII",
    "hyphen": 'a label begins or ends with "-", or has "--" at its third place',
    "character": "this character may not stand in a name",
    "combining-mark": "a label begins with a combining mark",
    "joiner": "a joiner that joins nothing (RFC 5892, appendix A)",
    "punycode": 'what follows "xn--" is not the Punycode of a valid label',
    "bidi": "the order of a right-to-left label is ambiguous (RFC 5893, section 2)",
    "idna2008": "IDNA 2008 refuses the label",
}

# UTS #46 maps the other three to ".".
_DOTS: Final = ".\u3002\uff0e\uff61"
_TO_DOTS: Final = dict.fromkeys(map(ord, _DOTS), ".")
_LDH: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
_POSITION = pattern(r"position (\d+)")


class HostNameError(URIError):
    """A name that has no ASCII form by some rules.

    Attributes:
        text: the name.
        at: where the refused part begins, counted in characters.
        reason: "empty-label", "label-too-long", "name-too-long", "hyphen", "character", "combining-mark", "joiner",
            "punycode", "bidi" or "idna2008".
        rules: the rules that refuse it.
        detail: the reason in a library's words, or "".

    >>> from uriverse import hosts
    >>> try:
    ...     hosts.to_ascii("www.exa mple.org")
    ... except hosts.HostNameError as error:
    ...     error.reason, error.at
    ('character', 7)
    """

    reason: Reason

    def __init__(self, *, text: str, at: int, reason: Reason, rules: str, detail: str = "") -> None:
        super().__init__()
        self.text = text
        self.at = at
        self.reason = reason
        self.rules = rules
        self.detail = detail

    def __str__(self) -> str:
        detail = f": {masked(self.detail)}" if self.detail else ""
        first = f"{REASONS.get(self.reason, self.reason)}{detail} (by {self.rules})"
        lines = [first, _core.pointed(self.text, self.at)]
        return "\n".join([*lines, self.hint] if self.hint else lines)

    @property
    def hint(self) -> str:
        """What to do about it, in one sentence, or ""."""
        if self.text[self.at : self.at + 1] != "_":
            return ""
        return '"_" is for names of services, such as _dmarc.example.org, and not of hosts; the rules "whatwg" take it'


def to_ascii(name: str, *, rules: Rules = "uts46") -> str:
    """A name in ASCII, in lower case, as in a DNS query.

    Args:
        name: a name, not percent-encoded.
        rules: the rules that check and convert it; see the table above.

    Raises:
        HostNameError: if the rules refuse the name, with the reason and the position.
        ImportError: by `idna2008`, if the extra is not installed.

    >>> from uriverse import hosts
    >>> hosts.to_ascii("Bücher.example")
    'xn--bcher-kva.example'
    >>> hosts.to_ascii("Faß.example", rules="whatwg"), hosts.to_ascii("Host-1", rules="dns")
    ('xn--fa-hia.example', 'host-1')
    """
    if not isinstance(name, str):
        raise wrong_type("name", "a str", name)
    if rules == "dns":
        return _dns(name)
    if rules == "idna2008":
        return _idna2008(name)
    if rules not in ("uts46", "whatwg"):
        check_argument("rules", rules, str)
        raise UnknownWordError("rules", rules, ("uts46", "whatwg", "idna2008", "dns"))
    is_strict = rules == "uts46"
    found = _core.checked_name(name) if is_strict else _core.whatwg_domain_to_ascii(name)
    if found is None:
        raise HostNameError.late(lambda: _refuse(name, rules, is_strict))
    return found


def to_unicode(name: str, *, rules: Rules = "uts46") -> str:
    """A name as people read it: its "xn--" labels decoded.

    Args:
        name: a name in ASCII or in Unicode.
        rules: the rules that check it; `dns` has no Unicode and returns the name in lower case.

    Raises:
        HostNameError: if the rules refuse the name.

    >>> from uriverse import hosts
    >>> hosts.to_unicode("xn--bcher-kva.example")
    'bücher.example'
    """
    ascii_name = to_ascii(name, rules=rules)
    if rules == "dns":
        return ascii_name
    if rules == "idna2008":
        with Extra("idna", "idna", "rules='idna2008'"):
            import idna
        return idna.decode(ascii_name)
    return _core.whatwg_domain_to_unicode(ascii_name)


def _labels(name: str) -> Iterator[tuple[int, str]]:
    """The labels of a name with their positions; the empty one after a last dot is the root."""
    at = 0
    for label in name.translate(_TO_DOTS).split("."):
        if label or at < len(name) or at == 0:
            yield at, label
        at += len(label) + 1


def _dns(name: str) -> str:
    lower = name.lower()
    dotted = f".{lower.removesuffix('.')}."
    is_usual = name.isascii() and not ("_" in name or ".-" in dotted or "-." in dotted)
    if is_usual and _core.is_plain_name(dotted[1:-1], True):
        return lower
    for at, label in _labels(name):
        if other := label.lstrip(_LDH):
            raise HostNameError(text=name, at=at + len(label) - len(other), reason="character", rules="dns")
        _check_lengths(name, at, label, "dns")
        if label.startswith("-") or label.endswith("-"):
            place = at if label.startswith("-") else at + len(label) - 1
            raise HostNameError(text=name, at=place, reason="hyphen", rules="dns")
    # The DNS does not know the other dots of UTS #46.
    if not name.isascii():
        at = next(at for at, character in enumerate(name) if not character.isascii())
        raise HostNameError(text=name, at=at, reason="character", rules="dns")
    if len(name.removesuffix(".")) > LONGEST_NAME:
        raise HostNameError(text=name, at=LONGEST_NAME, reason="name-too-long", rules="dns")
    return lower


def _check_lengths(name: str, at: int, label: str, rules: str) -> None:
    if not label:
        raise HostNameError(text=name, at=at, reason="empty-label", rules=rules)
    if len(label) > LONGEST_LABEL:
        raise HostNameError(text=name, at=at, reason="label-too-long", rules=rules)


def _idna2008(name: str) -> str:
    with Extra("idna", "idna", "rules='idna2008'"):
        import idna
    converted = []
    for at, label in _labels(name):
        if not label:
            raise HostNameError(text=name, at=at, reason="empty-label", rules="idna2008")
        if len(label) > LONGEST_CONVERTED:
            raise HostNameError(text=name, at=at, reason="label-too-long", rules="idna2008")
        try:
            converted.append(idna.alabel(label).decode("ascii").lower())
        except idna.IDNAError as error:
            # The library's position counts in the Unicode form of the label.
            position = None if label[:4].lower() == "xn--" else _POSITION.search(str(error))
            place = at + int(position[1]) - 1 if position else at
            raise HostNameError(text=name, at=place, reason="idna2008", rules="idna2008", detail=str(error)) from error
    found = ".".join(converted)
    if _lenient(found) is None and None not in map(_lenient, converted):
        raise HostNameError(text=name, at=_bidi_label(name), reason="bidi", rules="idna2008")
    if len(found) > LONGEST_NAME:
        raise HostNameError(text=name, at=0, reason="name-too-long", rules="idna2008")
    return found + ("." if name and name[-1] in _DOTS else "")


def _refuse(name: str, rules: Rules, is_strict: bool) -> Never:
    """Raise why UTS #46 refuses a name: the first label that it refuses alone, and what in it."""

    def error(at: int, reason: Reason) -> HostNameError:
        return HostNameError(text=name, at=at, reason=reason, rules=rules)

    for at, label in _labels(name):
        if not label and is_strict:
            raise error(at, "empty-label")
        if len(label) > LONGEST_CONVERTED:
            raise error(at, "label-too-long")
        place = _refused_character(label)
        if place is not None:
            raise error(at + place, "character")
        if is_strict and (place := _outside_std3(label)) is not None:
            raise error(at + place, "character")
        if label and _lenient(label) is None:
            raise error(*_refused_label(at, label))
        if is_strict and _core.whatwg_domain_to_ascii(label, be_strict=True) is None:
            in_ascii = _lenient(label) or ""
            is_long = len(in_ascii) > LONGEST_LABEL
            raise error(at, "empty-label" if not in_ascii else "label-too-long" if is_long else "hyphen")
    if is_strict and len((_lenient(name) or "").removesuffix(".")) > LONGEST_NAME:
        raise error(0, "name-too-long")
    if not name:
        raise error(0, "empty-label")
    raise error(_bidi_label(name), "bidi")


def _bidi_label(name: str) -> int:
    """The position of the label that breaks the Bidi rule, in a name whose labels are all valid alone.

    A right-to-left label imposes rules on the others (RFC 5893, section 2).
    """
    return next((at for at, label in _labels(name) if _lenient(f"{label}.\u05d0") is None), 0)


def _lenient(label: str) -> str | None:
    """Unicode ToASCII with relaxed parameters. The added label "ß" forces the conversion of ASCII labels."""
    found = _core.whatwg_domain_to_ascii(f"{label}.ß", be_strict=False)
    return None if found is None else found.removesuffix(".xn--zca")


def _refused_character(label: str) -> int | None:
    """The position of the first character that no label may contain."""
    for place, character in enumerate(label):
        if character in JOINERS:
            continue
        if all(_lenient(context) is None for context in (f"a{character}", f"\u05d0{character}\u05d0")):
            return place
    return None


def _outside_std3(label: str) -> int | None:
    """The position of the first ASCII character that is not a letter, a digit or a hyphen."""
    return next((place for place, c in enumerate(label) if c.isascii() and not (c.isalnum() or c == "-")), None)


def _refused_label(at: int, label: str) -> tuple[int, Reason]:
    """The position and the reason for refusing a label whose characters are all allowed."""
    joiner = next((place for place, character in enumerate(label) if character in JOINERS), None)
    if joiner is not None:
        return at + joiner, "joiner"
    if label[:4].lower() == "xn--":
        return at, "punycode"
    if category(label[0]).startswith("M"):
        return at, "combining-mark"
    return at, "bidi"
