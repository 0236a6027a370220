"""requests: sessions that connect only to what a policy admits, and targets that are the reference byte for byte.

    with guard(requests.Session(), uv.Policy()) as session:
        response = session.get(text)              # a stranger's; uv.PolicyError if the policy refuses it

`guard` replaces every adapter of a session by a `GuardedAdapter`, which judges the URL of each request and redirect,
resolves its host once, judges every address, and connects to one of them (`uriverse.integrations.guarding`). It refuses
a proxy, also of the environment, unless `allow_proxy=True`. A later `session.mount` goes past it.

requests and urllib3 rewrite a URL: an empty query is dropped, `%2f` becomes `%2F`, `/a/../b` becomes `/b`.
`ExactAdapter` sends the URL of a prepared request unchanged, and `send` sets that URL to the reference.

    with requests.Session() as session:
        session.mount("https://", ExactAdapter())
        response = send(session, "GET", uv.URI("https://h/a/../b%2fc?"))

Redirects are not followed. A proxy is an error, because it gets another form of target.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from uriverse.ground.extras import Extra
from uriverse.integrations.guarding import Guard
from uriverse.integrations.targets import target_of
from uriverse.integrations.urllib3 import GUARDED_POOLS, ExactPoolManager
from uriverse.policies import Policy

with Extra("requests", "requests urllib3", __name__):
    import requests
    from requests.adapters import HTTPAdapter
    from requests.utils import select_proxy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse._core import Text


class ExactAdapter(HTTPAdapter):
    """An adapter that sends the path and query of a prepared request's URL unchanged; for `session.mount`."""

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **options: Any) -> None:
        self._pool_connections = connections
        self._pool_maxsize = maxsize
        self._pool_block = block
        self.poolmanager = ExactPoolManager(num_pools=connections, maxsize=maxsize, block=block, **options)

    def request_url(self, request: requests.PreparedRequest, proxies: Any) -> str:
        """Return the request target; called by requests.

        Raises:
            ValueError: the request would go through a proxy.
        """
        if select_proxy(request.url or "", proxies):
            raise ValueError("an ExactAdapter goes through no proxy: set session.trust_env = False or session.proxies")
        return target_of(request.url or "").target


def prepare(session: requests.Session, method: str, reference: Text, **options: Any) -> requests.PreparedRequest:
    """Prepare a request with the session's headers, cookies and authentication, and the reference as its URL.

    Args:
        session: a session; its `params` are ignored.
        method: the method.
        reference: an http or https URI. Its fragment is not sent.
        options: other arguments of `requests.Request`: `headers`, `data`, `json` and so on, but not `params`.

    Raises:
        ValueError: the reference is not an http or https URI.
        TypeError: `params` is given, which would change the query.
    """
    if "params" in options:
        raise TypeError("params must be part of the reference")
    where = target_of(reference)
    prepared = session.prepare_request(requests.Request(method, str(where.reference), **options))
    prepared.url = str(where.reference)
    return prepared


def send(session: requests.Session, method: str, reference: Text, **options: Any) -> requests.Response:
    """Send a request for exactly this target without following redirects; for arguments see `prepare`.

    Raises:
        ValueError: the session has no `ExactAdapter` for the reference.
    """
    prepared = prepare(session, method, reference, **options)
    if not isinstance(session.get_adapter(prepared.url or ""), ExactAdapter):
        raise ValueError(f"session must have an ExactAdapter: session.mount({str(prepared.url)[:5]!r}, ExactAdapter())")
    return session.send(prepared, allow_redirects=False)


class GuardedAdapter(HTTPAdapter):
    """An adapter that connects only to what a policy admits; `guard` mounts it.

    Args:
        policy: the policy, which judges the URL and every address of each request and redirect.
        options: those of `requests.adapters.HTTPAdapter`, such as `max_retries`, and of
            `uriverse.integrations.guarding.Guard`: `resolve`, `max_response`, `max_seconds`, `allow_proxy`.
    """

    def __init__(self, policy: Policy, **options: Any) -> None:
        self.guard = Guard.take(policy, options)
        super().__init__(**options)

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"guard": self.guard}

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **options: Any) -> None:
        super().init_poolmanager(connections, maxsize, block, **options)
        self.poolmanager.pool_classes_by_scheme = GUARDED_POOLS

    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **options)
        manager.pool_classes_by_scheme = GUARDED_POOLS
        return manager

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        text = request.url or ""
        # requests hands the hooks of a request on to its redirects.
        source, deadline = self.guard.step(request, request.hooks, text)
        url = self.guard.judged(text, source)
        destination = None
        if str(url) != text:
            parts = urlsplit(text)
            destination = (parts.scheme, parts.hostname, parts.port)
            request = request.copy()
            request.url = str(url)
        is_proxied = bool(select_proxy(text, options.get("proxies")))
        visit = self.guard.visit(url, destination, is_proxied, source=source, deadline=deadline)
        with visit:
            return super().send(request, *args, **options)


def guard(session: requests.Session, policy: Policy, **options: Any) -> requests.Session:
    """Replace every adapter of a session by one `GuardedAdapter`, and return the session.

    Args:
        session: the session; its cookies, headers, hooks and `max_redirects` (30 by default) stay.
        policy: the policy.
        options: those of `GuardedAdapter`; options of the adapters that are replaced are not kept.

    >>> import uriverse as uv
    >>> session = guard(requests.Session(), uv.Policy(), resolve=lambda host: ["10.0.0.7"])
    >>> try:
    ...     session.get("http://a.example/")
    ... except uv.PolicyError as error:
    ...     error.text, error.reason
    ('http://a.example/', 'address')
    """
    adapter = GuardedAdapter(policy, **options)
    for prefix in ("", *session.adapters):
        session.mount(prefix, adapter)
    return session
