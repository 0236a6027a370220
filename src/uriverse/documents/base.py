"""Establish a base URI (RFC 3986, section 5.1), layer by layer, with the rule that chose it.

         .----------------------------------------------------------.
         |  .----------------------------------------------------.  |
         |  |  .----------------------------------------------.  |  |
         |  |  |  .----------------------------------------.  |  |  |
         |  |  |  |          the reference                 |  |  |  |
         |  |  |  |  embedded in the content       (5.1.1) |  |  |  |
         |  |  |  '----------------------------------------'  |  |  |
         |  |  |  encapsulating entity, nested       (5.1.2)  |  |  |
         |  |  '----------------------------------------------'  |  |
         |  |  URI used to retrieve the entity         (5.1.3)   |  |
         |  '----------------------------------------------------'  |
         |  default of the application                     (5.1.4)  |
         '----------------------------------------------------------'

The innermost layer with a base wins. Each base is resolved against the layers around it, so `Content-Location` and
`BASE` may be relative. An invalid base is skipped and recorded with the reason.
"""

from __future__ import annotations

from _collections_abc import Iterable

from uriverse import _core
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.editions.registry import Standard, edition_of
from uriverse.errors import ResolutionError, URISyntaxError
from uriverse.ground.argument_types import EDITION, TEXT, is_url_standard, takes, text_or_none
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal, cast
from uriverse.ground.masking import masked
from uriverse.ground.records import NamedTuple, dataclass, field, replace
from uriverse.reference.resolution import SameDocument
from uriverse.whatwg import URL, URLError, ValidationError

if TYPE_CHECKING:
    from uriverse._core import URI, Text

BaseRule = Literal["embedded", "entity", "retrieval", "default"]

# The subsection of "Establishing a Base URI": 5.1 in RFC 2396 and RFC 3986, 3 in RFC 1808 in the same order.
CLAUSES: Final[dict[BaseRule, str]] = {
    "embedded": "5.1.1",
    "entity": "5.1.2",
    "retrieval": "5.1.3",
    "default": "5.1.4",
}

# How many refused bases are kept in addition to the newest: entities may be nested deep, each with one.
MAX_REFUSED: Final = 99
# The maximum length of a refused base in a message.
LONGEST_EXCERPT: Final = 80


class RefusedBase(NamedTuple):
    """A layer's base that is invalid."""

    text: str
    rule: BaseRule
    reason: str

    @property
    def shown(self) -> str:
        """The text for messages: masked, quoted and shortened."""
        text = masked(self.text)
        return repr(text if len(text) <= LONGEST_EXCERPT else f"{text[:LONGEST_EXCERPT]}...")


@dataclass(frozen=True, slots=True)
class Base:
    """The base URI at a position in a document, and how it was found.

    Attributes:
        uri: the base, or None if no layer has one.
        rule: the layer that chose it, "embedded", "entity", "retrieval" or "default", or None.
        refused: the invalid bases that were skipped, outermost first; at most the innermost hundred.
        edition: the edition that parses the base, or "whatwg".
        limits: the limits of length and nesting.
        layers: the number of nested bases.
        browser: the base that a browser uses there, if it differs; else None.
        text: the base as text, or None.

    >>> from uriverse.documents import establish
    >>> base = establish(retrieval="http://a/b/c", embedded="d/")
    >>> str(base.uri), base.rule, base.clause
    ('http://a/b/d/', 'embedded', '5.1.1')
    """

    uri: URI | URL | None = None
    rule: BaseRule | None = None
    refused: tuple[RefusedBase, ...] = ()
    edition: Standard = DEFAULT_EDITION
    limits: Limits = field(default=DEFAULT, repr=False)
    layers: int = field(default=0, repr=False)
    browser: str | None = field(default=None, repr=False)
    text: str | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", None if self.uri is None else str(self.uri))

    @property
    def clause(self) -> str | None:
        """The subsection of RFC 3986 (and of RFC 2396) that chose the base."""
        return None if self.rule is None else CLAUSES[self.rule]

    def inner(self, text: str, rule: BaseRule, *, encoding: str = "utf-8") -> Base:
        """The base of the next inner layer, which declares `text`; this base if it is invalid.

        Args:
            text: the declared reference.
            rule: the layer that declares it.
            encoding: the label of its query's encoding, for the URL Standard.
        """
        if len(text) > self.limits.base or self.layers >= self.limits.bases:
            return self.refuse(text, rule, self._limit_reason())
        uri, reason = _url(text, self, encoding) if is_url_standard(self.edition) else _uri(text, self)
        if reason is not None:
            return self.refuse(text, rule, reason)
        if uri is None:
            return self
        inner = Base(uri, rule, self.refused, self.edition, self.limits, self.layers + 1)
        if len(inner.text or "") > self.limits.base:
            return self.refuse(text, rule, self._limit_reason())
        return inner

    def refuse(self, text: str, rule: BaseRule, reason: str) -> Base:
        """This base, with a record of an invalid inner one."""
        return replace(self, refused=(*self.refused[-MAX_REFUSED:], RefusedBase(text, rule, reason)))

    def _limit_reason(self) -> str:
        if self.layers >= self.limits.bases:
            return f"more than {self.limits.bases} bases are nested"
        return f"it would be longer than {self.limits.base} characters"


@takes(
    embedded=(TEXT, type(None)),
    entities=Iterable,
    retrieval=(TEXT, type(None)),
    default=(TEXT, type(None)),
    edition=EDITION,
    limits=Limits,
)
def establish(
    *,
    embedded: Text | None = None,
    entities: Iterable[str] = (),
    retrieval: Text | None = None,
    default: Text | None = None,
    edition: Standard = DEFAULT_EDITION,
    limits: Limits = DEFAULT,
) -> Base:
    """The base URI of a document (RFC 3986, section 5.1).

    Args:
        embedded: the base in the content, such as the `href` of HTML's `BASE`.
        entities: the bases of the entities around it, outermost first, such as `Content-Location` of a mail's parts.
        retrieval: the URI it was retrieved from, after redirects.
        default: the application's default.
        edition: the edition that parses bases, or "whatwg" for the URL Standard.
        limits: the limits of length and nesting.

    >>> from uriverse.documents import establish
    >>> base = establish(embedded="d e/", retrieval="http://a/")
    >>> str(base.uri), base.rule, base.refused[0].text
    ('http://a/', 'retrieval', 'd e/')
    """
    base = outermost(text_or_none(retrieval), text_or_none(default), edition, limits)
    for entity in entities:
        base = base.inner(entity, "entity")
    if embedded is not None:
        base = base.inner(_core.split(embedded).text, "embedded")
    return base


def outermost(retrieval: str | None, default: str | None, edition: Standard, limits: Limits) -> Base:
    """The base outside of a document's content, for callers that have checked their arguments."""
    base = Base(edition=edition, limits=limits)
    if default is not None:
        base = base.inner(default, "default")
    return base if retrieval is None else base.inner(retrieval, "retrieval")


def _uri(text: str, around: Base) -> tuple[_core.URI | None, str | None]:
    """Resolve a base by an edition. Return the URI, or the reason against it; neither for the current document."""
    assert not is_url_standard(around.edition)
    try:
        # Without a base around it, resolve an absolute text against itself.
        target = _core.resolve(
            text, cast(_core.URI, around.uri) if around.uri is not None else text, edition=around.edition
        )
    except ResolutionError:
        return None, "it is relative, and no base encloses it"
    except URISyntaxError as error:
        return None, in_one_line(error)
    if isinstance(target, SameDocument):
        return None, None
    reason = _unfit(target)
    return (_without_fragment(target), None) if reason is None else (None, reason)


def _url(text: str, around: Base, encoding: str) -> tuple[URL | None, str | None]:
    """Resolve a base by the URL Standard. Return the URL, or the reason against it. Resolution ignores its fragment."""
    try:
        return URL(text, around.text, encoding=encoding), None
    except URLError as error:
        if error.error == "missing-scheme-non-relative-URL" and around.uri is None:
            return None, "it is relative, and no base encloses it"
        return None, str(ValidationError(error.error, error.at, failure=True))


def _unfit(base: URI) -> str | None:
    """The reason why a URI cannot be a base, or None.

    RFC 2396, section 3: URI that do not use "/" to separate hierarchical components "are considered opaque by the
    generic URI parser". RFC 3986, section 5.2.3, merges with any path, so `urn:example:a` can be a base there. The
    edition's `opaque_base` decides.
    """
    if edition_of(base.edition).resolution["opaque_base"] == "allow":
        return None
    if base.authority is None and not base.path.startswith("/"):
        return "its scheme has no hierarchy that a relative reference could use"
    return None


def _without_fragment(uri: URI) -> URI:
    """The base without a fragment, for resolution.

    RFC 3986, section 5.1: the reference that a base is taken from must be "stripped of any fragment component prior
    to its use as a base URI". In RFC 1808, section 4, step 2, an empty reference becomes the whole base URL with its
    fragment, so it stays.
    """
    if uri.fragment is None or edition_of(uri.edition).resolution["empty_reference"] == "base":
        return uri
    return _core.URI(str(uri).partition("#")[0], edition=uri.edition)


def in_one_line(refusal: URISyntaxError) -> str:
    """The error in one line: character, position, rule and hint, without the excerpt and the expected characters.

    A page may have many thousands of errors, so this computes only what it shows.
    """
    character = repr(refusal.text[refusal.at]) if refusal.at < len(refusal.text) else "the end"
    detail = refusal.detail or f"{character} is not in {refusal.rule} ({refusal.clause})"
    hint = refusal.hint
    return f"at {refusal.at}: {detail}; {hint}" if hint else f"at {refusal.at}: {detail}"
