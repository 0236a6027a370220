"""RFC 1738's split: a scheme, and the common Internet form of section 3.1 where the rest begins with "//".

It has no relative form and no fragment; resolving under it means RFC 1808.
"""

from __future__ import annotations

from .parts import Parts


def split(text: str) -> Parts:
    """Cut a URL into scheme, login and the rest, which keeps its slash, so that the text can be put together again."""
    # 5: genericurl = scheme ":" schemepart
    scheme: str | None = None
    rest = text
    for place, character in enumerate(text):
        if character in "/?#":
            break
        if character == ":":
            if place > 0:
                scheme, rest = text[:place], text[place + 1 :]
            break
    # 3.1: the scheme specific data start with "//"; 5: ip-schemepart = "//" login [ "/" urlpath ]
    if not rest.startswith("//"):
        return Parts(scheme=scheme, path=rest)
    rest = rest[2:]
    if "/" in rest:
        slash = rest.index("/")
        return Parts(scheme=scheme, authority=rest[:slash], path=rest[slash:])
    return Parts(scheme=scheme, authority=rest, path="")
