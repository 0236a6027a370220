"""Which schemes count when text is searched: the registered ones and what is followed by "//", any, or a given set."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import Final, Literal

Schemes = Literal["registered", "any"] | Iterable[str]

# RFC 3986, 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
NOT_FIRST: Final = "0123456789+-."
SCHEME: Final = LETTERS + NOT_FIRST

# The grammar sets no bound; no registered scheme has more than 36 letters, and a longer word before ":" is none here.
LONGEST_SCHEME: Final = 63

# Their own syntax begins with "//", so that "http:80" in a text is none of them: RFC 1738, 3.2 to 3.10 (ftp, http,
# gopher, nntp, telnet, wais, prospero), RFC 9110, 4.2 (http, https), RFC 6455, 3 (ws, wss), RFC 2224 (nfs),
# RFC 4516 (ldap), RFC 5092 (imap), RFC 7826 (rtsp), RFC 3510 (ipp), RFC 2384 has "pop://", RFC 7252, 6 (coap).
NEEDS_SLASHES: Final = frozenset(
    """
    http https ftp sftp ftps ssh gopher nntp telnet wais prospero ws wss nfs ldap ldaps imap rtsp rtsps
    rtspu ipp ipps pop coap coaps git irc ircs rsync smb svn vnc
    """.split()  # noqa: SIM905
)


@cache
def registered() -> frozenset[str]:
    """The schemes of IANA's registry, lower case; `uriverse.schemes.registry().date` says of which day."""
    from uriverse.schemes import registry

    return frozenset(name.lower() for name in registry())


class Policy:
    """Which words before a ":" are schemes.

    Args:
        schemes: "registered": those of IANA's registry, and any that "//" follows; "any"; or the names that count.
    """

    def __init__(self, schemes: Schemes) -> None:
        self.any = schemes == "any"
        self.unregistered = isinstance(schemes, str)
        if isinstance(schemes, str):
            if schemes not in ("registered", "any"):
                raise ValueError(f"schemes is 'registered', 'any' or a collection of names, not {schemes!r}")
            self.names = registered()
        else:
            self.names = frozenset(name.lower() for name in schemes)
        self._colons: dict[str, re.Pattern[str]] = {}

    @classmethod
    def of(cls, schemes: Schemes) -> Policy:
        """The policy for a choice; what it takes to make one is done once."""
        return _policy(schemes if isinstance(schemes, str) else frozenset(schemes))

    def scheme_in(self, word: str, slashes: bool) -> str | None:
        """The scheme that a word before ":" ends with, or None.

        The word is in characters of a scheme, and what stands before it is not. A word that is no known scheme may have
        one after its last "." or "-": a writer forgot the space in "there.http://h/".

        Args:
            word: what stands before the ":".
            slashes: whether "//" stands after the ":".
        """
        scheme = word.lstrip(NOT_FIRST)
        if not scheme:
            return None
        lower = scheme.lower()
        if lower in self.names:
            # Digits and dots before it belong to another word, unless "//" says that a reference begins here.
            return scheme if slashes or len(scheme) == len(word) or word[-len(scheme) - 1] in "+-" else None
        if slashes:
            last = re.split(r"[.\-]", lower)[-1]
            if last in self.names and len(last) < len(lower):
                return scheme[-len(last) :]
        if lower == "url":
            return None
        return scheme if self.any or (slashes and self.unregistered) else None

    def colon(self, next_characters: str) -> re.Pattern[str]:
        """Find a ":" that may end a scheme: it begins with the literal, which is what makes the search fast.

        Args:
            next_characters: the set of characters that a reference may go on with.
        """
        if next_characters not in self._colons:
            self._colons[next_characters] = self._colon(next_characters)
        return self._colons[next_characters]

    def _colon(self, next_characters: str) -> re.Pattern[str]:
        follows = rf":(?=[{next_characters}]|[\t-\r ]{{1,64}}+/)"
        if self.any:
            return re.compile(f"{follows}(?<=[A-Za-z0-9+.\\-]:)")
        # Times and ratios are the most frequent: after a digit little else is tried.
        ends = [name[-3:] for name in self.names if name and name[-1] not in LETTERS]
        after_digit = [r"(?=//)"] if self.unregistered else []
        for length in {len(end) for end in ends}:
            columns = zip(*(end for end in ends if len(end) == length), strict=True)
            sets = (
                "".join(sorted({cased for letter in column for cased in (letter, letter.upper())}))
                for column in columns
            )
            after_digit.append(f"(?<={''.join(f'[{re.escape(each)}]' for each in sets)}:)")
        digit = f"|(?<=[0-9+.\\-]:)(?:{'|'.join(after_digit)})" if after_digit else ""
        return re.compile(f"{follows}(?:(?<=[A-Za-z]:){digit})")

    @cached_property
    def endings(self) -> frozenset[str] | None:
        """What a word that is one of the names may end with, three characters or the whole, in every case; or None.

        Most words before a ":" in a text end with none of them, and need no other look, unless "//" follows or any
        scheme counts (then it is None).
        """
        if self.any:
            return None
        letters = ([(letter.lower(), letter.upper()) for letter in name[-3:]] for name in self.names)
        return frozenset("".join(cased) for ending in letters for cased in product(*ending))


@lru_cache(maxsize=16)
def _policy(schemes: str | frozenset[str]) -> Policy:
    return Policy(schemes)
