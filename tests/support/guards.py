"""The guards that a program asks before it acts on a stranger's text: one list, which every test of guards uses.

A guard takes a text and returns the host to which it lets the program go, or None if it refuses the text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import uriverse as uv
from support.payloads import GOOD
from uriverse.hosts import verdict

Guard = Callable[[str], str | None]

_WEB: Final = {"http", "https"}
_PUBLIC: Final = uv.Constraint(schemes=_WEB, userinfo=False, addresses="public")
_PUBLIC_IRI: Final = uv.Constraint(schemes=_WEB, userinfo=False, addresses="public", edition="rfc3987")


def _web(text: str) -> uv.URIReference:
    """The text as an IRI of the Web, without a userinfo: the next two guards judge hosts alone."""
    reference = uv.parse(text, edition="rfc3987")
    if (reference.scheme or "").lower() not in _WEB or reference.userinfo is not None:
        raise ValueError("not an IRI of the Web")
    return reference


def _audited(text: str) -> str | None:
    """Letters that all clients map alike need no finding, so the host is the mapped one."""
    host = _web(text).host or ""
    is_clean = not uv.audit.findings(text, profile="fetch", edition="rfc3987")
    return uv.whatwg.domain_to_ascii(host) or host if is_clean else None


def _judged(text: str) -> str | None:
    reference = _web(text)
    found = verdict(reference)
    return reference.host if found.form in {"name", "address"} and found.kind == "public" else None


def _guard(ask: Callable[[str], str | None]) -> Guard:
    def host(text: str) -> str | None:
        try:
            return ask(text)
        except ValueError:
            return None

    return host


GUARDS: Final[dict[str, Guard]] = {
    "Constraint": _guard(lambda text: _PUBLIC.read(text).host),
    "Constraint of IRIs": _guard(lambda text: _PUBLIC_IRI.read(text).host),
    "audit.require": _guard(lambda text: uv.audit.require(text, ports={80, 443, 8443}).host),
    "safe_redirect": _guard(lambda text: uv.safe_redirect(text, f"https://{GOOD}/login").host),
    "findings of fetch": _guard(_audited),
    "hosts.verdict": _guard(_judged),
}
