"""Schemes that hold content, enclose another URI, run or start a program, or name something on one machine.

The lists of schemes are data (`words.toml`, `launching-schemes.toml`). Where schemes enclose each other, as in
`feed:javascript:alert(1)`, the innermost one decides what is run.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from uriverse.audit.catalogue import launch
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final

_SCHEME: Final = pattern(r"[A-Za-z][A-Za-z0-9+.-]{0,63}:")
# RFC 2397, section 3: the type stands before the first ";" or ",". White space and escapes are dropped by browsers.
_TYPE: Final = pattern(r"[^;,]{0,200}")
_ACTIVE: Final = pattern(
    r"text/(?:html|xml|xsl|javascript|ecmascript)|[a-z-]+/(?:[a-z0-9.-]+\+)?xml|application/(?:x-)?(?:java|ecma)script"
)
_ESCAPE: Final = pattern("%([0-7][0-9A-Fa-f])")


@cache
def _wrapped() -> re.Pattern[str]:
    """Wrapping schemes, one after the other, then the scheme that they enclose."""
    wrappers = "|".join(sorted(words()["wrappers"])).replace("+", r"\+").replace(".", r"\.")
    return pattern(rf"(?i)[\x00-\x20]*(?:(?:{wrappers}):){{1,16}}+(?P<inner>[a-z][a-z0-9+.-]{{0,63}}):")


def _inner(subject: Subject) -> re.Match[str] | None:
    """The scheme that others enclose, such as `javascript` in `feed:javascript:alert(1)`; or None."""
    return _wrapped().match(subject.text) if subject.scheme_name in words()["wrappers"] else None


def _of_scheme(subject: Subject, **details: object) -> Place:
    """The place of the scheme, which is there: checks of the scheme are not called without one."""
    assert subject.scheme is not None
    return Place(subject.scheme.start, subject.scheme.end, details=details)


@looks_for("scheme-script", of="scheme")
def scheme_script(subject: Subject) -> Iterator[Place]:
    """Whoever follows it runs what it holds."""
    if subject.scheme_name in words()["script"]:
        yield _of_scheme(subject, scheme=subject.scheme_name)
    inner = _inner(subject)
    if inner is not None and inner["inner"].lower() in words()["script"]:
        yield Place(*inner.span("inner"), details={"scheme": inner["inner"].lower()})


@looks_for("scheme-wrapper", of="scheme")
def scheme_wrapper(subject: Subject) -> Iterator[Place]:
    """The URI that counts stands inside; a check of the scheme does not see it."""
    if subject.scheme_name in words()["wrappers"] and subject.authority is None:
        yield _of_scheme(subject, scheme=subject.scheme_name)


@looks_for("scheme-file", of="scheme")
def scheme_file(subject: Subject) -> Iterator[Place]:
    """RFC 8089, section 5: it is read with the rights of whoever follows it."""
    if subject.scheme_name == "file":
        yield _of_scheme(subject)


@looks_for("scheme-local", of="scheme")
def scheme_local(subject: Subject) -> Iterator[Place]:
    """Schemes by which a program reads its own machine, or runs something on it."""
    if subject.scheme_name in words()["local_schemes"]:
        yield _of_scheme(subject, scheme=subject.scheme_name)


@looks_for("scheme-launches", of="scheme")
def scheme_launches(subject: Subject) -> Iterator[Place]:
    """A page needs one link, or a redirect, to hand a text to a program outside the browser."""
    found = launch(subject.scheme_name)
    if found is not None:
        yield _of_scheme(subject, starts=found.starts)


@looks_for("data-content", of="scheme")
def data_content(subject: Subject) -> Iterator[Place]:
    """RFC 2397, section 2: the content "appears as a part of" the URI; no host vouches for it."""
    if subject.scheme_name == "data":
        yield _of_scheme(subject)


@looks_for("data-active", of="scheme")
def data_active(subject: Subject) -> Iterator[Place]:
    """RFC 2397, section 6: it is as dangerous as the type of its content, and these types hold programs."""
    if subject.scheme_name != "data":
        return
    found = _TYPE.match(subject.path.text)
    assert found is not None
    media = _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), found[0]).lower()
    if _ACTIVE.fullmatch("".join(media.split())):
        yield Place(subject.path.start, subject.path.start + found.end(), details={"type": "".join(media.split())})
