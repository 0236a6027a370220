"""A regular expression as a part of a policy: what it matches, and its automaton for the engine."""

from __future__ import annotations

from uriverse.ground.argument_types import check_argument
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from uriverse.ground.records import dataclass, field
from uriverse.policies.reasons import ComparisonError, excerpt

if TYPE_CHECKING:
    import re

    from uriverse.grammar.dfa import Automaton

How: TypeAlias = Literal["match", "search", "fullmatch"]
HOW: Final = ("match", "search", "fullmatch")
# A policy is made in less than half a second; a larger expression is left to `re`.
_NATIVE_WORK: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression, and how it is asked.

    Attributes:
        text: the expression.
        how: "match", "search" or "fullmatch", as in `re`.
        flags: the flags of `re`.
    """

    text: str
    how: How
    flags: int = 0
    _compiled: Any = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        import re

        try:
            compiled = re.compile(self.text, self.flags)
        except (re.error, RecursionError, OverflowError, ValueError) as error:
            raise ValueError(f"pattern: {excerpt(self.text)!r} is no regular expression: {error}") from None
        object.__setattr__(self, "_compiled", getattr(compiled, self.how))

    def __reduce__(self) -> tuple[type[Pattern], tuple[object, ...]]:
        return Pattern, (self.text, self.how, self.flags)

    def matches(self, text: str) -> bool:
        """Whether `re` finds a match in a text."""
        return self._compiled(text) is not None

    def automaton(self) -> Automaton:
        """The canonical URLs in which it finds a match.

        Raises:
            ComparisonError: it has a part without an automaton.
        """
        from uriverse.policies.regular import automaton_of

        return automaton_of(self.text, self.how, self.flags)

    def native(self) -> tuple[bytes, list[tuple[int, ...]], list[bool]] | None:
        """The automaton for the engine; None if there is none, or it is large."""
        from uriverse.errors import GrammarError
        from uriverse.grammar.algebra import coarsened
        from uriverse.grammar.effort import limited

        try:
            with limited(_NATIVE_WORK):
                [automaton] = coarsened(self.automaton())
        except (ComparisonError, GrammarError, RecursionError):
            return None
        # What leads nowhere leads to a last state, which leads to itself.
        states = len(automaton)
        rows = [tuple(target if target >= 0 else states for target in row) for row in automaton.transitions]
        classes = bytes(automaton.alphabet.classify(byte) for byte in range(256))
        accepting = [state in automaton.accepting for state in range(states + 1)]
        return classes, [*rows, (states,) * len(automaton.alphabet)], accepting


def pattern_of(pattern: str | re.Pattern[str], how: How) -> Pattern:
    """The part of a policy for an expression, or a compiled one."""
    if how not in HOW:
        check_argument("how", how, str)
        raise UnknownWordError("how", how, HOW)
    if isinstance(pattern, str):
        return Pattern(pattern, how)
    import re

    check_argument("pattern", pattern, (str, re.Pattern))
    check_argument("pattern", pattern.pattern, str)
    return Pattern(pattern.pattern, how, pattern.flags & ~int(re.UNICODE))
