"""A text in units: one Python character for each possible character of a variable's value.

`%C3%A9` and `%2F` are one unit each, so they are never split:

    a              the unit is "a"
    %C3%A9         an expansion writes these triplets for "é": the unit is "é"
    %2F            an expansion writes this triplet for "/": the unit is U+D800 + 0x2F, because "/" is the slash itself
    %2f, %41, %A9  only `{+name}` copies them: the unit is U+DC00 + 4 * octet + the cases of its digits

The texts here have no lone surrogates, so these are free to be units.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_RESERVED: Final = ":/?#[]@!$&'()*+,;="
_ENCODED: Final = 0xD800
_OTHER: Final = 0xDC00

# Contents of character classes: the units that an expansion of unreserved or reserved characters can write (RFC 6570,
# section 3.2.1).
UNRESERVED: Final = r"A-Za-z0-9\-._~\x80-\ud87f\ue000-\U0010ffff"
RESERVED: Final = UNRESERVED + re.escape(_RESERVED) + r"\udc00-\udfff"

_TRIPLETS: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})++")
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
        """The positions of units in a character class: bit k for the unit before the last k units."""
        places = self._sets.get(allowed)
        if places is None:
            marks = (_cached_marks if len(allowed) > 20 else _Marks)(allowed)
            places = self._sets[allowed] = int(self.text.translate(marks) or "0", 2)
        return places

    def run(self, allowed: str, at: int) -> int:
        """The end of the run of units in a character class that starts at `at`."""
        match = _run_of(allowed).match(self.text, at)
        return at if match is None else match.end()


def value_of_unreserved(units: str) -> str:
    """The text that an unreserved expansion turns into these units."""
    return _UNITS.sub(lambda found: chr(ord(found[0]) - _ENCODED), units)


def value_of_reserved(units: str) -> str:
    """A text that a reserved expansion turns into these units.

    Triplets of reserved characters stay, because "/" would expand to a slash. `%25` stays if "%" and the next two
    characters would be a triplet.
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
    """The units of consecutive triplets."""
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
    """A translation table: "1" for the characters of a class, else "0"."""

    def __init__(self, allowed: str) -> None:
        super().__init__()
        self._belongs = re.compile(f"[{allowed}]").match

    def __missing__(self, code: int) -> str:
        mark = self[code] = "1" if self._belongs(chr(code)) else "0"
        return mark


# Only for the few sets of operators; the number of single literal characters is unbounded.
_cached_marks = cache(_Marks)


@cache
def _run_of(allowed: str) -> re.Pattern[str]:
    return re.compile(f"[{allowed}]*")
