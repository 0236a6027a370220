"""The characters that matter in running text: what a reference is written in, what stands around it, what ends it.

A *run* is the longest piece of text that a bare reference could fill: in US-ASCII, what RFC 3986 calls unreserved and
reserved, and "%". What the documents exclude ("delims", "unwise", space, control) ends it: RFC 2396, section 2.4.3.
"""

from __future__ import annotations

import re
from typing import Final

from uriverse.ground.unicode_tables import is_letter

# RFC 3986, 2.2 and 2.3, and "%"; as a set inside a regular expression.
ASCII_RUN: Final = r"!#-;=?-Z\[\]_a-z~"

# RFC 3987, 2.2, ucschar, without what separates: RFC 3987, 4.1, keeps bidirectional controls out of IRIs, and writers
# end a reference at white space, quotation marks, dashes and full stops of any script. Octets that are no UTF-8 come as
# lone surrogates U+DC80 to U+DCFF, and belong to the run.
_UCS_RUN: Final = (
    r"\u00a2-\u00a9\u00ac\u00ae-\u00ba\u00bc-\u00be\u00c0-\u0588\u058a-\u060b\u060d-\u061a\u061d-\u061e\u0620-\u06d3"
    r"\u06d5-\u0963\u0966-\u167f\u1681-\u180d\u180f-\u1fff\u200c\u200d\u2070-\u2328\u232b-\u2767\u2776-\u27e5"
    r"\u27f0-\u2982\u2999-\u2dff\u2e80-\u2fff\u3004-\u3007\u3012-\u3013\u3020-\ud7ff\udc80-\udcff"
    r"\uf900-\ufdcf\ufdf0-\ufe0f\ufe20-\ufe2f\ufe70-\ufefe\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffef"
    r"\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd\U000e0100-\U000efffd"
)
LENIENT_RUN: Final = ASCII_RUN + _UCS_RUN

RUN_CHARACTER: Final = {False: re.compile(f"[{ASCII_RUN}]"), True: re.compile(f"[{LENIENT_RUN}]")}
RUN: Final = {False: re.compile(f"[{ASCII_RUN}]*+"), True: re.compile(f"[{LENIENT_RUN}]*+")}

# What may follow the ":" of a scheme: a character of a run, but not ":" (as in "std::string"), ")", "[" or "]".
_FOLLOWING: Final = bytes(range(128)).translate(None, b":)[]")
FOLLOWING: Final = {
    False: bytes(octet for octet in _FOLLOWING if RUN_CHARACTER[False].match(chr(octet))),
    True: bytes(octet for octet in _FOLLOWING if RUN_CHARACTER[True].match(chr(octet))) + bytes(range(128, 256)),
}

# White space, of any script, that may break a reference inside its delimiters.
SPACE: Final = r"\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
SPACES: Final = re.compile(f"[{SPACE}]+")
LINE_BREAK: Final = r"(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])"
HYPHEN_BREAK: Final = re.compile(rf"-[\t \u00a0]*+{LINE_BREAK}[{SPACE}]*+")

# Quotation marks in pairs, as the scripts and the typesetters have them; a mark may open in one language what it closes
# in another. A back quote is closed by itself (Markdown) or by an apostrophe (as old manuals quote `this').
QUOTES: Final = {
    '"': '"',
    "'": "'",
    "`": "`'",
    "“": "”",
    "”": "”",
    "„": "“”",
    "‘": "’",
    "’": "’",
    "‚": "‘’",
    "«": "»",
    "»": "«",
    "‹": "›",
    "›": "‹",
    "「": "」",
    "『": "』",
    "﹁": "﹂",
    "﹃": "﹄",
    "｢": "｣",
    "〝": "〞〟",
    "＂": "＂",
}
BRACKETS: Final = {
    "(": ")",
    "[": "]",
    "{": "}",
    "<": ">",
    "（": "）",
    "［": "］",
    "｛": "｝",
    "＜": "＞",
    "〈": "〉",
    "《": "》",
    "【": "】",
    "〔": "〕",
    "〖": "〗",
    "〘": "〙",
    "〚": "〛",
    "⟨": "⟩",
    "\u2329": "\u232a",
    "❬": "❭",
    "⟪": "⟫",
}

# Scripts whose writers put no space between a reference and the words after it: Thai, Lao, Tibetan, Burmese, Khmer, and
# everything from CJK radicals on (Han, kana, Hangul). A letter of another script continues the word before it.
_UNSPACED: Final = re.compile(r"[\u0e00-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u2e80-\U0010ffff]")


def continues_a_word(letter: str) -> bool:
    """Whether a letter outside US-ASCII goes on with the word that it follows, as in "Café".

    >>> continues_a_word("é"), continues_a_word("。"), continues_a_word("吧")
    (True, False, False)
    """
    return not letter.isascii() and is_letter(letter) and _UNSPACED.match(letter) is None
