"""Is it safe to call this webhook? A customer gives a URI, and the service will send requests to it.

Each of these alone has been bypassed, so all three must hold: the URL means the same to every
parser (the policy writes it so), every address of the host is public (the resolver), and the
request goes to an address that was judged, on every redirect again.

    decision = validate("https://hooks.example.com/new-order", resolver)
    if decision.allowed:
        connect(decision.addresses[0], port=decision.port, server_name=decision.target.host, ...)
    ... the answer is a redirect:
        decision = redirected(decision, location, resolver)

Connect to one of `decision.addresses` and to nothing else: a name that is looked up a second time
may have another address by then. The audit's profile "fetch" has the findings that a stranger's
URL must not have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import uriverse as uv
from uriverse.hosts import Address, verdict

# Gives the addresses of a name; raises OSError where there is none, as socket.getaddrinfo does.
Resolver: TypeAlias = Callable[[str], Sequence[str]]

POLICY = uv.Policy(schemes={"https"}, ports={443, 8443}, max_length=2048)
MOST_REDIRECTS = 5


@dataclass(frozen=True)
class Decision:
    """What was decided about one text.

    Attributes:
        text: the text.
        reasons: why it is refused; empty where it is allowed.
        target: the URL to request, without its fragment; None where it is refused.
        addresses: the addresses that were judged; connect to one of them.
        redirects: how many redirects led here.
    """

    # Not shown: a log must not have the customer's secrets.
    text: str = field(repr=False)
    reasons: tuple[str, ...] = ()
    target: uv.URL | None = None
    addresses: tuple[Address, ...] = field(default=())
    redirects: int = 0

    @property
    def allowed(self) -> bool:
        """Whether the request may be sent."""
        return not self.reasons

    @property
    def port(self) -> int:
        """The port to connect to."""
        return 443 if self.target is None or self.target.port is None else self.target.port


def validate(text: str, resolver: Resolver, *, redirects: int = 0) -> Decision:
    """Decide about a text that a stranger gave.

    Args:
        text: the webhook, as it was given: nothing is stripped or mended.
        resolver: gives the addresses of a name.
        redirects: how many redirects led here.
    """

    def refused(*reasons: str) -> Decision:
        return Decision(text, reasons, redirects=redirects)

    # The audit looks at the text as it was given: normalising would take away what gives it away.
    reasons = _audited(text)
    try:
        url = POLICY.url(text)
    except uv.PolicyError as error:
        return refused(*(reason.word for reason in error.reasons), *reasons)
    if reasons:
        return refused(*reasons)
    try:
        host = url.host.strip("[]")
        answers = [host] if verdict(host).form == "address" else resolver(host)
    except OSError:
        return refused("not-resolved")
    if bad := [f"address: {answer}" for answer in answers if not _is_allowed(answer)]:
        return refused(*bad)
    addresses = tuple(found.address for found in map(verdict, answers) if found.address is not None)
    if not addresses:
        return refused("not-resolved")
    return Decision(text, target=url.replace(fragment=None), addresses=addresses, redirects=redirects)


def redirected(decision: Decision, location: str, resolver: Resolver) -> Decision:
    """Decide about a redirect's `Location`, which is resolved against where it came from (RFC 9110, section 10.2.2).

    The text is judged before it is resolved, because a reference can hide what it changes, and its target after it.
    """
    assert decision.target is not None, "a redirect comes from a request that was allowed"
    redirects = decision.redirects + 1
    if redirects > MOST_REDIRECTS:
        return Decision(location, ("too-many-redirects",), redirects=redirects)
    reasons = _audited(location)
    try:
        target = POLICY.url(location, decision.target)
    except uv.PolicyError as error:
        return Decision(location, (*reasons, *(reason.word for reason in error.reasons)), redirects=redirects)
    if reasons:
        return Decision(location, tuple(reasons), redirects=redirects)
    return validate(str(target), resolver, redirects=redirects)


def _audited(text: str) -> list[str]:
    """What the audit finds that a webhook must not have."""
    return [row.id for row in uv.audit.findings(text, profile="fetch") if row.severity != "error"]


def _is_allowed(answer: str) -> bool:
    """Whether a resolver's answer is an address to which the policy lets a request go."""
    try:
        POLICY.check_address(answer)
    except ValueError:
        return False
    return True
