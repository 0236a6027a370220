"""The characters that matter in running text: those of references, around them, and after them.

A *run* is the longest text of characters of a bare reference: in US-ASCII, RFC 3986's unreserved and reserved
characters, and "%". The characters that RFC 2396, section 2.4.3, excludes ("delims", "unwise", space, control) end it.
"""

from __future__ import annotations

from uriverse.ground.late import re
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.ground.unicode_tables import is_letter

# RFC 3986, 2.2 and 2.3, and "%"; as a set inside a regular expression.
ASCII_RUN: Final = r"!#-;=?-Z\[\]_a-z~"

# RFC 3987, 2.2, ucschar, without separators: RFC 3987, 4.1, forbids bidirectional controls in IRIs, and writers end a
# reference at white space, quotation marks, dashes, arrows, shapes, and sentence punctuation of any script: Unicode's
# Terminal_Punctuation (PropList.txt, 15.0) except Tibet's tsheg, which separates syllables; and the marks of Armenian,
# the Thai paiyannoi, the Sinhala kunddaliya. Octets that are not UTF-8 are decoded as lone surrogates U+DC80 to U+DCFF
# and belong to the run. These are the scripts with spaces between words (`UNSPACED_RUN` has the others).
SPACED_RUN: Final = (
    r"\u00a2-\u00a9\u00ac\u00ae-\u00ba\u00bc-\u00be\u00c0-\u037d\u037f-\u0386\u0388-\u0559\u0560-\u0588"
    r"\u058a-\u05c2\u05c4-\u060b\u060d-\u061a\u0620-\u06d3\u06d5-\u06ff\u070b\u070d-\u07f7\u07fa-\u082f"
    r"\u083f-\u085d\u085f-\u0963\u0966-\u0df3\u0df5-\u0dff\u10a0-\u1360\u1369-\u166d\u166f-\u167f\u1681-\u16ea"
    r"\u16ee-\u1734\u1737-\u177f\u1800-\u1801\u1806-\u1807\u180a-\u180d\u180f-\u1943\u1946-\u194f\u1a00-\u1a1f"
    r"\u1ab0-\u1b59\u1b5c\u1b60-\u1b7c\u1b7f-\u1c3a\u1c40-\u1c7d\u1c80-\u1fff\u200c-\u200d\u2070-\u218f"
    r"\u2200-\u22ee\u22f0-\u2328\u232b-\u245f\u2500-\u259f\u2600-\u2767\u2776-\u27e5\u27f0-\u2982\u2999-\u2dff"
)
UNSPACED_RUN: Final = (
    r"\u0e00-\u0e2e\u0e30-\u0e59\u0e5c-\u0f07\u0f09-\u0f0c\u0f13-\u1049\u104c-\u109f\u1780-\u17d3\u17d7-\u17d9"
    r"\u17db-\u17ff\u1950-\u19ff\u1a20-\u1aa7\u1aac-\u1aaf\u2e80-\u2fff\u3004-\u3007\u3012-\u3013\u3020-\ua4fd"
    r"\ua500-\ua60c\ua610-\ua6f2\ua6f8-\ua875\ua878-\ua8cd\ua8d0-\ua92e\ua930-\ua9c6\ua9ca-\uaa5c\uaa60-\uaade"
    r"\uaae0-\uaaef\uaaf2-\uabea\uabec-\ud7ff\udc80-\udcff\uf900-\ufdcf\ufdf0-\ufe0f\ufe20-\ufe2f\ufe70-\ufefe"
    r"\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffef\U00010000-\U0001039e\U000103a0-\U000103cf"
    r"\U000103d1-\U00010856\U00010858-\U0001091e\U00010920-\U00010a55\U00010a58-\U00010aef\U00010af6-\U00010b39"
    r"\U00010b40-\U00010b98\U00010b9d-\U00010f54\U00010f5a-\U00010f85\U00010f8a-\U00011046\U0001104e-\U000110bd"
    r"\U000110c2-\U00011140\U00011144-\U000111c4\U000111c7-\U000111cc\U000111ce-\U000111dd\U000111e0-\U00011237"
    r"\U0001123d-\U000112a8\U000112aa-\U0001144a\U0001144e-\U00011459\U0001145c-\U000115c1\U000115c6-\U000115c8"
    r"\U000115d8-\U00011640\U00011643-\U0001173b\U0001173f-\U00011943\U00011945\U00011947-\U00011a41"
    r"\U00011a44-\U00011a9a\U00011a9d-\U00011aa0\U00011aa3-\U00011c40\U00011c44-\U00011c70\U00011c72-\U00011ef6"
    r"\U00011ef9-\U00011f42\U00011f45-\U0001246f\U00012475-\U00016a6d\U00016a70-\U00016af4\U00016af6-\U00016b36"
    r"\U00016b3a-\U00016b43\U00016b45-\U00016e96\U00016e99-\U0001bc9e\U0001bca0-\U0001da86\U0001da8b-\U0001fffd"
    r"\U00020000-\U0002fffd\U00030000-\U0003fffd\U000e0100-\U000efffd"
)
LENIENT_RUN: Final = ASCII_RUN + SPACED_RUN + UNSPACED_RUN

# The key says whether a reference may have characters beyond US-ASCII.
RUN_CHARACTER: Final = {False: pattern(f"[{ASCII_RUN}]"), True: pattern(f"[{LENIENT_RUN}]")}

# May follow the ":" of a scheme: characters of a run except ":" (as in "std::string"), ")", "[" and "]".
_FOLLOWING: Final = bytes(octet for octet in range(128) if RUN_CHARACTER[False].match(chr(octet))).translate(
    None, b":)[]"
)
FOLLOWING: Final = {False: _FOLLOWING, True: _FOLLOWING + bytes(range(128, 256))}

# White space, of any script, that may break a reference inside its delimiters.
SPACE: Final = r"\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
SPACES: Final = pattern(f"[{SPACE}]+")
LINE_BREAK: Final = r"(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])"
HYPHEN_BREAK: Final = pattern(rf"-[\t \u00a0]*+{LINE_BREAK}[{SPACE}]*+")

# Pairs of quotation marks of all scripts; a mark may open in one language and close in another. A back quote is closed
# by itself (Markdown) or by an apostrophe (as old manuals quote `this').
QUOTES: Final = {
    '"': '"', "'": "'", "`": "`'", "“": "”", "”": "”", "„": "“”", "‘": "’", "’": "’", "‚": "‘’", "«": "»", "»": "«",
    "‹": "›", "›": "‹", "「": "」", "『": "』", "﹁": "﹂", "﹃": "﹄", "｢": "｣", "〝": "〞〟", "＂": "＂", "״": "״",
}  # fmt: skip
BRACKETS: Final = {
    "(": ")", "[": "]", "{": "}", "<": ">", "（": "）", "［": "］", "｛": "｝", "＜": "＞", "〈": "〉", "《": "》",
    "【": "】", "〔": "〕", "〖": "〗", "〘": "〙", "〚": "〛", "⟨": "⟩", "\u2329": "\u232a", "❬": "❭", "⟪": "⟫",
}  # fmt: skip

# Scripts without spaces between a reference and the next word: Thai, Lao, Tibetan, Burmese, Khmer, and everything from
# CJK radicals on (Han, kana, Hangul). A letter of another script continues the word before it.
_UNSPACED: Final = pattern(r"[\u0e00-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u2e80-\U0010ffff]")
# The characters of labels of names without a scheme. In a script without spaces between words the start of a name is
# unknown, so such names are not guessed.
IN_NAMES: Final = {False: "A-Za-z0-9", True: "A-Za-z0-9" + SPACED_RUN}


def beyond_ascii(run: str) -> list[tuple[str, str]]:
    """The ranges of a run's set, without lone surrogates.

    >>> beyond_ascii(r"\\u00a2-\\u00a9\\u00ac\\udc80-\\udcff")
    [('\xa2', '\xa9'), ('\xac', '\xac')]
    """
    ranges = re.findall("(.)(?:-(.))?", run.encode().decode("unicode_escape"))
    return [(first, last or first) for first, last in ranges if not "\ud800" <= first <= "\udfff"]


def continues_a_word(letter: str) -> bool:
    """Whether a letter outside US-ASCII continues the word before it, as in "Café".

    >>> continues_a_word("é"), continues_a_word("。"), continues_a_word("吧")
    (True, False, False)
    """
    return not letter.isascii() and is_letter(letter) and _UNSPACED.match(letter) is None
