"""Slow twins of resolution, splitting and normalization: what the engine must agree with."""

from __future__ import annotations

from collections.abc import Callable, Collection

from . import appendix_b, bis00, rfc1630, rfc1738, rfc1808, rfc2396, rfc3986
from .parts import Answer, Failure, Parts, SameDocument, recompose

__all__ = ["EDITIONS", "Answer", "Failure", "Parts", "SameDocument", "recompose", "resolve", "split"]

# The editions that follow RFC 2396's steps: may a non-validating reader remove the scheme, and can a base be opaque?
FAMILY = {
    "url-syntax-03": (False, False),
    "url-syntax-04": (False, False),
    "uri-syntax-02": (False, False),
    "uri-syntax-03": (True, True),
    "rfc2396": (True, True),
    "rfc2732": (True, True),
}
# RFC 3987, 6.5, applies RFC 3986's algorithms directly; RFC 6874 changes one rule of the grammar and no step.
# RFC 6570 has no steps of its own: its texts are split by Appendix B and resolved by nothing.
EDITIONS = ("rfc1630", "rfc1738", "rfc1808", *FAMILY, "rfc2396bis-00", "rfc3986", "rfc3987", "rfc6874")


def split(edition: str, text: str) -> Parts:
    """Cut any text as the edition's lenient split does."""
    if edition == "rfc1738":
        return rfc1738.split(text)
    if edition == "rfc1808":
        return rfc1808.split(text)
    return appendix_b.split(text)


def resolve(
    edition: str,
    base: str,
    reference: str,
    strict: bool = True,
    excess_parents: str | None = None,
    new_request: bool = False,
    hierarchical_schemes: Collection[str] = rfc2396.HIERARCHICAL_SCHEMES,
    accepts: Callable[[str], bool] | None = None,
) -> Answer:
    """Resolve a reference that the edition accepts (or that its own examples resolve) against such a base.

    ``excess_parents=None`` is the document's own choice: drop in RFC 3986, keep where its examples keep.

    The twins know no grammar: with ``accepts``, an answer that the edition would refuse is the failure
    ``result-refused``: "http:a[" against "http://a", read leniently (an opaque part may have brackets, a path not).
    """
    answer: Answer
    if edition == "rfc1630":
        answer = rfc1630.resolve(base, reference, excess_parents or "keep")
    elif edition in ("rfc1738", "rfc1808"):
        answer = rfc1808.resolve(base, reference, excess_parents or "keep")
    elif edition in FAMILY:
        removable, opaque = FAMILY[edition]
        answer = rfc2396.resolve(
            base,
            reference,
            scheme_may_be_removed=removable and not strict,
            base_may_be_opaque=opaque,
            hierarchical_schemes=hierarchical_schemes,
            excess_parents=excess_parents or "keep",
            scheme="[A-Za-z0-9+.-]+" if edition.startswith("url-") else "[A-Za-z][A-Za-z0-9+.-]*",
        )
    elif edition == "rfc2396bis-00":
        answer = bis00.resolve(base, reference, validating=strict, excess_parents=excess_parents or "keep")
    else:
        answer = rfc3986.resolve(base, reference, strict=strict, excess_parents=excess_parents or "drop")
    if isinstance(answer, SameDocument) and new_request:
        # RFC 2396, 4.2: "if the URI reference occurs in a context that is always intended to result in a new request
        # [...] then an empty URI reference represents the base URI of the current document and should be replaced by
        # that URI".
        without_fragment = base.split("#")[0]
        answer = without_fragment if answer.fragment is None else without_fragment + "#" + answer.fragment
    if isinstance(answer, str) and accepts is not None and not accepts(answer):
        return Failure("result-refused")
    return answer
