"""urllib3: a manager that connects only to what a policy admits, and targets that are the reference byte for byte.

    manager = GuardedPoolManager(uv.Policy())
    response = manager.request("GET", text)       # a stranger's; uv.PolicyError if the policy refuses it

A `GuardedPoolManager` judges the URL of each request and redirect, resolves its host once, judges every address, and
connects to one of them (`uriverse.integrations.guarding`). Its pools stay those of names: a connection knows the number
only while it is opened. A pool that is taken out of the manager opens no connection. urllib3 itself reads no proxies
from the environment.

urllib3 rewrites targets: `%2f` becomes `%2F`. The last call, to its connection, changes nothing, so the classes of an
`ExactPoolManager` restore the target there. It follows no redirects.

    manager = ExactPoolManager()
    response = manager.fetch("GET", uv.URI("https://h/a/../b%2fc?"))
"""

from __future__ import annotations

import io
from collections.abc import Generator, Mapping
from contextvars import ContextVar
from http.client import HTTPResponse
from typing import Any, Final

from uriverse.ground.extras import Extra
from uriverse.integrations.guarding import VISIT, Guard, Visit, current_visit
from uriverse.integrations.targets import target_of
from uriverse.policies import Policy, PolicyError

with Extra("urllib3", "urllib3", __name__):
    import urllib3
    from urllib3.connection import HTTPConnection, HTTPSConnection
    from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
    from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError
    from urllib3.util import parse_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from socket import socket

    from uriverse._core import Text

# The target of the current request in this thread or task.
_TARGET: Final[ContextVar[str | None]] = ContextVar("target", default=None)


class _ExactConnection(HTTPConnection):
    def putrequest(self, method: str, url: str, *args: Any, **options: Any) -> None:
        super().putrequest(method, _TARGET.get() or url, *args, **options)


class _ExactHTTPSConnection(_ExactConnection, HTTPSConnection):
    pass


class _ExactPool(HTTPConnectionPool):
    ConnectionCls = _ExactConnection

    def urlopen(self, method: str, url: str, *args: Any, **options: Any) -> Any:
        """Send a request; a target that begins with "/" is sent unchanged."""
        token = _TARGET.set(url if url.startswith("/") else None)
        try:
            return super().urlopen(method, url, *args, **options)
        finally:
            _TARGET.reset(token)


class _ExactHTTPSPool(_ExactPool, HTTPSConnectionPool):
    ConnectionCls = _ExactHTTPSConnection


class ExactPoolManager(urllib3.PoolManager):
    """A pool manager whose pools send targets unchanged."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.pool_classes_by_scheme = {"http": _ExactPool, "https": _ExactHTTPSPool}

    def fetch(self, method: str, reference: Text, **options: Any) -> urllib3.BaseHTTPResponse:
        """Send a request for exactly this target without following redirects.

        Args:
            method: the method.
            reference: an http or https URI. Its fragment is not sent.
            options: other arguments of a pool's `urlopen`: `headers`, `body`, `timeout` and so on.

        Raises:
            ValueError: the reference is not an http or https URI.
        """
        where = target_of(reference)
        pool = self.connection_from_host(where.host, where.port, where.scheme)
        return pool.urlopen(method, where.target, **{"redirect": False, "assert_same_host": False, **options})


class GuardedPoolManager(urllib3.PoolManager):
    """A pool manager that connects only to what a policy admits.

    Args:
        policy: the policy, which judges the URL and every address of each request and redirect.
        num_pools: as for `urllib3.PoolManager`.
        headers: as for `urllib3.PoolManager`.
        options: other options of `urllib3.PoolManager`, and of `uriverse.integrations.guarding.Guard`: `resolve`,
            `max_response`, `max_seconds`. urllib3 follows 3 redirects by its own default, see its `Retry`.

    >>> import uriverse as uv
    >>> manager = GuardedPoolManager(uv.Policy(), resolve=lambda host: ["10.0.0.7"])
    >>> try:
    ...     manager.request("GET", "http://a.example/", retries=5)
    ... except uv.PolicyError as error:
    ...     error.text, error.reason
    ('http://a.example/', 'address')
    """

    def __init__(
        self, policy: Policy, num_pools: int = 10, headers: Mapping[str, str] | None = None, **options: Any
    ) -> None:
        self.guard = Guard.take(policy, options)
        super().__init__(num_pools, headers, **options)
        self.pool_classes_by_scheme = GUARDED_POOLS

    def urlopen(  # type: ignore[override]
        self, method: str, url: str, redirect: bool = True, **options: Any
    ) -> urllib3.BaseHTTPResponse:
        """Send a request; called by `request`, and by urllib3 for a redirect."""
        outer_visit, source, deadline = VISIT.get(), None, self.guard.deadline()
        if outer_visit is not None and getattr(options.get("retries"), "history", None):
            source, deadline = str(outer_visit.url), outer_visit.deadline
        verdict = self.guard.judged(url, source)
        destination = None
        if url != str(verdict):
            parts = parse_url(url)
            destination = (parts.scheme, parts.host, parts.port)
        visit = self.guard.visit(verdict, destination, source=source, deadline=deadline)
        is_preloaded = options.pop("preload_content", True)
        with visit:
            try:
                response = super().urlopen(method, str(verdict), redirect, preload_content=False, **options)
            except BaseException:
                # urllib3 leaves a redirect open whose Location it cannot read.
                if visit.response is not None:
                    visit.response.close()
                raise
            if is_preloaded:
                response.read(cache_content=True)
        return response


# The most that is decoded at once.
_PIECE: Final = 1 << 16


class _GuardedResponse(urllib3.HTTPResponse):
    """A response of which no more is decoded than is allowed: urllib3 itself bounds a piece by `amt`."""

    visit: Visit
    _size = 0
    _whole: bytes | None = None

    @property
    def data(self) -> bytes:
        return self.read(cache_content=True) if self._whole is None else self._whole

    def read(self, amt: int | None = None, decode_content: bool | None = None, cache_content: bool = False) -> bytes:
        if amt is not None and amt >= 0:
            return self._counted(super().read(amt, decode_content))
        read = super().read
        if self.length_remaining is not None and "content-encoding" not in self.headers:
            self._check(self._size + self.length_remaining)
            whole = self._counted(read(None, decode_content))
        else:
            whole = b"".join(iter(lambda: self._counted(read(_PIECE, decode_content)), b""))
        if cache_content:
            self._whole = whole
        return whole

    def read1(self, amt: int | None = None, decode_content: bool | None = None) -> bytes:
        return self._counted(super().read1(_PIECE if amt is None or amt < 0 else amt, decode_content))

    def read_chunked(self, amt: int | None = None, decode_content: bool | None = None) -> Generator[bytes, None, None]:
        for piece in super().read_chunked(amt or _PIECE, decode_content):
            yield self._counted(piece)

    def drain_conn(self) -> None:
        """Read the rest, so that the connection can be used again, if it is known to be small."""
        if self.length_remaining is None or self.length_remaining > _PIECE:
            self.close()
        else:
            super().drain_conn()

    def _counted(self, piece: bytes | None) -> bytes:
        self._size += len(piece or b"")
        self._check(self._size)
        return piece or b""

    def _check(self, size: int) -> None:
        try:
            self.visit.check_size(size)
        except PolicyError:
            self.close()  # The rest is not read, so no pool takes the connection back.
            raise


class _TimedReader(io.RawIOBase):
    """What a socket receives, until the visit has no time left."""

    def __init__(self, octets: io.RawIOBase, sock: socket) -> None:
        self._octets = octets
        self._socket = sock
        self._visit = current_visit()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._socket.settimeout(self._visit.left(self._socket.gettimeout()))
        try:
            return self._octets.readinto(buffer)
        except TimeoutError:
            self._visit.left()
            raise

    def close(self) -> None:
        self._octets.close()
        super().close()


class _TimedMessage(HTTPResponse):
    """A response of the standard library, which is read until the visit has no time left."""

    def __init__(self, sock: socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self.fp: Any = io.BufferedReader(_TimedReader(self.fp.detach(), sock))


class _GuardedConnection(HTTPConnection):
    """A connection to an address that the current visit allows; for TLS, "Host" and its pool it has the name."""

    response_class = _TimedMessage

    def connect(self) -> None:
        visit, name, timeout = current_visit(), self.host, self.timeout
        try:
            addresses = visit.addresses(name, self.port)
        except OSError as error:
            raise NameResolutionError(name, self, error) from error  # type: ignore[arg-type]
        try:
            for address in addresses:
                self.host, self.timeout = address, visit.left(timeout)
                try:
                    return super().connect()
                except (NewConnectionError, ConnectTimeoutError) as error:
                    failure = error
        finally:
            self.host, self.timeout = name, timeout
        visit.left()
        raise failure

    def send(self, data: Any) -> None:
        if self.sock is not None:
            self.sock.settimeout(current_visit().left(self.sock.gettimeout()))
        super().send(data)

    def getresponse(self) -> urllib3.HTTPResponse:  # type: ignore[override]
        response = super().getresponse()
        # urllib3 has no argument for the class of its responses.
        response.__class__ = _GuardedResponse
        assert isinstance(response, _GuardedResponse)
        response.visit = current_visit()
        response.visit.response = response
        return response


class _GuardedHTTPSConnection(_GuardedConnection, HTTPSConnection):
    def connect(self) -> None:
        if not current_visit().is_proxied:
            self.server_hostname = self.server_hostname or self.host
        super().connect()


class _GuardedPool(HTTPConnectionPool):
    ConnectionCls = _GuardedConnection


class _GuardedHTTPSPool(HTTPSConnectionPool):
    ConnectionCls = _GuardedHTTPSConnection


# The pools whose connections ask the current visit.
GUARDED_POOLS: Final[dict[str, type[HTTPConnectionPool]]] = {"http": _GuardedPool, "https": _GuardedHTTPSPool}
