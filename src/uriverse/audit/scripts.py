"""Scripts of a label: which writing systems its letters belong to, and whether they may stand together.

What goes in is a label, what comes out the short names of its scripts (UAX #24). A label may mix the scripts that
UTS 39, section 5.2 ("highly restrictive") allows together.
"""

from __future__ import annotations

from typing import Final

from uriverse.audit.word_lists import words
from uriverse.ground.unicode_tables import is_letter, is_printable, nfkc, script

# How an international label begins (RFC 5890, section 2.3.2.1).
PREFIX: Final = "xn--"
# RFC 1035, section 2.3.4; longer ones are not decoded, because decoding takes more than linear time.
LONGEST_LABEL: Final = 63

_TOGETHER: Final = (
    frozenset({"Latn", "Hani", "Hira", "Kana"}),
    frozenset({"Latn", "Hani", "Hang"}),
    frozenset({"Latn", "Hani", "Bopo"}),
)
# Common, inherited and unknown: no one script.
_SHARED: Final = frozenset({"Zyyy", "Zinh", "Zzzz"})


def scripts(label: str) -> frozenset[str]:
    """The scripts of a label's letters.

    >>> sorted(scripts("p\u0430ypal"))
    ['Cyrl', 'Latn']
    """
    return frozenset(script(letter) for letter in nfkc(label) if is_letter(letter)) - _SHARED


def mixed(label: str) -> bool:
    """Whether a label's scripts are more than may stand together.

    >>> mixed("p\u0430ypal"), mixed("\u6771\u4eac\u30bf\u30ef\u30fc"), mixed("b\u00fccher")
    (True, False, False)
    """
    found = scripts(label)
    return len(found) > 1 and not any(found <= together for together in _TOGETHER)


def looks_latin(label: str) -> bool:
    """Whether a label beyond US-ASCII has only letters that look like Latin ones.

    >>> looks_latin("\u0430\u0440\u0440\u04cf\u0435"), looks_latin("\u043f\u0440\u0438\u043c\u0435\u0440")
    (True, False)
    """
    return bool(label) and set(label.lower()) <= set(words()["lookalikes"])


def decoded(label: str) -> str | None:
    """A label in Unicode: an "xn--" form decoded (RFC 3492), another as it is; None where there is no such label.

    >>> decoded("xn--bcher-kva"), decoded("xn--a\u00e4"), decoded("plain")
    ('b\u00fccher', None, 'plain')
    """
    if len(label) > LONGEST_LABEL:
        return None
    if label[:4].lower() != PREFIX:
        return label
    if not label.isascii():
        return None
    try:
        text = label[4:].encode("ascii").decode("punycode")
    except (ValueError, OverflowError):
        return None
    return text if text and not text.isascii() and is_printable(text) else None
