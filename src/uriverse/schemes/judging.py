"""Check a text by its scheme, and read its value.

The input is a text split into components, and a scheme. The result is the scheme's error, with its position and clause,
or a value of the scheme's view class. `parts.py` builds those classes on this module; `viewing.py` chooses the scheme
and the class.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.errors import URIError, URISyntaxError
from uriverse.ground.lean_typing import TYPE_CHECKING, Self, TypeAlias
from uriverse.ground.masking import masked
from uriverse.reference.reading import HIGHEST_PORT
from uriverse.reference.spans import spans
from uriverse.schemes.catalogue import Scheme

if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    from uriverse._core import Text

    class Read(Protocol):
        """A class whose values are read from components."""

        @classmethod
        def read(cls, parts: Components, scheme: Scheme) -> Self: ...

    AnyView = TypeVar("AnyView", bound=Read)

Components: TypeAlias = _core.Components


def cut(text: Text) -> Components:
    """Split a text by RFC 3986, Appendix B, even if a reference has another edition.

    If the scheme's grammar accepts the text, it has the same components (`refusal` checks the authority).
    """
    return _core.split(text, edition="rfc3986")


def without_fragment(parts: Components) -> str:
    """The text before the fragment's "#"."""
    return parts.text if parts.fragment is None else parts.text[: -len(parts.fragment) - 1]


class Refused(URIError):
    """A text that the grammar accepts and the scheme refuses for another reason.

    Attributes:
        reason: what is wrong.
        component: the refused component.
        section: the section of the scheme's document for the reason ("RFC 5536, 3.1.3" for another document); None
            means the section that describes the scheme.
    """

    reason: str

    def __init__(self, reason: str, component: str, section: str | None = None) -> None:
        super().__init__(masked(reason))
        self.reason = reason
        self.component = component
        self.section = section


def value(parts: Components, scheme: Scheme, kind: type[AnyView]) -> AnyView:
    """The value of a text that the scheme accepts."""
    error = refusal(parts, scheme)
    if error is not None:
        raise error
    try:
        return kind.read(parts, scheme)
    except Refused as reason:
        raise _component_error(parts, scheme, reason.component, reason.reason, reason.section) from None


def refusal(parts: Components, scheme: Scheme) -> URISyntaxError | None:
    """The error of the scheme's grammar, or of its table's rules for components; None if the text is valid."""
    has_port = scheme.port is not None and parts.port_text
    if scheme.rules.accepts(parts.text) and not (has_port and _core.is_port_too_high(parts.port_text)):
        return None
    if (parts.scheme or "").lower() != scheme.name:
        return _error(parts, scheme, 0, f"this is not a URI of scheme {scheme.name}", "scheme", "another-scheme")
    text = parts.text
    checked_text = text if scheme.whole else without_fragment(parts)
    if not _core.is_valid(checked_text, edition=scheme.edition):
        try:
            _core.parse(checked_text, edition=scheme.edition)
        except URISyntaxError as error:
            return URISyntaxError(text=text, at=error.at, rule=error.rule, edition=scheme.edition, accepts=scheme.start)
    authority = _core.split(checked_text, edition=scheme.base).authority
    if "host" in scheme.uses and authority != parts.authority:
        # RFC 1738 allows "?" in user and password. RFC 3986 ends the authority there, and so sees another host.
        return _component_error(parts, scheme, "authority", f"{scheme.document} would read the authority {authority!r}")
    if scheme.port is not None and _core.is_port_too_high(parts.port_text):
        return _component_error(parts, scheme, "port", f"no port is above {HIGHEST_PORT}", "RFC 6335, section 6")
    for component, section in scheme.nonempty.items():
        if not getattr(parts, component):
            return _component_error(parts, scheme, component, f"the {component} is empty", section)
    for component, section in scheme.forbidden.items():
        if getattr(parts, component) is not None:
            return _component_error(
                parts, scheme, component, f"a URI of scheme {scheme.name} has no {component}", section
            )
    return None


def _component_error(
    parts: Components, scheme: Scheme, component: str, reason: str, section: str | None = None
) -> URISyntaxError:
    """An error at the start of a component, for a rule that is not in the grammar."""
    place = scheme.section if section is None else section
    clause = place if ", " in place else f"{scheme.document}, section {place}"
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
    """The start of a component, or where it would start if it is absent."""
    by_name = {span.name: span for span in spans(parts)}
    if component in by_name:
        return by_name[component].start
    if component in {"query", "fragment"}:
        return by_name.get("query", by_name["path"]).end
    return by_name.get("authority", by_name["path"]).start
