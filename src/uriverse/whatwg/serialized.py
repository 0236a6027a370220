"""The grammars of the texts that the URL Standard's parser leaves unchanged, each as an edition.

The engine runs the first one's table before the parser's steps: what its fast path accepts needs no rewriting. The
others state what the tests hold the steps to. The grammars state a part of those texts and not all of them. There are
three, for the Standard cuts the URLs of three kinds of schemes in three ways:

| name | schemes |
|---|---|
| `whatwg-serialized` | the special ones but "file"; and references that are joined to such a URL |
| `whatwg-serialized-file` | "file" |
| `whatwg-serialized-other` | all others |
"""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from uriverse.editions.registry import Edition

NAMES = ("whatwg-serialized", "whatwg-serialized-file", "whatwg-serialized-other")
_COMMON = "whatwg-common"
_DATA = "whatwg/data"


def source(name: str = NAMES[0]) -> Edition:
    """An edition as its files state it, without the compiled table. What all of them share is joined to it.

    >>> from uriverse.whatwg.serialized import source
    >>> source().start
    'unchanged'
    """
    from uriverse.editions.loading import from_table

    common, own = _table(_COMMON), _table(name)
    table = common | own | {"clauses": common["clauses"] | own["clauses"]}
    grammars = [
        resources.files("uriverse").joinpath(f"{_DATA}/{part}.abnf").read_text("utf-8") for part in (name, _COMMON)
    ]
    return from_table(table, "\n".join(grammars), f"{name}.abnf", f"{name}.toml")


def serialized_edition(name: str = NAMES[0]) -> Edition:
    """An edition with its compiled table; `uv.is_valid(text, edition=...)` takes it.

    >>> import uriverse as uv
    >>> from uriverse.whatwg.serialized import serialized_edition
    >>> edition = serialized_edition()
    >>> uv.is_valid("https://example.org/a", edition=edition), uv.is_valid("https://example.org", edition=edition)
    (True, False)
    >>> uv.is_valid("mailto:user@example.org", edition=serialized_edition("whatwg-serialized-other"))
    True
    """
    return replace(source(name), compiled=resources.files("uriverse").joinpath(f"{_DATA}/{name}.tables").read_bytes())


def _table(name: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(resources.files("uriverse").joinpath(f"{_DATA}/{name}.toml").read_text("utf-8"))
