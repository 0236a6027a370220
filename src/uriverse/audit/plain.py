"""Plain URLs: most of those in a list, and nothing that any check looks for. They are known at one look.

    https://www.example.com/docs/2003/index.html?id=3&page=2#top
            '-- labels ---''-- segments -------' '-- pairs -'

What is taken here is narrower than what the checks look for, which is its whole correctness: a finding in a text that
`is_plain` takes is a bug here. The tests ask all checks of texts that are drawn from the pattern.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from uriverse.audit.catalogue import words
from uriverse.audit.inside import is_local, is_localhost, is_metadata, resolving_name
from uriverse.text.domains import top_level

# No part of it is too long then, but for a label, which has a bound of its own.
LONGEST: Final = 250

_JOINER: Final = re.compile("[_-]")


@cache
def _pattern() -> re.Pattern[str]:
    devices = "|".join(sorted(re.escape(name) for name in words()["devices"]))
    # A label begins with a letter and has no two hyphens in turn and none between digits: it is not a number, not a
    # part of an address, and not an "xn--" form.
    label = r"(?=[^.]{1,63}\.)[a-z][a-z0-9]*+(?:-(?!(?<=[0-9]-)[0-9])[a-z0-9]++)*+\."
    # No segment begins with a dot. "~" is not here, which the editions of 1994 and 1995 refuse.
    segment = rf"(?!(?i:{devices})(?:[./?#]|\Z))[A-Za-z0-9_-]++(?:\.[A-Za-z0-9_-]++)*+"
    pair = r"[A-Za-z0-9_-]++=[A-Za-z0-9_.-]*+"
    return re.compile(
        rf"https?://(?P<host>(?:{label})++[a-z]{{2,24}})/(?:{segment}/)*+(?:{segment})?(?:\?(?P<query>{pair}(?:&{pair})*+))?"
        r"(?:#[A-Za-z0-9_.-]+)?"
    )


def _has_no_host_of_note(host: str) -> bool:
    """Whether a name of two labels or more, without a last dot, is on no list, and its last label is a known one."""
    if host.rpartition(".")[2] not in top_level():
        return False
    return not (is_localhost(host) or is_metadata(host) or is_local(host) or resolving_name(host))


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
    found = _pattern().fullmatch(text) if len(text) <= LONGEST else None
    if found is None or not _has_no_host_of_note(found["host"]):
        return False
    query = found["query"]
    return query is None or _is_harmless(query)
