"""Explicit delimiters: angle brackets, quotation marks and the "URL:" prefix, and the white space inside them.

RFC 3986, Appendix C: "within double-quotes, angle brackets, or just by using whitespace"; "extra whitespace (spaces,
line-breaks, tabs, etc.) may have to be added to break a long URI across lines. The whitespace should be ignored when
the URI is extracted". In angle brackets all white space is ignored; in quotation marks only line breaks with the white
space around them, because quoted sentences have spaces too.
"""

from __future__ import annotations

from uriverse.ground.lean_typing import Final, Literal
from uriverse.ground.patterns import pattern
from uriverse.ground.records import NamedTuple
from uriverse.ground.unicode_tables import is_alphanumeric
from uriverse.text.characters import (
    ASCII_RUN,
    HYPHEN_BREAK,
    LENIENT_RUN,
    LINE_BREAK,
    QUOTES,
    SPACE,
    SPACES,
)

Hyphens = Literal["keep", "drop"]

# The maximum of white space between an opening bracket, a "URL:" prefix and the reference.
LOOK_BACK: Final = 64
# A reference may contain apostrophes, so many candidates could search for the same closing one. This limits the search;
# a longer text is treated as unquoted.
LONGEST_IN_APOSTROPHES: Final = 1024

_ANGLE: Final = {lenient: pattern(f"[{run}{SPACE}]*+") for lenient, run in ((False, ASCII_RUN), (True, LENIENT_RUN))}
_QUOTED: Final = {
    lenient: pattern(rf"[{run}]*+(?:[\t \u00a0]*+{LINE_BREAK}[\t \u00a0]*+[{run}]++)*+")
    for lenient, run in ((False, ASCII_RUN), (True, LENIENT_RUN))
}
# The closing apostrophe is also a character of the run: take the first one that ends a word.
_LAST_APOSTROPHE: Final = pattern(r"'(?![A-Za-z0-9])")
_BREAKS: Final = pattern(LINE_BREAK)
# The start of another reference: `<http://a/ http://b/>` are two.
_ANOTHER: Final = pattern(rf"(?i)[{SPACE}](?:URL:[{SPACE}]*+)?[A-Za-z][A-Za-z0-9+.\-]*+://")


class Prefix(NamedTuple):
    """The delimiters before a scheme.

    Attributes:
        start: the start of the reference, including a "URL:" prefix.
        labelled: whether there is a "URL:" prefix.
        angle: whether "<" precedes it, with or without white space between.
        opener: the character directly before `start`, or "".
    """

    start: int
    labelled: bool
    angle: bool
    opener: str


def prefix(text: str, start: int, limit: int) -> Prefix:
    """Look back from a scheme, at most to `limit`, the end of the previous reference.

    RFC 3986, Appendix C: 'The prefix "URL:" (with or without a trailing space)'.
    """
    opener = text[start - 1] if start > limit else ""
    if opener not in "<: \t\n\v\f\r":
        return Prefix(start, False, False, opener)
    context = text[max(limit, start - 2 * LOOK_BACK) : start]
    label = context.rstrip()
    if label[-1:] not in ("<", ":"):
        return Prefix(start, False, False, opener)
    labelled = False
    if label[-4:].lower() == "url:" and not is_alphanumeric(label[-5:-4]):
        gap = context[len(label) :]
        inside = label[:-4].rstrip()
        if gap in ("", " ", "\t") or inside.endswith("<"):
            labelled = True
            start -= len(gap) + 4
            context = label[:-4]
    bare = context.rstrip()
    return Prefix(start, labelled, bare.endswith("<") and len(context) - len(bare) <= LOOK_BACK, context[-1:])


def angle_end(text: str, start: int, lenient: bool) -> int:
    """The end of the text that angle brackets may contain: at ">" for a bracketed reference."""
    match = _ANGLE[lenient].match(text, start)
    return match.end() if match else start


def quoted_end(text: str, start: int, run_end: int, opener: str, lenient: bool) -> tuple[int, bool]:
    """The end of the text that quotation marks may contain, and whether a closing mark follows."""
    if opener in "'`":
        apostrophe = _LAST_APOSTROPHE.search(text, start, min(run_end, start + LONGEST_IN_APOSTROPHES))
        if apostrophe:
            return apostrophe.start(), True
        return run_end, opener == "`" and text[run_end : run_end + 1] == "`"
    match = _QUOTED[lenient].match(text, start)
    end = match.end() if match else start
    return end, text[end : end + 1] in QUOTES[opener] and end < len(text)


def unwrapped(text: str) -> str | None:
    """Remove the delimiters, the "URL:" prefix and white space from a text that is one reference.

    Returns:
        The reference; None if there are several, or if it has white space other than line breaks without delimiters.

    >>> unwrapped('<URL:http://a/b\\n c>'), unwrapped(' "http://a/b" '), unwrapped("http://a/b\\nc"), unwrapped("a b")
    ('http://a/bc', 'http://a/b', 'http://a/bc', None)
    """
    content = text.strip()
    delimited = False
    if (content[:1] == "<" and content[-1:] == ">") or (
        content[:1] in QUOTES and len(content) > 1 and content[-1] in QUOTES[content[0]]
    ):
        content, delimited = content[1:-1].strip(), True
    if content[:4].lower() == "url:":
        content = content[4:].lstrip()
    if not delimited:
        content = "".join(line.strip() for line in _BREAKS.split(content))
        return None if SPACES.search(content) else content
    both = joined(content, "keep")
    return None if both is None else both[0]


def joined(content: str, hyphens: Hyphens) -> tuple[str, str | None] | None:
    """Remove white space from the text between delimiters.

    RFC 3986, Appendix C: "the interpreter of a URI containing a line break immediately after a hyphen should ignore all
    whitespace around the line break and should be aware that the hyphen may or may not actually be part of the URI".

    The document's "ignore all whitespace" implies that the hyphen before a line break is kept; it may be dropped.

    Returns:
        The text, and the alternative if there is a hyphen before a line break; None if the content has a second
        reference.

    >>> joined("http://a/b-\\n  c d", "keep")
    ('http://a/b-cd', 'http://a/bcd')
    """
    if SPACES.search(content) is None:
        return content, None
    if _ANOTHER.search(content):
        return None
    joined_text = SPACES.sub("", content)
    if HYPHEN_BREAK.search(content) is None:
        return joined_text, None
    dropped = SPACES.sub("", HYPHEN_BREAK.sub("", content))
    return (joined_text, dropped) if hyphens == "keep" else (dropped, joined_text)
