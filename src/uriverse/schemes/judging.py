"""Does a scheme accept a text, and what value does the text have under it?

What goes in is a text cut into components, and a scheme. What comes out is the scheme's refusal, with its place and
clause, or the value that the class of the scheme's view reads. `parts.py` builds those classes on this module, and
`viewing.py` chooses the scheme and the class.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.errors import URIError, URISyntaxError
from uriverse.ground.masking import masked
from uriverse.reference.reading import HIGHEST_PORT
from uriverse.reference.spans import spans
from uriverse.schemes.catalogue import Scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, Self, TypeAlias, TypeVar

    class Read(Protocol):
        """A class of values that are read from components."""

        @classmethod
        def read(cls, parts: Components, scheme: Scheme) -> Self: ...

    AnyView = TypeVar("AnyView", bound=Read)

Components: TypeAlias = _core.Components


def cut(text: _core.Text) -> Components:
    """The components of a text as RFC 3986, Appendix B, cuts it, whatever edition a reference was read by.

    Where a scheme's grammar accepts the text, they are what it means by them (`refusal` makes sure of the authority).
    """
    return _core.split(text, edition="rfc3986")


def without_fragment(parts: Components) -> str:
    """The text before the fragment's "#"."""
    return parts.text if parts.fragment is None else parts.text[: -len(parts.fragment) - 1]


class Refused(URIError):
    """A text that the grammar accepts and the scheme refuses for another reason.

    Attributes:
        reason: what is wrong.
        component: the component that is refused.
        section: the section of the scheme's document that says so ("RFC 5536, 3.1.3" for another document); None is
            the section that describes the scheme.
    """

    def __init__(self, reason: str, component: str, section: str | None = None) -> None:
        super().__init__(masked(reason))
        self.reason = reason
        self.component = component
        self.section = section


def value(parts: Components, scheme: Scheme, kind: type[AnyView]) -> AnyView:
    """The value of a text that the scheme accepts.

    Args:
        parts: the text, cut.
        scheme: whose grammar judges it.
        kind: the class of the scheme's view.

    Raises:
        URISyntaxError: if the scheme refuses the text.
    """
    refused = refusal(parts, scheme)
    if refused is not None:
        raise refused
    try:
        return kind.read(parts, scheme)
    except Refused as reason:
        raise _besides(parts, scheme, reason.component, reason.reason, reason.section) from None


def refusal(parts: Components, scheme: Scheme) -> URISyntaxError | None:
    """Why the scheme's grammar, or what its table says of its components, refuses a text; None if nothing does."""
    has_port = scheme.port is not None and parts.port_text
    if scheme.rules.accepts(parts.text) and not (has_port and _core.is_port_too_high(parts.port_text)):
        return None
    if (parts.scheme or "").lower() != scheme.name:
        return _error(parts, scheme, 0, f"this is not a URI of scheme {scheme.name}", "scheme", "another-scheme")
    text = parts.text
    judged = text if scheme.whole else without_fragment(parts)
    if not _core.is_valid(judged, edition=scheme.edition):
        try:
            _core.parse(judged, edition=scheme.edition)
        except URISyntaxError as error:
            return URISyntaxError(
                text=text, at=error.at, rule=error.rule, edition=scheme.edition, end=len(judged), accepts=scheme.start
            )
    authority = _core.split(judged, edition=scheme.base).authority
    if "host" in scheme.uses and authority != parts.authority:
        # RFC 1738's user and password may hold a "?", at which RFC 3986 sees the authority end: two different hosts.
        return _besides(parts, scheme, "authority", f"{scheme.document} would read the authority {authority!r}")
    if scheme.port is not None and _core.is_port_too_high(parts.port_text):
        return _besides(parts, scheme, "port", f"no port is above {HIGHEST_PORT}", "RFC 6335, section 6")
    for component, section in scheme.nonempty.items():
        if not getattr(parts, component):
            return _besides(parts, scheme, component, f"the {component} is empty", section)
    for component, section in scheme.forbidden.items():
        if getattr(parts, component) is not None:
            return _besides(parts, scheme, component, f"a URI of scheme {scheme.name} has no {component}", section)
    return None


def _besides(
    parts: Components, scheme: Scheme, component: str, reason: str, section: str | None = None
) -> URISyntaxError:
    """What the scheme refuses besides its grammar: at the component's start."""
    found = scheme.section if section is None else section
    clause = found if ", " in found else f"{scheme.document}, section {found}"
    return _error(parts, scheme, _start(parts, component), f"{reason} ({clause})", component)


def _error(
    parts: Components, scheme: Scheme, at: int, detail: str, component: str, reason: str = "scheme-rule"
) -> URISyntaxError:
    return URISyntaxError(
        text=parts.text,
        at=at,
        rule=scheme.start,
        edition=scheme.edition,
        accepts=scheme.start,
        component=component,
        reason=reason,
        detail=detail,
    )


def _start(parts: Components, component: str) -> int:
    """Where a component begins, or where it would stand if it were there."""
    found = {span.name: span for span in spans(parts)}
    if component in found:
        return found[component].start
    if component in {"query", "fragment"}:
        return found.get("query", found["path"]).end
    return found.get("authority", found["path"]).start
