"""Recognize host names in running text, by their form and a list of top-level domains.

`example.org` is a host name. `end.Next` is the end of a sentence and the start of another. `setup.py` is usually a
file, so more context is needed (`SUFFIXES`). The list is a file with a date; there is no network access.
"""

from __future__ import annotations

from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.ground.tables import text

# RFC 1123, 2.1, and RFC 1035, 2.3.4: labels of letters, digits and inner hyphens, 63 at most, 253 characters in all.
LONGEST: Final = 253
_NAME: Final = pattern(
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])"
)

# Top-level domains that are more often file suffixes: they need more context.
SUFFIXES: Final = frozenset(
    "ai app bz cab cc cpa cx id md mov ms pl pm ps py rs sh so st tc tf zip".split()  # noqa: SIM905
)


@cache
def top_level() -> frozenset[str]:
    """The top-level domains in lower case; the file has the date and source of the list.

    >>> "org" in top_level(), "internic" in top_level()
    (True, False)
    """
    lines = text("text/data/top-level-domains.txt").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def is_name(host: str) -> bool:
    """Whether a text has the form of a domain name whose last label is not a number."""
    return len(host) <= LONGEST and _NAME.fullmatch(host) is not None


def is_known(host: str) -> bool:
    """Whether a name's last label is a top-level domain in usual capitalization.

    "end.Next" is the end of a sentence and the start of another.
    """
    last = host.rpartition(".")[2]
    begins_a_sentence = last[0].isupper() and not last.isupper()
    return not begins_a_sentence and last.lower() in top_level()
