"""Random strings of an automaton, and strings one edit away from them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from uriverse.grammar.dfa import DEAD, Automaton, trim
from uriverse.policies.automata import CHARACTERS

# After so many steps a walk takes the shortest way to an end.
LONGEST_WALK = 40


def strings_near(automaton: Automaton, rng: Random, count: int) -> Iterator[str]:
    """Yield strings of a language, and after each a string that differs by one edit."""
    automaton = trim(automaton)
    if automaton.is_empty:
        return
    ends = _steps_to_the_end(automaton)
    moves = [
        [(letters, target) for letters, target in zip(automaton.alphabet.letters, row, strict=True) if target != DEAD]
        for row in automaton.transitions
    ]
    for _ in range(count // 2):
        text = "".join(_walk(automaton, moves, ends, rng))
        yield text
        yield _edited(text, rng)


def _walk(automaton: Automaton, moves: list[list[tuple[str, int]]], ends: list[int], rng: Random) -> Iterator[str]:
    state, steps = 0, 0
    longest = rng.randrange(LONGEST_WALK)
    while state not in automaton.accepting or (moves[state] and steps < longest):
        choices = moves[state]
        if steps >= longest:
            choices = [move for move in choices if ends[move[1]] < ends[state]]
        # Each target is as likely as another, so a delimiter is as likely as all letters.
        target = rng.choice(sorted({target for _, target in choices}))
        letters = rng.choice([letters for letters, to in choices if to == target])
        yield rng.choice(letters)
        state, steps = target, steps + 1


def _steps_to_the_end(automaton: Automaton) -> list[int]:
    """The fewest steps from each state to one that accepts."""
    steps = [0 if state in automaton.accepting else len(automaton) for state in range(len(automaton))]
    is_changed = True
    while is_changed:
        is_changed = False
        for state, row in enumerate(automaton.transitions):
            nearest = min((steps[target] + 1 for target in row if target != DEAD), default=len(automaton))
            if nearest < steps[state]:
                steps[state], is_changed = nearest, True
    return steps


def _edited(text: str, rng: Random) -> str:
    at = rng.randrange(len(text))
    character = rng.choice(CHARACTERS)
    return rng.choice(
        [text[:at] + text[at + 1 :], text[:at] + character + text[at:], text[:at] + character + text[at + 1 :]]
    )
