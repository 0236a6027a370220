"""The lenient split of every edition from url-syntax-03 on: the regular expression that Appendix B prints.

It takes any text.  "." means any character here, a newline too.
"""

from __future__ import annotations

import re

from .parts import Parts

# The line as Appendix B prints it.
PRINTED = r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?"
PATTERN = re.compile(PRINTED, re.DOTALL)


def split(text: str) -> Parts:
    """Cut a text into five components: scheme = $2, authority = $4, path = $5, query = $7, fragment = $9."""
    match = PATTERN.match(text)
    assert match is not None
    return Parts(
        scheme=match.group(2),
        authority=match.group(4),
        path=match.group(5),
        query=match.group(7),
        fragment=match.group(9),
    )


def split_authority(authority: str | None) -> tuple[str | None, str | None, str | None]:
    """Cut an authority into userinfo, host and port: userinfo ends at the last "@", the port starts at the last ":".

    A colon inside brackets starts no port: it must stand after any "]".
    """
    if authority is None:
        return None, None, None
    userinfo: str | None = None
    rest = authority
    if "@" in rest:
        at = rest.rindex("@")
        userinfo, rest = rest[:at], rest[at + 1 :]
    colon = rest.rfind(":")
    if colon == -1 or colon < rest.rfind("]"):
        return userinfo, rest, None
    return userinfo, rest[:colon], rest[colon + 1 :]
