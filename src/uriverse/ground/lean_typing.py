"""Names of `typing`, in modules that a first call loads: the import of `typing` takes 4 ms, with `re` and `enum` 9.

The package never evaluates its annotations (`from __future__ import annotations`), so the names need no value there. A
program that does (`typing.get_type_hints`, Sphinx) has loaded `typing`, and its names then. A public alias of literals
becomes one of `typing` when a program asks for it:

    How = Literal["quoted", "bare"]     a LeanLiteral, whose __args__ are the words
    uriverse.text.How                   typing.Literal["quoted", "bare"], by `real`
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False


class LeanLiteral:
    """What is written with names of `typing` outside of annotations: `Literal["a"] | Literal["b"]`."""

    def __init__(self, *words: object) -> None:
        self.__args__ = words

    def __getitem__(self, words: object) -> LeanLiteral:
        return LeanLiteral(*words if isinstance(words, tuple) else (words,))

    def __or__(self, other: object) -> LeanLiteral:
        return LeanLiteral(*self.__args__, *getattr(other, "__args__", ()))


def real(value: object) -> object:
    """A value as a program expects it: an alias of literals as one of `typing`."""
    if not isinstance(value, LeanLiteral):
        return value
    from typing import Literal

    return Literal[value.__args__]


if TYPE_CHECKING or "typing" in sys.modules:
    from typing import Any as Any
    from typing import Final as Final
    from typing import Literal as Literal
    from typing import Never as Never
    from typing import Protocol as Protocol
    from typing import Self as Self
    from typing import TypeAlias as TypeAlias
    from typing import cast as cast
else:
    Any = Final = Literal = Never = Self = TypeAlias = LeanLiteral()
    Protocol = object

    def cast(_kind, value):
        """Like `typing.cast`."""
        return value
