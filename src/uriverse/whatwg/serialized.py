"""The grammar of the texts that the URL Standard's parser leaves unchanged, as an edition.

The engine runs its table before the parser's steps: what it accepts needs no rewriting. The grammar states a part of
those texts and not all of them; the rest goes through the steps.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriverse.editions.registry import Edition

NAME = "whatwg-serialized"


def source() -> Edition:
    """The edition as its files state it, without the compiled table.

    >>> from uriverse.whatwg.serialized import source
    >>> source().start
    'unchanged'
    """
    import tomllib

    from uriverse.editions.loading import from_table

    data = files("uriverse.whatwg") / "data"
    table = tomllib.loads((data / f"{NAME}.toml").read_text("utf-8"))
    return from_table(table, (data / f"{NAME}.abnf").read_text("utf-8"), f"{NAME}.abnf")


def serialized_edition() -> Edition:
    """The edition with the table that the engine runs; `uv.is_valid(text, edition=...)` takes it.

    >>> import uriverse as uv
    >>> from uriverse.whatwg.serialized import serialized_edition
    >>> edition = serialized_edition()
    >>> uv.is_valid("https://example.org/a", edition=edition), uv.is_valid("https://example.org", edition=edition)
    (True, False)
    """
    return replace(source(), compiled=(files("uriverse.whatwg") / "data" / f"{NAME}.tables").read_bytes())
