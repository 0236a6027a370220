"""The slow twin of variable matching (RFC 6570, section 1.4), with sets of positions as integers.

The result is the values, or None; and a second set of values if the match is ambiguous.

How it works, with `/{a}{b}` and the text `/xy`:

1. The text becomes units, one for each character of a value (`units.py`): "/", "x", "y". Variables are separated
   between units, so never inside a triplet.
2. The template becomes an acyclic graph (`chain.py`). An edge consumes nothing, a literal, or a piece of a value, whose
   units are all of one set.
3. Backward pass: for each node, compute the positions from which the rest of the template can match the rest of the
   text. A set of positions is an integer with one bit per position, so an edge costs a few operations on long integers.
   Here `{b}` can begin at 1, 2 and 3, and `{a}` at 1.
4. Forward pass: each choice within these sets leads to the end. `{a}` may consume "xy", "x" or nothing, so there are
   several answers. A value comes before an undefined variable, and the longest piece first. If a value can contain the
   text that follows, the shortest piece that is not empty comes first. Of the first two answers, the one that defines
   more variables comes first.
5. Each answer is converted to values (`values.py`) and expanded again, and must give the text. This checks that a
   variable that occurs twice has one value.

The time is the number of nodes times the length of the text, divided by the bits of a machine word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from uriverse._core import CompiledTemplate

from .chain import Chain, Taken, chain_of
from .units import Units
from .values import ValueReader

# Give up after this many candidate matches: the template is too ambiguous.
MOST_WAYS: Final = 200
# Limits the total number of bits in the sets of positions, to 25 MB.
MOST_WORK: Final = 200_000_000

# Prefer the shortest piece after these operators: a value can contain their separator, or the text that follows.
SHORTEST: Final = "+#."


Match = tuple[dict[str, Any], dict[str, Any] | None]


def matched(template: CompiledTemplate, text: str) -> Match | None:
    """Find the values with which a template expands to a text.

    Raises:
        ValueError: the match needs more than MOST_WORK, or the first MOST_WAYS candidates all fail.
    """
    if not text.isascii():
        return None
    units = Units(text)
    # Last resort: a list as the value of one of several variables that commas separate.
    matches = _valid_matches(template, chain_of(template, lists=False), units, text)
    matches = matches or _valid_matches(template, chain_of(template, lists=True), units, text)
    return (matches[0], matches[1] if len(matches) > 1 else None) if matches else None


def _valid_matches(template: CompiledTemplate, chain: Chain, units: Units, text: str) -> list[dict[str, Any]]:
    """The first two sets of values whose expansion is the text, the one with more variables first."""
    steps = sum(len(edge.literal) + 1 for edges in chain for edge in edges)
    if steps * (len(units.text) + 1) > MOST_WORK:
        raise ValueError(
            f"the reference and the template are too long to be matched: {steps:,} steps by {len(units.text):,} "
            f"characters are more than {MOST_WORK:,}"
        )
    matches: list[dict[str, Any]] = []
    reader = ValueReader(template)
    for tried, answer in enumerate(_answers(chain, units)):
        if tried == MOST_WAYS:
            if not matches:
                raise ValueError(
                    f"the template can be read in more than {MOST_WAYS:,} ways; the first ones do not match"
                )
            break
        values = reader.values(answer)
        if values is None or values in matches:
            continue
        if template.expand({**values, **template.bound}, dot_segments=True) == text:
            matches.append(values)
            if len(matches) == 2:
                break
    return sorted(matches, key=len, reverse=True)


def _answers(chain: Chain, units: Units) -> Iterator[list[Taken]]:
    """The candidate matches, preferred ones first: the consumed units of each piece, in the order of the template."""
    if len(chain) == 1 and not units.text:
        yield []
    reach = _reach(chain, units)
    choices = [_choices(chain, reach, units, 0, 0)]
    path: list[Taken | None] = []
    while choices:
        choice = next(choices[-1], None)
        if choice is None:
            choices.pop()
            if path:
                path.pop()
            continue
        target, place, taken = choice
        path.append(taken)
        if target == len(chain) - 1:
            if place == len(units.text):
                yield [each for each in path if each is not None]
            path.pop()
            continue
        choices.append(_choices(chain, reach, units, target, place))


def _reach(chain: Chain, units: Units) -> list[int]:
    """For each node, the positions from which the rest of the template matches the rest of the text.

    Bit k of a set is the position before the last k units. Consuming a unit backwards moves a position one bit up.
    """
    reach = [0] * len(chain)
    reach[-1] = 1
    for node in range(len(chain) - 2, -1, -1):
        for edge in chain[node]:
            places = reach[edge.target]
            if edge.piece is not None and places:
                places = _before(places, units.places(edge.piece.allowed), edge.piece.least, edge.piece.most)
            for unit in reversed(edge.literal):
                if not places:
                    break
                places = (places & units.places(re.escape(unit))) << 1
            reach[node] |= places
    return reach


def _before(places: int, allowed: int, least: int, most: int | None) -> int:
    """The positions from which at least `least` (0 or 1) and at most `most` allowed units lead to one of `places`."""
    if least:
        places = (places & allowed) << 1
    if most is None:
        # The addition carries a bit through its whole run of ones.
        return (((places & allowed) + allowed) ^ allowed) | places
    # Doubling: each jump doubles the number of units that are covered. `runs` has the starts of runs of `length` ones.
    left, covered, length, runs = most - least, 0, 1, allowed
    while covered < left and places:
        jump = min(length, left - covered)
        if jump < length:
            runs, length = _runs(allowed, jump), jump
        places |= (places & runs) << jump
        covered += jump
        runs &= runs >> length
        length *= 2
    return places


def _runs(allowed: int, length: int) -> int:
    """The starts of runs of at least `length` ones."""
    runs, have = allowed, 1
    while have < length:
        step = min(have, length - have)
        runs &= runs >> step
        have += step
    return runs


def _choices(
    chain: Chain, reach: list[int], units: Units, node: int, place: int
) -> Iterator[tuple[int, int, Taken | None]]:
    """The edges from a node at a position that can lead to the end: the next node, its position, the consumed piece."""
    whole = len(units.text)
    for edge in chain[node]:
        if not units.text.startswith(edge.literal, place):
            continue
        start = place + len(edge.literal)
        piece = edge.piece
        if piece is None:
            if reach[edge.target] >> (whole - start) & 1:
                yield edge.target, start, None
            continue
        last = units.run(piece.allowed, start)
        if piece.most is not None:
            last = min(last, start + piece.most)
        if last < start + piece.least:
            continue
        # Bit k of the window: the piece ends at `last - k`.
        window = (reach[edge.target] >> (whole - last)) & ((1 << (last - start - piece.least + 1)) - 1)
        is_shortest = piece.operator != "" and piece.operator in SHORTEST
        while window:
            nothing = 1 << (last - start)
            if is_shortest and window != nothing:
                bit = (window & ~nothing).bit_length() - 1
            else:
                bit = (window & -window).bit_length() - 1
            window &= ~(1 << bit)
            yield edge.target, last - bit, Taken(piece, units.text[start : last - bit])
