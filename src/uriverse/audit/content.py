"""Schemes that contain data, wrap another URI, run or start a program, or name something on one machine.

The lists of schemes are data (`words.toml`, `launching-schemes.toml`). Where schemes are nested, as in
`feed:javascript:alert(1)`, the innermost one decides what runs.
"""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.catalogue import launch
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern

if TYPE_CHECKING:
    import re

# RFC 2397, section 3: the type ends at the first ";" or ",". Browsers drop white space and decode escapes.
_TYPE: Final = pattern(r"[^;,]{0,200}")
# MIME Sniffing Standard, section 4.6: HTML, XML and JavaScript MIME types; section 7: the three for which browsers look
# into the content, and may find HTML there. VBScript is Internet Explorer's.
_ACTIVE: Final = pattern(
    r"text/(?:html|xsl|vbscript|(?:x-)?(?:java|ecma)script|javascript1\.[0-5]|jscript|livescript)"
    r"|application/(?:x-)?(?:java|ecma)script|[^/]+/(?:[^/]+\+)?xml|(?:unknown|application)/unknown|\*/\*"
)
_ESCAPE: Final = pattern("%([0-7][0-9A-Fa-f])")


@cache
def _wrapped() -> re.Pattern[str]:
    """The pattern of a chain of wrapping schemes and the scheme inside."""
    wrappers = "|".join(sorted(words()["wrappers"])).replace("+", r"\+").replace(".", r"\.")
    return pattern(rf"(?i)[\x00-\x20]*(?:(?:{wrappers}):){{1,16}}+(?P<inner>[a-z][a-z0-9+.-]{{0,63}}):")


def _scheme_place(subject: Subject, **details: object) -> Place:
    """The position of the scheme; checks of the scheme are only called if there is one."""
    assert subject.scheme is not None
    return Place(subject.scheme.start, subject.scheme.end, details=details)


@looks_for("scheme-script", component="scheme")
def scheme_script(subject: Subject) -> Iterator[Place]:
    """Following the URI runs the program in it."""
    if subject.scheme_name in words()["script"]:
        yield _scheme_place(subject, scheme=subject.scheme_name)
    inner = _wrapped().match(subject.text) if subject.scheme_name in words()["wrappers"] else None
    if inner is not None and inner["inner"].lower() in words()["script"]:
        yield Place(*inner.span("inner"), details={"scheme": inner["inner"].lower()})


@looks_for("scheme-wrapper", component="scheme")
def scheme_wrapper(subject: Subject) -> Iterator[Place]:
    """The effective URI is inside; a check of the outer scheme does not see it."""
    if subject.scheme_name in words()["wrappers"] and subject.authority is None:
        yield _scheme_place(subject, scheme=subject.scheme_name)


@looks_for("scheme-file", component="scheme")
def scheme_file(subject: Subject) -> Iterator[Place]:
    """RFC 8089, section 5: the file is read with the user's rights."""
    if subject.scheme_name == "file":
        yield _scheme_place(subject)


@looks_for("scheme-local", component="scheme")
def scheme_local(subject: Subject) -> Iterator[Place]:
    """Schemes by which a program reads its own machine, or runs something on it."""
    if subject.scheme_name in words()["local_schemes"]:
        yield _scheme_place(subject, scheme=subject.scheme_name)


@looks_for("scheme-launches", component="scheme")
def scheme_launches(subject: Subject) -> Iterator[Place]:
    """One link or redirect passes a text to a program outside the browser."""
    program = launch(subject.scheme_name)
    if program is not None:
        yield _scheme_place(subject, starts=program.starts)


@looks_for("data-content", component="scheme")
def data_content(subject: Subject) -> Iterator[Place]:
    """RFC 2397, section 2: the content "appears as a part of" the URI; no host vouches for it."""
    if subject.scheme_name == "data":
        yield _scheme_place(subject)


@looks_for("data-active", component="scheme")
def data_active(subject: Subject) -> Iterator[Place]:
    """RFC 2397, section 6: it is as dangerous as its content's type, and these types can contain programs."""
    if subject.scheme_name != "data":
        return
    media_type = _TYPE.match(subject.path.text)
    assert media_type is not None
    media = _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), media_type[0]).lower()
    if _ACTIVE.fullmatch("".join(media.split())):
        yield Place(subject.path.start, subject.path.start + media_type.end(), details={"type": "".join(media.split())})
