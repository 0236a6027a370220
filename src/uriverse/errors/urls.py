"""The error for a text of which the URL Standard's parser, or `uriverse.URL`, makes no URL."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.base_errors import URIError
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern

# A text that begins like a host: "example.com", "localhost.localdomain:80/a".
_LIKE_A_HOST: Final = pattern(r"[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}(?::[0-9]+)?(?:[/?#]|\Z)")
_LONGEST_NAME: Final = 260

DESCRIPTIONS: Final = {
    "domain-to-ASCII": "the domain is not valid by UTS #46",
    "domain-percent-encoded": "the domain holds a percent-encoded byte",
    "host-invalid-code-point": "the host has a code point that is not allowed in hosts",
    "IPv4-empty-part": "the IPv4 address ends with a dot",
    "IPv4-too-few-parts": "the IPv4 address has fewer than four parts",
    "IPv4-too-many-parts": "the IPv4 address has more than four parts",
    "IPv4-non-numeric-part": "the host ends in a number, so each of its parts must be one",
    "IPv4-non-decimal-part": "a part of the IPv4 address is hexadecimal or octal",
    "IPv4-out-of-range-part": "a part of the IPv4 address is too large",
    "IPv6-unclosed": 'the IPv6 address has no "]"',
    "IPv6-invalid-compression": 'the IPv6 address begins with one ":"',
    "IPv6-too-many-pieces": "the IPv6 address has more than eight pieces",
    "IPv6-multiple-compression": 'the IPv6 address holds "::" twice',
    "IPv6-invalid-code-point": 'the IPv6 address holds something other than hexadecimal digits and ":", or ends early',
    "IPv6-too-few-pieces": "the IPv6 address has fewer than eight pieces",
    "IPv6-piece-leading-zero": "a piece of the IPv6 address begins with 0",
    "IPv4-in-IPv6-too-many-pieces": "the IPv4 address comes after more than six pieces of the IPv6 address",
    "IPv4-in-IPv6-invalid-code-point": "the IPv4 address in the IPv6 address is malformed",
    "IPv4-in-IPv6-out-of-range-part": "a part of the IPv4 address in the IPv6 address exceeds 255",
    "IPv4-in-IPv6-too-few-parts": "the IPv4 address in the IPv6 address has fewer than four parts",
    "invalid-URL-unit": "this code point must be percent-encoded, or is not allowed here",
    "special-scheme-missing-following-solidus": 'the scheme must be followed by "//"',
    "missing-scheme-non-relative-URL": "there is no scheme, and no base that gives one",
    "invalid-reverse-solidus": '"\\" is used instead of "/"',
    "invalid-credentials": "a URL should hold no username and no password",
    "host-missing": "the scheme demands a host, and there is none",
    "port-out-of-range": "the port exceeds 65535",
    "port-invalid": "the port holds something other than digits",
    "file-invalid-Windows-drive-letter": "a Windows drive letter begins a relative URL",
    "file-invalid-Windows-drive-letter-host": "a Windows drive letter is used instead of the host",
}
# The reasons of `uriverse.URL`.
WEB_REASONS: Final = {
    "scheme-not-web": "the scheme must be http, https, ws, wss or ftp",
    "host-ambiguous": "clients would connect to different hosts",
    "host-invalid": "the host is neither a name nor an address",
    "port-zero": "nothing can connect to port 0 (RFC 6335, section 6)",
    "rewritten": "the text is not written as a URL is, and strict allows no such change",
    "other-part": "the new value would be read as another part of the URL too, or change it",
}


class URLError(URIError):
    """A text of which there is no URL: for the URL Standard's parser, or for `uriverse.URL`.

    Attributes:
        text: the text.
        base: the serialized base, or None if none was given.
        error: the reason as a stable word: the name of the Standard's validation error, such as "host-missing"; or, of
            `uriverse.URL`, "scheme-not-web", "host-ambiguous", "host-invalid", "port-zero", "rewritten" and
            "other-part".
        at: the position of the error in the text, counted in characters.
        is_base: whether the text is the base.
        detail: more about the reason, such as why a host is ambiguous; "" if there is no more.

    >>> from uriverse.whatwg import URL, URLError
    >>> try:
    ...     URL("https://example.org:99999/")
    ... except URLError as error:
    ...     error.error, error.at
    ('port-out-of-range', 20)
    """

    def __init__(
        self,
        *,
        text: str,
        at: int,
        error: str,
        base: str | None = None,
        is_base: bool = False,
        detail: str | None = None,
    ) -> None:
        super().__init__()
        self.text = text
        self.at = at
        self.error = error
        self.base = base
        self.is_base = is_base
        self.detail = detail or ""

    @property
    def reason(self) -> str:
        """The same as `error`: the reason as a stable word, by the name that it has in other errors."""
        return self.error

    @property
    def hint(self) -> str:
        """What to do about it, in one sentence; "" if the description says it."""
        if self.error == "missing-scheme-non-relative-URL":
            if self.base is not None:
                return "the base has an opaque path; give another base"
            named = _LIKE_A_HOST.match(self.text, 0, _LONGEST_NAME)
            return 'give a base, or write "https://" before it' if named else "give a base"
        return ""

    def __str__(self) -> str:
        from uriverse.ground.masking import masked

        sentence = DESCRIPTIONS.get(self.error) or WEB_REASONS.get(self.error, self.error)
        subject = "the base: " if self.is_base else ""
        advice = f"\nhint: {self.hint}" if self.hint else ""
        place = _core.pointed(self.text, self.at)
        detail = f": {masked(self.detail)}" if self.detail else ""
        return f"{subject}{sentence}{detail} ({self.error})\n{place}{advice}"
