"""Texts that a grammar reads in two ways: a "%" that begins no triplet, although two hexadecimal digits follow it.

A rule that accepts a bare "%" opens such a reading. If a zone may have one, `[fe80::1%25en1]` is the address with the
zone `25en1`, and to RFC 6874 it has the zone `en1`: a program that decodes triplets first finds the second.
"""

from __future__ import annotations

from typing import Final

from uriverse.editions.registry import Edition
from uriverse.grammar.algebra import intersection
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.readings import MARK
from uriverse.grammar.witnesses import shortest

_TRIPLET: Final = "pct-encoded"
_DOUBTFUL: Final = '*%x00-10FFFF "%" 2( %x30-39 / %x41-46 / %x61-66 ) *%x00-10FFFF'


def bare_percent(edition: Edition) -> str | None:
    """The shortest text that an edition in ABNF accepts with a "%" and two hexadecimal digits that are no triplet.

    >>> from uriverse import EDITIONS
    >>> bare_percent(EDITIONS["rfc3986"]), bare_percent(EDITIONS["rfc6874"])
    (None, '//[::%25a]')
    """
    if _TRIPLET not in edition.rules:
        return None
    # With another text in place of triplets, each "%" that is left is a bare one.
    amended = {_TRIPLET: f"%x{ord(MARK):X}", "doubtful": _DOUBTFUL}
    compiled = compile_edition(edition, rules=[edition.start, "doubtful"], amended=amended)
    witness = shortest(intersection(compiled.automaton(edition.start), compiled.automaton("doubtful")))
    return None if witness is None else witness.replace(MARK, "%41")
