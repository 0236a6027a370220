"""requests: requests whose target is the reference byte for byte.

requests and urllib3 rewrite a URL: an empty query is dropped, `%2f` becomes `%2F`, `/a/../b` becomes `/b`.
`ExactAdapter` sends the URL of a prepared request unchanged, and `send` sets that URL to the reference.

    with requests.Session() as session:
        session.mount("https://", ExactAdapter())
        response = send(session, "GET", uv.URI("https://h/a/../b%2fc?"))

Redirects are not followed. A proxy is an error, because it gets another form of target.
"""

from __future__ import annotations

from typing import Any

import requests
from requests.adapters import HTTPAdapter
from requests.utils import select_proxy

from uriverse.integrations.targets import target_of
from uriverse.integrations.urllib3 import ExactPoolManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse._core import Text


class ExactAdapter(HTTPAdapter):
    """An adapter that sends the path and query of a prepared request's URL unchanged; for `session.mount`."""

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **options: Any) -> None:
        """Make the pools; called by requests."""
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
