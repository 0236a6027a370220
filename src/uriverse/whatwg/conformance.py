"""Conformance: valid URL strings, and the parser's validation errors (URL Standard, sections 1.1 and 4.3)."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.whatwg.errors import ValidationError

if TYPE_CHECKING:
    from uriverse._core import Text


def validation_errors(text: Text, base: Text | None = None, *, encoding: str = "utf-8") -> list[ValidationError]:
    """The validation errors of a text, in the order in which the parser finds them.

    Most of them do not stop the parser. If the parser returns failure, the last error is the reason.

    Args:
        text: any text.
        base: the base URL, or None.
        encoding: the label of the query's encoding.

    Raises:
        URLError: if the base cannot be parsed.

    >>> from uriverse.whatwg import validation_errors
    >>> for error in validation_errors("https:example.org\\\\a b"):
    ...     print(error)
    special-scheme-missing-following-solidus at 6: the scheme must be followed by "//"
    invalid-reverse-solidus at 17: "\\" is used instead of "/"
    invalid-URL-unit at 19: this code point must be percent-encoded, or is not allowed here
    """
    rows, failed = _core.whatwg_errors(text, base, encoding=encoding)
    last = len(rows) - 1
    return [ValidationError(name, at, failed and index == last) for index, (name, at) in enumerate(rows)]


def is_valid_url_string(text: Text, base: Text | None = None) -> bool:
    """Whether a text is a valid URL string (section 4.3): one that an author may write.

    Without a base only an absolute URL, with or without a fragment, is one.

    >>> from uriverse.whatwg import is_valid_url_string
    >>> is_valid_url_string("https://example.org/a b"), is_valid_url_string("../a", "https://example.org/")
    (False, True)
    """
    return _core.whatwg_is_valid(text, base)
