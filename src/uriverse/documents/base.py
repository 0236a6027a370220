"""Establishing a base URI (RFC 3986, section 5.1), layer by layer, with the rule that chose it.

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

The innermost layer that gives a base wins. Each is read against the base of the layers around it, so a relative
`Content-Location` or `BASE` finds its own base there. What cannot be a base is kept with the reason, and skipped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import uriverse as uv
from uriverse.documents.references import in_one_line

if TYPE_CHECKING:
    from uriverse import Edition, EditionId

BaseRule = Literal["embedded", "entity", "retrieval", "default"]

# The subsection of "Establishing a Base URI": 5.1 in RFC 2396 and RFC 3986, 3 in RFC 1808 in the same order.
CLAUSES: Final[dict[BaseRule, str]] = {
    "embedded": "5.1.1",
    "entity": "5.1.2",
    "retrieval": "5.1.3",
    "default": "5.1.4",
}


# How many refused bases are kept besides the newest: entities may be nested deep, and each may offer one.
KEPT: Final = 99


class RefusedBase(NamedTuple):
    """A text that a layer offered as its base and that cannot be one."""

    text: str
    rule: BaseRule
    reason: str


@dataclass(frozen=True, slots=True)
class Base:
    """The base URI that counts at some place of a document, and how it was found.

    Attributes:
        uri: the base, or None where no layer gave one.
        rule: which layer chose it: "embedded", "entity", "retrieval", "default"; None where none did.
        refused: what was offered and skipped, outermost first; the innermost hundred where there are more.
        edition: by which the base was read.

    >>> from uriverse.documents import establish
    >>> base = establish(retrieval="http://a/b/c", embedded="d/")
    >>> str(base.uri), base.rule, base.clause
    ('http://a/b/d/', 'embedded', '5.1.1')
    """

    uri: uv.URI | None = None
    rule: BaseRule | None = None
    refused: tuple[RefusedBase, ...] = ()
    edition: EditionId | Edition = "rfc3986"

    @property
    def clause(self) -> str | None:
        """The subsection of RFC 3986 (and of RFC 2396) that chose the base."""
        return None if self.rule is None else CLAUSES[self.rule]

    def inner(self, text: str, rule: BaseRule) -> Base:
        """The base one layer further in, where `text` is offered as the base; this one's, where it is refused."""
        try:
            # An absolute text resolves against itself as against any other base.
            found = uv.resolve(text, self.uri or text, edition=self.edition)
            reason = _unfit(found)
        except uv.ResolutionError:
            reason = "it is relative, and there is no base around it"
        except uv.URISyntaxError as error:
            reason = in_one_line(error)
        if reason is not None:
            return replace(self, refused=(*self.refused[-KEPT:], RefusedBase(text, rule, reason)))
        if isinstance(found, uv.SameDocument):
            return self
        return replace(self, uri=_without_fragment(found), rule=rule)


def establish(
    *,
    embedded: str | None = None,
    entities: Iterable[str] = (),
    retrieval: str | None = None,
    default: str | None = None,
    edition: EditionId | Edition = "rfc3986",
) -> Base:
    """The base URI of a document (RFC 3986, section 5.1).

    Args:
        embedded: what the content says of itself, such as the `href` of HTML's `BASE`.
        entities: what the entities around it say, outermost first, such as `Content-Location` of a mail's parts.
        retrieval: where it was retrieved from, after redirects the last.
        default: what the application takes when there is nothing else.
        edition: by which bases are read.

    >>> from uriverse.documents import establish
    >>> base = establish(embedded="mailto:a@b", retrieval="http://a/")
    >>> str(base.uri), base.rule, base.refused[0].reason
    ('http://a/', 'retrieval', 'its scheme has no hierarchy that a relative reference could use')
    """
    base = Base(edition=edition)
    if default is not None:
        base = base.inner(default, "default")
    if retrieval is not None:
        base = base.inner(retrieval, "retrieval")
    for entity in entities:
        base = base.inner(entity, "entity")
    if embedded is not None:
        base = base.inner(embedded, "embedded")
    return base


def _unfit(found: uv.URI | uv.SameDocument) -> str | None:
    """Why a URI cannot serve as a base, or None.

    RFC 2396, section 3: URI without the slash for hierarchical components "are considered opaque by the generic URI
    parser". RFC 3986 lets a relative reference be merged even with such a path; a page whose base is `mailto:` or
    `javascript:` means nothing by it, so that is refused in every edition.
    """
    if isinstance(found, uv.SameDocument):
        return None
    if found.authority is None and not found.path.startswith("/"):
        return "its scheme has no hierarchy that a relative reference could use"
    return None


def _without_fragment(uri: uv.URI) -> uv.URI:
    """The base as resolution uses it.

    RFC 3986, section 5.1: the reference that a base is taken from must be "stripped of any fragment component prior
    to its use as a base URI". In RFC 1808, section 4, step 2, an empty reference becomes the whole base URL, with the
    fragment that its base may have; so there it stays.
    """
    edition = uri.edition
    known = uv.EDITIONS[edition] if isinstance(edition, str) else edition
    if uri.fragment is None or known.resolution["empty_reference"] == "base":
        return uri
    return uv.URI(str(uri).partition("#")[0], edition=edition)
