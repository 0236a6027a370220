"""Unicode's character properties, from the tables of the compiled module: independent of the running Python.

A test checks that no other module imports `unicodedata`.

>>> category("\N{CYRILLIC SMALL LETTER A}"), script("\U0001e030"), bidi_class("\u05d0"), nfkc("\uff21")
('Ll', 'Cyrl', 'R', 'A')
"""

from __future__ import annotations

from uriverse._core import host_label, unicode_normalize, unicode_property
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern

# The version of the tables; tools/generate_data_page.py compares it with the crate that has them.
UNICODE: Final = "18.0.0"
JOINERS: Final = frozenset("\u200c\u200d")
# The deviation characters (UTS #46, section 5): those that IDNA 2003 maps or drops and IDNA 2008 keeps.
DEVIATIONS: Final = "\u00df\u03c2\u200c\u200d"
# The number of characters to check on each side of a joiner; together fewer than a label may have.
_NEIGHBOURS: Final = 20
_RUN_BEFORE: Final = pattern("[^\x00-\x7f]*$")
_RUN_AFTER: Final = pattern("[^\x00-\x7f]+")
_UNPRINTABLE: Final = frozenset("CZ")


def bidi_class(character: str) -> str:
    """The Bidi_Class (UAX #9), such as "AL"."""
    return unicode_property("bidi-class", ord(character))


def category(character: str) -> str:
    """The General_Category, such as "Lu"."""
    return unicode_property("category", ord(character))


def script(character: str) -> str:
    """The Script (UAX #24), such as "Latn"; "Zyyy" and "Zinh" are not specific to a script."""
    return unicode_property("script", ord(character))


def width(character: str) -> str:
    """The East_Asian_Width (UAX #11), such as "W"."""
    return unicode_property("width", ord(character))


def is_letter(character: str) -> bool:
    """Whether a character is a letter; "" is not.

    >>> is_letter("\u00df"), is_letter("5"), is_letter("")
    (True, False, False)
    """
    return character.isalpha() if character.isascii() else category(character)[0] == "L"


def is_alphanumeric(character: str) -> bool:
    """Whether a character is a letter or a number; "" is not.

    >>> is_alphanumeric("\u0663"), is_alphanumeric("-")
    (True, False)
    """
    return character.isalnum() if character.isascii() else category(character)[0] in "LN"


def is_printable(text: str) -> bool:
    """Whether no character is a control, unassigned, or white space other than a space.

    >>> is_printable("a b"), is_printable("\u200b"), is_printable("\u00e9")
    (True, False, True)
    """
    return not any(category(character)[0] in _UNPRINTABLE for character in text if character != " ")


def joins(text: str, at: int) -> bool:
    """Whether the script needs the joiner at a position (RFC 5892, appendix A.1 and A.2).

    Persian separates parts of a word by U+200C, and Sinhala joins letters by U+200D.

    >>> joins("\u0645\u06cc\u200c\u062e", 2), joins("a\u200cb", 1)
    (True, False)
    """
    before = _RUN_BEFORE.search(text, max(0, at - _NEIGHBOURS), at)
    after = _RUN_AFTER.match(text, at, at + _NEIGHBOURS)
    return bool(before and after and host_label(before[0] + after[0]))


def nfc(text: str) -> str:
    """Normalization Form C."""
    return unicode_normalize("NFC", text)


def nfkc(text: str) -> str:
    """Normalization Form KC."""
    return unicode_normalize("NFKC", text)
