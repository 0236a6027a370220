"""The schemes to search for in text: registered ones and any before "//", all, or a given set."""

from __future__ import annotations

from _collections_abc import Iterable

from uriverse import _core
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.caching import cache, lru_cache
from uriverse.ground.late import re
from uriverse.ground.lean_typing import Final, Literal, TypeAlias
from uriverse.ground.patterns import pattern
from uriverse.ground.tables import text as shipped
from uriverse.text.characters import FOLLOWING, SPACED_RUN, UNSPACED_RUN, beyond_ascii

Schemes: TypeAlias = "Literal['registered', 'any'] | Iterable[str]"

# RFC 3986, 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
NOT_FIRST: Final = "0123456789+-."
SCHEME: Final = LETTERS + NOT_FIRST

# The grammar has no limit, but no registered scheme has more than 36 letters: a longer word is not a scheme.
LONGEST_SCHEME: Final = 63

# How far the pattern of a form is searched: the longest part before an "@" that a document limits is XMPP's, of 1,023
# octets (RFC 7622, section 3.3), here percent-encoded. Without a limit, each of many "mailto:" is searched to the end.
LONGEST_FORM: Final = 3 * 1023 + 1

# Their own syntax requires "//", so "http:80" in a text is not a reference: RFC 1738, 3.2 to 3.10 (ftp, http,
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
    """The schemes of IANA's registry in lower case; `uriverse.schemes.registry().date` is its date."""
    from uriverse.schemes import registry

    return frozenset(name.lower() for name in registry())


@cache
def opaque() -> dict[str, re.Pattern[str]]:
    """The schemes that are used in running text without "//", each with a pattern for the text after the ":"."""
    lines = (line.split(None, 2) for line in shipped("text/data/opaque-schemes.txt").splitlines() if line[:1] != "#")
    return {scheme: pattern(f"(?i){form}") for scheme, form, _ in lines}


class Policy:
    """Decides which words before a ":" are schemes.

    Args:
        schemes: "registered" for those of IANA's registry and any before "//"; "any"; or a name or names.
    """

    def __init__(self, schemes: Schemes) -> None:
        self.any: bool = schemes == "any"
        self.unregistered: bool = schemes in ("registered", "any")
        names = [schemes] if isinstance(schemes, str) else schemes
        self.names: frozenset[str] = registered() if self.unregistered else frozenset(map(str.lower, names))
        if isinstance(schemes, str) and not _core.is_valid(schemes, rule="scheme"):
            raise UnknownWordError(
                "schemes", schemes, ("registered", "any"), "the name of a scheme, or a collection of names"
            )
        self._colons: dict[tuple[bool, bool], _core.Colons] = {}

    def stands_alone(self, scheme: str, text: str, at: int, end: int) -> bool:
        """Whether a scheme without "//" begins a reference in running text.

        Nearly every word can precede a ":" ("INFO:root:starting"), and many are registered schemes. So only schemes in
        common use count, in the form that their documents define (opaque-schemes.txt).

        `at` and `end` are the start of the text after the ":", and the end of the run.
        """
        if not self.unregistered or self.any:
            return True
        form = opaque().get(scheme.lower())
        return form is not None and form.match(text, at, min(end, at + LONGEST_FORM)) is not None

    @classmethod
    def of(cls, schemes: Schemes) -> Policy:
        """The policy for a choice, cached."""
        return _policy(schemes if isinstance(schemes, str) else frozenset(schemes))

    def scheme_in(self, word: str, slashes: bool) -> str | None:
        """The scheme that a word before ":" ends with, or None.

        The word has only characters of schemes. An unknown word may have a scheme after its last "." or "-": a missing
        space, as in "there.http://h/".
        """
        scheme = word.lstrip(NOT_FIRST)
        if not scheme:
            return None
        lower = scheme.lower()
        if lower in self.names:
            # Digits and dots before it belong to another word, unless "//" follows.
            return scheme if slashes or len(scheme) == len(word) or word[-len(scheme) - 1] in "+-" else None
        if slashes:
            last = re.split(r"[.\-]", lower)[-1]
            if last in self.names and len(last) < len(lower):
                return scheme[-len(last) :]
        if lower == "url":
            return None
        return scheme if self.any or (slashes and self.unregistered) else None

    def colons(self, wide: bool, bars: bool = False) -> _core.Colons:
        """Find each ":" that may end a scheme, and few others: `scheme_in` decides."""
        if (wide, bars) not in self._colons:
            letters = sorted(beyond_ascii(SPACED_RUN) + beyond_ascii(UNSPACED_RUN))
            self._colons[wide, bars] = _core.Colons(
                sorted(self.names), SCHEME.encode(), self.any, FOLLOWING[wide], letters, wide, bars
            )
        return self._colons[wide, bars]


@lru_cache(maxsize=16)
def _policy(schemes: str | frozenset[str]) -> Policy:
    return Policy(schemes)
