"""Canonical forms of a column: texts or numbers for storing and comparing URLs."""

from __future__ import annotations

from uriverse import _core
from uriverse.columns.functions import column_function
from uriverse.columns.interface import ArrowColumn
from uriverse.ground.lean_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriverse._core import Column
    from uriverse.canonicalization import Profile, ProfileId


@column_function("url", "profile", choice="profile")
def canonical(
    column: ArrowColumn, profile: ProfileId | Profile, *, keep_refused: bool = False, threads: int = 0
) -> Column:
    """The canonical form of every text by a profile, as by `uriverse.canonical`; null if the profile refuses it.

    Args:
        column: the texts.
        profile: the name of a shipped profile, or one of your own; a dated name ("surt@2026-11") keeps its forms.
        keep_refused: whether a text that the profile refuses is its own form, and not null.
        threads: as for `parse`.

    Raises:
        LookupError: if no profile has the name.

    >>> from uriverse import columns as uc
    >>> uc.canonical(uc.Column(["http://www.h.example/b/", None]), profile="surt").to_pylist()
    ['example,h)/b', None]
    """
    return _core.kernels.canonical(column, steps=_steps(profile, keep_refused), threads=threads)


@column_function("url", "profile", choice="profile", gives="int64")
def canonical_key(
    column: ArrowColumn, profile: ProfileId | Profile, *, keep_refused: bool = False, threads: int = 0
) -> Column:
    """The canonical form of every text as a 64-bit number, as by `uriverse.canonical_key`: int64.

    Args:
        column: the texts.
        profile: the name of a shipped profile, or one of your own; a dated name ("surt@2026-11") keeps its forms.
        keep_refused: whether a text that the profile refuses is its own form, and not null.
        threads: as for `parse`.

    Returns:
        XXH64 of each form with the seed 0, as a signed number; null if the profile refuses the text. The same text
        has the same key in every engine.

    Raises:
        LookupError: if no profile has the name.

    >>> from uriverse import columns as uc
    >>> one, other = uc.canonical_key(uc.Column(["http://h/b/", "http://h/b"]), profile="surt").to_pylist()
    >>> one == other
    True
    """
    return _core.kernels.key(column, steps=_steps(profile, keep_refused), threads=threads)


def _steps(profile: ProfileId | Profile, keep_refused: bool) -> _core.CanonicalSteps:
    from uriverse.canonicalization.profile import steps_of

    return steps_of(profile, keep_refused)
