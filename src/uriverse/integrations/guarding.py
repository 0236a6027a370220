"""What the guards of HTTP clients share: the URL is judged, its host is resolved once, and every address is judged.

    client = guarded_client(uv.Policy())           # a guard of httpx; the others differ in their client's manner only
    client.get("http://a.example/x")               # with a resolver that answers 93.184.215.14

1. `judged` asks `policy.url` for the URL: http://a.example/x.
2. `visit` compares the host and the port to which the client would connect with those of the URL: another host would
   get the cookies and the credentials of this one. `VISIT` is the visit whose request is being sent.
3. Where the client opens a connection it asks the visit for `addresses`: a.example is resolved, 93.184.215.14 is judged
   by `policy.check_address`, and the client connects to it. The host keeps its name for TLS, for the field "Host" and
   for the pool of connections. A pooled connection resolves nothing.
4. The visit of a redirect has the deadline of the first request, and its URL as `source`.

Alternatives: a URL with the number in place of the name leaves the socket to the client, but TLS and "Host" need the
name again by extensions, and two hosts of one address share a pool of connections.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterable, MutableMapping
from contextvars import ContextVar, Token
from ipaddress import ip_address
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

from uriverse import _core
from uriverse._core import WebURL as URL
from uriverse.ground.argument_types import CALLABLE, check_argument
from uriverse.policies import Policy, PolicyError, Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.policies.reasons import Word

# Gives the addresses of a name, which an asynchronous client may await; raises OSError if there are none.
Resolver: TypeAlias = Callable[[str], Iterable[object] | Awaitable[Iterable[object]]]
Destination: TypeAlias = tuple[str | None, str | None, int | None]

_STEP: Final = "uriverse.step"


def looked_up(host: str) -> list[object]:
    """The addresses of a name by the system's resolver."""
    return [answer[4][0] for answer in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]


class Step(NamedTuple):
    """A request, by its id, in a mapping that its client hands on from the first request to its redirects."""

    first: int
    request: int
    url: str
    deadline: float | None


class Guard:
    """A policy with the limits of a client.

    Args:
        policy: the policy, which judges the URL and every address of each request and redirect.
        resolve: returns the addresses of a name; None for the system's resolver.
        max_response: the maximum number of octets of a response after decoding; None for no limit.
        max_seconds: the maximum duration of a request with its redirects and its response; None for no limit.
        allow_proxy: whether requests may go through a proxy: their URL is judged, and the proxy chooses the address.
    """

    def __init__(
        self,
        policy: Policy,
        *,
        resolve: Resolver | None = None,
        max_response: int | None = 10_000_000,
        max_seconds: float | None = 60,
        allow_proxy: bool = False,
    ) -> None:
        check_argument("policy", policy, Policy)
        check_argument("resolve", resolve, (CALLABLE, type(None)))
        check_argument("max_response", max_response, (int, type(None)))
        check_argument("max_seconds", max_seconds, (int, float, type(None)))
        check_argument("allow_proxy", allow_proxy, bool)
        self.policy = policy
        self.resolve = resolve
        self.max_response = max_response
        self.max_seconds = max_seconds
        self.allow_proxy = allow_proxy

    @classmethod
    def take(cls, policy: Policy, options: dict[str, Any]) -> Guard:
        """Make a guard of the options that are its own, and take them out of a client's options."""
        names = (cls.__init__.__kwdefaults__ or {}).keys() & options.keys()
        return cls(policy, **{name: options.pop(name) for name in names})

    def deadline(self) -> float | None:
        """When a request that begins now must have ended."""
        return None if self.max_seconds is None else monotonic() + self.max_seconds

    def step(self, request: object, notes: MutableMapping[Any, Any], url: str) -> tuple[str | None, float | None]:
        """The URL that redirected to a request, or None, and the request's deadline.

        Args:
            request: the client's object for the request; a redirect has another one.
            notes: a mapping that the client hands on from a request to its redirect.
            url: the request's URL.
        """
        previous: Step | None = notes.get(_STEP)
        if previous is None or id(request) in (previous.first, previous.request):
            # It is the first one, or is sent again.
            first, source, deadline = id(request), None, self.deadline()
        else:
            first, source, deadline = previous.first, (None if previous.url == url else previous.url), previous.deadline
        notes[_STEP] = Step(first, id(request), url, deadline)
        return source, deadline

    def judged(self, text: str, source: str | None = None, base: str | None = None) -> URL:
        """The URL of a text to which `source` redirects, if the policy admits it."""
        try:
            return self.policy.url(text, base)
        except PolicyError as error:
            error.redirected_from = source
            raise

    def visit(self, url: URL, destination: Destination | None, is_proxied: bool = False, **origin: Any) -> Visit:
        """The visit of a URL that was judged; `origin` is its source and its deadline.

        Args:
            url: the URL.
            destination: the scheme, the host and the port that the client read in the text; None if that was the URL.
            is_proxied: whether the client would use a proxy.
            origin: `source`, the URL that redirected to it, and `deadline`.
        """
        visit = Visit(self, url, is_proxied, **origin)
        if destination is not None:
            visit.check_destination(*destination)
        if is_proxied and not self.allow_proxy:
            message = "it would go through a proxy, which resolves names itself; allow_proxy=True allows it"
            raise visit.refusal("proxy", message)
        return visit


class Visit:
    """One request of a guarded client, from its URL to the end of its response; a context in which it is sent."""

    _token: Token[Visit | None]
    # The response, until the visit is left: for a client that leaves it open in an error.
    response: Any = None

    def __init__(
        self,
        guard: Guard,
        url: URL,
        is_proxied: bool = False,
        source: str | None = None,
        deadline: float | None = None,
    ) -> None:
        self.guard = guard
        self.url = url
        self.name = url.host.strip("[]")
        self.is_proxied = is_proxied
        self.source = source
        self.deadline = deadline

    def __enter__(self) -> None:
        self._token = VISIT.set(self)

    def __exit__(self, *_: object) -> None:
        self.response = None
        VISIT.reset(self._token)

    def refusal(self, word: Word, message: str) -> PolicyError:
        """The error that refuses the visit."""
        text = str(self.url)
        places = {name: (start, end) for name, start, end in _core.spans(self.url)}
        place = places["host"] if word in ("address", "ambiguous") else (0, len(text))
        reasons = (Reason(word, *place, message),)
        return PolicyError(text=text, reasons=reasons, redacted=self.url.redacted(), redirected_from=self.source)

    def left(self, seconds: float | None = None) -> float | None:
        """The timeout of one operation: at most what is left of the visit's time; if nothing is, a `PolicyError`."""
        if self.deadline is None:
            return seconds
        rest = self.deadline - monotonic()
        if rest <= 0:
            raise self.refusal("time", f"it takes longer than max_seconds={self.guard.max_seconds:g}")
        return rest if seconds is None else min(seconds, rest)

    def check_size(self, size: int) -> None:
        """Refuse a response if the octets that are decoded by now are more than allowed."""
        limit = self.guard.max_response
        if limit is not None and size > limit:
            raise self.refusal("response", f"its response is longer than max_response={limit} octets")

    def check_destination(self, scheme: str | None, host: str | None, port: int | None) -> None:
        """Refuse a visit for which the client goes elsewhere than the URL leads; no port is the scheme's default."""
        url, host = self.url, (host or "").strip("[]").lower()
        is_same = host in (self.name, self.name.removesuffix("."))
        if not is_same and ":" in self.name:
            # Some clients keep the spelling of an IPv6 address.
            is_same = ":" in host and "%" not in host and ip_address(host) == ip_address(self.name)
        if not is_same or scheme != url.scheme or port != (url.port if port is None else url.effective_port):
            raise self.refusal("ambiguous", f"the client would connect to {host!r}, {scheme} port {port or 'default'}")

    def addresses(self, host: str, port: int) -> list[str]:
        """The addresses to which a connection for this visit may be opened, in the resolver's order.

        Args:
            host: the host to which the client is about to connect; a proxy's is returned as it is.
            port: its port.

        Raises:
            PolicyError: an address is not allowed, or the host or the port is another one.
            OSError: the resolver has no address.
        """
        reply = self._given(host, port) or (self.guard.resolve or looked_up)(self.name)
        if isinstance(reply, Awaitable):
            if isinstance(reply, Coroutine):
                reply.close()
            raise TypeError("resolve must not be a coroutine function: this client is not asynchronous")
        return self._allowed(reply)

    async def addresses_async(
        self, host: str, port: int, in_thread: Callable[..., Awaitable[Iterable[object]]]
    ) -> list[str]:
        """The same for an asynchronous client; `in_thread` runs the system's resolver."""
        resolve = self.guard.resolve
        reply = self._given(host, port) or (in_thread(looked_up, self.name) if resolve is None else resolve(self.name))
        return self._allowed(await reply if isinstance(reply, Awaitable) else reply)

    def _given(self, host: str, port: int) -> list[object]:
        """The address, or the proxy, that needs no resolver."""
        if self.is_proxied:
            return [host]
        self.check_destination(self.url.scheme, host, port)
        try:
            return [ip_address(self.name)]
        except ValueError:
            return []

    def _allowed(self, answers: Iterable[object]) -> list[str]:
        addresses = [*dict.fromkeys(map(str, answers))]
        for address in () if self.is_proxied else addresses:
            try:
                self.guard.policy.check_address(address)
            except PolicyError as error:
                message = f"of the addresses of {self.name}, {error.reasons[0].message}"
                raise self.refusal("address", message) from None
        if not addresses:
            raise socket.gaierror(socket.EAI_NONAME, f"{self.name} has no address")
        return addresses


VISIT: Final[ContextVar[Visit | None]] = ContextVar("visit", default=None)


def current_visit() -> Visit:
    """The visit for which a connection is opened."""
    visit = VISIT.get()
    if visit is None:
        raise RuntimeError("a guarded connection is opened by its guarded client alone, for a URL that it has judged")
    return visit
