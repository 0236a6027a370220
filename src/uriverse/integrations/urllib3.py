"""urllib3: requests whose target is the reference byte for byte.

urllib3 rewrites targets: `%2f` becomes `%2F`. The last call, to its connection, changes nothing, so these classes
restore the target there.

    manager = ExactPoolManager()
    response = manager.fetch("GET", uv.URI("https://h/a/../b%2fc?"))

Redirects are not followed.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, Final

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from uriverse.integrations.targets import target_of

TYPE_CHECKING = False
if TYPE_CHECKING:
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
