"""Names as IDNA 2003 reads them, letter by letter: what `crates/hosts/src/idna2003.rs` must agree with."""

from __future__ import annotations

from typing import Final

from uriverse import _core
from uriverse.ground.patterns import pattern
from uriverse.ground.unicode_tables import DEVIATIONS, nfkc

# RFC 3454: table B.1 deletes, B.2 maps, and NFKC is that of Unicode 3.2, before its Corrigendum #4.
_RFC_3454: Final = dict(
    zip(
        map(ord, f"{DEVIATIONS}\u1806\U0002f868\U0002f874\U0002f91f\U0002f95f\U0002f9bf"),
        ("ss", "\u03c3", "", "", "", "\U0002136a", "\u5f33", "\u43ab", "\u7aae", "\u4d57"),
        strict=True,
    )
)
# Table B.2 leaves these as they are, because Unicode 3.2 has no lower case of them. Python's codec calls `str.lower`.
_CAPITAL_SHARP_S: Final = {0x1E9E: "ss"}
_CHEROKEE: Final = {
    **{letter: chr(letter + 0x97D0) for letter in range(0x13A0, 0x13F0)},
    **{letter: chr(letter + 8) for letter in range(0x13F0, 0x13F6)},
}
_PYTHON_ALONE: Final = pattern("[\u1e9e\u13a0-\u13fd\uab70-\uabbf]")
# For a class of a regular expression.
LETTERS: Final = f"{DEVIATIONS}\u1806\u13a0-\u13f5"
DIFFERING: Final = pattern(f"[{LETTERS}]")

# RFC 1035, section 2.3.4. Punycode takes quadratic time.
_LONGEST_LABEL: Final = 63
_PREFIX: Final = "xn--"


def by_rfc_3454(name: str) -> str:
    """The name that IDNA 2003 looks up, in US-ASCII, its hidden letters revealed; "" if it has no letters to map.

    >>> by_rfc_3454("stra\u00dfe.example"), by_rfc_3454("127.0.0.1\u1806"), by_rfc_3454("127.0.0.xn--1-f3j")
    ('strasse.example', '127.0.0.1', '127.0.0.1')
    """
    if name.isascii() and _PREFIX not in name.lower():
        return ""
    return _to_ascii(name)


def by_python(name: str) -> str:
    """The name that Python's codec "idna" looks up, in US-ASCII; "" if it has no letters that the codec alone maps.

    >>> by_python("\u13a0.example"), by_rfc_3454("\u13a0.example")
    ('xn--kz9a.example', 'xn--58d.example')
    """
    if not _PYTHON_ALONE.search(name):
        return ""
    mapped = _core.whatwg_domain_to_unicode(_to_ascii(name.translate(_CAPITAL_SHARP_S)))
    labels = mapped.translate(_CHEROKEE).split(".")
    if any(len(label) > _LONGEST_LABEL for label in labels):
        return ""
    return ".".join(
        label if label.isascii() else _PREFIX + label.encode("punycode").decode("ascii") for label in labels
    )


def _to_ascii(name: str) -> str:
    return _core.whatwg_domain_to_ascii(_prepared(revealed(_prepared(name)))) or ""


def _prepared(name: str) -> str:
    """The name with the letters of `_RFC_3454` mapped, in compatibility forms, with plain dots."""
    return nfkc(name.translate(_RFC_3454)).replace("\u3002", ".")


def revealed(name: str) -> str:
    """The name with each "xn--" label decoded whose letters IDNA 2003 deletes or turns into US-ASCII.

    A program that decodes the name and connects by what it shows arrives elsewhere. Deviation characters stay encoded,
    because registries hold such names.

    >>> revealed("127.0.0.xn--1-f3j") == "127.0.0.1\u1806", revealed("xn--strae-oqa.de")
    (True, 'xn--strae-oqa.de')
    """
    return ".".join(map(_revealed_label, name.split(".")))


def _revealed_label(label: str) -> str:
    lower = label.lower()
    if not lower.startswith(_PREFIX) or _core.is_plain_name(lower, False) or not _core.is_plain_name(lower, True):
        return label
    return lower[len(_PREFIX) :].encode("ascii").decode("punycode")
