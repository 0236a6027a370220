"""Canonical forms of a column: the key under which to store or compare each URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriverse import _core
from uriverse.argument_types import check_argument
from uriverse.columns.interface import ArrowColumn, check_column

if TYPE_CHECKING:
    from uriverse._core import Column
    from uriverse.canonicalization import Profile, ProfileId


def canonical(column: ArrowColumn, *, profile: ProfileId | Profile, threads: int = 0) -> Column:
    """The canonical form of every text by a profile, as `uriverse.canonical` gives one; null where it refuses the text.

    Args:
        column: the texts.
        profile: the name of a shipped profile, or one of your own.
        threads: as for `parse`.

    Raises:
        LookupError: if no profile has the name.

    >>> from uriverse import columns as uc
    >>> uc.canonical(uc.Column(["http://www.h.example/b/", None]), profile="surt").to_pylist()
    ['example,h)/b', None]
    """
    from uriverse.canonicalization import PROFILES, Profile

    check_column("column", column)
    check_argument("profile", profile, (str, Profile))
    chosen = profile if isinstance(profile, Profile) else PROFILES[profile]
    return _core.column_canonical(column, chosen.compiled, threads=threads)
