"""A limit on the work of the compiler and the lab, counted in steps, not seconds.

A few lines of grammar can need hours and gigabytes: the automaton of `b = 1*100DIGIT` and `a = 1*100b` has ten thousand
states. So the caller sets a limit, and every loop whose length depends on the grammar counts its steps in advance:

    with limited(MAX_WORK):
        automaton = determinise(nfa, start, accept)     # calls spend(...) for each set of states

One step is one small operation on a state, a transition, or a word of memory, so the limit bounds memory too. A grammar
takes the same number of steps on every machine, so errors are reproducible. Outside `limited` nothing is counted.
"""

from __future__ import annotations

from _collections_abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from uriverse.errors import GrammarError
from uriverse.ground.lean_typing import Final

# Compiling the largest built-in edition takes 1.1 million steps. This limit is at most about 5 seconds and 250 MB.
MAX_WORK: Final = 20_000_000


class WorkExceeded(Exception):
    """The work takes more steps than its limit allows. `limited` raises it as a `GrammarError`."""


class Effort:
    """A limit on steps, and the number of steps taken so far (`spent`)."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int) -> None:
        if limit < 1:
            raise ValueError(f"max_work must be at least 1, not {limit:,}")
        self.limit: int = limit
        self.spent: int = 0

    def require(self, steps: int) -> None:
        """Raise `WorkExceeded` unless this many steps are left."""
        if self.spent + steps > self.limit:
            raise WorkExceeded(f"it takes more than {self.limit:,} steps (max_work); simplify it")

    def spend(self, steps: int) -> None:
        """Count this many steps, or raise `WorkExceeded` if fewer are left."""
        self.require(steps)
        self.spent += steps


_current: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def limited(max_work: int, *, file: str = "<grammar>", rule: str | None = None) -> Iterator[Effort]:
    """Limit the work inside the block; a nested block has only its own limit.

    >>> with limited(1000) as effort:
    ...     spend(10)
    >>> effort.spent
    10
    """
    effort = Effort(max_work)
    token = _current.set(effort)
    try:
        yield effort
    except WorkExceeded as error:
        raise GrammarError(str(error), file=file, rule=rule) from None
    finally:
        _current.reset(token)


def spend(steps: int) -> None:
    """Count some steps against the current limit, if there is one."""
    effort = _current.get()
    if effort is not None:
        effort.spend(steps)
