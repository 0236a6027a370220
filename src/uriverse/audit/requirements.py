"""Requirements for a reference before a program acts on it; one error lists all that it does not meet.

The result is the parsed URI, or a `RequirementError` with a reason for each requirement that fails. By default a text
that parsers read differently is refused: all parsers that `agree` names must accept it and give the same destination.

    http://127.0.0.1\\@hooks.example.com:25/   agreement: the URL Standard goes to 127.0.0.1
                                              host: 127.0.0.1 is not allowed
                                              address: 127.0.0.1 is not public
                                              port: 25 is not allowed
"""

from __future__ import annotations

from collections.abc import Collection, Container, Set

from uriverse import _core
from uriverse.confusion import Cut, agreement
from uriverse.confusion.cuts import our_cuts, our_destinations
from uriverse.confusion.sentences import shown_text
from uriverse.errors import URIError, URISyntaxError
from uriverse.ground.argument_types import TEXT, check_argument, refuse_others, wrong_type
from uriverse.ground.lean_typing import Final, Never
from uriverse.ground.records import dataclass
from uriverse.hosts.patterns import Addresses, check_limits, refusals

BOTH: Final = ("rfc3986", "whatwg")
WEB: Final = frozenset({"http", "https"})


@dataclass(frozen=True, slots=True)
class Reason:
    """One requirement that is not met.

    Attributes:
        id: "syntax", "agreement", "scheme", "userinfo", "invalid", "ambiguous", "host", "port" or
            "address".
        value: the scheme, host, port, address or rule that does not meet it; never a userinfo.
        message: the reason in one sentence.
    """

    id: str
    value: str
    message: str

    def __str__(self) -> str:
        return f"{self.id}: {shown_text(self.message)}"


NO_USERINFO: Final = Reason("userinfo", "", "a userinfo is not allowed")


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


def require(
    reference: _core.Text,
    *,
    schemes: str | Collection[str] = WEB,
    hosts: str | Collection[str] | None = None,
    ports: int | Container[int] | None = None,
    userinfo: bool = False,
    addresses: Addresses = "public",
    agree: str | Collection[str] = BOTH,
    **others: Never,
) -> _core.URI:
    """Return the URI of a text that meets all requirements; else raise one error with every reason.

    Every parser that `agree` names must give an allowed result. A host that is ambiguous by `uriverse.hosts.verdict`,
    such as `010.0.0.1`, is refused. A name is not looked up: resolve it yourself, check each address with
    `uriverse.hosts.is_public`, and connect to an address that you checked (`examples/webhooks`).

    Args:
        reference: a text or a reference; by RFC 3986 it must be a URI.
        schemes: the schemes that are allowed, in any case.
        hosts: patterns as `uriverse.hosts.host_matches` takes them; None allows every host.
        ports: the allowed ports, such as {443, 8443} or range(1024, 65536); None allows the scheme's default
            alone.
        userinfo: whether a userinfo is allowed.
        addresses: "public" refuses addresses and names whose kind by `uriverse.hosts.verdict` is another (`127.0.0.1`,
            `168.63.129.16`, `localhost`, `printer.local`), and names of one label (`wpad`); "any" allows all.
        agree: the parsers that must accept the text and agree, as `uriverse.agreement` takes them.

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
    refuse_others("require", others, ("schemes", "hosts", "ports", "userinfo", "addresses", "agree"))
    check_argument("reference", reference, TEXT)
    check_argument("schemes", schemes, (str, Collection))
    check_argument("hosts", hosts, (str, Collection, type(None)))
    if isinstance(ports, str | bytes) or not isinstance(ports, int | Container | None):
        raise wrong_type("ports", "an int, or what holds ints", ports)
    for port in ports if isinstance(ports, list | tuple | Set) else ():
        check_argument("ports", port, int)
    check_argument("userinfo", userinfo, bool)
    check_argument("addresses", addresses, str)
    check_limits(hosts, addresses)
    text = _core.split(reference).text
    reasons: dict[Reason, None] = {}
    parsed = None
    try:
        parsed = _core.URI(text, edition="rfc3986")
    except URISyntaxError as error:
        reasons[Reason("syntax", error.rule, f"{error.clause}, rule {error.rule!r}, refuses it at {error.at}")] = None
    check_argument("agree", agree, (str, Collection))
    try:
        found = agreement(text, parsers=agree)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("parsers", "agree", 1)) from None
    if not found.is_unanimous:
        reasons[Reason("agreement", ", ".join(found.differing), found.disagreement().splitlines()[0])] = None
    allowed = {scheme.lower() for scheme in ([schemes] if isinstance(schemes, str) else schemes)}
    ports = {ports} if isinstance(ports, int) else ports
    cuts = found.cuts if parsed is None else (*our_cuts(text, ["rfc3986"]), *found.cuts)
    for cut in cuts:
        if cut.accepted:
            reasons |= dict.fromkeys(_unmet(cut, allowed, hosts, ports, userinfo, addresses))
    # A cut drops an empty userinfo, but some parsers read its "@" as a part of the host.
    if parsed is not None and parsed.userinfo is not None and not userinfo:
        reasons[NO_USERINFO] = None
    if reasons or parsed is None:
        raise RequirementError(text=text, reasons=tuple(reasons))
    return parsed


def safe_redirect(target: _core.Text, base: _core.Text, **others: Never) -> _core.URI:
    """Return the URI of a redirect to a stranger's target if every parser stays at the base's origin; else raise.

    The target is resolved as RFC 3986 says, and as a browser reads a `Location`. Both must give the same destination,
    with the scheme, host and port of the base, and without a userinfo. Send the whole URI, never its path alone: the
    path of `/.//evil.example` is `//evil.example`, another host for a browser.

    Args:
        target: such as the raw value of `?next=`; nothing is stripped or mended.
        base: the URI of the request, with a host.

    Raises:
        RequirementError: with a reason for each requirement that is not met.
        ValueError: if the base has no host, or one that is ambiguous.

    >>> import uriverse as uv
    >>> uv.safe_redirect("/account?tab=1", "https://www.example.com/login")
    URI('https://www.example.com/account?tab=1')
    >>> uv.safe_redirect("/\\\\evil.example", "https://www.example.com/login")
    Traceback (most recent call last):
        ...
    uriverse.audit.requirements.RequirementError: /\\evil.example is refused:
      syntax: RFC 3986, section 3.3, rule 'segment', refuses it at 1
    """
    for name in others:
        raise TypeError(
            f"safe_redirect() has no argument {name!r}; it allows the base's origin alone: for other hosts, "
            "uriverse.audit.require takes schemes, hosts and ports"
        )
    check_argument("target", target, TEXT)
    check_argument("base", base, TEXT)
    text = _core.split(target).text
    start = _core.URI(base, edition="rfc3986")
    host = start.connect_host
    if host is None:
        raise ValueError(f"base: {shown_text(str(start))} has no host on which all parsers agree")
    try:
        resolved = _core.URI(start.resolve(_core.URIReference(text, edition="rfc3986"), new_request=True))
    except URISyntaxError as error:
        reason = Reason("syntax", error.rule, f"{error.clause}, rule {error.rule!r}, refuses it at {error.at}")
        raise RequirementError(text=text, reasons=(reason,)) from None
    try:
        browser = our_destinations(str(_core.URL(text, str(start))), ["whatwg"])
    except URIError:
        browser = []
    reasons: tuple[Reason, ...] = ()
    if browser != our_destinations(str(resolved), ["whatwg"]):
        reasons = (Reason("agreement", "", "a browser goes elsewhere, or nowhere"),)
    port = start.effective_port
    ports = range(0) if port is None else {port}
    try:
        require(resolved, schemes={start.scheme}, hosts={host}, ports=ports, addresses="any")
    except RequirementError as error:
        reasons += error.reasons
    if not reasons and _core.origin(resolved) != _core.origin(start):
        reasons = (Reason("host", str(resolved.host), f"{resolved.host!r} is of another origin than the base"),)
    if reasons:
        raise RequirementError(text=text, reasons=reasons)
    return resolved


def _unmet(
    cut: Cut,
    schemes: Collection[str],
    hosts: str | Collection[str] | None,
    ports: Container[int] | None,
    userinfo: bool,
    addresses: Addresses,
) -> list[Reason]:
    """The requirements that one parser's cut does not meet."""
    unmet = []
    if cut.scheme not in schemes:
        unmet.append(Reason("scheme", str(cut.scheme), f"{cut.scheme!r} is not an allowed scheme"))
    if cut.userinfo is not None and not userinfo:
        unmet.append(NO_USERINFO)
    if cut.host is None or not cut.host_text:
        return [*unmet, Reason("host", "", "there is no host")]
    default = _core.agreement_form("port", "", scheme=cut.scheme)
    if cut.port != default if ports is None else not isinstance(cut.port, int) or cut.port not in ports:
        unmet.append(Reason("port", str(cut.port), f"{cut.port!r} is not an allowed port"))
    return unmet + [Reason(*refusal) for refusal in refusals(cut.host_text, hosts, addresses)]
