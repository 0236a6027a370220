"""Is a text valid under its scheme, where is it not, and what are its parts?

Two grammars judge a text. The edition's grammar says what a URI is. The scheme's grammar says which URIs are the
scheme's: RFC 3986 accepts `urn:x`, and RFC 8141 refuses it at character 5, where a namespace would go on. A fragment is
judged by the edition alone, unless the scheme's start rule has a fragment in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from uriverse import _core
from uriverse.argument_types import takes
from uriverse.errors import URISyntaxError
from uriverse.masking import masked_repr
from uriverse.schemes.catalogue import SCHEMES, Scheme, UnknownScheme
from uriverse.schemes.parts import Components, Refused, View, cut


@dataclass(frozen=True, slots=True)
class Verdict:
    """Both answers about one text.

    Attributes:
        text: what was asked about.
        syntax: why the edition refuses it, or None if it accepts it.
        scheme: the scheme that was asked, or None if there is no grammar for it.
        scheme_syntax: why the scheme refuses it, or None; only what the edition accepts is asked further, except by a
            lenient document, which goes beyond the generic syntax.
    """

    text: str
    syntax: URISyntaxError | None
    scheme: Scheme | None
    scheme_syntax: URISyntaxError | None

    def __repr__(self) -> str:
        return masked_repr(self)

    @property
    def valid(self) -> bool:
        """Whether nobody refuses it."""
        return self.syntax is None and self.scheme_syntax is None


@takes(document=(str, Scheme, type(None)))
def view(text: _core.Text, *, document: str | Scheme | None = None, edition: _core.AnyEdition = None) -> View:
    """A URI's typed value under its scheme: a frozen dataclass, such as `FTP` or `Mailto`.

    Args:
        text: a text or a reference.
        document: "rfc1738" or another that defines the scheme, by default the newest; or a scheme of your own.
        edition: by which a text is read generically; a reference has its own.

    Raises:
        URISyntaxError: if the edition or the scheme refuses the text; `.edition` tells which.
        UnknownScheme: if there is no grammar for the scheme.

    >>> from uriverse import schemes
    >>> schemes.view("ftp://h/%2Fetc/motd")
    FTP(host='h', directories=('/etc',), name='motd')
    """
    parts = cut(text)
    scheme = _scheme_of(parts, document)
    if scheme is None or not scheme.lenient:
        _core.URI(text, edition=edition)
    if scheme is None:
        raise UnknownScheme((parts.scheme or "").lower(), None, tuple(SCHEMES))
    refusal = _refusal(parts, scheme)
    if refusal is not None:
        raise refusal
    try:
        return scheme.view_class.read(parts, scheme)
    except Refused as refused:
        raise _besides(parts, scheme, refused.component, refused.reason, refused.section) from None


@takes(document=(str, Scheme, type(None)))
def check(text: _core.Text, *, document: str | Scheme | None = None, edition: _core.AnyEdition = None) -> Verdict:
    """Both questions, and who refuses what.

    Args:
        text, document, edition: as for `view`.

    Raises:
        UnknownScheme: if `document` names one that does not describe the scheme.

    >>> from uriverse import schemes
    >>> verdict = schemes.check("urn:x")
    >>> verdict.syntax is None, verdict.scheme_syntax.at, verdict.scheme_syntax.rule
    (True, 5, 'namestring')
    """
    parts = cut(text)
    scheme = _scheme_of(parts, document)
    syntax = None
    try:
        _core.parse(text, edition=edition)
    except URISyntaxError as error:
        syntax = error
    if scheme is None or (syntax is not None and not scheme.lenient):
        return Verdict(parts.text, syntax, scheme, None)
    return Verdict(parts.text, syntax, scheme, _refusal(parts, scheme) or _unreadable(parts, scheme))


@takes(document=(str, Scheme, type(None)))
def is_valid(text: _core.Text, *, document: str | Scheme | None = None, edition: _core.AnyEdition = None) -> bool:
    """Whether a reference is valid by its edition and, if its scheme has a grammar here, by that too.

    Args:
        text, document, edition: as for `view`.

    >>> from uriverse import schemes
    >>> schemes.is_valid("geo:48.2,16.3"), schemes.is_valid("geo:north"), schemes.is_valid("nobody:knows")
    (True, False, True)
    """
    return check(text, document=document, edition=edition).valid


def accepts(parts: Components, scheme: Scheme) -> bool:
    """Whether the scheme accepts a text that was cut already."""
    return _refusal(parts, scheme) is None


def _scheme_of(parts: Components, document: str | Scheme | None) -> Scheme | None:
    if isinstance(document, Scheme):
        return document
    name = parts.scheme
    return SCHEMES.find(name, document) if name is not None and name in SCHEMES else None


def _refusal(parts: Components, scheme: Scheme) -> URISyntaxError | None:
    if (parts.scheme or "").lower() != scheme.name:
        return _error(parts, scheme, 0, f"this is not a URI of scheme {scheme.name}", "scheme")
    text = parts.text
    judged = text if scheme.whole or parts.fragment is None else text[: -len(parts.fragment) - 1]
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
    for component, section in scheme.nonempty.items():
        if not getattr(parts, component):
            return _besides(parts, scheme, component, f"the {component} is empty", section)
    for component, section in scheme.forbidden.items():
        if getattr(parts, component) is not None:
            return _besides(parts, scheme, component, f"a URI of scheme {scheme.name} has no {component}", section)
    return None


def _unreadable(parts: Components, scheme: Scheme) -> URISyntaxError | None:
    try:
        scheme.view_class.read(parts, scheme)
    except Refused as refused:
        return _besides(parts, scheme, refused.component, refused.reason, refused.section)
    return None


def _besides(
    parts: Components, scheme: Scheme, component: str, reason: str, section: str | None = None
) -> URISyntaxError:
    """What the scheme refuses besides its grammar: at the component's start."""
    found = scheme.section if section is None else section
    clause = found if ", " in found else f"{scheme.document}, section {found}"
    return _error(parts, scheme, _start(parts, component), f"{reason} ({clause})", component)


def _error(parts: Components, scheme: Scheme, at: int, reason: str, component: str) -> URISyntaxError:
    return URISyntaxError(
        text=parts.text,
        at=at,
        rule=scheme.start,
        edition=scheme.edition,
        accepts=scheme.start,
        component=component,
        reason=reason,
    )


def _start(parts: Components, component: str) -> int:
    """Where a component begins in the text: the lengths before it, with their delimiters (RFC 3986, section 5.3)."""
    at = len(parts.scheme or "") + 1
    if component == "scheme":
        return 0
    if parts.authority is not None:
        at += 2
        if component == "authority":
            return at
        if component == "host":
            return at + (0 if parts.userinfo is None else len(parts.userinfo) + 1)
        at += len(parts.authority)
    if component == "path":
        return at
    at += len(parts.path)
    if component == "fragment" and parts.query is not None:
        at += len(parts.query) + 1
    return at + 1
