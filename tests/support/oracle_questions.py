"""The oracle's questions, made once in a process and by no test that does not ask them."""

from __future__ import annotations

from functools import cache

from uriverse_oracle import Question, questions


@cache
def questions_with(most: int, seed: int = 1) -> tuple[Question, ...]:
    """The questions that two numbers make."""
    return tuple(questions(most=most, seed=seed))
