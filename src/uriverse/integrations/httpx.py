"""httpx: clients that connect only to what a policy admits, and requests whose target is the reference byte for byte.

    with guarded_client(uv.Policy(), follow_redirects=True) as client:
        response = client.get(text)                      # a stranger's; uv.PolicyError if the policy refuses it

A guarded client judges the URL of each request and redirect, resolves its host once, judges every address, and connects
to one of them (`uriverse.integrations.guarding`). It uses no proxy of the environment, and one of `proxy=` only with
`allow_proxy=True`. `GuardedTransport` and `AsyncGuardedTransport` are for
those who build clients: the arguments `proxy=` and `mounts=` of `httpx.Client` go past a transport.

A response is decoded once more, in bounded memory, before httpx decodes it, because httpx decodes a piece of 100 octets
to as many as it likes. So only the content codings gzip and deflate are accepted, unless `max_response=None`.

`send` and `asend` send a target as it is written. `httpx.URL` rewrites some references: `/a/../b` as `/b`. So these
functions set the request target of the first line separately, by the extension `target` of httpcore.

    response = send(client, "GET", uv.URI("https://h/a/../b%2fc?"))
    response = await asend(async_client, "GET", "https://h/a/../b%2fc?")

`response.url` is httpx's own spelling. Redirects are not followed, because httpx would send the same target again:
resolve `Location` and send the next request. An HTTP proxy is an error: httpcore would send the target to it in place
of the proxy's own, so `CONNECT h:443` would be `CONNECT /a?secret`, not encrypted.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from uriverse.ground.extras import Extra
from uriverse.integrations.guarding import VISIT, Guard, Visit, current_visit
from uriverse.integrations.targets import target_of
from uriverse.policies import Policy

with Extra("httpx", "httpx httpcore", __name__):
    import anyio
    import httpcore
    import httpx

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
        ValueError: the reference is not an http or https URI, or httpx cannot read its host. Sending the request raises
            one too, if it would go through an HTTP proxy.
        TypeError: `params` is given, which would change the query, or a trace, which is needed here.
    """
    if "params" in options:
        raise TypeError("params must be part of the reference")
    where = target_of(reference)
    host = f"{where.host}:{where.port}"
    try:
        url = httpx.URL(f"{where.scheme}://{host}{where.target}")
    except httpx.InvalidURL as error:
        raise ValueError(f"httpx cannot read the reference: {error}") from None
    extensions = options.pop("extensions", {})
    if "trace" in extensions:
        raise TypeError("the extension trace is used by uriverse, to find out whether there is a proxy")
    trace = _no_proxy_async if isinstance(client, httpx.AsyncClient) else _no_proxy
    extensions = {
        **extensions,
        "target": where.target.encode("ascii"),
        "trace": trace,
        "uriverse.destination": (url.raw_host, where.port),
    }
    return client.build_request(method, url, extensions=extensions, **options)


def _no_proxy(event: str, info: dict[str, Any]) -> None:
    """A trace of httpcore that stops a request before it is sent to an HTTP proxy, which is its destination then."""
    if event.endswith(".send_request_headers.started"):
        request = info["request"]
        destination = (request.url.host, request.url.origin.port)
        if request.method == b"CONNECT" or destination != request.extensions["uriverse.destination"]:
            raise ValueError("httpx sends an exact target through no HTTP proxy: make the client with trust_env=False")


async def _no_proxy_async(event: str, info: dict[str, Any]) -> None:
    _no_proxy(event, info)


def send(client: httpx.Client, method: str, reference: Text, **options: Any) -> httpx.Response:
    """Send a request for exactly this target without following redirects; for arguments see `build_request`."""
    return client.send(build_request(client, method, reference, **options), follow_redirects=False)


async def asend(client: httpx.AsyncClient, method: str, reference: Text, **options: Any) -> httpx.Response:
    """Like `send`, with an asynchronous client."""
    return await client.send(build_request(client, method, reference, **options), follow_redirects=False)


def guarded_client(policy: Policy, **options: Any) -> httpx.Client:
    """Return an `httpx.Client` that connects only to what a policy admits.

    Args:
        policy: the policy, which judges the URL and every address of each request and redirect.
        options: arguments of `httpx.Client`, without `transport` and `mounts`, and those of `GuardedTransport`.
            httpx follows redirects with `follow_redirects=True`, 20 by its own default.

    Raises:
        TypeError: `transport` or `mounts` is given.
        ValueError: `proxy` or `uds` is given without `allow_proxy=True`.

    >>> import uriverse as uv
    >>> with guarded_client(uv.Policy(), resolve=lambda host: ["10.0.0.7"]) as client:
    ...     try:
    ...         client.get("http://a.example/")
    ...     except uv.PolicyError as error:
    ...         error.text, error.reason
    ('http://a.example/', 'address')
    """
    return httpx.Client(transport=GuardedTransport(policy, **_transport_options(options)), **options)


def guarded_async_client(policy: Policy, **options: Any) -> httpx.AsyncClient:
    """Return an `httpx.AsyncClient` that connects only to what a policy admits; for arguments see `guarded_client`."""
    return httpx.AsyncClient(transport=AsyncGuardedTransport(policy, **_transport_options(options)), **options)


def _transport_options(options: dict[str, Any]) -> dict[str, Any]:
    """Take the transport's options out of a client's; `trust_env` belongs to both."""
    for name in ("transport", "mounts"):
        if name in options:
            raise TypeError(f"{name} goes past the guard: a guarded client has a transport of its own")
    names = _POOL_OPTIONS.union(_pool_arguments.__kwdefaults__ or (), Guard.__init__.__kwdefaults__ or ())
    return {name: options[name] if name == "trust_env" else options.pop(name) for name in names & options.keys()}


class _Transport:
    """What both transports have in common."""

    def __init__(self, policy: Policy, **options: Any) -> None:
        self.guard = Guard.take(policy, options)
        self._arguments = _pool_arguments(self.guard, **options)
        self._is_proxied = bool(self._arguments.keys() & {"proxy", "uds"})

    def _visit(self, request: httpx.Request) -> Visit:
        """The visit of a request, whose URL the policy admits."""
        text = str(request.url)
        source, deadline = self.guard.step(request, request.extensions, text)
        url = self.guard.judged(text, source)
        if target := request.extensions.get("target"):
            # The caller insists on the target as it is written, so it is judged as a text is.
            self.guard.policy.check(f"{url.origin}{target.decode('ascii')}")
        destination = (request.url.scheme, request.url.raw_host.decode("ascii"), request.url.port)
        return self.guard.visit(url, destination, self._is_proxied, source=source, deadline=deadline)


class GuardedTransport(_Transport, httpx.BaseTransport):
    """A transport that connects only to what a policy admits, for `httpx.Client(transport=...)`.

    Args:
        policy: the policy, which judges the URL and every address of each request and redirect.
        options: those of `httpx.HTTPTransport`, with its defaults, and of `uriverse.integrations.guarding.Guard`:
            `resolve`, `max_response`, `max_seconds`, `allow_proxy`.
    """

    def __init__(self, policy: Policy, **options: Any) -> None:
        super().__init__(policy, **options)
        self._connections = httpcore.ConnectionPool(network_backend=_Backend(), **self._arguments)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        visit = self._visit(request)
        with _Sending(visit):
            response = self._connections.handle_request(_core_request(visit, request))
        body = _Body(response.stream, visit, response.headers)
        return httpx.Response(response.status, headers=response.headers, stream=body, extensions=response.extensions)

    def close(self) -> None:
        self._connections.close()


class AsyncGuardedTransport(_Transport, httpx.AsyncBaseTransport):
    """The same for `httpx.AsyncClient`; `resolve` may be a coroutine function."""

    def __init__(self, policy: Policy, **options: Any) -> None:
        super().__init__(policy, **options)
        self._connections = httpcore.AsyncConnectionPool(network_backend=_AsyncBackend(), **self._arguments)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        visit = self._visit(request)
        with _Sending(visit):
            response = await self._connections.handle_async_request(_core_request(visit, request))
        body = _AsyncBody(response.stream, visit, response.headers)
        return httpx.Response(response.status, headers=response.headers, stream=body, extensions=response.extensions)

    async def aclose(self) -> None:
        await self._connections.aclose()


# Options that httpcore's pool and `httpx.HTTPTransport` name alike, with the same defaults.
_POOL_OPTIONS: Final = frozenset(["http1", "http2", "uds", "local_address", "retries", "socket_options"])


def _pool_arguments(
    guard: Guard,
    *,
    verify: Any = True,
    cert: Any = None,
    trust_env: bool = True,
    limits: httpx.Limits | None = None,
    proxy: httpx.Proxy | httpx.URL | str | None = None,
    **options: Any,
) -> dict[str, Any]:
    """The arguments of httpcore's pool for those of a transport; `trust_env` is about certificates."""
    for name in options.keys() - _POOL_OPTIONS:
        raise TypeError(f"a guarded transport has no option {name!r}")
    for name, value in (("proxy", proxy), ("uds", options.get("uds"))):
        if value is not None and not guard.allow_proxy:
            raise ValueError(f"{name} goes past the guard, which cannot judge the address then: give allow_proxy=True")
    # httpx's defaults, by its documentation ("Pool limit configuration").
    limits = limits or httpx.Limits(max_connections=100, max_keepalive_connections=20)
    options |= {
        "ssl_context": httpx.create_ssl_context(verify=verify, cert=cert, trust_env=trust_env),
        "max_connections": limits.max_connections,
        "max_keepalive_connections": limits.max_keepalive_connections,
        "keepalive_expiry": limits.keepalive_expiry,
    }
    if proxy is not None:
        whole = proxy if isinstance(proxy, httpx.Proxy) else httpx.Proxy(proxy)
        auth, headers = whole.raw_auth, whole.headers.raw
        options["proxy"] = httpcore.Proxy(str(whole.url), auth=auth, headers=headers, ssl_context=whole.ssl_context)
    return options


def _core_request(visit: Visit, request: httpx.Request) -> httpcore.Request:
    """httpcore's request for the URL that was judged."""
    headers, url = request.headers.raw, request.url
    if visit.guard.max_response is not None:
        headers = [(name, _measured(value) if name.lower() == b"accept-encoding" else value) for name, value in headers]
    target = visit.url.request_target or "/"
    core_url = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=target)
    timeouts = request.extensions.get("timeout", {})
    # The others are shortened when their operations begin.
    extensions = {**request.extensions, "timeout": {**timeouts, "pool": visit.left(timeouts.get("pool"))}}
    return httpcore.Request(request.method, core_url, headers=headers, content=request.stream, extensions=extensions)


_FAILURES: Final = (httpcore.ConnectError, httpcore.ConnectTimeout)


class _Sending:
    """The current visit, in a context that makes errors of httpcore those of httpx, which have the same names."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    def __enter__(self) -> None:
        self.visit.__enter__()

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        self.visit.__exit__()
        if error is not None and type(error).__module__ == "httpcore":
            if isinstance(error, httpcore.TimeoutException):
                self.visit.left()
            kind: Callable[[str], Exception] = getattr(httpx, type(error).__name__)
            raise kind(str(error)) from error


def _left(timeout: float | None) -> float | None:
    """The timeout of an operation that begins now, which ends with the current visit."""
    visit = VISIT.get()
    return timeout if visit is None else visit.left(timeout)


class _Stream(httpcore.NetworkStream):
    """A stream whose operations end with the visit for which they are made."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream
        self.close = stream.close  # type: ignore[method-assign]
        self.get_extra_info = stream.get_extra_info  # type: ignore[method-assign]

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(timeout))

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None) -> _Stream:
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, _left(timeout)))


class _AsyncStream(httpcore.AsyncNetworkStream):
    """The same, asynchronous."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self.aclose = stream.aclose  # type: ignore[method-assign]
        self.get_extra_info = stream.get_extra_info  # type: ignore[method-assign]

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._stream.read(max_bytes, _left(timeout))

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, _left(timeout))

    async def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> _AsyncStream:
        return _AsyncStream(await self._stream.start_tls(ssl_context, server_hostname, _left(timeout)))


class _Backend(httpcore.SyncBackend):
    """Connects to the addresses that the current visit allows, in their order."""

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, *args: Any, **options: Any) -> _Stream:
        try:
            addresses = current_visit().addresses(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        for address in addresses:
            try:
                return _Stream(super().connect_tcp(address, port, _left(timeout), *args, **options))
            except _FAILURES as error:
                failure = error
        raise failure


class _AsyncBackend(httpcore.AnyIOBackend):
    """The same, asynchronous, for asyncio and Trio."""

    async def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, *args: Any, **options: Any
    ) -> _AsyncStream:
        try:
            addresses = await current_visit().addresses_async(host, port, anyio.to_thread.run_sync)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        for address in addresses:
            try:
                return _AsyncStream(await super().connect_tcp(address, port, _left(timeout), *args, **options))
            except _FAILURES as error:
                failure = error
        raise failure


# RFC 9110, section 8.4.1: the content codings that zlib measures, with its name for each format.
_WINDOWS: Final = {"identity": 0, "gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}


@lru_cache(maxsize=16)
def _measured(accepted: bytes) -> bytes:
    """The value of Accept-Encoding without the content codings that cannot be measured."""
    codings = [part.strip() for part in accepted.decode("latin-1").split(",")]
    return ", ".join(part for part in codings if part.split(";")[0].strip().lower() in _WINDOWS).encode() or b"identity"


class _Measured:
    """The octets of a response, counted as httpx will decode them."""

    def __init__(self, stream: Any, visit: Visit, headers: Iterable[tuple[bytes, bytes]]) -> None:
        self._stream = stream
        self._visit = visit
        self._sending = _Sending(visit)
        self._size = 0
        self._is_raw = False
        values = (value.decode("latin-1") for name, value in headers if name.lower() == b"content-encoding")
        coding = ", ".join(values).strip().lower() or "identity"
        if visit.guard.max_response is None:
            coding = "identity"
        if coding not in _WINDOWS:
            raise visit.refusal("response", f"its content coding {coding!r} was not asked for, and cannot be measured")
        self._decoder = zlib.decompressobj(_WINDOWS[coding]) if _WINDOWS[coding] else None

    def _counted(self, piece: bytes) -> bytes:
        self._size += len(piece) if self._decoder is None else self._decoded_size(piece)
        self._visit.check_size(self._size)
        return piece

    def _decoded_size(self, piece: bytes) -> int:
        limit = self._visit.guard.max_response
        assert self._decoder is not None and limit is not None
        try:
            return len(self._decoder.decompress(piece, limit - self._size + 1))
        except zlib.error:
            # Some senders of "deflate" omit zlib's header, as httpx allows. Of other damage httpx makes an error.
            if self._size or self._is_raw:
                return 0
            self._is_raw, self._decoder = True, zlib.decompressobj(-zlib.MAX_WBITS)
            return self._decoded_size(piece)


class _Body(_Measured, httpx.SyncByteStream):
    def __iter__(self) -> Iterator[bytes]:
        pieces = iter(self._stream)
        while True:
            # Not while the caller has the piece: then another visit may be the current one.
            with self._sending:
                piece = next(pieces, None)
            if piece is None:
                return
            yield self._counted(piece)

    def close(self) -> None:
        self._stream.close()


class _AsyncBody(_Measured, httpx.AsyncByteStream):
    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = aiter(self._stream)
        while True:
            with self._sending:
                piece = await anext(pieces, None)
            if piece is None:
                return
            yield self._counted(piece)

    async def aclose(self) -> None:
        await self._stream.aclose()
