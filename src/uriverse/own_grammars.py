"""The compiler of own grammars, for the editions: `Edition.from_grammar` asks here and imports no compiler.

The compiler is built on the editions, so they cannot import it. The root package, which knows both, says here how the
compiler is had. Nothing of it is loaded before a grammar is given.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uriverse.editions.model import Edition

    Compiler = Callable[..., Edition]

_loaders: list[Callable[[], Compiler]] = []


def register_compiler(loader: Callable[[], Compiler]) -> None:
    """Say how the compiler is had: the last one that is registered counts."""
    _loaders[:] = [loader]


def compiler() -> Compiler:
    """The function that compiles a grammar into an edition, with the arguments of `Edition.from_grammar`."""
    return _loaders[0]()
