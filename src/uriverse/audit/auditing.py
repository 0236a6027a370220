"""The audit of one text: a plain URL has no findings, and all other texts go to `rows.py`."""

from __future__ import annotations

from uriverse.audit.plain import plain
from uriverse.audit.values import Rows
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.schemes import SCHEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from uriverse._core import AnyEdition, Text
    from uriverse.audit.values import Row
    from uriverse.schemes import Scheme

# The named profiles: none of their checks finds anything in a plain URL.
QUICK: Final = ("all", "security", "style", "fetch")
# The values that read a text by the default edition.
DEFAULTS: Final = (None, DEFAULT_EDITION)


def findings(
    text: Text,
    *,
    profile: str | Collection[str] = "all",
    edition: AnyEdition = None,
    scheme_tables: Mapping[str, Scheme] = SCHEMES,
) -> tuple[Row, ...]:
    """What is dangerous, doubtful or untidy in a text, valid or not (RFC 3986, sections 6 and 7, among others).

    Args:
        text: any text, a reference, or components; octets are read as UTF-8.
        profile: "all", "security", "style", "fetch" (a stranger's URL that a program will fetch: each finding is a
            reason to refuse it), or a collection of ids.
        edition: the edition of the text; by default a reference's own.
        scheme_tables: the tables of the schemes, which give the default ports and normal forms.

    Returns:
        Findings, and a `SyntaxRow` if the edition refuses the text, sorted by their positions in characters; at most 16
        positions of each finding.

    Raises:
        UnknownWordError: if there is no such profile.
        UnknownFindingError: if there is no such id.

    >>> for row in findings("http://user:secret@2130706433/", profile="security"):
    ...     print(row.severity, row.id, row.start, row.end)
    warning userinfo-in-http 7 18
    danger userinfo-password 12 18
    danger address-rare 19 29
    warning address-loopback 19 29
    """
    # Early return for most texts by the default edition and schemes.
    if profile in QUICK and edition in DEFAULTS and scheme_tables is SCHEMES and plain().url(text):
        return ()
    rows = _rows_of()(text, profile, edition, scheme_tables)
    return Rows(rows) if rows else ()


@cache
def _rows_of() -> Callable[[Text, str | Collection[str], AnyEdition, Mapping[str, Scheme]], tuple[Row, ...]]:
    # The modules of definitions, subjects and rows take 4 ms of processor time, which a plain URL does not need.
    from uriverse.audit.rows import rows_of

    return rows_of
