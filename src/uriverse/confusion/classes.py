"""Classes of confusion: why two parsers read a text differently, with the clause that each follows.

A class is recognised by its repair. `http://127.0.0.1\\@1.1.1.1/` has a backslash; with "/" instead, all parsers see
127.0.0.1, so the backslash is the cause. Use the repair only to find the cause: it changes the meaning of the text for
some parsers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from uriverse import _core
from uriverse.hosts.verdicts import verdict

# The scheme, slashes of either kind, and the longest authority that any parser reads.
_HEAD: Final = re.compile(r"(?P<scheme>[^:/?#\\]*:)?(?P<slashes>[/\\]*)(?P<authority>[^/?#]*)")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PORT: Final = re.compile(r"(?<=[^:\[])(:[^@\]]*)\Z")
_LITERAL: Final = re.compile(r"(?:[^@\[\]]*@)?(?:\[[0-9A-Fa-f:.]+\](?::[^\[\]]*)?|[^\[\]]*)")


@dataclass(frozen=True, slots=True)
class ConfusionClass:
    """A class of confusion.

    Attributes:
        id: such as "backslash".
        title: a short description.
        clause: the clause that one side follows.
        other_clause: the clause that the other side follows.
        sentence: why parsers differ.
        example: a text of the class.
        findings: the findings of the audit that report it.
        mend: returns the text without it, or the same text.
    """

    id: str
    title: str
    clause: str
    other_clause: str
    sentence: str
    example: str
    findings: tuple[str, ...]
    mend: Callable[[str], str] = field(repr=False, compare=False)


def _with_authority(text: str, change: Callable[[str], str]) -> str:
    """The text with a changed authority, if it has one."""
    head = _HEAD.match(text)
    assert head is not None
    if not head["slashes"]:
        return text
    start, end = head.span("authority")
    return text[:start] + change(text[start:end]) + text[end:]


def _scheme(text: str) -> str:
    """Add a scheme that all parsers know, if there is none or only a host."""
    match = _SCHEME.match(text)
    if match is None:
        return f"http://{text.lstrip(':/')}"
    name = match[0][:-1].lower()
    is_host = ("." in name or name == "localhost") and text[match.end() : match.end() + 1].isdigit()
    return f"http://{text}" if is_host else text


def _slashes(text: str) -> str:
    """Write two slashes after the scheme, or in place of three or more at the start."""
    text = re.sub(r"\A[/\\]{3,}", "//", text)
    return re.sub(r"\A([A-Za-z][A-Za-z0-9+.-]*:)[/\\]*(?=[^/\\])", r"\1//", text)


def _white_space(text: str) -> str:
    """Remove white space and control characters."""
    return re.sub(r"[\x00-\x20\x7f\x85\xa0\u2028\u2029]", "", text)


def _userinfo(text: str) -> str:
    """Remove the userinfo, a query or fragment that has an "@", and escape each "@" in the path."""
    cut = _with_authority(text, lambda authority: authority.rpartition("@")[2])
    before = re.split(r"[?#]", cut, maxsplit=1)[0]
    kept = cut if "@" not in cut[len(before) :] else before
    slash = re.search(r"[\\/]", kept)
    return kept if slash is None else kept[: slash.start()] + kept[slash.start() :].replace("@", "%40")


def _decoded(authority: str) -> str:
    def octet(triplet: re.Match[str]) -> str:
        letter = chr(int(triplet[1], 16))
        return letter if letter.isalnum() or letter in "-._~" else "-"

    return re.sub(r"%([0-7][0-9A-Fa-f])", octet, authority)


def _encoded(text: str) -> str:
    """Decode triplets of US-ASCII in the authority; delimiters become hyphens."""
    return _with_authority(text, _decoded)


def _plain_address(authority: str) -> str:
    login, at, rest = authority.rpartition("@")
    host, colon, port = rest.partition(":")
    found = None if host.startswith("[") else verdict(host).address
    return authority if found is None else f"{login}{at}{found}{colon}{port}"


def _numeric(text: str) -> str:
    """Write an address in dotted decimal."""
    return _with_authority(text, _plain_address)


def _ascii(authority: str) -> str:
    if authority.isascii():
        return authority
    return ".".join(
        label if label.isascii() else (_core.whatwg_domain_to_ascii(label) or "x")
        for label in re.split("[.\u3002\uff0e\uff61]", authority)
    )


def _unicode(text: str) -> str:
    """Convert the authority to US-ASCII."""
    return _with_authority(text, _ascii)


def _port(text: str) -> str:
    """Remove the port."""
    return _with_authority(text, lambda authority: _PORT.sub("", authority))


def _brackets(text: str) -> str:
    """Remove all brackets with their contents, except around an IPv6 address."""

    def change(authority: str) -> str:
        return authority if _LITERAL.fullmatch(authority) else re.sub(r"\[[^\]]*\]?|\]", "x", authority)

    return _with_authority(text, change)


_ALL: Final = (
    ConfusionClass(
        "white-space",
        "White space and control characters",
        "URL Standard, section 4.4",
        "RFC 3986, Appendix C",
        "The URL Standard strips them at both ends and removes tabs and line ends within; the grammars refuse them; "
        "some parsers keep them, so a host ends at different characters.",
        "http://exam\tple.com/",
        ("whitespace-at-ends", "whitespace", "control-character", "character-in-authority"),
        _white_space,
    ),
    ConfusionClass(
        "backslash",
        'A "\\" that some parsers read as "/"',
        "URL Standard, section 4.4",
        "RFC 3986, section 2.2",
        'In special schemes the URL Standard reads "\\" as "/", so it delimits the authority; in RFC 3986 it is not '
        "a delimiter, and the lenient split keeps it in the authority.",
        "http://127.0.0.1\\@1.1.1.1/",
        ("backslash-in-authority", "backslash"),
        lambda text: text.replace("\\", "/"),
    ),
    ConfusionClass(
        "scheme",
        "A missing scheme, or a host as the scheme",
        "RFC 3986, section 4.5",
        "RFC 3986, section 4.2",
        "Without a scheme a text is a relative reference, and its first segment belongs to the path; HTTP clients that "
        "complete it use that segment as the host.",
        "example.com:80/abc",
        ("scheme-is-a-host",),
        _scheme,
    ),
    ConfusionClass(
        "slashes",
        "More or fewer than two slashes after the scheme",
        "URL Standard, section 4.4",
        "RFC 3986, section 3.2",
        'By the grammar an authority begins only after "//"; the URL Standard skips any number of slashes after a '
        "special scheme, so it sees a host where the grammar sees a path.",
        "http:///google.com",
        ("host-empty", "scheme-without-authority"),
        _slashes,
    ),
    ConfusionClass(
        "userinfo",
        'More than one "@", or one after the authority',
        "RFC 3986, section 3.2.1",
        "URL Standard, section 4.4",
        'For some parsers the first "@" ends the userinfo, for others the last, or even one after "/", "?" or "#".',
        "http://foo@evil.example:80@example.com/",
        ("at-sign-twice", "at-sign-after-authority"),
        _userinfo,
    ),
    ConfusionClass(
        "encoded-host",
        "Percent-encoding in the authority",
        "RFC 3986, section 3.2.2",
        "URL Standard, section 3.5",
        "Some parsers decode the host when they parse, some when they connect, some never; an encoded delimiter is "
        "data for one and a delimiter for another.",
        "http://%67oogle.com",
        ("host-escaped", "host-escaped-delimiter"),
        _encoded,
    ),
    ConfusionClass(
        "numeric-host",
        "An address in a rare form",
        "URL Standard, section 3.5",
        "RFC 3986, section 7.4",
        "Fewer than four parts, octal or hexadecimal digits: a name by the grammar, an address for resolvers and "
        "browsers, and parsers accept different forms.",
        "http://0x/",
        ("address-rare",),
        _numeric,
    ),
    ConfusionClass(
        "unicode-host",
        "A host beyond US-ASCII",
        "URL Standard, section 3.3",
        "RFC 3987, section 3.1",
        "IDNA of 2003, of 2008 and UTS #46 map some letters differently, and compatibility forms may become "
        "delimiters.",
        "http://fa\u00df.example/",
        ("host-beyond-ascii",),
        _unicode,
    ),
    ConfusionClass(
        "port",
        "An invalid port, or two ports",
        "RFC 3986, section 3.2.3",
        "URL Standard, section 4.4",
        "For some parsers the first colon ends the host, for others the last, and they keep, drop or refuse a port "
        "that is not a number up to 65535.",
        "http://127.0.0.1:11211:80/",
        ("port-twice", "port-out-of-range"),
        _port,
    ),
    ConfusionClass(
        "brackets",
        "Brackets that do not enclose an address",
        "RFC 3986, section 3.2.2",
        "URL Standard, section 3.5",
        "Parsers look for the port, the userinfo or the end of the host before the brackets, within them, or after.",
        "http://[::1].evil.example/",
        ("brackets-in-authority", "brackets-outside-host"),
        _brackets,
    ),
)

CLASSES: Final[dict[str, ConfusionClass]] = {each.id: each for each in _ALL}
