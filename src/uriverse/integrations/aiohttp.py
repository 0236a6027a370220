"""aiohttp: a URL that is sent byte for byte, or an error if aiohttp cannot do that.

aiohttp takes a `yarl.URL`, which keeps its spelling with `encoded=True`. Some references have no exact `yarl.URL`: it
drops an empty query.

    async with aiohttp.ClientSession() as session:
        async with session.get(url(uv.URI("https://h/a/../b%2fc?q")), allow_redirects=False) as response: ...

Without `allow_redirects=False` aiohttp follows redirects, and spells their targets in its own way.
"""

from __future__ import annotations

import yarl

from uriverse.integrations.targets import target_of

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
