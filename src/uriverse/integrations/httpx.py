"""httpx: requests whose target is the reference byte for byte.

`httpx.URL` rewrites some references: `/a/../b` as `/b`. So these functions set the request target of the first line
separately, by the extension `target` of httpcore.

    response = send(client, "GET", uv.URI("https://h/a/../b%2fc?"))
    response = await asend(async_client, "GET", "https://h/a/../b%2fc?")

`response.url` is httpx's own spelling. Redirects are not followed, because httpx would send the same target again:
resolve `Location` and send the next request. An HTTP proxy is an error: httpcore would send the target to it in place
of the proxy's own, so `CONNECT h:443` would be `CONNECT /a?secret`, not encrypted.
"""

from __future__ import annotations

from typing import Any

import httpcore
import httpx

from uriverse.integrations.targets import target_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse._core import Text


def build_request(
    client: httpx.Client | httpx.AsyncClient, method: str, reference: Text, **options: Any
) -> httpx.Request:
    """Build a request for exactly this target; send it with `follow_redirects=False`.

    Args:
        client: a client; its headers, cookies and timeouts apply, its `params` do not.
        method: the method.
        reference: an http or https URI. Its fragment is not sent.
        options: other arguments of `client.build_request`: `headers`, `content`, `json` and so on, but not `params`.

    Raises:
        ValueError: the reference is not an http or https URI, httpx cannot read its host, or the request would go
            through an HTTP proxy.
        TypeError: `params` is given, which would change the query.
    """
    if "params" in options:
        raise TypeError("params must be part of the reference")
    where = target_of(reference)
    host = f"{where.host}:{where.port}"
    try:
        url = httpx.URL(f"{where.scheme}://{host}{where.target}")
    except httpx.InvalidURL as error:
        raise ValueError(f"httpx cannot read the reference: {error}") from None
    pool = getattr(client._transport_for_url(url), "_pool", None)
    if isinstance(pool, (httpcore.HTTPProxy, httpcore.AsyncHTTPProxy)):
        raise ValueError("httpx sends an exact target through no HTTP proxy: make the client with trust_env=False")
    extensions = {**options.pop("extensions", {}), "target": where.target.encode("ascii")}
    return client.build_request(method, url, extensions=extensions, **options)


def send(client: httpx.Client, method: str, reference: Text, **options: Any) -> httpx.Response:
    """Send a request for exactly this target without following redirects; for arguments see `build_request`."""
    return client.send(build_request(client, method, reference, **options), follow_redirects=False)


async def asend(client: httpx.AsyncClient, method: str, reference: Text, **options: Any) -> httpx.Response:
    """Like `send`, with an asynchronous client."""
    return await client.send(build_request(client, method, reference, **options), follow_redirects=False)
