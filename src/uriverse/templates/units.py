"""A text in units: one character of a Python string for each character that the value of a variable could have.

`%C3%A9` and `%2F` are each one unit, so that nothing cuts through them:

    a              stands for itself
    %C3%A9         an expansion writes these triplets for "é": the unit is "é"
    %2F            an expansion writes this triplet for "/": the unit is U+D800 + 0x2F, for "/" is the slash itself
    %2f, %41, %A9  no expansion writes them, but `{+name}` lets them through: U+DC00 + 4 * octet + its digits' cases

Lone surrogates stand in no text that is read here, so they are free to be units.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_RESERVED: Final = ":/?#[]@!$&'()*+,;="
_ENCODED: Final = 0xD800
_OTHER: Final = 0xDC00

# The insides of character classes: units that an expansion of unreserved or of reserved characters can write (RFC 6570,
# section 3.2.1).
UNRESERVED: Final = r"A-Za-z0-9\-._~\x80-\ud87f\ue000-\U0010ffff"
RESERVED: Final = UNRESERVED + re.escape(_RESERVED) + r"\udc00-\udfff"

_TRIPLETS: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_UNITS: Final = re.compile(r"[\ud800-\udfff]")
_PERCENT: Final = re.compile("\ud825")
_DIGITS: Final = re.compile("[0-9A-Fa-f]{2}")


class Units:
    """A text of US-ASCII in units.

    Attributes:
        text: the units.
    """

    __slots__ = ("_sets", "text")

    def __init__(self, text: str) -> None:
        self.text: str = _TRIPLETS.sub(lambda found: _units_of(found[0]), text)
        self._sets: dict[str, int] = {}

    def places(self, allowed: str) -> int:
        """The units that belong to the inside of a character class: bit k for the unit before the last k units."""
        found = self._sets.get(allowed)
        if found is None:
            marks = _marks(allowed)
            found = self._sets[allowed] = int(self.text.translate(marks) or "0", 2)
        return found

    def run(self, allowed: str, at: int) -> int:
        """Where the units that belong to a class end, from a place on."""
        found = _run_of(allowed).match(self.text, at)
        return at if found is None else found.end()


def value_of_unreserved(units: str) -> str:
    """The text of which an expansion of unreserved characters makes these units."""
    return _UNITS.sub(lambda found: chr(ord(found[0]) - _ENCODED), units)


def value_of_reserved(units: str) -> str:
    """A text of which an expansion of reserved characters makes these units.

    Triplets for reserved characters stay: `%2F` is written as it is, and "/" would be a slash. So does `%25` where the
    two characters after it would make a triplet of "%".
    """
    written = _UNITS.sub(lambda found: _let_through(ord(found[0])), units)
    return _PERCENT.sub(lambda found: "%25" if _DIGITS.match(written, found.end()) else "%", written)


def _let_through(unit: int) -> str:
    if unit >= _OTHER:
        octet, cases = divmod(unit - _OTHER, 4)
        digits = f"{octet:02X}"
        return "%" + (digits[0].lower() if cases & 2 else digits[0]) + (digits[1].lower() if cases & 1 else digits[1])
    character = chr(unit - _ENCODED)
    if character == "%":
        return chr(unit)
    return f"%{unit - _ENCODED:02X}" if character in _RESERVED else character


def _units_of(triplets: str) -> str:
    """The units of triplets that stand together."""
    octets = bytes.fromhex(triplets.replace("%", ""))
    decoded = octets.decode("utf-8", "surrogateescape")
    units: list[str] = []
    at = 0
    for character in decoded:
        length = 1 if "\udc80" <= character <= "\udcff" else len(character.encode())
        written = triplets[3 * at : 3 * (at + length)]
        units.append(_unit(character, written, octets[at : at + length]))
        at += length
    return "".join(units)


def _unit(character: str, written: str, octets: bytes) -> str:
    if written == written.upper() and not "\udc80" <= character <= "\udcff":
        if not character.isascii():
            return character
        if not (character.isalnum() or character in "-._~"):
            return chr(_ENCODED + ord(character))
    return "".join(
        chr(_OTHER + 4 * octet + 2 * digits[0].islower() + digits[1].islower())
        for octet, digits in zip(octets, written.split("%")[1:], strict=True)
    )


class _Marks(dict[int, str]):
    """What becomes of each character: "1" if it belongs to a class, else "0"."""

    def __init__(self, allowed: str) -> None:
        super().__init__()
        self._belongs = re.compile(f"[{allowed}]").match

    def __missing__(self, code: int) -> str:
        mark = self[code] = "1" if self._belongs(chr(code)) else "0"
        return mark


@cache
def _marks_of_sets(allowed: str) -> _Marks:
    return _Marks(allowed)


def _marks(allowed: str) -> _Marks:
    # The few sets of operators are kept; a literal's single characters could be any number.
    return _marks_of_sets(allowed) if len(allowed) > 20 else _Marks(allowed)


@cache
def _run_of(allowed: str) -> re.Pattern[str]:
    return re.compile(f"[{allowed}]*")
