"""The compiler of own grammars, for the editions: `Edition.from_grammar` asks here and imports no compiler.

The compiler is built on the editions, so they cannot import it. The root package, which knows both, hands it over.
Nothing of it is loaded before a grammar is given.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uriverse.editions.model import Edition

    Compiler = Callable[..., Edition]


def compiler() -> Compiler:
    """The function that compiles a grammar into an edition, with the arguments of `Edition.from_grammar`."""
    from uriverse import _core

    found: Compiler = _core.handed_over("grammar compiler")
    return found
