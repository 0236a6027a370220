"""Check and resolve references by the URL Standard, as browsers do, with the interface of `judging.py`.

    <base href="/b c/">                          the base is http://h/b%20c/; by RFC 3986 it is invalid
    <a href="d\\e?ж"> in a page of windows-1251   goes to http://h/b%20c/d/e?%E6

HTML Standard, section 2.4.2, "encoding-parsing a URL": the query of a special URL is percent-encoded in the page's own
encoding. A style sheet's URLs are parsed without one (CSS Values Level 4, section 4.5), so theirs is UTF-8.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.documents.base import Base
from uriverse.documents.judging import CheckedReference, Judge, no_base
from uriverse.documents.limits import DEFAULT
from uriverse.ground.argument_types import URL_STANDARD, is_url_standard
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.whatwg import URL, URLError, is_valid_url_string, validation_errors

if TYPE_CHECKING:
    from uriverse.documents.document import Document
    from uriverse.editions.registry import Standard

# Any base, to check whether a relative reference is a valid URL string.
_ANY: Final = URL("https://example.org/")
_NO_BASE: Final = Base(edition=URL_STANDARD)
_NEEDS_A_BASE: Final = "missing-scheme-non-relative-URL"


def browser_base(base: Base) -> Base:
    """Convert the base outside of a document, by another standard, to the base that a browser uses there."""
    if is_url_standard(base.edition):
        return base
    text = base.browser or base.text
    outer = _NO_BASE if base.limits is DEFAULT else Base(edition=URL_STANDARD, limits=base.limits)
    return outer if text is None else outer.inner(text, base.rule or "retrieval")


class Browser:
    """Checks and resolves the references of one document as a browser does."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._encoding = encoding

    def fast_base(self, base: Base) -> URL | None:
        """The base as an argument for `target`."""
        return base.uri if isinstance(base.uri, URL) else None

    def target(self, reference: str, base: URL | None) -> str | None:
        """The URL that a browser opens, or None if the parser returns failure."""
        try:
            if base is not None and (reference.isascii() or self._encoding == "utf-8"):
                return base.resolve(reference).href
            return URL(reference, base, encoding=self._encoding).href
        except URLError:
            return None

    def __call__(self, reference: str, base: Base, *, new_request: bool) -> CheckedReference:
        """Judge a reference by the URL Standard.

        It is valid if it is a valid URL string (section 4.3). Most invalid references have a target nevertheless; the
        error then says what the parser repairs.
        """
        del new_request  # in the URL Standard an empty reference is the base everywhere
        url = self.fast_base(base)
        target = self.target(reference, url)
        if target is not None and is_valid_url_string(reference, url):
            return CheckedReference(target, _core.split(reference).kind, True, None, None)
        errors = validation_errors(reference, url, encoding=self._encoding)
        if target is None and errors[-1].name == _NEEDS_A_BASE and is_valid_url_string(reference, _ANY):
            reason = no_base(base) if url is None else "the base has an opaque path, against which nothing resolves"
            return CheckedReference(None, _core.split(reference).kind, True, reason, "unresolved")
        error = "it is not a valid URL string (URL Standard, section 4.3)"
        if errors:
            error = str(errors[0 if target is not None else -1])
        return CheckedReference(target, None, False, error, "syntax")


def judge_of(document: Document, standard: Standard) -> Judge | Browser:
    """The judge of a document that is not a page; its queries are UTF-8."""
    return Browser() if is_url_standard(standard) else Judge(document, standard)


def address(document: Document) -> str | None:
    """The URL of the document itself, as parsed by a browser, or None."""
    try:
        return None if document.uri is None else URL(document.uri).href
    except URLError:
        return None
