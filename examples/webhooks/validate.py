"""Take a webhook's URL from a customer, and deliver to it.

    decision = validate(text)                            # when the customer saves the form
    if not decision.allowed:
        show(decision.reasons)
    with new_client() as client:
        status = deliver(client, decision.target, event) # each time that something happens

The text is judged once. It means the same to every parser, because the policy writes it anew, and it has nothing that
a webhook must not have, by the audit's profile "fetch". The guarded client judges what can change since: the addresses
of the name, whenever it connects, and every redirect. It connects only to an address that it has judged.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import httpx

import uriverse as uv
from uriverse.integrations.httpx import guarded_client

POLICY = uv.Policy(schemes={"https"}, ports={443, 8443}, max_length=2048)


@dataclass(frozen=True)
class Decision:
    """What was decided about one text.

    Attributes:
        text: the text.
        reasons: why it is refused; empty where it is allowed.
        target: the URL to request, without its fragment; None where it is refused.
    """

    # Not shown: a log must not have the customer's secrets.
    text: str = field(repr=False)
    reasons: tuple[str, ...] = ()
    target: uv.URL | None = None

    @property
    def allowed(self) -> bool:
        """Whether the webhook may be saved."""
        return not self.reasons


def validate(text: str) -> Decision:
    """Decide about a text that a stranger gave; nothing is resolved and nothing is requested."""
    # The audit looks at the text as it was given: the URL no longer has what gives it away.
    reasons = [row.id for row in uv.audit.findings(text, profile="fetch") if row.severity != "error"]
    try:
        url = POLICY.url(text)
    except uv.PolicyError as error:
        return Decision(text, (*(reason.word for reason in error.reasons), *reasons))
    return Decision(text, tuple(reasons), None if reasons else url.replace(fragment=None))


def new_client(**options: Any) -> httpx.Client:
    """Make a client for many deliveries. A customer's server gets ten seconds, and its answer is not needed."""
    limits = {"max_response": 10_000, "max_seconds": 10, "max_redirects": 5}
    return guarded_client(POLICY, follow_redirects=True, **limits | options)


def deliver(client: httpx.Client, target: uv.URL, event: bytes) -> int:
    """Send an event, and return the status of the answer.

    Raises:
        PolicyError: the name has an address inside by now, or a redirect leads elsewhere than the policy allows, or the
            answer is too long or too slow. To repeat the delivery is useless.
        httpx.InvalidURL: a redirect leads to what is no URL.
        httpx.HTTPError: the server is not there, or does not speak HTTP. The delivery may be repeated later.
    """
    return client.post(str(target), content=event, headers={"Content-Type": "application/json"}).status_code
