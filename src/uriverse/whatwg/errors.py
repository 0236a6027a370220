"""What the URL Standard's parser reports, and what its errors say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from uriverse.errors.pointing import pointed

if TYPE_CHECKING:
    from uriverse.errors import URLError

DESCRIPTIONS: Final = {
    "domain-to-ASCII": "the domain is not valid by UTS #46",
    "domain-percent-encoded": "the domain holds a percent-encoded byte",
    "host-invalid-code-point": "the host holds a code point that no host may hold",
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
    "invalid-URL-unit": "this code point must be percent-encoded, or may not stand here",
    "special-scheme-missing-following-solidus": 'the scheme must be followed by "//"',
    "missing-scheme-non-relative-URL": "there is no scheme, and no base that gives one",
    "invalid-reverse-solidus": '"\\" stands in place of "/"',
    "invalid-credentials": "a URL should hold no username and no password",
    "host-missing": "the scheme demands a host, and there is none",
    "port-out-of-range": "the port exceeds 65535",
    "port-invalid": "the port holds something other than digits",
    "file-invalid-Windows-drive-letter": "a Windows drive letter begins a relative URL",
    "file-invalid-Windows-drive-letter-host": "a Windows drive letter stands in place of the host",
}


@dataclass(frozen=True, slots=True)
class ValidationError:
    """A validation error of the URL Standard (section 1.1, "Writing"): its name and its place.

    Attributes:
        name: the Standard's name, such as "invalid-URL-unit".
        at: the place in the text, counted in characters.
        failure: whether the parser returns failure for it.
    """

    name: str
    at: int
    failure: bool = False

    @property
    def description(self) -> str:
        """What is wrong, in one sentence."""
        return DESCRIPTIONS[self.name]

    def __str__(self) -> str:
        return f"{self.name} at {self.at}: {self.description}"


def hint(error: URLError) -> str:
    """What to do about an error, in one sentence; "" where the description says it all."""
    if error.error == "missing-scheme-non-relative-URL":
        return "give a base" if error.base is None else "the base has an opaque path; give another base"
    return ""


def message(error: URLError) -> str:
    """The whole message: what is wrong, the text with a caret under the place, a hint."""
    subject = "the base: " if error.is_base else ""
    advice = f"\nhint: {error.hint}" if error.hint else ""
    place = pointed(error.text, error.at)
    return f"{subject}{DESCRIPTIONS.get(error.error, error.error)} ({error.error})\n{place}{advice}"
