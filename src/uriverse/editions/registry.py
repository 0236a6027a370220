"""The built-in editions by id.

Each Edition is read from its files on first use. `model.py` defines the class, `files.py` reads the files, `loading.py`
creates editions from them, `ids.py` lists the ids, and README.md describes the files.
"""

from __future__ import annotations

import copyreg
from _collections_abc import Iterator, Mapping

from uriverse.editions.ids import DEFAULT_EDITION, EDITION_IDS, EditionId, StandardId
from uriverse.editions.loading import load
from uriverse.editions.model import Edition
from uriverse.ground.base_errors import UnknownEditionError
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    # Pyright knows a bare `Final` only of `typing`, and these are public.
    from typing import Final

# An edition, or the URL Standard, which is an algorithm: it accepts almost any text, as a browser does.
Standard: TypeAlias = "StandardId | Edition"

__all__ = ["DEFAULT_EDITION", "EDITIONS", "EDITION_IDS", "Edition", "EditionId", "Editions", "edition_of"]


class Editions(Mapping[str, Edition]):
    """The built-in editions by id, oldest first; each is read from its files on first use."""

    def __init__(self) -> None:
        self._loaded: dict[str, Edition] = {}

    def __getitem__(self, key: str) -> Edition:
        if key not in EDITION_IDS:
            raise UnknownEditionError(edition=key)
        if key not in self._loaded:
            self._loaded[key] = load(key)
        return self._loaded[key]

    def __contains__(self, key: object) -> bool:
        """Whether an edition has this id; does not read it."""
        return key in EDITION_IDS

    def __iter__(self) -> Iterator[EditionId]:
        return iter(EDITION_IDS)

    def __len__(self) -> int:
        return len(EDITION_IDS)

    def __repr__(self) -> str:
        return f"<the editions {', '.join(EDITION_IDS)}>"


EDITIONS: Final = Editions()


def edition_of(edition: str | Edition, argument: str = "edition") -> Edition:
    """The edition for an id or a value; an error names the argument.

    Raises:
        UnknownEditionError: if no edition has the id.
    """
    if not isinstance(edition, str):
        return edition
    if edition not in EDITIONS:
        raise UnknownEditionError(edition, argument)
    return EDITIONS[edition]


def _reduced(edition: Edition) -> tuple[Any, ...]:
    """Pickle a built-in edition as its id, others with their data."""
    if EDITIONS.get(edition.id) is edition:
        return edition_of, (edition.id,)
    reduced = object.__reduce_ex__(edition, 2)
    assert isinstance(reduced, tuple)
    return reduced


copyreg.pickle(Edition, _reduced)
