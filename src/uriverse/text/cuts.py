"""Why a bare reference ends in the middle of a word, and the rest of the word.

White space, a delimiter or punctuation ends most references, as intended. A reference is *cut* if something else ends
it:

    http://h/straße         the letter "ß" is outside US-ASCII; `lenient` continues, as in an IRI
    http://ex.com/{id}/x    the documents exclude "{" (RFC 2396, section 2.4.3); here it begins a template's variable
    http://h/a#b#c          the edition refuses what follows: a fragment has no "#"

So a caller who needs the whole reference can detect that it is incomplete.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from uriverse.ground.unicode_tables import is_alphanumeric
from uriverse.text.characters import LENIENT_RUN, continues_a_word

Cut = Literal["outside US-ASCII", "excluded", "refused"]

# The maximum length of the rest; less than `scanning.MARGIN`, so the chunks of a stream do not matter.
LONGEST_REST: Final = 32

# Excluded characters after which the word continues. Not "<", ">", quotation marks and closing brackets: they delimit.
_EXCLUDED: Final = re.compile(rf"(?:\{{|[|\\^](?=[{LENIENT_RUN}{{]))[{LENIENT_RUN}{{}}|\\^]+")
_WORD: Final = re.compile(f"[{LENIENT_RUN}]+")
_OTHER: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://")
_ENDING: Final = ".,:;!?)]*_~'"


def cut_before(text: str, at: int) -> tuple[Cut | None, str]:
    """The reason why a run ends here, and the rest of the word.

    Returns:
        The reason, or None if this is not a cut; and the rest, which is empty in scripts without spaces between words,
        because a new word may begin here.

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
    # A reference after a "|" or a backslash is separate.
    rest = _OTHER.split(_rest(_EXCLUDED, text, at))[0]
    return ("excluded", rest) if len(rest) > 1 else (None, "")


def _rest(pattern: re.Pattern[str], text: str, at: int) -> str:
    match = pattern.match(text, at, at + LONGEST_REST)
    return match[0].rstrip(_ENDING) if match else ""
