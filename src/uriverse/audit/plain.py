"""Plain URLs: texts in which no check can find anything, recognized by one regular expression. Most URLs are plain.

    https://www.example.com/docs/2003/index.html?id=3&page=2#top
            '-- labels ---''-- segments -------' '-- pairs -'

It is correct because the pattern is narrow: it leaves out whatever a check looks for. A finding in a text that
`is_plain` accepts is a bug here. The tests call all checks on texts drawn from the pattern, and compare.

Where a whole text is not plain, a part of it may be. `https://www.example.com:8080/docs?q=%20` has a plain scheme and
host, and a plain path: the checks of the port, of the query and of the text as a whole are left.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from uriverse._core import Components
from uriverse.audit.catalogue import resolving_names, words
from uriverse.text.domains import top_level

# No part of it is too long then, but for a label, which has a bound of its own.
LONGEST: Final = 250

_JOINER: Final = re.compile("[_-]")


# A label begins with a letter and has no two hyphens in turn and none between digits: it is not a number, not a part of
# an address, and not an "xn--" form.
_LABEL: Final = r"(?=[^.]{1,63}\.)[a-z][a-z0-9]*+(?:-(?!(?<=[0-9]-)[0-9])[a-z0-9]++)*+\."
_HOST: Final = rf"(?:{_LABEL})++[a-z]{{2,24}}"
_PAIR: Final = r"[A-Za-z0-9_-]++=[A-Za-z0-9_.-]*+"
_QUERY: Final = rf"{_PAIR}(?:&{_PAIR})*+"
_FRAGMENT: Final = r"[A-Za-z0-9_.-]+"

# Registered schemes of servers, which no check looks for when an authority follows.
_SCHEMES: Final = frozenset({"ftp", "gopher", "http", "https", "ws", "wss"})

NOTHING: Final[frozenset[str]] = frozenset()
# What the checks are of whose subject ends before the port, where scheme and host are plain and there is no userinfo.
_FRAME: Final = frozenset({"scheme", "authority", "userinfo", "host", "meaning", "international"})


def _path() -> str:
    """No segment begins with a dot or names a device. "~" is not here, which the editions of 1994 and 1995 refuse."""
    devices = "|".join(sorted(re.escape(name) for name in words()["devices"]))
    segment = rf"(?!(?i:{devices})(?:[./?#]|\Z))[A-Za-z0-9_-]++(?:\.[A-Za-z0-9_-]++)*+"
    return rf"/(?:{segment}/)*+(?:{segment})?"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """The pattern of a whole text, and those of its parts."""
    path = _path()
    whole = rf"https?://(?P<host>{_HOST}){path}(?:\?(?P<query>{_QUERY}))?(?:#{_FRAGMENT})?"
    patterns = {"text": whole, "host": _HOST, "path": path, "query": _QUERY, "fragment": _FRAGMENT}
    return {name: re.compile(pattern) for name, pattern in patterns.items()}


@cache
def _noted() -> frozenset[str]:
    """Every name on a list, whatever it is listed for."""
    lists = (words()[name] for name in ("local_names", "localhost_names", "metadata_names"))
    return frozenset(resolving_names()).union(*lists)


def _has_no_host_of_note(host: str) -> bool:
    """Whether no end of a name is on a list, and its last label is a known one; `host` has two labels or more."""
    at = host.rfind(".")
    if host[at + 1 :] not in top_level():
        return False
    noted = _noted()
    while at > 0:
        at = host.rfind(".", 0, at)
        if host[at + 1 :] in noted:
            return False
    return True


def _is_harmless(query: str) -> bool:
    """Whether no key comes twice and none gives access."""
    keys = [pair.partition("=")[0].lower() for pair in query.split("&")]
    listed = words()["credential_keys"]
    return len(set(keys)) == len(keys) and listed.isdisjoint(_JOINER.sub("", key) for key in keys)


def is_plain(text: str) -> bool:
    """Whether a text is a URL of the web in which no check of any edition finds anything, as can be told at one look.

    >>> is_plain("https://www.example.com/docs/index.html?id=3"), is_plain("http://localhost/"), is_plain("HTTP://a.b/")
    (True, False, False)
    """
    found = _patterns()["text"].fullmatch(text) if len(text) <= LONGEST else None
    if found is None or not _has_no_host_of_note(found["host"]):
        return False
    query = found["query"]
    return query is None or _is_harmless(query)


def plain_parts(parts: Components) -> frozenset[str]:
    """Return what checks are of that would find nothing, as names for `registration.plan`.

    >>> from uriverse import split
    >>> sorted(plain_parts(split("http://example.com/a?b=%20")) & {"host", "path", "query"})
    ['host', 'path']
    """
    host = parts.host
    if host is None or parts.scheme not in _SCHEMES or parts.userinfo is not None or len(host) > LONGEST:
        return NOTHING
    if _patterns()["host"].fullmatch(host) is None or not _has_no_host_of_note(host):
        return NOTHING
    path = _is_plain_part("path", parts.path)
    query = parts.query is not None and _is_plain_part("query", parts.query) and _is_harmless(parts.query)
    fragment = parts.fragment is not None and _is_plain_part("fragment", parts.fragment)
    return _names(path, query, fragment)


def _is_plain_part(name: str, text: str) -> bool:
    return len(text) <= LONGEST and _patterns()[name].fullmatch(text) is not None


@cache
def _names(path: bool, query: bool, fragment: bool) -> frozenset[str]:
    plain = {"path": path, "query": query, "fragment": fragment}
    return _FRAME | {name for name, holds in plain.items() if holds}
