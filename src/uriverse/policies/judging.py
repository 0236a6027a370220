"""Why a policy refuses a URL, a reference or a text, part by part: the words and sentences of `Policy.reasons`."""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse import _core
from uriverse._core import URIReference
from uriverse._core import WebURL as URL
from uriverse.errors import URISyntaxError, URLError
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.policies.hosts import host_refusals
from uriverse.policies.paths import path_matches
from uriverse.policies.ports import BAD_PORTS
from uriverse.policies.reasons import PolicyError, Reason, excerpt
from uriverse.reference.reading import HIGHEST_PORT

if TYPE_CHECKING:
    from uriverse._core import Text
    from uriverse.policies.judge import Judge
    from uriverse.policies.reasons import Word

# RFC 9110, section 4.2.1: "A sender MUST NOT generate an "http" URI with an empty host identifier."
WITH_HOST = frozenset(_core.SPECIAL_SCHEMES) - {"file", "ftp"}
WEB = WITH_HOST | {"ftp"}
# What `uriverse.URL` refuses beyond the URL Standard, by the word of a policy.
_WORDS: dict[str, Word] = {
    "host-ambiguous": "ambiguous",
    "host-invalid": "invalid",
    "port-zero": "port",
    "scheme-not-web": "scheme",
}


def _no_url(error: URLError) -> Reason:
    """The reason why a text is no URL of the Web."""
    return Reason(_WORDS.get(error.reason, "syntax"), error.at, error.at, str(error).splitlines()[0])


def read_url(text: Text, base: Text | None) -> URL:
    """Return the URL of a text, as browsers read it; a refusal is a `PolicyError`."""
    try:
        return URL(text, base)
    except URLError as error:
        raise PolicyError(text=_core.split(text).text, reasons=(_no_url(error),)) from None


def reasons_of(policy: Judge, url: Text) -> tuple[Reason, ...]:
    """The implementation of `Policy.reasons`."""
    text = _core.split(url).text
    if long := too_long(policy, text):
        return long
    if isinstance(url, URL):
        return tuple(_of_parts(policy, url))
    try:
        reference = url if isinstance(url, URIReference) else URIReference(text, edition=policy.edition)
    except URISyntaxError as error:
        if not _limits_destination(policy):
            return (Reason("syntax", error.at, error.at, f"{error.clause}, rule {error.rule!r}, refuses it"),)
    else:
        if not _limits_destination(policy) or (reference.scheme or "").lower() not in WEB:
            return tuple(_of_parts(policy, reference))
    try:
        # A strict text has the parts of its URL, at places of its own: a default port is left out of the URL.
        strict = URL(text, strict=True)
        return too_long(policy, str(strict)) or tuple(_of_parts(policy, strict, _core.split(text)))
    except URLError as error:
        return _rewritten(policy, text, error)


def _limits_destination(policy: Judge) -> bool:
    """Whether it matters where programs go with the text, not only what the text is."""
    return not (
        not policy.host
        and policy.hosts is None
        and policy.addresses == "any"
        and policy.ports == "any"
        and policy.userinfo
        and policy.paths is None
        and policy.pattern is None
        and not any(map(_limits_destination, policy.all_of))
    )


def too_long(policy: Judge, text: str) -> tuple[Reason, ...]:
    """The one reason that is looked at first: what is refused for its length is not paid for."""
    if policy.max_length is None or len(text) <= policy.max_length:
        return ()
    message = f"it has {len(text)} characters, and {policy.max_length} are allowed"
    return (Reason("length", policy.max_length, len(text), message),)


def _rewritten(policy: Judge, text: str, error: URLError) -> tuple[Reason, ...]:
    """The reasons for a text that is not a URL as it is written: those of the URL too, if there is one."""
    if error.reason != "rewritten":
        return (_no_url(error),)
    url = URL(text)
    before = next(change.before for change in URL.changes(text) if change.at == error.at)
    message = f"it is not written as every program reads it, which is {excerpt(str(url))}"
    # The parts of the URL have no places in the text that it was made of.
    of_url = (Reason(reason.word, 0, len(text), reason.message) for reason in _of_parts(policy, url))
    return (Reason("rewritten", error.at, error.at + len(before), message), *of_url)


def _of_parts(policy: Judge, reference: URIReference, source: _core.Components | None = None) -> Iterator[Reason]:
    """The reasons of a URL, or of a reference of another scheme, part by part, with places in their source."""
    places = {name: (start, end) for name, start, end in _core.spans(source or reference)}

    def reason(word: Word, part: str, message: str) -> Reason:
        return Reason(word, *places.get(part, (0, 0)), message)

    scheme = None if reference.scheme is None else reference.scheme.lower()
    if policy.schemes is not None and scheme not in policy.schemes:
        allowed = excerpt(" or ".join(sorted(policy.schemes)))
        yield reason("scheme", "scheme", f"the scheme must be {allowed}, not {scheme or 'absent'}")
    if not policy.userinfo and reference.userinfo is not None:
        yield reason("userinfo", "userinfo", "a userinfo is not allowed")
    for word, sentence in _host_refusals(policy, reference, scheme):
        yield reason(word, "host", sentence)
    if sentence := _port_refusal(policy, reference):
        yield reason("port", "port", sentence)
    if policy.paths is not None and not path_matches(reference.path, policy.paths):
        yield reason("path", "path", f"the path {excerpt(reference.path)!r} is not allowed")
    if not policy.fragment and reference.fragment is not None:
        yield reason("fragment", "fragment", "a fragment is not allowed")
    if policy.pattern is not None and not policy.pattern.matches(str(reference)):
        yield Reason("pattern", 0, len(str(reference)), f"{excerpt(policy.pattern.text)!r} does not match it")
    for part in policy.all_of:
        yield from _of_parts(part, reference, source)


def _host_refusals(policy: Judge, reference: URIReference, scheme: str | None) -> Iterator[tuple[Word, str]]:
    host = reference.host
    if not host:
        if scheme in WITH_HOST:
            yield "host", "there is no host (RFC 9110, section 4.2.1)"
        elif policy.host or policy.hosts is not None or policy.addresses != "any":
            yield "host", "there is no host"
        return
    if policy.hosts is None and policy.addresses == "any":
        return
    if not isinstance(reference, URL):
        # RFC 1738 and RFC 1808 allow "?" in an authority, and RFC 2396 "@" in a host; clients cut as RFC 3986 does.
        if host != _core.split(str(reference)).host:
            yield "ambiguous", f"RFC 3986, section 3.2, ends the authority before {excerpt(host)!r}"
        # For urllib3 `a.example://h/` has no scheme, and it connects to a.example.
        if scheme and policy.schemes is None and not scheme.replace("+", "").replace("-", "").isalnum():
            yield "ambiguous", f"urllib3 connects to {scheme!r}, which is no scheme for it: allow it in schemes"
    yield from host_refusals(host, policy.hosts, policy.addresses, policy.lists)


def _port_refusal(policy: Judge, reference: URIReference) -> str:
    if _core.is_port_too_high(reference.port_text):
        return f"no port is above {HIGHEST_PORT}, and this one is {reference.port_text}"
    port = reference.effective_port
    if isinstance(policy.ports, frozenset):
        return "" if port in policy.ports else f"the port {port} is not one of {sorted(policy.ports)}"
    if port == 0:
        return "port 0 is reserved (RFC 6335, section 6)"
    is_bad = policy.ports == "safe" and reference.port is not None and port in BAD_PORTS
    return f"port {port} belongs to another service (Fetch Standard, bad ports)" if is_bad else ""
