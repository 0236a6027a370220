"""Lists as people keep them: hosts one a line, origins of CORS, redirect URIs of OAuth.

.example.com                     example.com and *.example.com
https://*.example.com            ^https://(?:[a-z0-9_-]+\\.)+example\\.com/
http://127.0.0.1/callback        ^http://127\\.0\\.0\\.1(?::[0-9]+)?/callback$
"""

from __future__ import annotations

import re
from _collections_abc import Iterable, Iterator

from uriverse._core import WebURL as URL
from uriverse.errors import URLError
from uriverse.ground.argument_types import check_argument
from uriverse.ground.lean_typing import Final
from uriverse.policies.reasons import excerpt

_SUBDOMAINS: Final = r"(?:[a-z0-9_-]+\.)+"
# RFC 8252, section 7.3: the client chooses the port of these. Section 8.3 does not recommend the name "localhost".
_LOOPBACK: Final = ("127.0.0.1", "[::1]")
_ANY_PORT: Final = "(?::[0-9]+)?"


def hosts_of(lines: str | Iterable[str]) -> list[str]:
    """The patterns of hosts of a list."""
    hosts: list[str] = []
    for number, line in _lines("hosts", lines):
        if line.startswith("."):
            hosts += [line[1:], f"*{line}"]
        elif "/" in line or line == "*":
            raise _wrong("hosts", number, line, "a host stands alone, without a scheme and a path, as in *.example.com")
        else:
            hosts.append(line)
    return hosts


def origins_pattern(lines: str | Iterable[str]) -> str:
    """The expression of a list of origins, for `re.match`."""
    rows = []
    for number, line in _lines("origins", lines):
        before, is_below, after = line.partition("//*.")
        url = _url("origins", number, f"{before}//{after}" if is_below else line)
        if str(url)[:-1] != str(url.origin) or line.endswith("/"):
            raise _wrong(
                "origins", number, line, "an origin is a scheme, a host and perhaps a port (RFC 6454, section 6)"
            )
        scheme, rest = re.escape(url.scheme), re.escape(url.authority)
        rows.append(f"{scheme}://{_SUBDOMAINS if is_below else ''}{rest}/")
    return _one_of("origins", rows)


def redirects_pattern(lines: str | Iterable[str]) -> str:
    """The expression of a list of redirect URIs, for `re.fullmatch`."""
    rows = []
    for number, line in _lines("redirect URIs", lines):
        url = _url("redirect URIs", number, line)
        if url.fragment is not None:
            raise _wrong("redirect URIs", number, line, "it must have no fragment (RFC 6749, section 3.1.2)")
        if url.scheme == "http" and url.host in _LOOPBACK:
            rest = str(url)[len("http://") + len(url.authority) :]
            rows.append(f"http://{re.escape(url.host)}{_ANY_PORT}{re.escape(rest)}")
        else:
            rows.append(re.escape(str(url)))
    return _one_of("redirect URIs", rows)


def _one_of(what: str, rows: list[str]) -> str:
    if not rows:
        raise ValueError(f"{what}: the list is empty")
    return f"(?:{'|'.join(rows)})"


def _lines(what: str, lines: str | Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that hold something, without comments, each with its number."""
    rows = lines.splitlines() if isinstance(lines, str) else lines
    for number, row in enumerate(rows, 1):
        check_argument(what, row, str)
        line = re.sub(r"(?:^|\s)#.*", "", row).strip()
        if line:
            yield number, line


def _url(what: str, number: int, line: str) -> URL:
    try:
        return URL(line, strict=True)
    except URLError as error:
        raise _wrong(what, number, line, str(error).splitlines()[0]) from None


def _wrong(what: str, number: int, line: str, sentence: str) -> ValueError:
    return ValueError(f"{what}, line {number}: {excerpt(line)!r}: {sentence}")
