"""Explicit delimiters: angle brackets, quotation marks and the "URL:" prefix, and the white space inside them.

RFC 3986, Appendix C: "within double-quotes, angle brackets, or just by using whitespace"; "extra whitespace (spaces,
line-breaks, tabs, etc.) may have to be added to break a long URI across lines. The whitespace should be ignored when
the URI is extracted". In angle brackets any white space is ignored; in quotation marks line breaks with the white space
around them are, because quoted sentences have spaces too.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

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

# White space between an opening bracket, a "URL:" prefix and the reference; no writer needs more.
LOOK_BACK: Final = 64
# Other marks end at the next of their kind. An apostrophe may stand inside, so that every one of many candidates would
# look for the same closing one; what is longer is read without its apostrophes.
LONGEST_IN_APOSTROPHES: Final = 1024

_ANGLE: Final = {lenient: re.compile(f"[{run}{SPACE}]*+") for lenient, run in ((False, ASCII_RUN), (True, LENIENT_RUN))}
_QUOTED: Final = {
    lenient: re.compile(rf"[{run}]*+(?:[\t \u00a0]*+{LINE_BREAK}[\t \u00a0]*+[{run}]++)*+")
    for lenient, run in ((False, ASCII_RUN), (True, LENIENT_RUN))
}
# In apostrophes and back quotes the closing mark may be a character of the run: it is the first that ends a word.
_LAST_APOSTROPHE: Final = re.compile(r"'(?![A-Za-z0-9/])")
_BREAKS: Final = re.compile(LINE_BREAK)
# What starts another reference: `<http://a/ http://b/>` are two.
_ANOTHER: Final = re.compile(rf"[{SPACE}](?:URL:[{SPACE}]*+)?[A-Za-z][A-Za-z0-9+.\-]*+://", re.IGNORECASE)


class Prefix(NamedTuple):
    """What stands before a scheme.

    Attributes:
        start: where the reference as written begins: at its "URL:", or at its scheme.
        labelled: whether there is a "URL:".
        angle: whether "<" stands before that, with or without white space between.
        opener: the character directly before `start`, or "".
    """

    start: int
    labelled: bool
    angle: bool
    opener: str


def prefix(text: str, start: int, limit: int) -> Prefix:
    """Look back from a scheme, no further than `limit`, where the reference before it ended.

    RFC 3986, Appendix C: 'The prefix "URL:" (with or without a trailing space)'.
    """
    opener = text[start - 1] if start > limit else ""
    if opener not in "<: \t\n\v\f\r":
        return Prefix(start, False, False, opener)
    before = text[max(limit, start - 2 * LOOK_BACK) : start]
    label = before.rstrip()
    if label[-1:] not in ("<", ":"):
        return Prefix(start, False, False, opener)
    labelled = False
    if label[-4:].lower() == "url:" and not is_alphanumeric(label[-5:-4]):
        gap = before[len(label) :]
        inside = label[:-4].rstrip()
        if gap in ("", " ", "\t") or inside.endswith("<"):
            labelled = True
            start -= len(gap) + 4
            before = label[:-4]
    bare = before.rstrip()
    return Prefix(start, labelled, bare.endswith("<") and len(before) - len(bare) <= LOOK_BACK, before[-1:])


def angle_end(text: str, start: int, lenient: bool) -> int:
    """Where what can stand in angle brackets ends: at its ">", if it is a reference in brackets."""
    found = _ANGLE[lenient].match(text, start)
    return found.end() if found else start


def quoted_end(text: str, start: int, run_end: int, opener: str, lenient: bool) -> tuple[int, bool]:
    """Where what can stand in the quotation marks that `opener` opens ends, and whether a closing mark is there."""
    if opener in "'`":
        found = _LAST_APOSTROPHE.search(text, start, min(run_end, start + LONGEST_IN_APOSTROPHES))
        if found:
            return found.start(), True
        return run_end, opener == "`" and text[run_end : run_end + 1] == "`"
    match = _QUOTED[lenient].match(text, start)
    end = match.end() if match else start
    return end, text[end : end + 1] in QUOTES[opener] and end < len(text)


def unwrapped(text: str) -> str | None:
    """A text that is one reference, without its delimiters, its "URL:" and its white space.

    Returns:
        The reference; None if there are several, or if white space that is no line break stands in it without
        delimiters.

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
    """Take the white space out of what stands between delimiters.

    RFC 3986, Appendix C: "the interpreter of a URI containing a line break immediately after a hyphen should ignore all
    whitespace around the line break and should be aware that the hyphen may or may not actually be part of the URI".

    Args:
        content: what stands between the delimiters.
        hyphens: whether the hyphen before a line break is kept, as the document's "ignore all whitespace" has it, or
            dropped with it.

    Returns:
        The text, and the other reading where a hyphen stands before a line break; None if the content has a second
        reference.

    >>> joined("http://a/b-\\n  c d", "keep")
    ('http://a/b-cd', 'http://a/bcd')
    """
    if SPACES.search(content) is None:
        return content, None
    if _ANOTHER.search(content):
        return None
    kept = SPACES.sub("", content)
    if HYPHEN_BREAK.search(content) is None:
        return kept, None
    dropped = SPACES.sub("", HYPHEN_BREAK.sub("", content))
    return (kept, dropped) if hyphens == "keep" else (dropped, kept)
