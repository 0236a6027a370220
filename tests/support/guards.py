"""The guards that a program asks before it acts on a stranger's text: one list, which every test of guards uses.

A guard takes a text. It returns the text that the program may send, which of a policy's `url` is another one, with the
host to which it lets the program go; or None if it refuses the text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import uriverse as uv
from support.payloads import GOOD
from uriverse.hosts import verdict

Guard = Callable[[str], tuple[str, str] | None]

_WEB: Final = {"http", "https"}
_PUBLIC: Final = uv.Policy()
_PUBLIC_IRI: Final = uv.Policy.any(schemes=_WEB, userinfo=False, addresses="public", edition="rfc3987")


def _web(text: str) -> uv.URIReference:
    """The text as an IRI of the Web, without a userinfo: the next two guards judge hosts alone."""
    reference = uv.parse(text, edition="rfc3987")
    if (reference.scheme or "").lower() not in _WEB or reference.userinfo is not None:
        raise ValueError("not an IRI of the Web")
    return reference


def _admitted(policy: uv.Policy, text: str) -> tuple[str, str] | None:
    return (text, uv.URL(text).host) if policy.admits(text) else None


def _audited(text: str) -> tuple[str, str] | None:
    host = _web(text).host or ""
    return None if uv.audit.findings(text, profile="fetch", edition="rfc3987") else (text, host)


def _judged(text: str) -> tuple[str, str] | None:
    reference = _web(text)
    found = verdict(reference)
    is_public = found.form in {"name", "address"} and found.kind == "public"
    return (text, reference.host or "") if is_public else None


def _rewritten(url: uv.URL) -> tuple[str, str]:
    return str(url), url.host


def _guard(ask: Guard) -> Guard:
    def sent(text: str) -> tuple[str, str] | None:
        try:
            return ask(text)
        except ValueError:
            return None

    return sent


GUARDS: Final[dict[str, Guard]] = {
    "Policy.url": _guard(lambda text: _rewritten(_PUBLIC.url(text))),
    "Policy.admits": _guard(lambda text: _admitted(_PUBLIC, text)),
    "Policy.admits of IRIs": _guard(lambda text: _admitted(_PUBLIC_IRI, text)),
    "safe_redirect": _guard(lambda text: _rewritten(uv.safe_redirect(text, f"https://{GOOD}/login", _PUBLIC))),
    "findings of fetch": _guard(_audited),
    "hosts.verdict": _guard(_judged),
}
