"""Why a reference in running text ends within a word, and which references are left out.

White space, a delimiter or the punctuation of the sentence ends most references, as intended. A reference is *cut* if
something else ends it:

    http://h/straße         the letter "ß" is outside US-ASCII; `lenient` continues, as in an IRI
    http://h/a–b            so is the dash, and it joins two letters
    http://ex.com/{id}/x    the documents exclude "{" (RFC 2396, section 2.4.3); here it begins a template's variable
    http://h/a#b#c          the edition refuses what follows: a fragment has no "#"

So a caller who needs the whole reference can detect that it is incomplete. If the cut is within a host or an address,
the part before it names another one. Such a reference is left out:

    http://a.example谢谢     perhaps a host that goes on, perhaps the next word
    http://h:80:80/         the edition refuses the second port
    jürgen@example.com      with `abbreviated`; "rgen@example.com" is somebody else

The engine decides (`crates/text/src/borders.rs`).
"""

from __future__ import annotations

from uriverse.ground.lean_typing import Final, Literal
from uriverse.ground.records import NamedTuple

Cut = Literal["outside US-ASCII", "excluded", "refused"]
Reason = Literal["outside US-ASCII", "excluded", "refused", "too long"]


class LeftOut(NamedTuple):
    """A reference that is not reported.

    Attributes:
        at: its start, in the units of spans.
        reason: why its host or address goes on ("outside US-ASCII", "excluded" or "refused", as `Match.cut`), or "too
            long", if the reference is longer than the maximum.
    """

    at: int
    reason: Reason

    @property
    def hint(self) -> str:
        """What the reason means, and what to do, in one sentence.

        >>> LeftOut(4, "outside US-ASCII").hint
        'its host or address goes on beyond US-ASCII; a lenient search or rfc3987 reads it whole'
        """
        return _HINTS[self.reason]


_HINTS: Final[dict[Reason, str]] = {
    "outside US-ASCII": "its host or address goes on beyond US-ASCII; a lenient search or rfc3987 reads it whole",
    "excluded": "its host or address goes on with a character that no host has",
    "refused": "the edition refuses the rest of its host or address",
    "too long": "it is longer than the maximum",
}
