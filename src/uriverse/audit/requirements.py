"""Requirements: what a reference must be before a program acts on it; one error tells all that is not met.

What goes in is a text and what is allowed, what comes out is the parsed URI, or a `RequirementError` with a reason for
each requirement that fails. Nothing is allowed by default that a reader may take for something else: all readers that
`agree` names must accept the text and go to one place.

    http://127.0.0.1\\@hooks.example.com:25/   agreement: the URL Standard goes to 127.0.0.1
                                              host: 127.0.0.1 is not allowed
                                              address: 127.0.0.1 is not public
                                              port: 25 is not allowed
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final, Literal, TypeAlias, TypeVar

from uriverse import _core
from uriverse.audit.inside import leads_inside
from uriverse.confusion import Cut, agreement
from uriverse.confusion.sentences import disagreement, shown_text
from uriverse.errors import URIError, URISyntaxError
from uriverse.ground.argument_types import check_argument
from uriverse.ground.masking import masked_repr
from uriverse.hosts.addresses import is_public
from uriverse.hosts.patterns import host_matches

Answer = TypeVar("Answer")
Addresses: TypeAlias = Literal["public", "any"]

BOTH: Final = ("rfc3986", "whatwg")
WEB: Final = frozenset({"http", "https"})


@dataclass(frozen=True, slots=True)
class Reason:
    """One requirement that is not met.

    Attributes:
        id: "syntax", "agreement", "scheme", "userinfo", "host", "port" or "address".
        value: what does not meet it: the scheme, the host, the port, the address, a rule; never a userinfo.
        message: the reason in one sentence.
    """

    id: str
    value: str
    message: str

    def __repr__(self) -> str:
        return masked_repr(self)

    def __str__(self) -> str:
        return f"{self.id}: {shown_text(self.message)}"


class RequirementError(URIError):
    """A reference that does not meet what is required, with all reasons.

    Attributes:
        text: the text.
        reasons: why it is refused, at least one.

    >>> import uriverse as uv
    >>> try:
    ...     uv.audit.require("http://user@10.0.0.7:25/", schemes={"https"})
    ... except uv.audit.RequirementError as error:
    ...     [reason.id for reason in error.reasons]
    ['scheme', 'userinfo', 'port', 'address']
    """

    def __init__(self, *, text: str, reasons: tuple[Reason, ...]) -> None:
        super().__init__()
        self.text = text
        self.reasons = reasons

    def __str__(self) -> str:
        return "\n".join([f"{shown_text(self.text)} is refused:", *(f"  {reason}" for reason in self.reasons)])

    def __reduce__(self) -> tuple[Callable[..., RequirementError], tuple[Any, ...]]:
        return _rebuilt, (self.text, self.reasons)


def _rebuilt(text: str, reasons: tuple[Reason, ...]) -> RequirementError:
    return RequirementError(text=text, reasons=reasons)


def require(
    reference: _core.Text,
    *,
    schemes: Collection[str] = WEB,
    hosts: str | Collection[str] | None = None,
    ports: Container[int] | None = None,
    userinfo: bool = False,
    addresses: Addresses = "public",
    agree: str | Collection[str] = BOTH,
) -> _core.URI:
    """The URI of a text that meets all requirements; else one error with every reason.

    Every reader's answer is judged, so that no reader of those that `agree` names goes where it is not allowed. A name
    is judged as it is written: look it up, judge each address with `uriverse.hosts.is_public`, and connect to an
    address that you judged (`examples/webhooks`).

    Args:
        reference: a text or a reference; by RFC 3986 it must be a URI.
        schemes: the schemes that are allowed, in any case.
        hosts: patterns as `uriverse.hosts.host_matches` takes them; None allows every host.
        ports: what holds the allowed ports, such as {443, 8443} or range(1024, 65536); None allows the scheme's default
            alone.
        userinfo: whether a userinfo is allowed.
        addresses: "public" refuses addresses that are not public by IANA's registries, in any form, and names that lead
            inside (`localhost`, `printer.local`); "any" allows all.
        agree: the readers that must accept the text and agree, as `uriverse.agreement` takes them.

    Raises:
        RequirementError: with a reason for each requirement that is not met.

    >>> import uriverse as uv
    >>> uv.audit.require("https://hooks.example.com/new", schemes={"https"}, hosts={"*.example.com"})
    URI('https://hooks.example.com/new')
    >>> uv.audit.require("https://hooks.example.com.evil.org/", hosts={"*.example.com"})
    Traceback (most recent call last):
        ...
    uriverse.audit.requirements.RequirementError: https://hooks.example.com.evil.org/ is refused:
      host: 'hooks.example.com.evil.org' is not an allowed host
    """
    check_argument("reference", reference, (str, bytes, _core.URIReference, _core.Components))
    _check(schemes, hosts, ports, userinfo, addresses)
    text = reference.decode("utf-8", "surrogateescape") if isinstance(reference, bytes) else str(reference)
    reasons: dict[Reason, None] = {}
    parsed = None
    try:
        parsed = _core.URI(text, edition="rfc3986")
    except URISyntaxError as error:
        reasons[Reason("syntax", error.rule, f"{error.clause}, rule {error.rule!r}, refuses it at {error.at}")] = None
    check_argument("agree", agree, (str, Collection))
    found = _named("readers", "agree", lambda: agreement(text, readers=agree))
    if not found.is_unanimous:
        reasons[Reason("agreement", ", ".join(found.differing), disagreement(found).splitlines()[0])] = None
    allowed = {scheme.lower() for scheme in schemes}
    for cut in found.cuts:
        if cut.accepted:
            reasons |= dict.fromkeys(_unmet(cut, allowed, hosts, ports, userinfo, addresses))
    if reasons or parsed is None:
        raise RequirementError(text=text, reasons=tuple(reasons))
    return parsed


def _check(
    schemes: object, hosts: str | Collection[str] | None, ports: object, userinfo: object, addresses: object
) -> None:
    check_argument("schemes", schemes, Collection)
    if isinstance(schemes, str | bytes):
        raise TypeError(f"schemes must be a collection of schemes, not {type(schemes).__name__}")
    check_argument("hosts", hosts, (str, Collection, type(None)))
    if ports is not None:
        check_argument("ports", ports, Container)
    check_argument("userinfo", userinfo, bool)
    check_argument("addresses", addresses, str)
    if addresses not in ("public", "any"):
        raise ValueError("addresses is 'public' or 'any'")
    if hosts is not None:
        # A wrong pattern is told whatever the text.
        _named("patterns", "hosts", lambda: host_matches("", hosts))


def _named(other: str, name: str, call: Callable[[], Answer]) -> Answer:
    """The answer of a call whose errors name an argument by another name."""
    try:
        return call()
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace(other, name, 1)) from None


def _unmet(
    cut: Cut,
    schemes: Collection[str],
    hosts: str | Collection[str] | None,
    ports: Container[int] | None,
    userinfo: bool,
    addresses: Addresses,
) -> list[Reason]:
    """The requirements that one reader's cut does not meet."""
    unmet = []
    if cut.scheme not in schemes:
        unmet.append(Reason("scheme", str(cut.scheme), f"{cut.scheme!r} is not an allowed scheme"))
    if cut.userinfo is not None and not userinfo:
        unmet.append(Reason("userinfo", "", "a userinfo is not allowed"))
    host = cut.host
    if host is None:
        return [*unmet, Reason("host", "", "there is no host")]
    if hosts is not None and not host_matches(host, hosts):
        unmet.append(Reason("host", host, f"{host!r} is not an allowed host"))
    default = _core.agreement_form("port", "", scheme=cut.scheme)
    if cut.port != default if ports is None else not isinstance(cut.port, int) or cut.port not in ports:
        unmet.append(Reason("port", str(cut.port), f"{cut.port!r} is not an allowed port"))
    if addresses == "public":
        unmet += _inside(host)
    return unmet


def _inside(host: str) -> list[Reason]:
    """A reason where a host is an address that is not public, or a name that leads inside."""
    try:
        address = ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        kind = leads_inside(host)
        return [] if kind is None else [Reason("address", host, f"{host!r} is not public ({kind})")]
    shown = str(address)
    return [] if is_public(address) else [Reason("address", shown, f"{shown} is not public")]
