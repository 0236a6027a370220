"""Check and parse a text by the rules of its scheme.

Two grammars check a text: the edition's defines URIs, the scheme's defines the URIs of the scheme. RFC 3986 accepts
`urn:x`; RFC 8141 refuses it at character 5, because the namespace is too short. Only the edition checks a fragment,
unless the scheme's start rule includes one.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.errors.references import URISyntaxError
from uriverse.ground.argument_types import check_argument, is_url_standard, takes
from uriverse.ground.caching import cache
from uriverse.ground.later import imported
from uriverse.ground.records import dataclass
from uriverse.schemes.catalogue import SCHEMES, Scheme, UnknownSchemeError, scheme_of
from uriverse.schemes.judging import cut, value
from uriverse.schemes.parts import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar, overload

    from uriverse._core import AnyEdition, Text
    from uriverse.schemes.connections import Connection

    Value = TypeVar("Value", bound=View | Connection)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The results of the edition and of the scheme for one text.

    Attributes:
        text: the text that was checked.
        syntax: the edition's error, or None.
        scheme: the scheme whose grammar was used, or None if there is no grammar for it.
        scheme_syntax: the scheme's error, or None. A text that the edition refuses is not checked by the scheme,
            unless the scheme's document is lenient: such a document extends the generic syntax.
    """

    text: str
    syntax: URISyntaxError | None
    scheme: Scheme | None
    scheme_syntax: URISyntaxError | None

    @property
    def valid(self) -> bool:
        """Whether neither the edition nor the scheme refuses the text."""
        return self.syntax is None and self.scheme_syntax is None


if TYPE_CHECKING:

    @overload
    def view(text: Text, *, document: str | Scheme | None = None, edition: AnyEdition = None) -> View | Connection: ...
    @overload
    def view(
        text: Text, *, document: str | Scheme | None = None, edition: AnyEdition = None, kind: type[Value]
    ) -> Value: ...


def view(
    text: Text,
    *,
    document: str | Scheme | None = None,
    edition: AnyEdition = None,
    kind: type[Value] | None = None,
) -> View | Connection:
    """A URI's typed value by its scheme: a frozen dataclass, such as `FTP` or `Mailto`.

    A connection string, such as `postgresql://h1,h2/db`, gives a `Connection`.

    Args:
        text: a text or a reference.
        document: "rfc1738" or another that defines the scheme, by default the newest; or a scheme of your own.
        edition: the edition that reads a text generically; a reference has its own.
        kind: the expected class of the value, such as `Mailto`, for type checkers.

    Raises:
        URISyntaxError: if the edition or the scheme refuses the text; `.edition` says which.
        UnknownSchemeError: if there is no grammar for the scheme.
        ValueError: if the URI has a value of another kind.

    >>> from uriverse import schemes
    >>> schemes.view("ftp://h/%2Fetc/motd")
    FTP(host='h', directories=('/etc',), name='motd')
    >>> schemes.view("mailto:me@example.com", kind=schemes.Mailto).to
    ('me@example.com',)
    """
    if document is not None or kind is not None:
        check_argument("document", document, (str, Scheme, type(None)))
        check_argument("kind", kind, (type, type(None)))
    parts = cut(text)
    scheme = scheme_of(parts.scheme, document, edition)
    if scheme is None:
        from uriverse.schemes import connections

        if not connections.is_connection(parts.scheme):
            _core.URI(text, edition=edition)
            raise UnknownSchemeError((parts.scheme or "").lower(), None, (*SCHEMES, *connections.names()))
        parsed: View | Connection = connections.Connection.read(text)
    else:
        if not scheme.lenient:
            _core.URI(text, edition=edition)
        parsed = value(parts, scheme, view_class(scheme))
    if kind is not None and not isinstance(parsed, kind):
        raise ValueError(f"a {parsed.scheme} URI is read as {type(parsed).__name__}, not {kind.__name__}")
    return parsed


@takes(document=(str, Scheme, type(None)))
def check(text: Text, *, document: str | Scheme | None = None, edition: AnyEdition = None) -> Verdict:
    """Check a text by its edition and by its scheme, and keep the error of each.

    Args:
        text, document, edition: as for `view`.

    Raises:
        UnknownSchemeError: if `document` names one that does not describe the scheme.
        ValueError: if the edition is "whatwg".

    >>> from uriverse import schemes
    >>> verdict = schemes.check("urn:x")
    >>> verdict.syntax is None, verdict.scheme_syntax.at, verdict.scheme_syntax.rule
    (True, 5, 'namestring')
    """
    if is_url_standard(edition):
        raise ValueError(
            "the rules of a scheme go with an edition's grammar; the URL Standard has its own for special schemes"
        )
    parts = cut(text)
    scheme = scheme_of(parts.scheme, document, edition)
    syntax = None
    try:
        _core.parse(text, edition=edition)
    except URISyntaxError as error:
        syntax = error
    if scheme is None or (syntax is not None and not scheme.lenient):
        return Verdict(parts.text, syntax, scheme, None)
    try:
        value(parts, scheme, view_class(scheme))
    except URISyntaxError as error:
        return Verdict(parts.text, syntax, scheme, error)
    return Verdict(parts.text, syntax, scheme, None)


@takes(document=(str, Scheme, type(None)))
def is_valid(text: Text, *, document: str | Scheme | None = None, edition: AnyEdition = None) -> bool:
    """Whether a reference is valid by its edition and by the grammar of its scheme; a relative one by its edition.

    Args:
        text, document, edition: as for `view`.

    Raises:
        UnknownSchemeError: if the edition accepts it, and its scheme has no grammar here; `check` has the verdict of
            the edition alone.

    >>> from uriverse import schemes
    >>> schemes.is_valid("geo:48.2,16.3"), schemes.is_valid("geo:north"), schemes.is_valid("tag:xyz")
    (True, False, False)
    """
    verdict = check(text, document=document, edition=edition)
    scheme = cut(text).scheme
    if verdict.valid and verdict.scheme is None and scheme is not None:
        raise UnknownSchemeError(scheme.lower(), None, tuple(SCHEMES))
    return verdict.valid


@cache
def view_class(scheme: Scheme) -> type[View]:
    """The class of the values of a scheme's URIs."""
    module, _, name = scheme.view_name.partition(":")
    view_type: type[View] = getattr(imported(module), name)
    return view_type
