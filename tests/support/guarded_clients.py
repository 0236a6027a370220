"""The guarded clients as one function each: it requests some URLs one after the other, with one pool of connections."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

import aiohttp
import httpx
import requests
import trio
import urllib3

import uriverse as uv
from uriverse.integrations.aiohttp import guarded_session
from uriverse.integrations.httpx import guarded_async_client, guarded_client
from uriverse.integrations.requests import guard
from uriverse.integrations.urllib3 import GuardedPoolManager


class Reply(NamedTuple):
    """What a client got."""

    status: int
    body: bytes


class Call(NamedTuple):
    """How the clients are called.

    Attributes:
        texts: the URLs.
        options: those of the guard: `resolve`, `max_response` and so on.
        method: the method of each request.
        body: the pieces of the body of each request; None for no body.
        authority: the file of the certificates that are trusted; None for tests without TLS.
        headers: the fields of each request.
        trust_env: whether the client reads the environment.
        retries: how often the client may connect again.
        proxy: the proxy that the client is told to use.
    """

    texts: Iterable[str]
    options: dict[str, Any]
    method: str = "GET"
    body: tuple[bytes, ...] | None = None
    authority: str | None = None
    headers: dict[str, str] | None = None
    trust_env: bool = False
    retries: int = 0
    proxy: str | None = None

    @property
    def tls(self) -> Any:
        """The context of TLS; without it no certificates are loaded, which would take longer than most tests."""
        return False if self.authority is None else ssl.create_default_context(cafile=self.authority)

    @property
    def httpx_options(self) -> dict[str, Any]:
        return {
            "verify": self.tls,
            "follow_redirects": True,
            "trust_env": self.trust_env,
            "retries": self.retries,
            **({} if self.proxy is None else {"proxy": self.proxy}),
            **self.options,
        }

    @property
    def pieces(self) -> Iterator[bytes] | None:
        return None if self.body is None else iter(self.body)


Result = Reply | Exception
# An error that is no refusal is a result, too: the client could not connect, or could not read the URL.
ERRORS: Final = (
    *(uv.PolicyError, httpx.HTTPError, httpx.InvalidURL, requests.RequestException, urllib3.exceptions.HTTPError),
    *(aiohttp.ClientError, TimeoutError, ValueError),
)


def httpx_results(policy: uv.Policy, call: Call) -> Iterator[Result]:
    with guarded_client(policy, **call.httpx_options) as client:
        for text in call.texts:
            try:
                answer = client.request(call.method, text, content=call.pieces, headers=call.headers)
                yield Reply(answer.status_code, answer.content)
            except ERRORS as error:
                yield error


async def httpx_async_results(policy: uv.Policy, call: Call) -> list[Result]:
    async def pieces() -> Any:
        for piece in call.body or ():
            yield piece

    results: list[Result] = []
    async with guarded_async_client(policy, **call.httpx_options) as client:
        for text in call.texts:
            try:
                content = None if call.body is None else pieces()
                answer = await client.request(call.method, text, content=content, headers=call.headers)
                results.append(Reply(answer.status_code, answer.content))
            except ERRORS as error:
                results.append(error)
    return results


def requests_results(policy: uv.Policy, call: Call) -> Iterator[Result]:
    with guard(requests.Session(), policy, max_retries=call.retries, **call.options) as session:
        session.trust_env = call.trust_env
        session.verify = call.authority or True
        session.proxies = {} if call.proxy is None else {"http": call.proxy, "https": call.proxy}
        for text in call.texts:
            try:
                answer = session.request(call.method, text, data=call.pieces, headers=call.headers)
                yield Reply(answer.status_code, answer.content)
            except ERRORS as error:
                yield error


def urllib3_results(policy: uv.Policy, call: Call) -> Iterator[Result]:
    assert call.proxy is None, "it has no proxies"
    with GuardedPoolManager(policy, ca_certs=call.authority, **call.options) as manager:
        for text in call.texts:
            try:
                retries = urllib3.Retry(5, connect=call.retries)
                answer = manager.request(call.method, text, body=call.pieces, headers=call.headers, retries=retries)
                yield Reply(answer.status, answer.data)
            except ERRORS as error:
                yield error


async def aiohttp_results(policy: uv.Policy, call: Call) -> list[Result]:
    async def pieces() -> Any:
        for piece in call.body or ():
            yield piece

    results: list[Result] = []
    options = dict(call.options)
    seconds = options.pop("max_seconds", 60)
    timeout = aiohttp.ClientTimeout(total=seconds)
    proxy = {} if call.proxy is None else {"proxy": call.proxy}
    async with guarded_session(policy, timeout=timeout, trust_env=call.trust_env, **options, **proxy) as session:
        for text in call.texts:
            try:
                data = None if call.body is None else pieces()
                async with session.request(call.method, text, data=data, headers=call.headers, ssl=call.tls) as answer:
                    results.append(Reply(answer.status, await answer.read()))
            except ERRORS as error:
                results.append(error)
    return results


CLIENTS: Final[dict[str, Callable[[uv.Policy, Call], Iterable[Result]]]] = {
    "httpx": httpx_results,
    "httpx-asyncio": lambda policy, call: asyncio.run(httpx_async_results(policy, call)),
    "httpx-trio": lambda policy, call: trio.run(httpx_async_results, policy, call),
    "requests": requests_results,
    "urllib3": urllib3_results,
    "aiohttp": lambda policy, call: asyncio.run(aiohttp_results(policy, call)),
}


def fetched(client: str, policy: uv.Policy, *texts: str, **options: Any) -> list[Result]:
    """The results of a client; options are those of `Call`, and all others those of the guard."""
    names = options.keys() & Call._fields
    call = Call(
        options={name: options[name] for name in options.keys() - names},
        texts=texts,
        **{name: options[name] for name in names},
    )
    return [*CLIENTS[client](policy, call)]
