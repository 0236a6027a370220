"""Paths: segments that climb, hide, or mean something to a file system (RFC 3986, sections 3.3, 5.2.4 and 7.3)."""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern

if TYPE_CHECKING:
    import re

# A separator, then one or two dots, up to the next separator; each may be escaped, once or more often.
_SEPARATOR: Final = r"/|\\|%(?:25)*(?:2[Ff]|5[Cc])"
_DOTS: Final = pattern(rf"(?:^|{_SEPARATOR})((?:\.|%(?:25)*2[Ee]){{1,2}})(?:(?={_SEPARATOR}|;)|\Z)")
# A separator or a dot that is not written literally.
_DISGUISED: Final = pattern(r"\\|%(?:25)*(?:2[EeFf]|5[Cc])", needs=("\\", "%2", "%5"))
_MAY_BE_SEMICOLON: Final = pattern("[;%]", needs=";%")
_DOT_SEGMENT: Final = pattern(r"(?:^|/)(\.\.?)(?=/|\Z)")
_NEXT: Final = pattern(_SEPARATOR)


@looks_for("escape-dot-segment", matching=_DISGUISED)
def escape_dot_segment(subject: Subject) -> Iterator[Place]:
    """Section 6.2.2.2: normalization decodes "%2E", so a segment becomes "." or ".." after it was checked."""
    if not subject.hierarchical:
        return
    text, start = subject.path.text, subject.path.start
    for match in _DOTS.finditer(text):
        following = _NEXT.match(text, match.end())
        end = match.end() if following is None else following.end()
        disguised = text[match.start() : end]
        if "%" in disguised or "\\" in disguised:
            yield Place(start + match.start(1), start + match.end(1))


@looks_for("dot-segment-parameter", matching=_MAY_BE_SEMICOLON)
def dot_segment_parameter(subject: Subject) -> Iterator[Place]:
    """By the syntax `..;x` is a name; a server that drops parameters first (RFC 2396, section 3.3) sees `..`."""
    return (Place(row.start, row.end) for row in subject.nested_path if row.kind == "parameter")


@looks_for("dot-segment", component="path", having="/.")
def dot_segment(subject: Subject) -> Iterator[Place]:
    """Section 6.2.2.3: dot segments are for relative references; normalising removes them."""
    if subject.hierarchical and (subject.scheme is not None or subject.authority is not None):
        for start, end, _ in _dot_segments(subject):
            yield Place(start, end)


def _dot_segments(subject: Subject) -> Iterator[tuple[int, int, int]]:
    """Each dot segment's position and the depth of the path after it; a negative one is above the root."""
    text, start, depth, last = subject.path.text, subject.path.start, 0, 0
    for match in _DOT_SEGMENT.finditer(text):
        depth += text.count("/", last, match.start()) - (match[1] == "..")
        last = match.end()
        yield start + match.start(1), start + last, depth
        depth = max(depth, 0)


@looks_for("dot-segment-above-root", component="path", having="..")
def dot_segment_above_root(subject: Subject) -> Iterator[Place]:
    """Section 5.4.2: "abnormal" references, which some resolve to a path that still begins with ".."."""
    if subject.authority is None and not subject.path.text.startswith("/"):
        return
    for start, end, depth in _dot_segments(subject):
        if depth < 0:
            yield Place(start, end)


@looks_for("empty-segment", component="path", having="//")
def empty_segment(subject: Subject) -> Iterator[Place]:
    """Section 3.3: an empty segment counts; servers that merge slashes see another path."""
    if subject.hierarchical:
        at = subject.path.text.find("//")
        if at >= 0:
            yield Place(subject.path.start + at, subject.path.start + at + 2)


@looks_for("device-name", component="path")
def device_name(subject: Subject) -> Iterator[Place]:
    """Section 7.3: "special device names like ".", "..", "...", "aux", "lpt", etc."; some systems drop a suffix."""
    lower = subject.path.text.lower()
    begins, names = _devices()
    if subject.hierarchical and any(map(lower.__contains__, begins)):
        yield from subject.path.places(names, 1)


@cache
def _devices() -> tuple[frozenset[str], re.Pattern[str]]:
    """How devices' names begin, and the pattern of a segment that is one, with or without a suffix."""
    begins = frozenset(name[:3] for name in words()["devices"])
    names = ("".join(f"[{letter}{letter.upper()}]" for letter in name) for name in sorted(words()["devices"]))
    return begins, pattern(rf"(?:^|/)((?:{'|'.join(names)})(?:\.[^/]*)?)(?=/|\Z)")


@looks_for("drive-letter", component="path")
def drive_letter(subject: Subject) -> Iterator[Place]:
    """RFC 8089, appendix E.2: a path that begins with a drive is one machine's; others read it differently."""
    text = subject.path.text
    at = 1 if text.startswith("/") else 0
    if text[at : at + 1].isascii() and text[at : at + 1].isalpha() and text[at + 1 : at + 2] in {":", "|"}:
        # Of the schemes only "file" has paths as "c:x", without a "/" after the drive.
        if subject.scheme_name == "file" or (at and text[at + 2 : at + 3] in {"", "/"}):
            yield Place(subject.path.start + at, subject.path.start + at + 2)
    elif subject.scheme is not None and len(subject.scheme.text) == 1 and subject.authority is None:
        yield Place(0, 2)
