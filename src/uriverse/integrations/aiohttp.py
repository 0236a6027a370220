"""aiohttp: sessions that connect only to what a policy admits, and URLs that are sent byte for byte.

    async with guarded_session(uv.Policy()) as session:
        async with session.get(text) as response: ...    # a stranger's; uv.PolicyError if the policy refuses it

A guarded session judges the URL of each request and redirect, resolves its host once, judges every address, and
connects to one of them (`uriverse.integrations.guarding`). It refuses a proxy, also of the environment, unless
`allow_proxy=True`. aiohttp takes the user and the password out of a URL before its connector gets it, so the session
judges them by a trace. The time of the whole is aiohttp's own `timeout` (300 seconds by its default), and so is
`max_redirects` (10).

`url` is for a URL that is sent byte for byte. aiohttp takes a `yarl.URL`, which keeps its spelling with `encoded=True`.
Some references have no exact `yarl.URL`: it drops an empty query. Then `url` raises an error.

    async with aiohttp.ClientSession() as session:
        async with session.get(url(uv.URI("https://h/a/../b%2fc?q")), allow_redirects=False) as response: ...

Without `allow_redirects=False` aiohttp follows redirects, and spells their targets in its own way.
"""

from __future__ import annotations

import asyncio
import inspect
import socket
from contextvars import ContextVar
from typing import Any, Final, cast

from uriverse._core import WebURL as URL
from uriverse.ground.extras import Extra
from uriverse.integrations.guarding import Guard, Visit, current_visit, looked_up
from uriverse.integrations.targets import target_of
from uriverse.policies import Policy

with Extra("aiohttp", "aiohttp", __name__):
    import aiohttp
    import yarl
    from aiohttp.abc import AbstractResolver, ResolveResult
    from aiohttp.streams import AsyncStreamIterator, ChunkTupleAsyncStreamIterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse._core import Text


def url(reference: Text) -> yarl.URL:
    """Return the URL for `session.get` and the like.

    Args:
        reference: an http or https URI. Its fragment is not sent.

    Raises:
        ValueError: the reference is not an http or https URI, or aiohttp would send another target.

    >>> url("http://h/a/../b%2fc").raw_path_qs
    '/a/../b%2fc'
    >>> url("http://h/?")
    Traceback (most recent call last):
        ...
    ValueError: aiohttp would send '/' as the target of the request, not '/?'
    """
    where = target_of(reference)
    try:
        exact = yarl.URL(str(where.reference), encoded=True)
    except ValueError as error:
        raise ValueError(f"aiohttp cannot read the reference: {error}") from None
    if exact.raw_path_qs != where.target:
        raise ValueError(f"aiohttp would send {exact.raw_path_qs!r} as the target of the request, not {where.target!r}")
    return exact


def guarded_session(policy: Policy, **options: Any) -> aiohttp.ClientSession:
    """Return a session that connects only to what a policy admits. Call it within a running event loop.

    Args:
        policy: the policy, which judges the URL and every address of each request and redirect.
        options: those of `aiohttp.ClientSession`, without `connector` and `response_class`, and of `GuardedConnector`.

    Raises:
        TypeError: an option goes past the guard.
    """
    for name in ("connector", "response_class"):
        if name in options:
            raise TypeError(f"{name} goes past the guard: a guarded session has its own")
    names = {*(Guard.__init__.__kwdefaults__ or ()), *inspect.signature(aiohttp.TCPConnector).parameters}
    connector = GuardedConnector(policy, **{name: options.pop(name) for name in names & options.keys()})

    class Response(_GuardedResponse):
        guard = connector.guard

    traces = [*(options.pop("trace_configs", None) or ()), _judging(connector.guard)]
    return aiohttp.ClientSession(connector=connector, response_class=Response, trace_configs=traces, **options)


# The URL that redirected to the one that this task is about to request.
_SOURCE: Final[ContextVar[str | None]] = ContextVar("source", default=None)


def _judging(guard: Guard) -> aiohttp.TraceConfig:
    """A trace that judges what the connector does not get of a URL, and knows where a redirect comes from."""

    async def begin(_session: object, _context: object, params: aiohttp.TraceRequestStartParams) -> None:
        _SOURCE.set(None)
        if params.url.raw_user is not None or params.url.raw_password is not None or params.url.raw_fragment:
            guard.judged(str(params.url))

    async def redirect(_session: object, _context: object, params: aiohttp.TraceRequestRedirectParams) -> None:
        source, headers = str(params.response.url), params.response.headers
        _SOURCE.set(source)
        # The fields, and their order, are aiohttp's.
        if location := headers.get("Location") or headers.get("URI"):
            guard.judged(location, source, base=source)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_redirect.append(redirect)
    return trace


class GuardedConnector(aiohttp.TCPConnector):
    """A connector that connects only to what a policy admits; `guarded_session` makes one.

    Args:
        policy: the policy, which judges the URL of each request without its user, and every address.
        options: those of `aiohttp.TCPConnector`, without `resolver` and `use_dns_cache`, and of
            `uriverse.integrations.guarding.Guard`: `resolve`, which may be a coroutine function, `max_response`, which
            the responses of `guarded_session` obey, and `allow_proxy`; `max_seconds` is aiohttp's `timeout`.
    """

    def __init__(self, policy: Policy, **options: Any) -> None:
        if "max_seconds" in options:
            raise TypeError("max_seconds is aiohttp's own timeout: give timeout=aiohttp.ClientTimeout(total=...)")
        options["max_seconds"] = None
        self.guard = Guard.take(policy, options)
        super().__init__(resolver=_GuardedResolver(), use_dns_cache=False, **options)

    async def connect(self, req: aiohttp.ClientRequest, *args: Any, **options: Any) -> Any:
        source = _SOURCE.get()
        url = self.guard.judged(str(req.url), source)
        destination = (req.url.scheme, req.url.raw_host, req.url.port)
        with self.guard.visit(url, destination, req.proxy is not None, source=source):
            return await super().connect(req, *args, **options)


class _GuardedResolver(AbstractResolver):
    """The addresses that the current visit allows."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        visit = current_visit()
        if visit.is_proxied:
            addresses = [str(address) for address in await asyncio.to_thread(looked_up, host)]
        else:
            addresses = await visit.addresses_async(host, port, asyncio.to_thread)
        row = {"hostname": host, "port": port, "family": family, "proto": 0, "flags": 0}
        return [cast(ResolveResult, {**row, "host": address}) for address in addresses]

    async def close(self) -> None:
        """Nothing is open."""


class _GuardedResponse(aiohttp.ClientResponse):
    """A response of which no more is read than is allowed. aiohttp pauses where nobody reads, also while it decodes."""

    guard: Guard

    async def start(self, connection: Any) -> _GuardedResponse:
        await super().start(connection)
        content: Any = _Content(self.content, self.guard, self.url)
        self.content = content
        return self


class _Content:
    """The content of a response, whose `total_bytes` are those that were decoded."""

    def __init__(self, octets: aiohttp.StreamReader, guard: Guard, url: yarl.URL) -> None:
        self._octets = octets
        self._guard = guard
        self._url = url

    def _check_size(self, size: int) -> None:
        if self._guard.max_response is not None and size > self._guard.max_response:
            Visit(self._guard, URL(str(self._url))).check_size(size)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._octets, name)
        if not name.startswith("read") or name == "read_nowait":
            return method

        async def checked(*args: Any, **options: Any) -> Any:
            result = await method(*args, **options)
            self._check_size(self._octets.total_bytes)
            return result

        return checked

    async def read(self, n: int = -1) -> bytes:
        if n >= 0:
            return cast(bytes, await self.__getattr__("read")(n))
        # aiohttp's own `read` of everything lifts its limit of what is decoded at once.
        pieces = []
        while piece := await self._octets.readany():
            self._check_size(self._octets.total_bytes)
            pieces.append(piece)
        return b"".join(pieces)

    async def readexactly(self, n: int) -> bytes:
        self._check_size(n)
        return cast(bytes, await self.__getattr__("readexactly")(n))

    def __aiter__(self) -> AsyncStreamIterator[bytes]:
        return AsyncStreamIterator(self.readline)

    def iter_chunked(self, n: int) -> AsyncStreamIterator[bytes]:
        return AsyncStreamIterator(lambda: self.read(n))

    def iter_any(self) -> AsyncStreamIterator[bytes]:
        return AsyncStreamIterator(self.readany)

    def iter_chunks(self) -> ChunkTupleAsyncStreamIterator:
        return ChunkTupleAsyncStreamIterator(cast(aiohttp.StreamReader, self))
