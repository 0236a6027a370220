"""Paths: segments that climb, hide, or mean something to a file system (RFC 3986, sections 3.3, 5.2.4 and 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# A separator or its escape, then one or two dots or theirs, up to the next separator; escaped once or more often.
_SEPARATOR: Final = r"/|\\|%(?:25)*(?:2[Ff]|5[Cc])"
_DOTS: Final = pattern(rf"(?:^|{_SEPARATOR})((?:\.|%(?:25)*2[Ee]){{1,2}})(?:(?={_SEPARATOR}|;)|\Z)")
# A separator or a dot that is not written as itself.
_DISGUISED: Final = pattern(r"\\|%(?:25)*(?:2[EeFf]|5[Cc])", needs="\\%")
_PARAMETER: Final = pattern(r"(?:^|/)(\.\.?;)")
_SEGMENT: Final = pattern(r"(?:^|/)([^/]*)")
_NEXT: Final = pattern(_SEPARATOR)


@looks_for("escape-dot-segment", matching=_DISGUISED)
def escape_dot_segment(subject: Subject) -> Iterator[Place]:
    """Section 6.2.2.2 makes "." of "%2E", so a segment becomes "." or ".." after it was looked at."""
    if not subject.hierarchical:
        return
    text, start = subject.path.text, subject.path.start
    for found in _DOTS.finditer(text):
        following = _NEXT.match(text, found.end())
        end = found.end() if following is None else following.end()
        disguised = text[found.start() : end]
        if "%" in disguised or "\\" in disguised:
            yield Place(start + found.start(1), start + found.end(1))


@looks_for("dot-segment-parameter", of="path", having=";")
def dot_segment_parameter(subject: Subject) -> Iterator[Place]:
    """`..;x` is a name to the syntax; a server that drops parameters first (RFC 2396, section 3.3) sees `..`."""
    return subject.path.places(_PARAMETER, 1)


@looks_for("dot-segment", of="path", having="/.")
def dot_segment(subject: Subject) -> Iterator[Place]:
    """Section 6.2.2.3: dot segments are for relative references; normalising removes them."""
    if subject.hierarchical and (subject.scheme is not None or subject.authority is not None):
        for start, end, _ in _dot_segments(subject):
            yield Place(start, end)


def _dot_segments(subject: Subject) -> Iterator[tuple[int, int, int]]:
    """Each dot segment's place, and on which level the path is after it: below 0 is above the root."""
    if "/." not in subject.path.text and not subject.path.text.startswith("."):
        return
    level = 0
    for found in _SEGMENT.finditer(subject.path.text):
        segment = found[1]
        if segment in {".", ".."}:
            level -= segment == ".."
            yield subject.path.start + found.start(1), subject.path.start + found.end(1), level
            level = max(level, 0)
        elif found.start(1) > 0:
            level += 1


@looks_for("dot-segment-above-root", of="path", having="..")
def dot_segment_above_root(subject: Subject) -> Iterator[Place]:
    """Section 5.4.2: "abnormal" references, which some resolve to a path that still begins with ".."."""
    if subject.authority is None and not subject.path.text.startswith("/"):
        return
    for start, end, level in _dot_segments(subject):
        if level < 0:
            yield Place(start, end)


@looks_for("empty-segment", of="path", having="//")
def empty_segment(subject: Subject) -> Iterator[Place]:
    """Section 3.3: an empty segment counts; servers that merge slashes see another path."""
    if subject.hierarchical:
        at = subject.path.text.find("//")
        if at >= 0:
            yield Place(subject.path.start + at, subject.path.start + at + 2)


@looks_for("device-name", of="path")
def device_name(subject: Subject) -> Iterator[Place]:
    """Section 7.3: "special device names like ".", "..", "...", "aux", "lpt", etc."; some systems drop a suffix."""
    at = subject.path.start
    for segment in subject.path.text.split("/") if subject.hierarchical else ():
        stem = segment.partition(".")[0].lower() or segment[:3]
        if stem in words()["devices"] and segment[len(stem) : len(stem) + 1] in ("", "."):
            yield Place(at, at + len(segment))
        at += len(segment) + 1


@looks_for("drive-letter", of="path")
def drive_letter(subject: Subject) -> Iterator[Place]:
    """RFC 8089, appendix E.2: a path that begins with a drive is one machine's; others read it differently."""
    text = subject.path.text
    at = 1 if text.startswith("/") else 0
    if text[at : at + 1].isascii() and text[at : at + 1].isalpha() and text[at + 1 : at + 2] in {":", "|"}:
        if at or subject.scheme_name == "file":
            yield Place(subject.path.start + at, subject.path.start + at + 2)
    elif subject.scheme is not None and len(subject.scheme.text) == 1 and subject.authority is None:
        yield Place(0, 2)
