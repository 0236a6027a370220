"""Why a bare reference ends in the middle of a word, and how the word goes on.

White space, a delimiter or punctuation ends most references, and that is how they are meant to end. A reference is
*cut* if something else ends it:

    http://h/straße         the letter "ß" is outside US-ASCII; `lenient` reads on, as in an IRI
    http://ex.com/{id}/x    the documents exclude "{" (RFC 2396, section 2.4.3); here it begins a template's variable
    http://h/a#b#c          the edition refuses what follows: a fragment has no "#"

What went in is the place where the reference could not go on; what comes out is the reason and the rest of the word. A
reader who needs the whole can then tell that it is not there.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from uriverse.ground.unicode_tables import is_alphanumeric
from uriverse.text.characters import LENIENT_RUN, continues_a_word

Cut = Literal["outside US-ASCII", "excluded", "refused"]

# How many characters of the rest are reported; less than `scanning.MARGIN`, so that chunks of a stream change nothing.
LONGEST_REST: Final = 32

# What the documents exclude, where the word goes on after it. Not "<", ">", quotation marks and closing brackets, which
# delimit.
_EXCLUDED: Final = re.compile(rf"(?:\{{|[|\\^](?=[{LENIENT_RUN}{{]))[{LENIENT_RUN}{{}}|\\^]+")
_WORD: Final = re.compile(f"[{LENIENT_RUN}]+")
_OTHER: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://")
_ENDING: Final = ".,:;!?)]*_~'"


def cut_before(text: str, at: int) -> tuple[Cut | None, str]:
    """Why a run of characters of a reference ends here, and the rest of the word.

    Returns:
        The reason, or None if this is no cut; and the rest, which is empty where words stand without spaces between
        them, so that a new word may begin here.

    >>> cut_before("http://h/straße.", 13), cut_before("http://h/{id}/x", 9)
    (('outside US-ASCII', 'ße'), ('excluded', '{id}/x'))
    >>> cut_before("http://h/ and", 9), cut_before("http://a/|http://b/", 9)
    ((None, ''), (None, ''))
    """
    letter = text[at : at + 1]
    if letter > "\x7f":
        if not is_alphanumeric(letter):
            return None, ""
        return "outside US-ASCII", _rest(_WORD, text, at) if continues_a_word(letter) else ""
    # A reference after a "|" or a "\\" is separate.
    rest = _OTHER.split(_rest(_EXCLUDED, text, at))[0]
    return ("excluded", rest) if len(rest) > 1 else (None, "")


def _rest(pattern: re.Pattern[str], text: str, at: int) -> str:
    found = pattern.match(text, at, at + LONGEST_REST)
    return found[0].rstrip(_ENDING) if found else ""
