"""The grammar of the texts that the URL Standard's parser leaves unchanged, as an edition.

The engine runs its table first: a text that it accepts needs no rewriting, so the parser's steps are skipped. The
grammar covers special URLs, except file URLs, and the references that are joined to such a URL.
"""

from __future__ import annotations

from importlib import resources

from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.ground.records import replace

if TYPE_CHECKING:
    from uriverse.editions.registry import Edition

_FILE = "whatwg/data/whatwg-serialized"


def source() -> Edition:
    """The edition as its files state it, without the compiled table.

    >>> from uriverse.whatwg.serialized import source
    >>> source().start
    'unchanged'
    """
    import tomllib

    from uriverse.editions.loading import from_table

    table, grammar = (
        resources.files("uriverse").joinpath(_FILE + end).read_text("utf-8") for end in (".toml", ".abnf")
    )
    return from_table(tomllib.loads(table), grammar, "whatwg-serialized.abnf", "whatwg-serialized.toml")


def serialized_edition() -> Edition:
    """The edition with its compiled table; `uv.is_valid(text, edition=...)` takes it.

    >>> import uriverse as uv
    >>> from uriverse.whatwg.serialized import serialized_edition
    >>> edition = serialized_edition()
    >>> uv.is_valid("https://example.org/a", edition=edition), uv.is_valid("https://example.org", edition=edition)
    (True, False)
    """
    return replace(source(), compiled=resources.files("uriverse").joinpath(_FILE + ".tables").read_bytes())
