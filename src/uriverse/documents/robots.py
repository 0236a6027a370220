"""Whether a document lets robots follow its links.

- A link of the type `nofollow` is not endorsed by the page's author (HTML Standard, section 4.6.7.13).
- `<meta name=robots content="...">` has directives separated by commas, in any case: `nofollow`, and `none` for
  `noindex, nofollow` (HTML Author's Guide to the Robots META tag, robotstxt.org; HTML 4.01, Appendix B.4.1). The
  directives of several elements count together.
- The header field `X-Robots-Tag` has the same directives. A name and ":" before them are a robot's (Google, Robots meta
  tag, data-nosnippet, and X-Robots-Tag specifications). Directives for one robot, as in `<meta name=googlebot>`, do not
  count here, because this reader is no robot of that name.
"""

from __future__ import annotations

from _collections_abc import Iterable

from uriverse.ground.lean_typing import Final

NOFOLLOW: Final = "nofollow"
_AGAINST: Final = frozenset({NOFOLLOW, "none"})
# Directives with a value after ":"; every other name before ":" is a robot's.
_WITH_VALUES: Final = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})


def lets_follow(values: Iterable[str]) -> bool:
    """Whether the values of `content`, or of the header field, let every robot follow links.

    >>> lets_follow(["index, follow"]), lets_follow(["NoIndex, NoFollow"]), lets_follow(["otherbot: none"])
    (True, False, True)
    """
    return not any(_directives(value) & _AGAINST for value in values)


def _directives(value: str) -> set[str]:
    """The directives of a value for every robot, in lower case."""
    directives, robot = set[str](), False
    for part in value.lower().split(","):
        name, colon, rest = part.partition(":")
        if colon and name.strip() not in _WITH_VALUES:
            robot, part = True, rest
        if not robot:
            directives.add(part.strip())
    return directives
