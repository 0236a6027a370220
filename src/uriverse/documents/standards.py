"""By which standard references are judged: an edition of the URI syntax, or the URL Standard under the name "whatwg".

An edition is a grammar: it accepts a reference or refuses it. The URL Standard is an algorithm: it reads almost any
text and says where a browser goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from uriverse import Edition, EditionId

Standard: TypeAlias = "EditionId | Edition | Literal['whatwg']"


def grammar_of(standard: Standard) -> EditionId | Edition:
    """The edition by which references are told from the text around them.

    The URL Standard does not say where a URL ends in running text, so "whatwg" stands for RFC 3986 there.
    """
    return "rfc3986" if standard == "whatwg" else standard
