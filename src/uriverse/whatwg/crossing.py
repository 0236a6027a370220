"""From the URL Standard to RFC 3986 and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriverse import _core

if TYPE_CHECKING:
    from uriverse._core import URI, URL


def to_uri(url: URL) -> URI:
    """The URI of a URL.

    The Standard's serializer leaves some characters that RFC 3986 does not allow: "[", "]", "^", "`", "{", "|", "}",
    "\\" and, in an opaque path, a space. Each is percent-encoded in its component. A "%" that begins no triplet stands
    for itself in the Standard, so it becomes "%25".
    """
    components = _core.split(url.href)
    text = url.protocol
    if components.authority is not None:
        text += "//" + _authority(url)
    text += _encoded(components.path, "path")
    if components.query is not None:
        text += "?" + _encoded(components.query, "query")
    if components.fragment is not None:
        text += "#" + _encoded(components.fragment, "fragment")
    return _core.URI(text)


def _authority(url: URL) -> str:
    userinfo = _encoded(url.username, "userinfo")
    if url.password:
        userinfo += ":" + _encoded(url.password, "userinfo")
    host = url.hostname if url.hostname.startswith("[") else _encoded(url.hostname, "reg-name")
    port = f":{url.port}" if url.port else ""
    return f"{userinfo}@{host}{port}" if userinfo else f"{host}{port}"


def _encoded(text: str, component: str) -> str:
    return _core.encode(text, component=component, keep_triplets=True)
