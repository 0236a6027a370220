"""Why a policy refuses a URL: a word for programs, a place, and a sentence for people."""

from __future__ import annotations

from uriverse.errors import URIError
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal, TypeAlias
from uriverse.ground.masking import shown
from uriverse.ground.records import dataclass

if TYPE_CHECKING:
    Word: TypeAlias = Literal[
        "syntax",
        "rewritten",
        "scheme",
        "userinfo",
        "host",
        "ambiguous",
        "invalid",
        "address",
        "port",
        "path",
        "fragment",
        "pattern",
        "length",
        "origin",
        "proxy",
        "response",
        "time",
    ]


# Longer texts are shown by their beginning.
LONGEST_EXCERPT: Final = 200


def excerpt(text: str) -> str:
    """The beginning of a text for a message, in one line, with secrets masked."""
    return shown(text if len(text) <= LONGEST_EXCERPT else f"{text[:LONGEST_EXCERPT]}...")


@dataclass(frozen=True, slots=True)
class Reason:
    """One requirement that a URL does not meet.

    Attributes:
        word: what is not met, one word that stays the same:

            - "syntax": it cannot be read as a URL, or the edition refuses it.
            - "rewritten": the text had to be changed, and the caller still holds the old one.
            - "scheme", "userinfo", "host", "port", "path", "fragment": that part is not allowed, or is missing.
            - "ambiguous", "invalid": programs read the host differently, or it is neither a name nor an address.
            - "address": the host, or an address of it, is not among the allowed addresses.
            - "pattern": the regular expression of the policy does not match.
            - "length": it is too long.
            - "origin": a redirect leads to another origin.
            - "proxy", "response", "time": of the guards of HTTP clients (`uriverse.integrations`): the request would go
              through a proxy, its response is too large, or it takes too long.
        start: the position of the part in `PolicyError.text`, in characters.
        end: the position after the part.
        message: the reason in one sentence, with secrets masked.
    """

    word: Word
    start: int
    end: int
    message: str

    def __str__(self) -> str:
        return f"{self.word}: {self.message}"


class PolicyError(URIError):
    """A policy refuses a URL; it has every reason.

    Attributes:
        text: the URL that was judged, or the text if it cannot be read as a URL.
        reasons: the reasons, at least one.
        reason: the word of the first reason.
        redirected_from: the URL whose redirect led to it, if a guard refuses a redirect and its client says so.

    >>> import uriverse as uv
    >>> try:
    ...     uv.Policy(schemes={"https"}).url("http://user@10.0.0.7:25/")
    ... except uv.PolicyError as error:
    ...     [reason.word for reason in error.reasons]
    ['scheme', 'userinfo', 'address', 'port']
    """

    def __init__(
        self,
        *,
        text: str,
        reasons: tuple[Reason, ...],
        redacted: str | None = None,
        redirected_from: str | None = None,
    ) -> None:
        super().__init__()
        self.text = text
        self.reasons = reasons
        # Of a reference: its edition knows better where its password ends.
        self.redacted = text if redacted is None else redacted
        self.redirected_from = redirected_from

    @property
    def reason(self) -> Word:
        """The word of the first reason."""
        return self.reasons[0].word

    def __str__(self) -> str:
        origin = "" if self.redirected_from is None else f", to which {excerpt(self.redirected_from)} redirects,"
        refused = f"{excerpt(self.redacted)}{origin} is refused:"
        if len(self.reasons) == 1:
            return f"{refused} {self.reasons[0].message}"
        return "\n".join([refused, *(f"  {reason}" for reason in self.reasons)])


class ComparisonError(URIError):
    """A question about policies that is not answered, because no answer would be a proof.

    Attributes:
        reason: "not-regular", a part of a regular expression that no automaton can have; "not-implemented", a regular
            part that this package does not turn into one; "undecided", no candidate is a URL; "scheme", the policy
            allows others than those of the Web; "too-large", it takes more steps than `max_work`.
        detail: what it is, in one sentence.
        text: the regular expression; "" for other reasons.
        at: the position in it.

    >>> import uriverse as uv
    >>> try:
    ...     uv.Policy.from_regex("^https://(?!10)").examples()
    ... except uv.ComparisonError as error:
    ...     error.reason, error.at
    ('not-implemented', 9)
    """

    reason: str

    def __init__(self, reason: str, detail: str, text: str = "", at: int = 0) -> None:
        super().__init__()
        self.reason = reason
        self.detail = detail
        self.text = text
        self.at = at

    def __str__(self) -> str:
        place = f", at {self.at} of {excerpt(self.text)!r}" if self.text else ""
        return shown(f"the policies are not compared: {self.detail}{place} ({self.reason})")


@dataclass(frozen=True, slots=True)
class Excess:
    """A URL, or a text, that a policy admits and an intention does not.

    Attributes:
        text: the URL; or a text as it is written.
        word: why the intention refuses it: the word of a `Reason`, such as "host".
        host: the host to which a browser goes.
        cause: what of the expression admits it, in one sentence; "" if no single change of it refuses the text.
        is_url: whether the text is a canonical URL; else it was found by a search.
        readers: of a text as it is written, the parsers of `uriverse.agreement` that accept it and go to that host.
    """

    text: str
    word: str
    host: str
    cause: str = ""
    is_url: bool = True
    readers: tuple[str, ...] = ()
