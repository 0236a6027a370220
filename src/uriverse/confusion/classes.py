"""Classes of confusion: why two parsers read a text differently, with the clause that each follows.

A class is recognised by its repair. `http://127.0.0.1\\@1.1.1.1/` has a backslash; with "/" instead, all parsers see
127.0.0.1, so the backslash is the cause. Use the repair only to find the cause: it changes the meaning of the text for
some parsers.
"""

from __future__ import annotations

from _collections_abc import Callable

from uriverse import _core
from uriverse.ground.caching import partial
from uriverse.ground.late import re
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.ground.records import dataclass, field
from uriverse.ground.tables import tables
from uriverse.hosts.verdicts import verdict

# The scheme, slashes of either kind, and the longest authority that any parser reads.
_HEAD: Final = pattern(r"(?P<scheme>[^:/?#\\]*:)?(?P<slashes>[/\\]*)(?P<authority>[^/?#]*)")
_SCHEME: Final = pattern(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PORT: Final = pattern(r"(?<=[^:\[])(:[^@\]]*)\Z")
_LITERAL: Final = pattern(r"(?:[^@\[\]]*@)?(?:\[[0-9A-Fa-f:.]+\](?::[^\[\]]*)?|[^\[\]]*)")


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


def _userinfo(text: str) -> str:
    """Remove the userinfo, a query or fragment that has an "@", and escape each "@" in the path."""
    rest = _with_authority(text, lambda authority: authority.rpartition("@")[2])
    start = re.split(r"[?#]", rest, maxsplit=1)[0]
    result = rest if "@" not in rest[len(start) :] else start
    slash = re.search(r"[\\/]", result)
    return result if slash is None else result[: slash.start()] + result[slash.start() :].replace("@", "%40")


def _decoded(authority: str) -> str:
    """Decode triplets of US-ASCII; delimiters become hyphens."""

    def octet(triplet: re.Match[str]) -> str:
        letter = chr(int(triplet[1], 16))
        return letter if letter.isalnum() or letter in "-._~" else "-"

    return re.sub(r"%([0-7][0-9A-Fa-f])", octet, authority)


def _plain_address(authority: str) -> str:
    """Write an address in dotted decimal."""
    login, at, rest = authority.rpartition("@")
    host, colon, port = rest.partition(":")
    address = None if host.startswith("[") else verdict(host).address
    return authority if address is None else f"{login}{at}{address}{colon}{port}"


def _ascii(authority: str) -> str:
    """Convert a host to US-ASCII."""
    if authority.isascii():
        return authority
    return ".".join(
        label if label.isascii() else (_core.whatwg_domain_to_ascii(label) or "x")
        for label in re.split("[.\u3002\uff0e\uff61]", authority)
    )


def _without_brackets(authority: str) -> str:
    """Remove all brackets with their contents, except around an IPv6 address."""
    return authority if _LITERAL.fullmatch(authority) else re.sub(r"\[[^\]]*\]?|\]", "x", authority)


# What removes each class from a text; of the second table, from the authority of a text.
_MENDS: Final[dict[str, Callable[[str], str]]] = {
    "white-space": lambda text: re.sub(r"[\x00-\x20\x7f\x85\xa0\u2028\u2029]", "", text),
    "backslash": lambda text: text.replace("\\", "/"),
    "scheme": _scheme,
    "slashes": _slashes,
    "userinfo": _userinfo,
}
_IN_AUTHORITY: Final[dict[str, Callable[[str], str]]] = {
    "encoded-host": _decoded,
    "numeric-host": _plain_address,
    "unicode-host": _ascii,
    "port": lambda authority: _PORT.sub("", authority),
    "brackets": _without_brackets,
}


def _mend(id: str) -> Callable[[str], str]:
    return _MENDS.get(id) or partial(_with_authority, change=_IN_AUTHORITY[id])


CLASSES: Final[dict[str, ConfusionClass]] = {
    id: ConfusionClass(id, **{**row, "findings": tuple(row["findings"])}, mend=_mend(id))
    for id, row in tables("confusion")["classes"].items()
}
