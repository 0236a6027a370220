r"""Mend an invalid text: find the reference that was most likely meant, with a list of changes.

Each change has its position, the old and new text, the reason, and the rule. No other function mends.

    " http:\\h\a b?x=100%\n"   becomes   http://h/a%20b?x=100%25   by seven changes

The rules, in layers, are in the engine (`crates/text/src/mending.rs`).
"""

from __future__ import annotations

import sys

from uriverse import _core
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import check_argument
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.masking import masked
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    from uriverse._core import Text
    from uriverse.editions.ids import EditionId
    from uriverse.editions.model import Edition

# The default of `max_changes`. A list of all changes of a hostile text takes a hundred times its memory.
MAX_CHANGES: Final = 1000


class Change(NamedTuple):
    """One change of a text.

    Attributes:
        at: the position in the original text, in characters.
        was: the old text; "" for an insertion.
        now: the new text; "" for a removal.
        why: the reason, in one sentence.
        rule: the document and its section.
    """

    at: int
    was: str
    now: str
    why: str
    rule: str


class MendedReference(NamedTuple):
    """The result of `mend`.

    Attributes:
        reference: the reference, with all changes.
        changes: the first changes, sorted by position; () if the text is valid.
        more: the number of changes that are not listed, because there are more than `max_changes`.
    """

    reference: _core.URI | _core.RelativeReference
    changes: tuple[Change, ...]
    more: int = 0

    def _repr_html_(self) -> str:
        """The reference, and a row for each change, for notebooks."""
        from uriverse.ground.notebook import coloured, table

        texts = [(str(row.at), repr(row.was), repr(row.now), row.why, row.rule) for row in self.changes]
        rows = [tuple(map(masked, row)) for row in texts]
        return coloured(self.reference.redacted()) + table(("place", "was", "now", "why", "rule"), rows)


def mend(
    text: Text,
    *,
    scheme: str | None = None,
    edition: EditionId | Edition = DEFAULT_EDITION,
    max_changes: int = MAX_CHANGES,
) -> MendedReference:
    r"""Mend a text: return the reference that it most likely means, and the changes.

    Args:
        text: any text.
        scheme: a scheme to add to a text that has none and begins with a host, such as `example.com/a`; by default
            none, because such a text is a valid relative reference.
        edition: the edition of the result.
        max_changes: list at most so many changes; all are made.

    Returns:
        The `reference` and its `changes`, each with its place, what was there, what is now, and why; and how many
        `more` there are.

    Raises:
        URISyntaxError: if the text has several likely readings, or none.
        ValueError: if `scheme` is not a scheme by the edition.

    >>> import uriverse as uv
    >>> mended = uv.mend("http:\\\\example.com\\a b")
    >>> str(mended.reference), [(change.at, change.was, change.now) for change in mended.changes[2:]]
    ('http://example.com/a%20b', [(18, '\\', '/'), (20, ' ', '%20')])
    >>> str(uv.mend("example.com/a", scheme="https").reference)
    'https://example.com/a'
    """
    if max_changes != MAX_CHANGES:
        check_argument("max_changes", max_changes, int)
        max_changes = max(0, min(max_changes, sys.maxsize))
    return _core.mend(text, scheme, edition, max_changes, _CLASSES)


def _reason(name: str) -> str:
    """Why UTS #46 refuses a name, in one sentence."""
    from uriverse.hosts.international import HostNameError, to_ascii

    try:
        return to_ascii(name)
    except HostNameError as error:
        return str(error).partition("\n")[0]


# What the engine makes of its result, or says about a name.
_CLASSES: Final = (Change, MendedReference, _reason)
